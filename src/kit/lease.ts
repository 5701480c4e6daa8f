import { type Expression, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Sql } from './database.ts';
import type { Tables } from './tables.ts';

/** A holder that lives may miss two renewals before it is taken for dead. */
const RENEWALS_PER_LEASE = 3;

type Given<Value> = Value | Expression<Value>;

/** The columns of a row whose values are of that type, if there are any. */
type ColumnOf<Row, Value> = {
  [Name in keyof Row]: NonNullable<Row[Name]> extends Value ? Name : never;
}[keyof Row] &
  string;

/**
 * A row that one holder at a time has to itself. Two columns say who: its token, until an instant that it
 * puts off for as long as it works. When that has passed the row belongs to whoever comes first, who writes
 * another token. The token is the fence: a holder that was taken for dead finds another one there, and
 * whatever it writes only where the row `isHeldBy` its token is not written.
 *
 * This makes the parts of statements on a table that goes by its own name in them; `now` is the program's
 * clock or the database's, one for all holders.
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

  /** @param seconds how long a holder that says nothing keeps the row. */
  constructor(table: Table, { token, until, seconds }: { token: Token; until: Until; seconds: number }) {
    this.#token = token;
    this.#until = until;
    this.#seconds = seconds;
    this.#tokenRef = sql.ref(`${table}.${token}`);
    this.#untilRef = sql.ref(`${table}.${until}`);
  }

  /** The two columns of a row that is taken. */
  taken(token: Given<string>, now: Given<Date>) {
    return { ...columns(this.#token, sql<string>`${token}`), ...this.renewed(now) };
  }

  /** The column of a row that is kept for longer. */
  renewed(now: Given<Date>) {
    return columns(this.#until, sql<Date>`${now}::timestamptz + make_interval(secs => ${this.#seconds})`);
  }

  /** The two columns of a row that is given back, where they may be null. */
  givenBack() {
    return { ...columns(this.#token, null), ...columns(this.#until, null) };
  }

  /** The fence: what its holder writes, and its renewals, take effect only where this is so. */
  isHeldBy(token: Given<string>): RawBuilder<boolean> {
    return sql`${this.#tokenRef} = ${token}`;
  }

  /** Whether its holder has said nothing for too long. */
  hasLapsed(now: Given<Date>): RawBuilder<boolean> {
    return sql`${this.#untilRef} <= ${now}`;
  }

  /**
   * Whether the row can be had, also by a statement that was sent again since its answer was lost: it has the
   * token already.
   */
  isFreeFor(token: Given<string>, now: Given<Date>): RawBuilder<boolean> {
    return sql`(${this.#untilRef} is null or ${this.hasLapsed(now)} or ${this.isHeldBy(token)})`;
  }

  /** Runs `work` and has the row `renew`ed meanwhile, however long it takes. */
  async keep<Result>(renew: () => Promise<unknown>, work: () => Promise<Result>): Promise<Result> {
    const everyMs = (this.#seconds / RENEWALS_PER_LEASE) * 1_000;
    // The next renewal makes up for one that failed. When none gets through, the fence keeps the holder from writing.
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

const DATABASE_NOW = sql<Date>`clock_timestamp()`;
const namedLease = (seconds: number) =>
  new Lease('leases', { token: 'holder', until: 'held_until', seconds });

/**
 * Work of which one process does all: the first to take it, until it gives it back or has said nothing for
 * `seconds`.
 */
export async function takeLease(db: Sql, name: string, holder: string, seconds: number): Promise<boolean> {
  const lease = namedLease(seconds);
  const taken = lease.taken(holder, DATABASE_NOW);
  const row = await db
    .insertInto('leases')
    .values({ name, ...taken })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet(taken).where(lease.isFreeFor(holder, DATABASE_NOW)),
    )
    .returning('name')
    .executeTakeFirst();
  return row !== undefined;
}

/** Lets another process take over at once. */
export async function giveBackLease(db: Sql, name: string, holder: string): Promise<void> {
  await db.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute();
}
