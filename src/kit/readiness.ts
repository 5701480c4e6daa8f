import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { COMMITS_HANG } from './commits-that-hang.ts';
import type { Database } from './database.ts';
import { migrationNames } from './migrations.ts';

/** The record of executed migrations. The table belongs to MikroORM and has no owner among the folders. */
const MIGRATIONS = sql<{ name: string }>`mikro_orm_migrations`;
/**
 * How long the database may take to answer, in milliseconds. Whoever checks readiness asks again every few
 * seconds.
 */
const ANSWER_WITHIN_MS = 1_000;

/** Why the database cannot be used. */
type NotReadyReason =
  | 'no answer of the database'
  | 'the database takes no writes'
  | 'the database confirms no commits'
  | 'a migration is missing';

/** Checks that the database answers, takes writes, confirms them and has all migrations of this program. */
export class Readiness {
  readonly #database: Database;
  #looking: Promise<NotReadyReason | undefined> | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Undefined when the database can be used. Answers within a second. Concurrent calls share one query. */
  async whyNotReady(): Promise<NotReadyReason | undefined> {
    this.#looking ??= look(this.#database).finally(() => {
      this.#looking = undefined;
    });
    const late = setTimeout(ANSWER_WITHIN_MS, 'no answer of the database' as const, { ref: false });
    return Promise.race([this.#looking, late]);
  }
}

async function look(database: Database): Promise<NotReadyReason | undefined> {
  const names = await migrationNames();
  try {
    // This deletes no row, but a server that takes no writes refuses it.
    const rows = await database.sqlOnce
      .with('writable', (writable) => writable.deleteFrom('commits').where((eb) => eb.lit(false)))
      .selectFrom(MIGRATIONS.as('done'))
      .select(['name', COMMITS_HANG.as('hang')])
      .where('name', '=', sql<string>`any (${names}::text[])`)
      .execute();
    if (rows[0]?.hang) return 'the database confirms no commits';
    return rows.length === names.length ? undefined : 'a migration is missing';
  } catch (error) {
    return reasonOf(error);
  }
}

function reasonOf(error: unknown): NotReadyReason {
  const { code } = error as { code?: unknown };
  if (code === '25006') return 'the database takes no writes';
  if (code === '42P01') return 'a migration is missing';
  return 'no answer of the database';
}
