import { sql } from 'kysely';
import type { Database, Sql } from '../kit/database.ts';
import { isLockTimeout } from '../kit/database-errors.ts';

/** Logs with a table for each UTC day, by the clock of the database. */
const LOGS = ['events', 'webhook_attempts'] as const;
/** Besides the day that is under way. */
const KEPT_DAYS = 30;
/** For so long no process need run: a purchase without a table for its day would not be settled. */
const DAYS_AHEAD = 10;

/** Makes the tables of the days to come, also where it is called at the same time. */
export async function makeDays(db: Sql): Promise<void> {
  for (const log of LOGS)
    await sql`select add_day(${log}, today() + n) from generate_series(0, ${DAYS_AHEAD}::int) n`.execute(db);
}

/** Makes the tables of the days to come, and drops one that is too old. Returns whether there may be more. */
export async function keepDays({ sql: db }: Pick<Database, 'sql'>): Promise<boolean> {
  await makeDays(db);
  const dropped = await Promise.all(LOGS.map((log) => dropOldDay(db, log)));
  return dropped.includes(true);
}

async function dropOldDay(db: Sql, log: string): Promise<boolean> {
  try {
    const { rows } = await sql<{ dropped: boolean }>`
      select drop_old_day(${log}, ${KEPT_DAYS}::int) as dropped`.execute(db);
    return rows[0]?.dropped === true;
  } catch (error) {
    if (isLockTimeout(error)) return false;
    throw error;
  }
}
