import { randomUUIDv7 } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type EntityManager, type EntitySchema, LockMode, type MikroORM } from '@mikro-orm/postgresql';
import {
  type CompiledQuery,
  DefaultQueryExecutor,
  type Kysely,
  PostgresQueryCompiler,
  type QueryExecutor,
  type QueryResult,
  sql,
} from 'kysely';
import { firstIdAt, within } from './clock.ts';
import { connect, writesAtOnce } from './connection.ts';
import { Copies, type CopiesOptions } from './copies.ts';
import {
  CommitUnknownError,
  DatabaseUnavailableError,
  isConnectionLost,
  isEndedAtLimit,
  isLockTimeout,
  isRefused,
} from './database-errors.ts';
import { Reachability } from './reachability.ts';
import { limited } from './request.ts';
import { COMMAND_LIMITS, LIMITS } from './session-settings.ts';
import { deleteOld, sqlThrough, statement } from './statement.ts';
import type { Tables } from './tables.ts';
import { COMMITS_HANG, WriteGate } from './write-gate.ts';

/**
 * To find out whether a transaction was committed, from its beginning, in milliseconds. A silent connection
 * is lost after 6 s, so 6 s are left, and a request that began at once is answered in 15 s.
 */
const COMMIT_KNOWN_WITHIN_MS = 12_000;
/** How long that is looked for at the least, in milliseconds, however late the connection was lost. */
const LOOK_AT_LEAST_MS = 3_000;
/** In milliseconds, as long as a statement may take. What is cut off is finished after the next start. */
const CLOSE_WITHIN_MS = 6_000;
const LOOK_WHETHER_IDLE_EVERY_MS = 5;
/** How long marks are kept, which is longer than any process looks for one. */
const KEEP_MARKS_MS = 10 * 60_000;

export { type EntityManager, LockMode };
/** Typed SQL, over the pool or in a transaction. */
export type Sql = Kysely<Tables>;

interface DatabaseOptions {
  url: string;
  /** Whether a pooler stands in front of the database, which takes no settings from a client. */
  isPooled?: boolean;
  entities: EntitySchema[];
  /** Copies of it for reads that may be a little old, and what is called for each of these. */
  copies?: CopiesOptions | undefined;
  /** Whether statements may take minutes, for commands that a person waits for. */
  slowStatements?: boolean;
  poolSize?: number | undefined;
  /** Called with the `pg` pool, for tests that count statements. */
  onPoolCreated?: (pool: object) => void;
}

