import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { LAPSED, ORDER_STATUSES, type OrderStatus } from './status.ts';

export type OrderCounts = Record<OrderStatus, number>;

/** How many orders of each status some resellers have; one statement however many resellers and orders. */
export async function countOrders(
  sqlClient: Sql,
  resellerIds: readonly number[],
  now: Date,
): Promise<Map<number, OrderCounts>> {
  const ids = sql`any (${[...resellerIds]}::bigint[])`;
  const { rows } = await sql<{ reseller_id: string; status: OrderStatus; count: string }>`
    select reseller_id, filed_status as status, count from order_counts where reseller_id = ${ids}
    union all
    select l.reseller_id, moved.status, moved.change * l.count from (
        select reseller_id, count(*) from orders where reseller_id = ${ids} and ${LAPSED(now)} group by 1) l,
      (values ('active', -1), ('expired', 1)) moved (status, change)`.execute(sqlClient);
  const none = () => Object.fromEntries(ORDER_STATUSES.map((status) => [status, 0])) as OrderCounts;
  const counts = new Map(resellerIds.map((id) => [id, none()]));
  for (const row of rows) {
    const own = counts.get(Number(row.reseller_id));
    if (own) own[row.status] += Number(row.count);
  }
  return counts;
}
