import { readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Migration } from '@mikro-orm/migrations';
import type { MikroORM, Transaction } from '@mikro-orm/postgresql';
import type { Client } from 'pg';
import { connect, connectForStart } from './connection.ts';
import { isDeadlock, isLockTimeout } from './database-errors.ts';
import { NO_LIMITS } from './session-settings.ts';

/**
 * Who comes after it for a table waits behind it, and after a second a server cancels one of two that wait
 * for each other, perhaps a purchase, or an autovacuum: so it gives way before, for about ten minutes.
 */
export const LOCKS = { timeoutMs: 800, attempts: 350, pauseMs: 1_000 };

interface MigrateOptions {
  /** All that this program contains when left out. */
  migrations?: readonly NamedMigration[];
  locks?: typeof LOCKS;
  /** Hears what it waits for, again and again while it does. */
  onWaiting?: (what: string) => void;
}

/**
 * Brings the schema of the database at `url` up to date, does nothing when it is, and returns the names of
 * the migrations that it has executed. Processes that start together take turns.
 *
 * Each migration is a transaction of its own, so that its locks end with it. It may take any time, whatever
 * limits the server has, but it does not wait long for a lock: others would wait behind it. One that is cut
 * off is executed again at the next start, and those before it are not: one without a transaction has to
 * allow for that. Throws SchemaError when a migration gets no locks, or the schema is newer than this program
 * knows.
 */
export async function migrate(
  url: string,
  { migrations, locks = LOCKS, onWaiting = () => {} }: MigrateOptions = {},
): Promise<string[]> {
  const known = migrations ?? (await readMigrations());
  const lock = await takeMigrationLock(url, () => onWaiting('the migrations of another process'));
  try {
    await readSchemaState(url);
    const orm = await connect({ url, limits: NO_LIMITS }, { entities: [] });
    try {
      const executed = await readExecuted(orm);
      const pending = known.filter(({ name }) => !executed.has(name));
      for (const migration of pending) {
        // Without the lock, another process may execute the same.
        await lock.assertHeld();
        await execute(orm, migration, locks, onWaiting);
      }
      return pending.map(({ name }) => name);
    } finally {
      await orm.close(true);
    }
  } finally {
    await lock.release();
  }
}

async function readExecuted({ em }: MikroORM): Promise<Set<string>> {
  const db = em.getConnection();
  const [table] = await db.execute<{ exists: boolean }[]>(
    `select to_regclass('mikro_orm_migrations') is not null as exists`,
  );
  // Where nothing is to be done, nothing is written: the database may take no writes.
  if (!table?.exists) {
    await db.execute(`create table mikro_orm_migrations (
      id serial primary key, name varchar(255) not null, executed_at timestamptz not null default current_timestamp)`);
  }
  const executed = await db.execute<{ name: string }[]>('select name from mikro_orm_migrations');
  return new Set(executed.map(({ name }) => name));
}

async function execute(
  orm: MikroORM,
  migration: NamedMigration,
  { timeoutMs, attempts, pauseMs }: typeof LOCKS,
  onWaiting: (what: string) => void,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await executeOnce(orm, migration, timeoutMs);
    } catch (error) {
      if (!isLockTimeout(error) && !isDeadlock(error)) throw error;
      if (attempt >= attempts) {
        throw new SchemaError(
          `The migration ${migration.name} did not get its locks in ${attempts} attempts: end what holds them, such as the transaction of a backup, or a vacuum, which autovacuum may have begun, and start again`,
        );
      }
      onWaiting(`the locks of the migration ${migration.name}`);
      await wait(pauseMs);
    }
  }
}

async function executeOnce(orm: MikroORM, { name, class: Class }: NamedMigration, lockTimeoutMs: number) {
  const driver = orm.em.getDriver();
  const migration = new Class(driver, orm.config);
  const record = (tx?: Transaction) =>
    driver.execute('insert into mikro_orm_migrations (name) values (?)', [name], 'run', tx);
  if (!migration.isTransactional()) {
    // It takes locks that hold up no statement of a process that serves, so it may wait for them.
    await migration.up();
    await record();
    return;
  }
  const current = await driver.execute<{ schema: string }[]>('select current_schema() as schema');
  const schema = CELLS.test(current[0]?.schema ?? '') ? current[0]?.schema : undefined;
  const limits = {
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
    lock_timeout: lockTimeoutMs,
    // Triggers run on the nodes of Citus, where the session has no schema unless this hands it on.
    ...(schema !== undefined && { 'citus.propagate_set_commands': 'local', search_path: schema }),
  };
  await orm.em.getConnection().transactional(async (tx) => {
    // Here, because a pooler does not pass on what a connection was opened with.
    for (const [limit, value] of Object.entries(limits))
      await driver.execute(`set local ${limit} = ${value}`, [], 'run', tx);
    migration.setTransactionContext(tx);
    await migration.up();
    for (const text of migration.getQueries())
      for (const command of commandsOf(text as string)) await driver.execute(command, [], 'run', tx);
    if (schema !== undefined) await pinFunctions((text) => driver.execute(text, [], 'all', tx), schema);
    await record(tx);
  });
}