/** The database as the domain uses it: typed statements, transactions and units of work. */
export class Database {
  readonly #orm: MikroORM;
  readonly #pool: Pool;
  readonly #joined: Sql | undefined;
  readonly #schemas: readonly string[];
  /** Undefined when all is read from the primary. */
  copies: Copies | undefined;
  /** A server that takes no writes refuses this, although it deletes no row. */
  readonly #look = () =>
    this.sqlOnce
      .deleteFrom('commits')
      .where((eb) => eb.lit(false))
      .execute();
  readonly #gate: WriteGate;
  readonly #readable = new Reachability(this.#look);
  readonly #writable = new Reachability(async () => {
    this.#gate.assertOpen();
    await this.#look();
  });

  /**
   * For single statements. When its connection is lost, one is sent again, so it must be a read, or a write
   * that may be repeated. Throws DatabaseUnavailableError when the database is not back in time.
   */
  readonly sql: Sql;

  constructor(orm: MikroORM, pool: Pool, joined?: Sql, schemas: readonly string[] = []) {
    this.#orm = orm;
    this.#pool = pool;
    this.#joined = joined;
    this.#schemas = schemas;
    this.#gate = new WriteGate(
      writesAtOnce(pool.options.max),
      async () => (await this.sqlOnce.selectNoFrom(COMMITS_HANG.as('hang')).executeTakeFirstOrThrow()).hang,
    );
    this.sql = joined ?? this.#repeating();
  }

  /**
   * As a part of a transaction under way: all statements are its own, and take effect with it or not at all.
   * What throws must not have written, unless the whole is given up. Needs no closing.
   */
  joinedTo(tx: Sql): Database {
    return new Database(this.#orm, this.#pool, tx);
  }

  /**
   * The same, whose transactions do their work in each of some schemas, all or nothing, and return what it
   * returns in the first.
   */
  inEach(schemas: readonly string[]): Database {
    return new Database(this.#orm, this.#pool, this.#joined, schemas);
  }

  #repeating(): Sql {
    const executor = new RepeatingExecutor(this.sqlOnce.getExecutor(), this.#pool, {
      reads: (work) => this.#readable.repeatUntilBack(work),
      writes: (work) => this.#writing(work),
    });
    return sqlThrough(executor);
  }

  /** Sends a write when commits are confirmed, and again when its connection was lost. */
  #writing<T>(work: () => Promise<T>, giveUpAt?: number): Promise<T> {
    return this.#writable.repeatUntilBack(() => this.#gate.pass(work), giveUpAt);
  }

  /** For statements whose caller has to fail at once instead of waiting for the database to come back. */
  get sqlOnce(): Sql {
    return this.#joined ?? this.#orm.em.getKysely<Tables>();
  }

  /**
   * Sends a statement that writes, without a transaction around it: that saves two round trips. `send`
   * returns undefined when nothing was to be written. `find` returns what `send` has written, by an id that
   * no other statement writes.
   *
   * When the connection is lost, the statement is sent again unless it has taken effect. The first one may
   * still be running then: the second one waits for it at the id. Throws DatabaseUnavailableError when
   * nothing was done and the database is not back in time, or has ended the statement at a limit, and
   * CommitUnknownError when something may have been done.
   */
  async write<T>(
    send: (sql: Sql) => Promise<T | undefined>,
    find: (sql: Sql) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    if (this.#joined) return send(this.#joined);
    let isSent = false;
    const attempt = () =>
      this.sqlOnce.connection().execute(async (connection) => {
        const earlier = isSent ? await find(connection) : undefined;
        if (earlier !== undefined) return earlier;
        const isRepeated = isSent;
        isSent = true;
        try {
          const written = await send(connection);
          return written ?? (isRepeated ? await find(connection) : undefined);
        } catch (error) {
          if (isRefused(error) || isEndedAtLimit(error)) isSent = isRepeated;
          if (!isRepeated || isConnectionLost(error)) throw error;
          const found = await find(connection);
          if (found === undefined) throw error;
          return found;
        }
      });
    try {
      return await this.#writing(attempt);
    } catch (error) {
      // Perhaps behind a commit that hangs: no limit ends that, and it keeps its rows.
      const failure = isEndedAtLimit(error) ? new DatabaseUnavailableError(error) : error;
      if (!isSent || !(failure instanceof DatabaseUnavailableError)) throw failure;
      throw new CommitUnknownError({ cause: failure });
    }
  }

  /**
   * Runs `work` in one short transaction. Nothing in it may wait for a network.
   *
   * When the connection is lost, `work` is run again, unless the transaction was committed: a committed
   * transaction has left a mark. Throws DatabaseUnavailableError when nothing was committed and the database
   * is not back in time, and CommitUnknownError when the mark cannot be looked for in time.
   */
  inTransaction<T>(work: (tx: Sql) => Promise<T>): Promise<T> {
    if (this.#joined) return work(this.#joined);
    return this.#writable.repeatUntilBack(() => this.#transactOnce((tx) => this.#workInEach(tx, work)));
  }

  async #workInEach<T>(tx: Sql, work: (tx: Sql) => Promise<T>): Promise<T> {
    if (this.#schemas.length === 0) return work(tx);
    // By this one name catalogs that change together get one version, also on the nodes of Citus.
    await sql`set local citus.propagate_set_commands = 'local'`.execute(tx);
    await sql.raw(`set local gateway.transaction = '${randomUUIDv7()}'`).execute(tx);
    const results: T[] = [];
    for (const schema of this.#schemas) {
      await sql.raw(`set local search_path = ${schema}`).execute(tx);
      results.push(await work(tx));
    }
    // What follows is the mark, which is looked for in the schema of the connection.
    await sql`set local search_path to default`.execute(tx);
    return results[0] as T;
  }

  /**
   * Runs `work` in a transaction with a unit of work of its own, without a mark. When the connection is lost,
   * `work` is run again, whether or not the transaction was committed: its first statement must find out.
   */
  inFencedUnitOfWork<T>(work: (em: EntityManager, tx: Sql) => Promise<T>): Promise<T> {
    if (this.#joined) return this.#inUnitOfWork(this.#joined, work);
    return this.#writing(() => this.sqlOnce.transaction().execute((tx) => this.#inUnitOfWork(tx, work)));
  }

  /**
   * Flushes the unit of work before the commit. A method of its own: who only sends statements does not pay
   * for an entity manager, and a caller's first line shows which it uses.
   */
  inUnitOfWork<T>(work: (em: EntityManager, tx: Sql) => Promise<T>): Promise<T> {
    return this.inTransaction((tx) => this.#inUnitOfWork(tx, work));
  }

  async #inUnitOfWork<T>(tx: Sql, work: (em: EntityManager, tx: Sql) => Promise<T>): Promise<T> {
    const em = this.#orm.em.fork();
    em.setTransactionContext(tx);
    const result = await work(em, tx);
    await em.flush();
    return result;
  }

  async #transactOnce<T>(work: (tx: Sql) => Promise<T>): Promise<T> {
    const mark = randomUUIDv7();
    const begunAt = performance.now();
    let ready: { result: T } | undefined;
    try {
      // Kysely releases the connection whatever fails. MikroORM's own transactions keep it when the rollback
      // fails, as it does on a lost connection, and in time the pool has no connection left.
      return await this.#gate.pass(() =>
        this.sqlOnce.transaction().execute(async (tx) => {
          const result = await work(tx);
          // The last statement: the mark is there if and only if the transaction is committed.
          await insertMark(tx, { mark, committed: true });
          ready = { result };
          return result;
        }),
      );
    } catch (error) {
      // Here only the commit can have failed, or it has succeeded and only its answer was lost.
      if (!ready || !isConnectionLost(error)) throw error;
      if (await this.#isCommitted(mark, begunAt + COMMIT_KNOWN_WITHIN_MS)) return ready.result;
      throw error;
    }
  }

  /** A mark proves a commit, and transaction ids do not: after a crash the last ones are used again. */
  async #isCommitted(mark: string, until: number): Promise<boolean> {
    const now = performance.now();
    const giveUpAt = now + limited(Math.max(until - now, LOOK_AT_LEAST_MS));
    for (;;) {
      try {
        return await this.#writing(() => isCommitted(this.sqlOnce, mark), giveUpAt);
      } catch (cause) {
        if (!isLockTimeout(cause) || performance.now() >= giveUpAt) throw new CommitUnknownError({ cause });
      }
    }
  }

  get isOutOfRoom(): boolean {
    return this.#gate.isOutOfRoom;
  }

  /** Deletes marks that no process looks for any more, at most a thousand. Returns how many. */
  deleteOldMarks(now: Date): Promise<number> {
    const first = firstIdAt(new Date(now.getTime() - KEEP_MARKS_MS));
    const old = this.sql.selectFrom('commits').select('id').where('id', '<', first).orderBy('id');
    return deleteOld(this.sql.deleteFrom('commits'), 'id', old);
  }

  /** Runs statements that only read, all as of the same instant. */
  snapshot<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    const transaction = this.sqlOnce
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only');
    return transaction.execute(work);
  }

  /** Kysely loses a connection that is opened while it closes, so statements under way are waited for. */
  async close(): Promise<void> {
    const giveUpAt = performance.now() + CLOSE_WITHIN_MS;
    const isIdle = () => this.#pool.totalCount === this.#pool.idleCount;
    while (!isIdle() && performance.now() < giveUpAt) await setTimeout(LOOK_WHETHER_IDLE_EVERY_MS);
    const closing = Promise.all([this.#orm.close(true), this.copies?.close()]);
    await within(Math.max(0, giveUpAt - performance.now()), closing);
  }
}

/** The present instant by the database's clock. */
export async function readInstant(db: Sql): Promise<Date> {
  return (await db.selectNoFrom(({ fn }) => fn<Date>('clock_timestamp').as('now')).executeTakeFirstOrThrow())
    .now;
}

/** What is used of the `pg` pool. Of `totalCount` connections nobody has `idleCount`. */
interface Pool {
  totalCount: number;
  idleCount: number;
  options: { max: number };
  connect(): Promise<{ query(text: string, values: readonly unknown[]): Promise<Answer>; release(): void }>;
}

interface Answer {
  rows: never[];
  /** Null for a statement that has no rows to count. */
  rowCount: number | null;
}

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, isPooled = false, entities, copies, slowStatements, poolSize, onPoolCreated } = options;
  const limits = slowStatements ? COMMAND_LIMITS : LIMITS;
  let pool!: Pool;
  const keepPool = (created: object) => {
    pool = created as Pool;
    onPoolCreated?.(created);
  };
  const orm = await connect({ url, isPooled, limits, poolSize, onPoolCreated: keepPool }, { entities });
  // Otherwise MikroORM connects at the first unit of work, over a second connection while its transaction
  // holds the first one. Under load it would wait for a free one.
  await orm.em.getConnection().ensureConnection();
  const database = new Database(orm, pool);
  if (copies) database.copies = new Copies(copies, database, poolSize);
  return database;
}

