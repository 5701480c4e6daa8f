import { setTimeout as wait } from 'node:timers/promises';
import type { MikroORM, Transaction } from '@mikro-orm/postgresql';
import { connect } from './connect.ts';
import { isDeadlock, isLockTimeout } from './connection-errors.ts';
import { type NamedMigration, readMigrations } from './migration-files.ts';
import { takeMigrationLock } from './migration-lock.ts';
import { readSchemaState, SchemaError } from './schema.ts';
import { NO_LIMITS } from './session-settings.ts';

interface LockLimits {
  timeoutMs: number;
  attempts: number;
  pauseMs: number;
}

/**
 * How long a migration waits for a lock: whoever comes after it for the same table waits behind it. After a
 * second a server looks whether two wait for each other and cancels one, which might be a purchase: so the
 * migration gives way before. Then it is tried again, for about ten minutes. That look is also what cancels
 * an autovacuum, so none gives way to a migration.
 */
export const LOCKS: LockLimits = { timeoutMs: 800, attempts: 350, pauseMs: 1_000 };

interface MigrateOptions {
  /** Those of this program when left out. */
  migrations?: readonly NamedMigration[];
  locks?: LockLimits;
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
  { timeoutMs, attempts, pauseMs }: LockLimits,
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
  const limits = {
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
    lock_timeout: lockTimeoutMs,
  };
  await orm.em.getConnection().transactional(async (tx) => {
    // Here, because a pooler does not pass on what a connection was opened with.
    for (const [limit, value] of Object.entries(limits))
      await driver.execute(`set local ${limit} = ${value}`, [], 'run', tx);
    migration.setTransactionContext(tx);
    await migration.up();
    for (const query of migration.getQueries()) await driver.execute(query as string, [], 'run', tx);
    await record(tx);
  });
}
