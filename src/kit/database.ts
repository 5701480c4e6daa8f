import { readdir } from 'node:fs/promises';
import { type Migration, Migrator } from '@mikro-orm/migrations';
import { type EntityManager, type EntitySchema, LockMode, MikroORM } from '@mikro-orm/postgresql';
import type { Kysely } from 'kysely';

/** How long a statement, a lock and an idle transaction may take before PostgreSQL ends them: none waits for a network. */
const STATEMENT_TIMEOUT_MS = 10_000;
const LOCK_TIMEOUT_MS = 5_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 5_000;
/** How long a request waits for a free connection before it is answered with an error. */
const ACQUIRE_TIMEOUT_MS = 5_000;
/** Connections of one process. PostgreSQL's default ceiling is 100; several processes share it. */
const POOL_SIZE = 20;

const MIGRATIONS = new URL('../../migrations/', import.meta.url);

export { type EntityManager, LockMode };
/** Plain SQL, on the pool or inside a transaction. */
export type Sql = Kysely<unknown>;

export interface DatabaseOptions {
  url: string;
  entities: EntitySchema[];
  /** Called with the `pg` pool, for tests that count statements. */
  onPoolCreated?: (pool: object) => void;
}

/** The database, as the domain sees it: plain SQL for reads, a unit of work for writes. */
export class Database {
  readonly #orm: MikroORM;

  constructor(orm: MikroORM) {
    this.#orm = orm;
  }

  /** Reads outside a transaction. */
  get sql(): Sql {
    return this.#orm.em.getConnection().getClient();
  }

  /**
   * Runs `work` in one short transaction with a unit of work of its own, flushed before the commit. Nothing in it may wait
   * for a network.
   */
  transaction<T>(work: (em: EntityManager, sql: Sql) => Promise<T>): Promise<T> {
    return this.#orm.em.fork().transactional((em) => work(em, em.getKysely<unknown>()));
  }

  async close(): Promise<void> {
    await this.#orm.close(true);
  }
}

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  return new Database(await connect(options));
}

/** Brings the schema of the database at `url` up to date; does nothing when it is. */
export async function migrate(url: string): Promise<void> {
  const orm = await connect({ url, entities: [] });
  try {
    await orm.migrator.up();
  } finally {
    await orm.close(true);
  }
}

async function connect({ url, entities, onPoolCreated }: DatabaseOptions): Promise<MikroORM> {
  return MikroORM.init({
    clientUrl: url,
    entities,
    extensions: [Migrator],
    discovery: { warnWhenNoEntities: false },
    logger: () => {}, // What fails is thrown; the rest is chatter of migrations.
    pool: { min: 0, max: POOL_SIZE },
    driverOptions: {
      connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS,
      application_name: 'proxy-reselling-gateway',
      statement_timeout: STATEMENT_TIMEOUT_MS,
      lock_timeout: LOCK_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
      options: '-c timezone=UTC',
      ...(onPoolCreated && { onPoolCreated }),
    },
    migrations: { snapshot: false, migrationsList: await migrationsList() },
  });
}

async function migrationsList() {
  const files = (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.ts')).sort();
  return Promise.all(
    files.map(async (file) => {
      const module: Record<string, typeof Migration> = await import(new URL(file, MIGRATIONS).href);
      const [migration] = Object.values(module);
      return { name: file.replace(/\.ts$/, ''), class: migration as unknown as new () => Migration };
    }),
  );
}
