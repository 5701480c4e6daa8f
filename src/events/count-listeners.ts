import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { CONNECTION_NAME } from './events.ts';

/** How many processes of the service are connected: each that serves listens for events. */
export async function countListeners(db: Sql): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = ${CONNECTION_NAME}`.execute(db);
  return Number(rows[0]?.count);
}