/** One by one: Citus hands on a text of several commands to its nodes as a whole. */
function commandsOf(text: string): string[] {
  const commands = text.match(/(?:\$\$.*?\$\$|'[^']*'|--[^\n]*|[^;])+/gs) ?? [];
  return commands.filter((command) => command.trim() !== '');
}

/** Schemas beside that of the connection's user, each with all tables. */
const CELLS = /^cell_\d+$/;

/**
 * Has functions of such a schema find its tables also where they are called in a session that has no schema,
 * as on the nodes of Citus. `send` is handed down, since migrations have no connection of pg's.
 */
export async function pinFunctions(
  send: (text: string) => Promise<{ name: string }[]>,
  schema: string,
): Promise<void> {
  const functions = await send(
    `select oid::regprocedure::text as name from pg_proc
      where pronamespace = '${schema}'::regnamespace and proconfig is null`,
  );
  for (const { name } of functions) await send(`alter function ${name} set search_path = ${schema}, pg_temp`);
}

const MIGRATIONS = new URL('../../migrations/', import.meta.url);
/**
 * The migrations that this program contains, in the order in which they are executed. Read once, with the
 * code: newer files that are put under a running program are no part of it.
 */
export const MIGRATION_NAMES: readonly string[] = readdirSync(MIGRATIONS)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .sort();

type MigrationClass = new (...args: ConstructorParameters<typeof Migration>) => Migration;

export interface NamedMigration {
  name: string;
  class: MigrationClass;
}

export async function readMigrations(): Promise<NamedMigration[]> {
  return Promise.all(
    MIGRATION_NAMES.map(async (name) => {
      const module: Record<string, MigrationClass> = await import(new URL(`${name}.ts`, MIGRATIONS).href);
      const [migration] = Object.values(module);
      if (!migration) throw new Error(`The migration ${name} exports no class.`);
      return { name, class: migration };
    }),
  );
}

/** An arbitrary number: the advisory lock that a process holds while it migrates. */
const MIGRATION_LOCK = 4_712;
/** How often a process that waits for its turn asks for the lock, in milliseconds. */
const ASK_AGAIN_MS = 100;
/** After how many of these it says that it waits. */
const ASKED_PER_WORD = 100;

/**
 * Waits for the lock by asking again and again: a statement that waited for it would hold up indexes. The
 * lock is that of a transaction, so that behind a pooler, too, it ends with the transaction or the connection
 * and stays with nobody else. Between its statements the transaction has no snapshot: nothing waits for it.
 * Each attempt is a transaction of its own: an index that is built concurrently waits for the end of every
 * transaction that it has met in the midst of a statement.
 */
export async function takeMigrationLock(url: string, onWaiting: () => void) {
  const client = await connectForStart(url);
  try {
    for (let asked = 1; !(await tryLock(client)); asked++) {
      if (asked % ASKED_PER_WORD === 0) onWaiting();
      await wait(ASK_AGAIN_MS);
    }
    // The transaction is idle for as long as the migrations take.
    await client.query('set local idle_in_transaction_session_timeout = 0');
  } catch (error) {
    await client.end();
    throw error;
  }
  return {
    /** Throws when the connection was lost, and the lock with it. */
    async assertHeld() {
      await client.query('select');
    },
    async release() {
      await client.query('commit').catch(() => {});
      await client.end();
    },
  };
}

/** Leaves the transaction open that has the lock. */
async function tryLock(client: Client): Promise<boolean> {
  await client.query('begin');
  const tried = await client.query<{ taken: boolean }>('select pg_try_advisory_xact_lock($1) as taken', [
    MIGRATION_LOCK,
  ]);
  const isTaken = tried.rows[0]?.taken === true;
  if (!isTaken) await client.query('rollback');
  return isTaken;
}

/** How often a process that waits for the schema looks at it, in milliseconds. */
const LOOK_EVERY_MS = 1_000;
/** After how many of these it says again that it waits. */
const LOOKS_PER_WORD = 30;

/** Thrown when the schema of the database is not one that the program can use. The message is one line. */
export class SchemaError extends Error {
  override name = 'SchemaError';
}

/**
 * Whether nothing was ever executed, and the migrations of this program that were not, in their order. Throws
 * SchemaError for a schema that only programs with another migration than these can serve.
 */
export async function readSchemaState(url: string) {
  const client = await connectForStart(url);
  try {
    const executed = await readNames(client, 'select name from mikro_orm_migrations');
    // Migrations that the first one has replaced had names that begin with the time.
    const required = await readNames(
      client,
      `select migration as name from required_migrations where migration !~ '^[0-9]{14}_' order by migration`,
    );
    const unknown = required.filter((name) => !MIGRATION_NAMES.includes(name));
    if (unknown.length > 0) {
      throw new SchemaError(
        `The schema of the database is newer than this program, which cannot serve it: start a program that has the migration ${unknown.at(-1)}`,
      );
    }
    const missing = MIGRATION_NAMES.filter((name) => !executed.includes(name));
    return { isEmpty: executed.length === 0, missing };
  } finally {
    await client.end();
  }
}

/**
 * Resolves when the schema has every migration of this program. Calls `onWaiting` at once, then every half a
 * minute. Throws SchemaError as `readSchemaState` does, and the reason of the signal.
 */
export async function waitForSchema(
  url: string,
  onWaiting: (missing: string[]) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let looks = 0; ; looks++) {
    const { missing } = await readSchemaState(url);
    if (missing.length === 0) return;
    if (looks % LOOKS_PER_WORD === 0) onWaiting(missing);
    await wait(LOOK_EVERY_MS, undefined, { signal });
  }
}

/** No names where the table is not there. */
async function readNames(client: Client, select: string): Promise<string[]> {
  try {
    const { rows } = await client.query<{ name: string }>(select);
    return rows.map(({ name }) => name);
  } catch (error) {
    // PostgreSQL's code of a table that does not exist.
    if ((error as { code?: unknown }).code === '42P01') return [];
    throw error;
  }
}
