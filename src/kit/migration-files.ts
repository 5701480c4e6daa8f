import { readdir } from 'node:fs/promises';
import type { Migration } from '@mikro-orm/migrations';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);

type MigrationClass = new (...args: ConstructorParameters<typeof Migration>) => Migration;

export interface NamedMigration {
  name: string;
  class: MigrationClass;
}

/** The names of the migrations that this program contains, in the order in which they are executed. */
export async function migrationNames(): Promise<string[]> {
  return (await migrationFiles()).map(nameOf);
}

/** The migrations that this program contains, in the same order. */
export async function readMigrations(): Promise<NamedMigration[]> {
  return Promise.all(
    (await migrationFiles()).map(async (file) => {
      const module: Record<string, MigrationClass> = await import(new URL(file, MIGRATIONS).href);
      const [migration] = Object.values(module);
      if (!migration) throw new Error(`The migration ${file} exports no class.`);
      return { name: nameOf(file), class: migration };
    }),
  );
}

async function migrationFiles(): Promise<string[]> {
  return (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.ts')).sort();
}

function nameOf(file: string): string {
  return file.replace(/\.ts$/, '');
}
