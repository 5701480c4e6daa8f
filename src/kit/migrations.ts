import { readdir } from 'node:fs/promises';
import { type Migration, Migrator } from '@mikro-orm/migrations';
import { Client } from 'pg';
import { connect, type Limits } from './connect.ts';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);
/** A migration may take any time. */
const NO_LIMITS: Limits = { readsWholeTables: true };
/** An arbitrary number: the advisory lock that a process holds while it migrates. */
const MIGRATION_LOCK = 4_711;

/**
 * Brings the schema of the database at `url` up to date, and does nothing when it is. Processes that start
 * together take turns. When one dies, its connection ends and with it the lock.
 */
export async function migrate(url: string): Promise<void> {
  const lock = new Client(url);
  await lock.connect();
  try {
    await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const orm = await connect(
      { url, limits: NO_LIMITS },
      {
        entities: [],
        extensions: [Migrator],
        migrations: { snapshot: false, migrationsList: await migrationsList() },
      },
    );
    await orm.migrator.up().finally(() => orm.close(true));
  } finally {
    await lock.end();
  }
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
