import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { migrationNames } from './migration-files.ts';
import { connectForStart } from './start-connection.ts';

/** How often a process that waits for the schema looks at it, in milliseconds. */
const LOOK_EVERY_MS = 1_000;
/** After how many of these it says again that it waits. */
const LOOKS_PER_WORD = 30;

/** Thrown when the schema of the database is not one that the program can use. The message is one line. */
export class SchemaError extends Error {
  override name = 'SchemaError';
}

/** How the schema of a database compares with the migrations of this program. */
interface SchemaState {
  /** Whether no migration was ever executed. */
  isEmpty: boolean;
  /** The migrations of this program that were not executed, in their order. */
  missing: string[];
}

/**
 * Throws SchemaError when the schema is one that only programs with a migration can serve which this one does
 * not have. Other migrations that it does not know do it no harm: they only add to the schema.
 */
export async function readSchemaState(url: string): Promise<SchemaState> {
  const client = await connectForStart(url);
  try {
    const executed = await readNames(client, 'select name from mikro_orm_migrations');
    // Migrations that the first one has replaced had names that begin with the time.
    const required = await readNames(
      client,
      `select migration as name from required_migrations where migration !~ '^[0-9]{14}_' order by migration`,
    );
    const names = migrationNames();
    const unknown = required.filter((name) => !names.includes(name));
    if (unknown.length > 0) {
      throw new SchemaError(
        `The schema of the database is newer than this program, which cannot serve it: start a program that has the migration ${unknown.at(-1)}`,
      );
    }
    return { isEmpty: executed.length === 0, missing: names.filter((name) => !executed.includes(name)) };
  } finally {
    await client.end();
  }
}

/**
 * Resolves when the schema has every migration of this program, which somebody else executes. Calls
 * `onWaiting` at once and then every half a minute. Throws SchemaError as `readSchemaState` does, and the
 * reason of the signal.
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
    if ((error as { code?: unknown }).code === NO_TABLE) return [];
    throw error;
  }
}

/** PostgreSQL's code of a table that does not exist. */
const NO_TABLE = '42P01';
