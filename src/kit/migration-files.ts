import { readdirSync } from 'node:fs';
import type { Migration } from '@mikro-orm/migrations';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);
/**
 * Read once, with the code: files of a newer version that are put under a running program are no part of it.
 */
const FILES: readonly string[] = readdirSync(MIGRATIONS)
  .filter((file) => file.endsWith('.ts'))
  .sort();

type MigrationClass = new (...args: ConstructorParameters<typeof Migration>) => Migration;

export interface NamedMigration {
  name: string;
  class: MigrationClass;
}

/** The names of the migrations that this program contains, in the order in which they are executed. */
export function migrationNames(): string[] {
  return FILES.map(nameOf);
}

/** The migrations that this program contains, in the same order. */
export async function readMigrations(): Promise<NamedMigration[]> {
  return Promise.all(
    FILES.map(async (file) => {
      const module: Record<string, MigrationClass> = await import(new URL(file, MIGRATIONS).href);
      const [migration] = Object.values(module);
      if (!migration) throw new Error(`The migration ${file} exports no class.`);
      return { name: nameOf(file), class: migration };
    }),
  );
}

function nameOf(file: string): string {
  return file.replace(/\.ts$/, '');
}
