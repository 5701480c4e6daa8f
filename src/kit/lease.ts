import { type Expression, expressionBuilder, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Sql } from './database.ts';
import { later } from './statement.ts';
import type { Tables } from './tables.ts';

/** A holder that is alive may miss two renewals before its lease ends. */
const RENEWALS_PER_LEASE = 3;

type Given<Value> = Value | Expression<Value>;

const eb = expressionBuilder<Tables>();

/** The columns of a row whose values have that type, if there are any. */
type ColumnOf<Row, Value> = {
  [Name in keyof Row]: NonNullable<Row[Name]> extends Value ? Name : never;
}[keyof Row] &
  string;

/**
 * A lease on a row: it belongs to one holder at a time. Two columns hold the lease: the holder's token, and
 * the instant at which the lease ends, which the holder postpones while it works. After that instant the next
 * one may take the row, and writes a token of its own. The token is the fence: a holder writes only where the
 * row `isHeldBy` its token, so one that has lost its lease writes nothing.
 *
 * The methods return parts of statements. In these statements the table must have no alias. `now` comes from
 * the program's clock, which goes by the database's, or from that itself.
 */
export class Lease<
  Table extends keyof Tables & string,
  Token extends ColumnOf<Selectable<Tables[Table]>, string>,
  Until extends ColumnOf<Selectable<Tables[Table]>, Date>,
> {
  readonly #token: Token;
  readonly #until: Until;
  readonly #seconds: number;
  readonly #tokenRef: RawBuilder<string | null>;
  readonly #untilRef: RawBuilder<Date | null>;

  /** @param seconds how long a holder keeps the row without a renewal. */
  constructor(table: Table, { token, until, seconds }: { token: Token; until: Until; seconds: number }) {
    this.#token = token;
    this.#until = until;
    this.#seconds = seconds;
    this.#tokenRef = sql.ref(`${table}.${token}`);
    this.#untilRef = sql.ref(`${table}.${until}`);
  }

  taken(token: Given<string>, now: Given<Date>) {
    return { ...columns(this.#token, token), ...this.renewed(now) };
  }

  renewed(now: Given<Date>) {
    return columns(
      this.#until,
      later(sql`${now}::timestamptz`, sql`make_interval(secs => ${this.#seconds})`),
    );
  }

  /** Sets the column of a row that is given back and keeps the token: the next one may take it at once. */
  ended(now: Given<Date>) {
    return columns(this.#until, now);
  }

  /** Sets the two columns of a row that is given back, where they may be null. */
  givenBack() {
    return { ...columns(this.#token, null), ...columns(this.#until, null) };
  }

  /** The fence: the condition of every statement by which the holder writes or renews. */
  isHeldBy(token: Given<string>) {
    return eb(this.#tokenRef, '=', token);
  }

  /** Whether the lease has ended because its holder did not renew it. */
  hasLapsed(now: Given<Date>) {
    return eb(this.#untilRef, '<=', now);
  }

  /** Whether it can be taken, also by who has this token, so that the statement can be sent again. */
  isFreeFor(token: Given<string>, now: Given<Date>) {
    return eb.or([eb(this.#untilRef, 'is', null), this.hasLapsed(now), this.isHeldBy(token)]);
  }

  /** Runs `work` and calls `renew` at intervals until it is done, however long it takes. */
  async keep<Result>(renew: () => Promise<unknown>, work: () => Promise<Result>): Promise<Result> {
    const everyMs = (this.#seconds / RENEWALS_PER_LEASE) * 1_000;
    // The next renewal makes up for one that failed. When none succeeds, the fence keeps the holder from
    // writing.
    const timer = setInterval(() => renew().catch(() => {}), everyMs);
    try {
      return await work();
    } finally {
      clearInterval(timer);
    }
  }
}

function columns<Name extends string, Value>(name: Name, value: Value) {
  return { [name]: value } as Record<Name, Value>;
}

/** By the database, when the statement came. */
const NOW = eb.fn<Date>('now');
/** The seconds matter only where the lease is taken. */
const namedLease = (seconds = 0) => new Lease('leases', { token: 'holder', until: 'held_until', seconds });

export interface TakenLease {
  /** Whether somebody had it and did not give it back: this holder, or one whose work may end later. */
  wasKept: boolean;
}

/**
 * Takes, or renews, the lease of what one process does for all; undefined when another one has it. It ends
 * when it is given back, or was not renewed for `seconds`. One statement for its holder, and two for others:
 * an update finds the lease that somebody had, and where it takes none, an insert follows. A node of Citus
 * takes each as a whole, and not one statement that tells the two apart.
 */
export async function takeLease(
  db: Sql,
  name: string,
  holder: string,
  seconds: number,
): Promise<TakenLease | undefined> {
  const lease = namedLease(seconds);
  const taken = lease.taken(holder, NOW);
  const kept = await db
    .updateTable('leases')
    .set(taken)
    .where('name', '=', name)
    .where(lease.isFreeFor(holder, NOW))
    .returning('name')
    .executeTakeFirst();
  if (kept) return { wasKept: true };
  const added = await db
    .insertInto('leases')
    .values({ name, ...taken })
    // One whose answer was lost is sent again.
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(({ ref }) => ({ held_until: ref('excluded.held_until') }))
        .where(lease.isHeldBy(holder)),
    )
    .returning('name')
    .executeTakeFirst();
  return added && { wasKept: false };
}

/** Runs `work` in one process of all, which also keeps the lease between calls of less than its seconds. */
export async function inOneProcess(
  db: Sql,
  { name, seconds }: { name: string; seconds: number },
  holder: string,
  work: () => Promise<unknown>,
): Promise<void> {
  const take = () => takeLease(db, name, holder, seconds);
  if (await take()) await namedLease(seconds).keep(take, work);
}

/** Lets another process take the work over at once. If this fails, the lease ends by itself. */
export async function giveBackLease(db: Sql, name: string, holder: string): Promise<void> {
  const own = db.deleteFrom('leases').where('name', '=', name).where(namedLease().isHeldBy(holder));
  await own.execute().catch(() => {});
}
