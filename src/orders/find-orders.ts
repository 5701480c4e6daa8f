import type { Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import { ORDER_COLUMNS, type Order, type OrderName, toOrder } from './order.ts';
import { type OrderNames, orderNames, toOrderNames } from './order-names.ts';

const selectOrders = statement<OrderNames>()((db, names) =>
  db
    .selectFrom('orders')
    .select(ORDER_COLUMNS)
    .where(({ eb, refTuple }) => eb(refTuple('reseller_id', 'id'), 'in', orderNames(names))),
);

/** Orders of any resellers, in one statement. Orders that do not exist are missing from the result. */
export async function findOrders(db: Sql, names: readonly OrderName[], now: Date): Promise<Order[]> {
  const rows = await selectOrders(db, toOrderNames(names));
  return rows.map((row) => toOrder(row, now));
}
