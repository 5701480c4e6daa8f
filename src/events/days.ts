import { sql } from 'kysely';
import type { Database, Sql } from '../kit/database.ts';
import { isLockTimeout } from '../kit/database-errors.ts';

/** Logs with a table for each UTC day, by the clock of the database. */
const LOGS = ['events', 'webhook_attempts'] as const;
/** Besides the day that is under way. */
const KEPT_DAYS = 30;
/** So long no process need run: a purchase without a table for its day would not be settled. */
const DAYS_AHEAD = 10;
/** In ms. Who comes after it for the log, such as a purchase, waits behind it. */
const DROP_WITHIN_MS = 200;

/** Makes the tables of the days to come, also where it is called at the same time. */
export async function makeDays(db: Sql): Promise<void> {
  for (const log of LOGS)
    await sql`select add_day(${log}, today() + n) from generate_series(0, ${DAYS_AHEAD}) n`.execute(db);
}

/** Makes the tables of the days to come, and drops one that is too old. Returns whether there may be more. */
export async function keepDays(database: Database): Promise<boolean> {
  await makeDays(database.sql);
  const { rows } = await sql<{ log: string; name: string }>`
    select log, relname as name from unnest(${[...LOGS]}::text[]) log
      join pg_inherits on inhparent = log::regclass join pg_class on pg_class.oid = inhrelid
    where relname < log || to_char(today() - ${KEPT_DAYS}::int, '_YYYYMMDD') order by relname limit 2`.execute(
    database.sql,
  );
  const [oldest] = rows;
  if (!oldest) return false;
  try {
    await database.inTransaction(async (tx) => {
      if (oldest.log === 'events') await carryOn(tx, oldest.name);
      await sql`set local lock_timeout = ${sql.lit(DROP_WITHIN_MS)}`.execute(tx);
      await sql`drop table ${sql.table(oldest.name)}`.execute(tx);
    });
    return rows.length > 1;
  } catch (error) {
    // A backup reads it, perhaps for hours.
    if (isLockTimeout(error)) return false;
    throw error;
  }
}

/** Has each log whose last event is in the table end today, so that its next number and balance are found. */
async function carryOn(tx: Sql, name: string): Promise<void> {
  await sql`
    insert into events
    select distinct on (reseller_id) reseller_id, sequence, pg_current_xact_id()::text::bigint, created_at, 0, balance,
      null, null, today(), false, 'carried', cause, '', '', ''
    from ${sql.table(name)} old
    where not exists (select from events where events.reseller_id = old.reseller_id and events.day > old.day)
    order by reseller_id, sequence desc`.execute(tx);
}
