import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { ORDER_COLUMNS, type Order, type OrderRow, toOrder } from './order.ts';

/** Any number of orders, whoever they belong to, in one statement; those that do not exist are missing. */
export async function findOrders(
  sqlClient: Sql,
  names: readonly { resellerId: number; orderId: number }[],
  now: Date,
): Promise<Order[]> {
  const resellerIds = names.map((name) => name.resellerId);
  const orderIds = names.map((name) => name.orderId);
  const { rows } = await sql<OrderRow>`
    select ${ORDER_COLUMNS} from orders
    where (reseller_id, id) in (select * from unnest(${resellerIds}::bigint[], ${orderIds}::bigint[]))`.execute(
    sqlClient,
  );
  return rows.map((row) => toOrder(row, now));
}
