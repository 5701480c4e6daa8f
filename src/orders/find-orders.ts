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

/** Any number of orders, whoever they belong to, in one statement; those that do not exist are missing. */
export async function findOrders(db: Sql, names: readonly OrderName[], now: Date): Promise<Order[]> {
  const rows = await selectOrders(db, toOrderNames(names));
  return rows.map((row) => toOrder(row, now));
}
