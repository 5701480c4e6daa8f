import { randomUUIDv7 } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { type Migration, Migrator } from '@mikro-orm/migrations';
import { type EntityManager, type EntitySchema, LockMode, MikroORM } from '@mikro-orm/postgresql';
import { DummyDriver, Kysely } from 'kysely';
import { Client } from 'pg';
import { CommitUnknownError, isConnectionLost, isLockTimeout } from './connection-errors.ts';
import { PgClient, type PgClientConfig } from './pg-client.ts';
import { PROGRAM } from './program.ts';
import { Reach } from './reachable.ts';
import { RepeatingExecutor } from './repeating-executor.ts';
import { NO_CONNECTIONS, statement } from './statement.ts';
import type { Tables } from './tables.ts';
import { firstIdAt } from './uuid.ts';

/** How long a statement waits for somebody else's lock, in milliseconds. */
const LOCK_TIMEOUT_MS = 4_000;
/**
 * How long an idle transaction, a statement and its answer may take, in milliseconds; none waits for a network. A transaction that
 * fell silent has let go of its rows before others give up on them and before it is done again; and as long as there is a connection,
 * it is the server that says that something took too long.
 */
const LIMITS: Limits = {
  idle_in_transaction_session_timeout: 3_000,
  statement_timeout: 5_000,
  answerWithinMs: 6_000,
};
/** The same for commands that a person waits for: one may look at all that there is. */
const PATIENT_LIMITS: Limits = {
  idle_in_transaction_session_timeout: 10_000,
  statement_timeout: 300_000,
  answerWithinMs: 305_000,
};
/** A migration takes as long as it takes. */
const NO_LIMITS: Limits = {};
/** How long a request waits for a free connection: one that fell silent, and its successor that could not be opened, are gone before. */
const ACQUIRE_TIMEOUT_MS = 10_000;
/** After this TCP asks the other side of an idle connection whether it is there, and the server three times more, as often. */
const KEEP_ALIVE_AFTER_MS = 10_000;
const SERVER_KEEP_ALIVES =
  '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3';
/** How long a commit is waited for whose connection was lost, and how long the marks of others are kept. */
const COMMIT_KNOWN_WITHIN_MS = 10_000;
const KEEP_MARKS_MS = 10 * 60_000;
/** Connections of one process. PostgreSQL's default ceiling is 100; several processes share it. */
const POOL_SIZE = 20;

const MIGRATIONS = new URL('../../migrations/', import.meta.url);

export { type EntityManager, LockMode };
/** Typed SQL, on the pool or inside a transaction. */
export type Sql = Kysely<Tables>;

type Limits = Pick<
  PgClientConfig,
  'idle_in_transaction_session_timeout' | 'statement_timeout' | 'answerWithinMs'
>;

export interface DatabaseOptions {
  url: string;
  entities: EntitySchema[];
  /** Whether statements may take minutes, for commands that a person waits for. */
  patient?: boolean;
  /** Called with the `pg` pool, for tests that count statements. */
  onPoolCreated?: (pool: object) => void;
}

/** The database, as the domain sees it: typed statements, and a unit of work. */
export class Database {
  readonly #orm: MikroORM;
  /** A server that takes no writes refuses a deletion, even one of nothing. */
  readonly #reach = new Reach(() =>
    this.sqlOnce
      .deleteFrom('commits')
      .where((eb) => eb.lit(false))
      .execute(),
  );

  /**
   * Single statements outside a transaction. One whose connection is lost is sent again, so it may be done twice: reads, and writes
   * that come to the same. Throws DatabaseAwayError when the database is not back in time.
   */
  readonly sql: Sql;

  constructor(orm: MikroORM) {
    this.#orm = orm;
    const executor = new RepeatingExecutor(this.sqlOnce.getExecutor(), this.#reach);
    this.sql = new Kysely<Tables>({
      config: { dialect: NO_CONNECTIONS },
      dialect: NO_CONNECTIONS,
      driver: new DummyDriver(),
      executor,
    });
  }

  /** Single statements that are sent once: for who would sooner hear that the database is away. */
  get sqlOnce(): Sql {
    return this.#orm.em.getKysely<Tables>();
  }

  /**
   * Runs `work` in one short transaction with a unit of work of its own, flushed before the commit. Nothing in it may wait
   * for a network.
   *
   * When the connection is lost, `work` is run again if nothing of it was committed, and not if it was: the transaction leaves its
   * mark. Throws DatabaseAwayError when nothing was committed and the database is not back in time, and CommitUnknownError when the
   * mark cannot be looked for in time.
   */
  transaction<T>(work: (em: EntityManager, sql: Sql) => Promise<T>): Promise<T> {
    return this.#reach.whileAway(() => this.#transactOnce(work));
  }

  async #transactOnce<T>(work: (em: EntityManager, sql: Sql) => Promise<T>): Promise<T> {
    const mark = randomUUIDv7();
    let ready: { result: T } | undefined;
    try {
      // Kysely gives the connection back whatever fails. The unit of work's own way keeps it when the rollback fails, as it does on a
      // connection that was lost, and the pool runs dry.
      return await this.sqlOnce.transaction().execute(async (tx) => {
        const em = this.#orm.em.fork();
        em.setTransactionContext(tx);
        const result = await work(em, tx);
        await em.flush();
        await leaveMark(tx, mark, true);
        ready = { result };
        return result;
      });
    } catch (error) {
      // Past this point only the commit can have failed, and its answer may be all that was lost.
      if (!ready || !isConnectionLost(error)) throw error;
      if (await this.#isCommitted(mark)) return ready.result;
      throw error;
    }
  }

  /**
   * The mark itself is evidence; the server's own record of transaction ids is not, for a server that crashes hands out the last ones
   * again. To leave a mark in its place waits for a commit that is still under way, and keeps one from coming after.
   */
  async #isCommitted(mark: string): Promise<boolean> {
    const giveUpAt = performance.now() + COMMIT_KNOWN_WITHIN_MS;
    for (;;) {
      try {
        await leaveMark(this.sql, mark, false);
        return await readMark(this.sql, mark);
      } catch (cause) {
        if (!isLockTimeout(cause) || performance.now() >= giveUpAt) throw new CommitUnknownError({ cause });
      }
    }
  }

  /** Deletes the marks that nobody will look for any more. */
  async forgetMarks(now: Date): Promise<void> {
    const first = firstIdAt(new Date(now.getTime() - KEEP_MARKS_MS));
    await this.sql.deleteFrom('commits').where('id', '<', first).execute();
  }

  /** Runs statements that only read, and all see the same instant. */
  snapshot<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    const transaction = this.sqlOnce
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only');
    return transaction.execute(work);
  }

  async close(): Promise<void> {
    await this.#orm.close(true);
  }
}