type Repeat = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** The parts of a statement that change rows, in small letters. `for update of` only locks them. */
const CHANGING_ROWS = /insert into |delete from |update (?!of |skip |nowait)/;
/** A statement that turns this off waits for no standby. */
const WAITS_FOR_NOBODY = "'synchronous_commit'";

/** Sends a statement again, over another connection, when its connection was lost. */
class RepeatingExecutor extends DefaultQueryExecutor {
  readonly #pool: Pool;
  readonly #repeat: { reads: Repeat; writes: Repeat };

  constructor(once: QueryExecutor, pool: Pool, repeat: { reads: Repeat; writes: Repeat }) {
    super(new PostgresQueryCompiler(), once.adapter, once);
    this.#pool = pool;
    this.#repeat = repeat;
  }

  override executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const repeat = isWrite(query.sql) ? this.#repeat.writes : this.#repeat.reads;
    return repeat(() => this.#send(query));
  }

  /** As Kysely does, in 3 promises instead of 15. */
  async #send<Row>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const client = await this.#pool.connect();
    try {
      const { rows, rowCount } = await client.query(text, parameters);
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
    } catch (error) {
      // It was made where the answer was read, which tells nobody who has asked.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    } finally {
      client.release();
    }
  }
}

/** How many texts are known to write or not: to look through that of a list takes 10 microseconds. */
const MAX_KNOWN = 500;
const known = new Map<string, boolean>();

/** Whether the statement ends with a commit that the standbys have to confirm. */
function isWrite(text: string): boolean {
  const writes = known.get(text) ?? (CHANGING_ROWS.test(text) && !text.includes(WAITS_FOR_NOBODY));
  if (known.size < MAX_KNOWN) known.set(text, writes);
  return writes;
}

/** `committed`: whether the transaction itself writes it. A mark that is there stays as it is. */
const insertMark = statement<{ mark: string; committed: boolean }>()((db, { mark, committed }) =>
  db
    .insertInto('commits')
    .values({ id: mark, committed })
    .onConflict((conflict) => conflict.doNothing()),
);

/**
 * Whether the transaction with that mark was committed. If it was not, it never will be: this inserts a row
 * with the same id, and so waits for the end of a transaction that is still under way.
 */
async function isCommitted(db: Kysely<Tables>, mark: string): Promise<boolean> {
  await insertMark(db, { mark, committed: false });
  const row = await db.selectFrom('commits').select('committed').where('id', '=', mark).executeTakeFirst();
  return row?.committed ?? false;
}
