import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';

/** Orders that one statement files: a lock is held on each until it ends. */
const BATCH_SIZE = 1_000;

/**
 * Files orders whose end has passed as expired, at most a thousand, and returns how many it was. Statuses are right without it:
 * it keeps lists and totals from having to look at such orders one by one.
 */
export async function fileLapsedOrders(sqlClient: Sql, now: Date): Promise<number> {
  const { rows } = await sql`
    update orders set filed_status = 'expired'
    where (reseller_id, id) in (
      select reseller_id, id from orders where filed_status = 'active' and expires_at <= ${now}
      order by expires_at limit ${BATCH_SIZE} for update skip locked)
    returning 1`.execute(sqlClient);
  return rows.length;
}
