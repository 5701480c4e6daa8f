import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Clock } from './clock.ts';
import type { Database } from './database.ts';
import { MIGRATION_NAMES } from './migrations.ts';
import { sharedRun } from './request.ts';
import { findLaterKeyFlaw, type LaterKeyFlaw, type Vault } from './vault.ts';
import { COMMITS_HANG } from './write-gate.ts';

/** The record of executed migrations. The table belongs to MikroORM and has no owner among the folders. */
const MIGRATIONS = sql.table('mikro_orm_migrations').$castTo<{ name: string }>();
/** In milliseconds. Who checks readiness asks again every few seconds. */
const ANSWER_WITHIN_MS = 1_000;
const NO_ANSWER = 'no answer of the database';

/**
 * Checks that the database answers, takes writes, confirms them, had room for those of the last seconds, has
 * all migrations of this program, was encrypted with its credentials key, and that the clocks agree.
 */
export class Readiness {
  readonly #look: () => Promise<string | undefined>;

  constructor(database: Database, vault: Vault, clock: Clock) {
    this.#look = sharedRun(() => look(database, vault, clock));
  }

  /** Undefined when the database can be used. Answers within a second. Concurrent calls share one look. */
  async whyNotReady(): Promise<string | undefined> {
    const late = setTimeout(ANSWER_WITHIN_MS, NO_ANSWER, { ref: false });
    return Promise.race([this.#look(), late]);
  }
}

async function look(database: Database, vault: Vault, clock: Clock): Promise<string | undefined> {
  try {
    // This deletes no row, but a server that takes no writes refuses it.
    const rows = await database.sqlOnce
      .with('writable', (writable) => writable.deleteFrom('commits').where((eb) => eb.lit(false)))
      .selectFrom(MIGRATIONS.as('done'))
      .select(['name', COMMITS_HANG.as('hang')])
      .where('name', 'in', MIGRATION_NAMES)
      .execute();
    if (rows[0]?.hang) return 'the database confirms no commits';
    if (clock.isOff) return 'the clock of this machine differs from that of the database by more than 2 s';
    if (database.isOutOfRoom) return 'the database has no room on its disk';
    if (rows.length < MIGRATION_NAMES.length) return 'a migration is missing';
    const unknown = await database.sqlOnce
      .selectFrom('required_migrations')
      .select('migration')
      .where('migration', 'not in', MIGRATION_NAMES)
      .execute();
    if (unknown.length > 0) return 'the schema is newer than this program';
    const flaw = await findLaterKeyFlaw(database.sqlOnce, vault);
    return flaw && OF_KEYS[flaw];
  } catch (error) {
    return reasonOf(error);
  }
}

const OF_KEYS = {
  wrong: 'the database was encrypted with another credentials key',
  retired: 'the first credentials key was taken out of use',
} satisfies Record<LaterKeyFlaw, string>;

function reasonOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  if (code === '25006') return 'the database takes no writes';
  if (code === '42P01') return 'a migration is missing';
  return NO_ANSWER;
}
