import { readdir } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type Migration, Migrator } from '@mikro-orm/migrations';
import { Client } from 'pg';
import { connect } from './connect.ts';
import { NO_LIMITS } from './session-settings.ts';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);
/**
 * An arbitrary number: the advisory lock that a process holds while it migrates. Processes of older versions
 * wait for 4711 within a statement, for which an index that is built concurrently would wait in turn.
 */
const MIGRATION_LOCK = 4_712;
/** How often a process that waits for its turn asks for the lock, in milliseconds. */
const ASK_AGAIN_MS = 100;

/**
 * Brings the schema of the database at `url` up to date, and does nothing when it is. Processes that start
 * together take turns. When one dies, its connection ends and with it the lock.
 *
 * Each migration is a transaction of its own, so that its locks end with it. One that is cut off is executed
 * again at the next start, and those before it are not: one without a transaction has to allow for that.
 */
export async function migrate(url: string): Promise<void> {
  const lock = new Client(url);
  await lock.connect();
  try {
    await takeTurn(lock);
    const orm = await connect(
      { url, limits: NO_LIMITS },
      {
        entities: [],
        extensions: [Migrator],
        migrations: { snapshot: false, allOrNothing: false, migrationsList: await migrationsList() },
      },
    );
    await orm.migrator.up().finally(() => orm.close(true));
  } finally {
    await lock.end();
  }
}

/**
 * Asks again and again: a statement that waited for the lock would hold up indexes, as those of old versions.
 */
async function takeTurn(lock: Client): Promise<void> {
  const tryLock = 'select pg_try_advisory_lock($1) as taken';
  while (!(await lock.query<{ taken: boolean }>(tryLock, [MIGRATION_LOCK])).rows[0]?.taken)
    await wait(ASK_AGAIN_MS);
}

/** The names of the migrations that this program contains. */
export async function migrationNames(): Promise<string[]> {
  return (await migrationFiles()).map(nameOf);
}

type MigrationClass = new (...args: ConstructorParameters<typeof Migration>) => Migration;

/** The files of the migrations, in the order in which they are executed. */
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
