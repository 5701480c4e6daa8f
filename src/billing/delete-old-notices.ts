import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';

/** A message of the day is not asked for after a season; an order's end is told of a day before it. */
const KEPT_FOR_DAYS = 90;
/** Notices that one statement looks at, the oldest first. */
const BATCH_SIZE = 1_000;

/** Deletes notices that were sent long ago, and returns how many they were. */
export async function deleteOldNotices(db: Sql, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('notices')
    .where('id', 'in', (eb) => eb.selectFrom('notices').select('id').orderBy('id').limit(sql.lit(BATCH_SIZE)))
    .where('sent_at', 'is not', null)
    .where('created_at', '<', sql<Date>`${now}::timestamptz - make_interval(days => ${KEPT_FOR_DAYS})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
