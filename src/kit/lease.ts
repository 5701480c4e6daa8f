import { type Expression, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Sql } from './database.ts';
import type { Tables } from './tables.ts';

/** A holder that is alive may miss two renewals before its lease ends. */
const RENEWALS_PER_LEASE = 3;

type Given<Value> = Value | Expression<Value>;

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

  /** Sets the two columns of a row that is taken. */
  taken(token: Given<string>, now: Given<Date>) {
    return { ...columns(this.#token, sql<string>`${token}`), ...this.renewed(now) };
  }

  /** Sets the column of a row whose lease is renewed. */
  renewed(now: Given<Date>) {
    return columns(this.#until, sql<Date>`${now}::timestamptz + make_interval(secs => ${this.#seconds})`);
  }

  /** Sets the column of a row that is given back and keeps the token: the next one may take it at once. */
  ended(now: Given<Date>) {
    return columns(this.#until, sql<Date>`${now}::timestamptz`);
  }

  /** Sets the two columns of a row that is given back, where they may be null. */
  givenBack() {
    return { ...columns(this.#token, null), ...columns(this.#until, null) };
  }

  /** The fence: the condition of every statement by which the holder writes or renews. */
  isHeldBy(token: Given<string>): RawBuilder<boolean> {
    return sql`${this.#tokenRef} = ${token}`;
  }

  /** Whether the lease has ended because its holder did not renew it. */
  hasLapsed(now: Given<Date>): RawBuilder<boolean> {
    return sql`${this.#untilRef} <= ${now}`;
  }

  /**
   * Whether the row can be taken. It can also be taken by the holder of this token, so that a statement whose
   * answer was lost can be sent again.
   */
  isFreeFor(token: Given<string>, now: Given<Date>): RawBuilder<boolean> {
    return sql`(${this.#untilRef} is null or ${this.hasLapsed(now)} or ${this.isHeldBy(token)})`;
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

const DATABASE_NOW = sql<Date>`clock_timestamp()`;
/** The seconds matter only where the lease is taken. */
const namedLease = (seconds = 0) => new Lease('leases', { token: 'holder', until: 'held_until', seconds });

/** A lease that was taken. */
export interface TakenLease {
  /**
   * Whether somebody had it before and did not give it back: this holder itself, or one that was lost and may
   * have work under way that ends later.
   */
  wasKept: boolean;
}

/**
 * Takes the lease of a piece of work that one process at a time does for all. The holder keeps it until it
 * gives it back or has not renewed it for `seconds`. Returns nothing when another one has it. Taking it again
 * renews it.
 */
export async function takeLease(
  db: Sql,
  name: string,
  holder: string,
  seconds: number,
): Promise<TakenLease | undefined> {
  const lease = namedLease(seconds);
  const taken = lease.taken(holder, DATABASE_NOW);
  return await db
    .insertInto('leases')
    .values({ name, ...taken })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet(taken).where(lease.isFreeFor(holder, DATABASE_NOW)),
    )
    // A row that this statement has inserted was changed by no transaction.
    .returning(sql<boolean>`xmax <> 0`.as('wasKept'))
    .executeTakeFirst();
}

/**
 * Runs `work` in one process of all, which keeps the lease also between two calls that are less than its
 * seconds apart. Does nothing when another one has it.
 */
export async function inOneProcess(
  db: Sql,
  { name, seconds }: { name: string; seconds: number },
  holder: string,
  work: () => Promise<unknown>,
): Promise<void> {
  const take = () => takeLease(db, name, holder, seconds);
  if (await take()) await namedLease(seconds).keep(take, work);
}

/** Lets another process take the work over at once. */
export async function giveBackLease(db: Sql, name: string, holder: string): Promise<void> {
  await db.deleteFrom('leases').where('name', '=', name).where(namedLease().isHeldBy(holder)).execute();
}
