import { setTimeout } from 'node:timers/promises';
import {
  type CompiledQuery,
  DefaultQueryExecutor,
  type Kysely,
  PostgresQueryCompiler,
  type QueryExecutor,
  type QueryResult,
  sql,
} from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { within } from './clock.ts';
import { connectToCopies } from './connection.ts';
import { isConnectionLost } from './database-errors.ts';
import { sqlThrough, statement } from './statement.ts';
import type { Tables } from './tables.ts';

/** A copy that is further behind the primary answers nothing, in milliseconds. */
export const MOST_BEHIND_MS = 5_000;
/** How long a read waits for a connection, and for the copy to have what its caller has written, in ms. */
const READY_WITHIN_MS = 200;
/** How often a copy is asked meanwhile, in milliseconds. */
const ASK_EVERY_MS = 10;
/** How often it is noted how much the primary has written, in milliseconds. */
const NOTE_EVERY_MS = 1_000;
/** For how long nothing is asked of copies after one has failed or was too far behind, in milliseconds. */
const REST_MS = 1_000;

/**
 * The bytes that the log of the primary has, those of commits included that are not yet on its disk. A place
 * in the log is a number here, up to 2 to the power of 53, in columns too.
 */
export const WRITTEN = sql<number>`pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint`;

const readWritten = statement<object>()((db) => db.selectNoFrom(WRITTEN.as('written')));

/** The bytes of the log that a copy has taken over; null of a server that is no copy, or not any more. */
const REPLAYED = `select case when pg_is_in_recovery()
  then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint end as replayed`;

/** Where a read was answered, and why not by a copy: `behind` the primary or the caller, or `away`. */
export type ReadFrom = 'copy' | 'behind' | 'away';

export interface CopiesOptions {
  /** Leads to any copy, but straight to its server: what was found out holds for a connection. */
  url: string;
  onRead: (from: ReadFrom) => void;
}

/**
 * Copies of the database, which its log keeps up to date, for reads that may be a little old: never older
 * than MOST_BEHIND_MS, nor than what their caller has written. What a copy cannot answer, the primary does.
 */
export class Copies {
  readonly #pool: Pool;
  readonly #primary: QueryExecutor;
  readonly #onRead: CopiesOptions['onRead'];
  readonly #noting: ReturnType<typeof setInterval>;
  /** How much the primary had written, the oldest of the last MOST_BEHIND_MS first. */
  #notes: { at: number; written: number }[] = [];
  /** How much a connection's server had taken over when it was asked: it has no less since. */
  readonly #replayed = new WeakMap<PoolClient, number>();
  /** When a connection was last there in time. */
  #connectedAt = 0;
  #restsUntil = 0;
  #restsAs: ReadFrom = 'away';

  constructor(
    { url, onRead }: CopiesOptions,
    primary: { sql: Kysely<Tables>; sqlOnce: Kysely<Tables> },
    poolSize?: number,
  ) {
    this.#pool = connectToCopies(url, poolSize);
    this.#primary = primary.sql.getExecutor();
    this.#onRead = onRead;
    const note = async () => {
      const at = performance.now();
      const [row] = await readWritten(primary.sqlOnce, {});
      if (row) this.#notes.push({ at, written: row.written });
    };
    // While it is away nothing is read from copies. It may come back as another, or without its last moments.
    const tryToNote = () =>
      void note().catch(() => {
        this.#notes = [];
      });
    this.#noting = setInterval(tryToNote, NOTE_EVERY_MS).unref();
    tryToNote();
  }

  /** For reads of a caller who has written up to `writtenTo`; null for one who has written nothing. */
  sqlFor(writtenTo: number | null): Kysely<Tables> {
    return sqlThrough(new CopyExecutor(this.#primary, (query) => this.#read(query, writtenTo ?? 0)));
  }

  /** Has the primary answer all reads for a while. Returns why. */
  rest(as: ReadFrom, millis = REST_MS): ReadFrom {
    this.#restsUntil = performance.now() + millis;
    this.#restsAs = as;
    return as;
  }

  async close(): Promise<void> {
    clearInterval(this.#noting);
    await this.#pool.end();
  }

  /** Undefined when the primary is to be asked. */
  async #read<Row>(query: CompiledQuery, writtenTo: number): Promise<QueryResult<Row> | undefined> {
    const answer = await this.#readOnce<Row>(query, writtenTo);
    const isAnswered = typeof answer === 'object';
    this.#onRead(isAnswered ? 'copy' : answer);
    return isAnswered ? answer : undefined;
  }

  async #readOnce<Row>(query: CompiledQuery, writtenTo: number): Promise<QueryResult<Row> | ReadFrom> {
    const now = performance.now();
    if (now < this.#restsUntil) return this.#restsAs;
    this.#notes = this.#notes.filter(({ at }) => at >= now - MOST_BEHIND_MS);
    const leastWritten = this.#notes[0]?.written;
    if (leastWritten === undefined) return 'away';
    const client = await this.#connect();
    // All may be in use.
    if (!client) return now - this.#connectedAt < REST_MS ? 'away' : this.rest('away');
    this.#connectedAt = now;
    let isKept = true;
    try {
      const wanted = Math.max(leastWritten, writtenTo);
      let replayed: number | null = this.#replayed.get(client) ?? 0;
      while (replayed < wanted) {
        replayed = (await client.query<{ replayed: number | null }>(REPLAYED)).rows[0]?.replayed ?? null;
        isKept = replayed !== null && replayed >= leastWritten;
        if (!isKept || replayed === null) return this.rest(replayed === null ? 'away' : 'behind');
        this.#replayed.set(client, replayed);
        if (replayed >= wanted) break;
        if (performance.now() >= now + READY_WITHIN_MS) return 'behind';
        await setTimeout(ASK_EVERY_MS);
      }
      const { rows, rowCount } = await client.query(query.sql, [...query.parameters]);
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
    } catch (error) {
      // What is wrong with the statement itself, the primary tells.
      isKept = !isConnectionLost(error);
      return isKept ? 'away' : this.rest('away');
    } finally {
      client.release(!isKept);
    }
  }

  /** Undefined when none is there in time. One that comes later is for whoever is next. */
  async #connect(): Promise<PoolClient | undefined> {
    const connecting = this.#pool.connect().catch(() => undefined);
    const client = await within(READY_WITHIN_MS, connecting);
    if (!client) connecting.then((late) => late?.release());
    return client;
  }
}

type Read = <Row>(query: CompiledQuery) => Promise<QueryResult<Row> | undefined>;

class CopyExecutor extends DefaultQueryExecutor {
  readonly #primary: QueryExecutor;
  readonly #read: Read;

  constructor(primary: QueryExecutor, read: Read) {
    super(new PostgresQueryCompiler(), primary.adapter, primary);
    this.#primary = primary;
    this.#read = read;
  }

  override async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return (await this.#read<Row>(query)) ?? this.#primary.executeQuery<Row>(query);
  }
}
