import { sql } from 'kysely';
import type { StartCode } from '../bot/account/account.ts';
import { DAY_MS } from '../kit/clock.ts';
import type { Sql } from '../kit/database.ts';
import { DatabaseUnavailableError, isDatabaseUnavailable } from '../kit/database-errors.ts';
import { deleteOld, statement } from '../kit/statement.ts';
import { hashOfSecret } from '../kit/vault.ts';
import type { Cell, Cells } from '../live/cells.ts';
import { isPaymentId } from '../payments/payment.ts';
import { cellOfReseller, FIRST_CELL } from './cells.ts';

/** Secrets whose cell a process remembers: some 150 bytes each. */
const MAX_KNOWN = 200_000;
const KEPT_MS = 90 * DAY_MS;

/**
 * Which secret is of which cell. That never changes: each process keeps it, and a table does for all. What is
 * in neither is looked for in every cell, so that who makes a secret has nobody to tell.
 */
export class Directory<Own extends Cell> implements Cells {
  readonly home: Own;
  readonly #cells: ReadonlyMap<number, Own>;
  readonly #known = new Map<string, Own>();
  readonly #searches = new Map<string, Promise<Own>>();

  constructor(home: Own, cells: ReadonlyMap<number, Own>) {
    this.home = home;
    this.#cells = cells;
  }

  of(secretHash: Buffer | undefined): Own | Promise<Own> {
    if (!secretHash) return this.home;
    const secret = secretHash.toString('base64');
    const known = this.#known.get(secret);
    if (known) return known;
    return this.#searches.getOrInsertComputed(secret, () =>
      this.#search(secretHash).finally(() => this.#searches.delete(secret)),
    );
  }

  ofReseller(resellerId: number): Own {
    return this.#cells.get(cellOfReseller(resellerId)) ?? this.home;
  }

  /**
   * The cell of a person of the chat: where they have a reseller, else that of the code they come with, else
   * where they were before, else any.
   */
  async ofPerson(userId: number, code: StartCode): Promise<Own> {
    const { sql: db } = this.home.services.database;
    const secretHash = hashOfSecret(`telegram ${userId}`);
    const [known] = await selectCell(db, { secretHash });
    const before = known?.cell ?? (await this.#ask((cell) => knowsPerson(cell, { userId })));
    const there = before === undefined ? undefined : this.#cells.get(before);
    const isBound = there && (await hasReseller(there.services.database.sql, { userId })).length > 0;
    const ofCode = isBound ? undefined : await this.#askFor(code);
    const numbers = [...this.#cells.keys()];
    const cell = ofCode ?? before ?? (numbers[Math.abs(userId) % numbers.length] as number);
    if (cell !== known?.cell) await placePerson(db, { secretHash, cell });
    return this.#at(cell);
  }

  async #askFor(code: StartCode): Promise<number | undefined> {
    if (code.linkHash === null && code.referral === null) return undefined;
    return this.#ask((db) => knowsCode(db, code));
  }

  /** The cell that has asked for a payment; the first for one that none has. */
  async ofPayment(id: string): Promise<Own> {
    const ask = async (db: Sql) => ((await knowsPayment(db, id)) ? [id] : []);
    return this.#at((await this.#ask(ask)) ?? FIRST_CELL);
  }

  async #search(secretHash: Buffer): Promise<Own> {
    const [row] = await selectCell(this.home.services.database.sql, { secretHash });
    const number = row?.cell ?? (await this.#ask((db) => knowsSecret(db, { secretHash })));
    return number === undefined ? this.home : this.#remember(secretHash, number);
  }

  /**
   * The first cell that answers that it knows something. Throws DatabaseUnavailableError when none does, and
   * one could not be asked.
   */
  #ask(ask: (db: Sql) => Promise<unknown[]>): Promise<number | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
    let left = this.#cells.size;
    let failure: unknown;
    for (const [number, { services }] of this.#cells)
      ask(services.database.sqlOnce)
        .then(
          (rows) => rows.length > 0 && resolve(number),
          (error: unknown) => {
            failure = isDatabaseUnavailable(error) ? new DatabaseUnavailableError(error) : error;
          },
        )
        .finally(() => {
          left -= 1;
          if (left === 0 && failure === undefined) resolve(undefined);
          else if (left === 0) reject(failure);
        });
    return promise;
  }

  /** Of two processes that find it at once, both go by what the first has written. */
  async #remember(secretHash: Buffer, number: number): Promise<Own> {
    const { sql: db } = this.home.services.database;
    await insertCell(db, { secretHash, cell: number });
    const [row] = await selectCell(db, { secretHash });
    const cell = this.#at(row?.cell ?? number);
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.set(secretHash.toString('base64'), cell);
    return cell;
  }

  /** Throws DatabaseUnavailableError for one that was added when this process had started. */
  #at(number: number): Own {
    const cell = this.#cells.get(number);
    if (!cell) throw new DatabaseUnavailableError(new Error(`this process does not know cell ${number} yet`));
    return cell;
  }
}

const selectCell = statement<{ secretHash: Buffer }>()((db, { secretHash }) =>
  db.selectFrom('secret_cells').select('cell').where('hash', '=', secretHash),
);

const insertCell = statement<{ secretHash: Buffer; cell: number }>()((db, { secretHash, cell }) =>
  db
    .insertInto('secret_cells')
    .values({ hash: secretHash, cell })
    .onConflict((conflict) => conflict.doNothing()),
);

const knowsSecret = statement<{ secretHash: Buffer }>()(
  (_db, { secretHash }) => sql<object>`
    select 1 from api_keys where hash = ${secretHash} or old_hash = ${secretHash}
    union all select 1 from console_sessions where hash = ${secretHash}
    union all select 1 from frontend_tokens where hash = ${secretHash}
    union all select 1 from proxy_lists where hash = ${secretHash}
    union all select 1 from sign_in_codes where hash = ${secretHash}`,
);

/** Unlike a secret, a person may change cells until they have a reseller. */
const placePerson = statement<{ secretHash: Buffer; cell: number }>()((db, { secretHash, cell }) =>
  db
    .insertInto('secret_cells')
    .values({ hash: secretHash, cell })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ cell })),
);

const hasReseller = statement<{ userId: number }>()(
  (_db, { userId }) => sql<object>`
    select 1 from bot_people where user_id = ${userId} and reseller_id is not null`,
);

/** Who was in the chat before there were cells is in none of the home schema's tables, but in a cell's. */
const knowsPerson = statement<{ userId: number }>()(
  (_db, { userId }) => sql<object>`select 1 from bot_people where user_id = ${userId}`,
);

const knowsCode = statement<StartCode>()(
  (_db, { linkHash, referral }) => sql<object>`
    select 1 from bot_link_codes where hash = ${linkHash}
    union all select 1 from resellers where referral_code = ${referral}`,
);

const selectPayment = statement<{ id: string }>()(
  (_db, { id }) => sql<object>`select 1 from payments where id = ${id}::uuid`,
);

export async function knowsPayment(db: Sql, id: string): Promise<boolean> {
  return isPaymentId(id) && (await selectPayment(db, { id })).length > 0;
}

/** Deletes what was found long ago, at most a thousand, and returns how many: it is found again. */
export function deleteOldSecretCells(db: Sql, now: Date): Promise<number> {
  const old = db
    .selectFrom('secret_cells')
    .select('hash')
    .where('found_at', '<', new Date(now.getTime() - KEPT_MS))
    .orderBy('found_at');
  return deleteOld(db.deleteFrom('secret_cells'), 'hash', old);
}