/** `committed`: by the transaction itself, not by who looks for it. Where a mark is, it stays as it is. */
const insertMark = statement<{ mark: string; committed: boolean }>()((db, { mark, committed }) =>
  db
    .insertInto('commits')
    .values({ id: mark, committed })
    .onConflict((conflict) => conflict.doNothing()),
);

async function leaveMark(db: Sql, mark: string, committed: boolean): Promise<void> {
  await insertMark(db, { mark, committed });
}

async function readMark(db: Sql, mark: string): Promise<boolean> {
  const row = await db.selectFrom('commits').select('committed').where('id', '=', mark).executeTakeFirst();
  return row?.committed ?? false;
}

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const orm = await connect(options, options.patient ? PATIENT_LIMITS : LIMITS);
  // Otherwise the first unit of work connects, on a second connection while its transaction holds the first: under load it waits for one.
  await orm.em.getConnection().ensureConnection();
  return new Database(orm);
}

/** Any number; whoever migrates holds the lock of this name. */
const MIGRATION_LOCK = 4_711;

/**
 * Brings the schema of the database at `url` up to date; does nothing when it is. Processes that start together take turns, and
 * the lock goes with the connection of one that dies.
 */
export async function migrate(url: string): Promise<void> {
  const lock = new Client(url);
  await lock.connect();
  try {
    await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const orm = await connect({ url, entities: [] }, NO_LIMITS);
    await orm.migrator.up().finally(() => orm.close(true));
  } finally {
    await lock.end();
  }
}

/** The migrations that this program comes with, by their names. */
export async function migrationNames(): Promise<string[]> {
  return (await migrationFiles()).map(nameOf);
}

async function connect({ url, entities, onPoolCreated }: DatabaseOptions, limits: Limits): Promise<MikroORM> {
  return MikroORM.init({
    clientUrl: url,
    entities,
    extensions: [Migrator],
    discovery: { warnWhenNoEntities: false },
    logger: () => {}, // What fails is thrown; the rest is chatter of migrations.
    pool: { min: 0, max: POOL_SIZE },
    driverOptions: {
      Client: PgClient,
      connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS,
      application_name: PROGRAM,
      ...limits,
      lock_timeout: LOCK_TIMEOUT_MS,
      // Statements end sooner than parallel workers and compiled code are ready, however long the planner expects them to take.
      options: `-c timezone=UTC -c max_parallel_workers_per_gather=0 -c jit=off ${SERVER_KEEP_ALIVES}`,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
      ...(onPoolCreated && { onPoolCreated }),
    },
    migrations: { snapshot: false, migrationsList: await migrationsList() },
  });
}

type MigrationClass = new (...args: ConstructorParameters<typeof Migration>) => Migration;

/** The files of the migrations, in the order in which they are done. */
async function migrationFiles(): Promise<string[]> {
  return (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.ts')).sort();
}

function nameOf(file: string): string {
  return file.replace(/\.ts$/, '');
}

async function migrationsList() {
  const files = await migrationFiles();
  return Promise.all(
    files.map(async (file) => {
      const module: Record<string, MigrationClass> = await import(new URL(file, MIGRATIONS).href);
      const [migration] = Object.values(module);
      if (!migration) throw new Error(`The migration ${file} exports no class.`);
      return { name: nameOf(file), class: migration };
    }),
  );
}
