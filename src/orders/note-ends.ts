import { sql } from 'kysely';
import { noticesOfOrders } from '../billing/write-notices.ts';
import type { Sql } from '../kit/database.ts';

/** How long before the end of an order its reseller is told. */
const TOLD_BEFORE_SECONDS = 24 * 60 * 60;

/**
 * Writes a notice for each order that ends within a day and can be renewed, of resellers who want to be told:
 * one for each end. Returns how many they were. Any number of processes may do so at once.
 */
export async function noteEnds(db: Sql, now: Date): Promise<number> {
  const at = sql<Date>`${now}::timestamptz`;
  const untold = db
    .selectFrom('orders')
    .select(['reseller_id', 'id as order_id', 'expires_at as ends_at'])
    .select(sql<number | null>`null::smallint`.as('percent'))
    .where('expires_at', '>', at)
    .where('expires_at', '<=', sql<Date>`${at} + make_interval(secs => ${TOLD_BEFORE_SECONDS})`)
    .where('renewable', 'is', true)
    .where('dropped_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notices')
            .select('notices.id')
            .where('notices.kind', '=', sql.lit('order_ends' as const))
            .whereRef('notices.reseller_id', '=', 'orders.reseller_id')
            .whereRef('notices.order_id', '=', 'orders.id')
            .whereRef('notices.ends_at', '=', 'orders.expires_at'),
        ),
      ),
    );
  const { numInsertedOrUpdatedRows } = await noticesOfOrders(db, 'order_ends', untold, at)
    // Another process may write the same notice at the same moment.
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows ?? 0);
}
