import { type EntityManager, type EntitySchema, LockMode, type MikroORM } from '@mikro-orm/postgresql';
import { DummyDriver, Kysely } from 'kysely';
import { deleteOldMarks, isCommitted, leaveMark, newMark } from './commit-marks.ts';
import { connect, LIMITS, PATIENT_LIMITS } from './connect.ts';
import { CommitUnknownError, isConnectionLost, isLockTimeout } from './connection-errors.ts';
import { Reach } from './reachable.ts';
import { RepeatingExecutor } from './repeating-executor.ts';
import { NO_CONNECTIONS } from './statement.ts';
import type { Tables } from './tables.ts';

/** How long a commit is waited for whose connection was lost. */
const COMMIT_KNOWN_WITHIN_MS = 10_000;

export { type EntityManager, LockMode };
/** Typed SQL, on the pool or inside a transaction. */
export type Sql = Kysely<Tables>;

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
   * Runs `work` in one short transaction. Nothing in it may wait for a network.
   *
   * When the connection is lost, `work` is run again if nothing of it was committed, and not if it was: the transaction leaves its
   * mark. Throws DatabaseAwayError when nothing was committed and the database is not back in time, and CommitUnknownError when the
   * mark cannot be looked for in time.
   */
  inTransaction<T>(work: (tx: Sql) => Promise<T>): Promise<T> {
    return this.#reach.whileAway(() => this.#transactOnce(work));
  }

  /**
   * The same with a unit of work of its own, which is flushed before the commit. This is a method apart, so that who sends statements
   * is given no entity manager and pays for none, and so that a caller's first line says whether entities or statements decide.
   */
  inUnitOfWork<T>(work: (em: EntityManager, tx: Sql) => Promise<T>): Promise<T> {
    return this.inTransaction(async (tx) => {
      const em = this.#orm.em.fork();
      em.setTransactionContext(tx);
      const result = await work(em, tx);
      await em.flush();
      return result;
    });
  }

  async #transactOnce<T>(work: (tx: Sql) => Promise<T>): Promise<T> {
    const mark = newMark();
    let ready: { result: T } | undefined;
    try {
      // Kysely gives the connection back whatever fails. The unit of work's own way keeps it when the rollback fails, as it does on a
      // connection that was lost, and the pool runs dry.
      return await this.sqlOnce.transaction().execute(async (tx) => {
        const result = await work(tx);
        await leaveMark(tx, mark);
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
   * again.
   */
  async #isCommitted(mark: string): Promise<boolean> {
    const giveUpAt = performance.now() + COMMIT_KNOWN_WITHIN_MS;
    for (;;) {
      try {
        return await isCommitted(this.sql, mark);
      } catch (cause) {
        if (!isLockTimeout(cause) || performance.now() >= giveUpAt) throw new CommitUnknownError({ cause });
      }
    }
  }

  /** Deletes the marks that nobody will look for any more. */
  async forgetMarks(now: Date): Promise<void> {
    await deleteOldMarks(this.sql, now);
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

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, entities, patient, onPoolCreated } = options;
  const limits = patient ? PATIENT_LIMITS : LIMITS;
  const orm = await connect({ url, limits, ...(onPoolCreated && { onPoolCreated }) }, { entities });
  // Otherwise the first unit of work connects, on a second connection while its transaction holds the first: under load it waits for one.
  await orm.em.getConnection().ensureConnection();
  return new Database(orm);
}
