import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import { hasLapsed, ORDER_STATUSES, type OrderStatus } from './status.ts';

type OrderCounts = Record<OrderStatus, number>;

/**
 * The filed counts by status, and corrections: orders that ended after they were filed count as expired
 * instead of active.
 */
const selectCounts = statement<{ resellerIds: number[]; now: Date }>()((db, { resellerIds, now }) => {
  const ids = sql<number>`any (${resellerIds}::bigint[])`;
  const lapsed = db
    .selectFrom('orders')
    .select(({ fn }) => ['reseller_id', fn.countAll<number>().as('count')])
    .where('reseller_id', '=', ids)
    .where(hasLapsed(now))
    .groupBy('reseller_id');
  const moves = sql<{ status: OrderStatus; change: number }>`(values ('active', -1), ('expired', 1))`;
  return db
    .selectFrom('order_counts')
    .select(['reseller_id', 'filed_status as status', 'count'])
    .where('reseller_id', '=', ids)
    .unionAll(
      db
        .selectFrom([lapsed.as('l'), moves.as<'moved'>(sql`moved (status, change)`)])
        .select(({ eb }) => [
          'l.reseller_id',
          'moved.status',
          eb('moved.change', '*', eb.ref('l.count')).as('count'),
        ]),
    );
});

/** The number of orders of each status for each of some resellers, in one statement. */
export async function countOrders(
  db: Sql,
  resellerIds: readonly number[],
  now: Date,
): Promise<Map<number, OrderCounts>> {
  const rows = await selectCounts(db, { resellerIds: [...resellerIds], now });
  const none = () => Object.fromEntries(ORDER_STATUSES.map((status) => [status, 0])) as OrderCounts;
  const counts = new Map(resellerIds.map((id) => [id, none()]));
  for (const row of rows) {
    const own = counts.get(row.reseller_id);
    if (own) own[row.status] += row.count;
  }
  return counts;
}
