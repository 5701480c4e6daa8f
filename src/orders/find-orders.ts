import type { Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import { ORDER_COLUMNS, type Order, type OrderKey, toOrder } from './order.ts';
import { type OrderKeys, orderKeys, toOrderKeys } from './order-keys.ts';

const selectOrders = statement<OrderKeys>()((db, names) =>
  db
    .selectFrom('orders')
    .select(ORDER_COLUMNS)
    .where(({ eb, refTuple }) => eb(refTuple('reseller_id', 'id'), 'in', orderKeys(names))),
);

/** Orders of any resellers, in one statement. Orders that do not exist are missing from the result. */
export async function findOrders(db: Sql, names: readonly OrderKey[], now: Date): Promise<Order[]> {
  const rows = await selectOrders(db, toOrderKeys(names));
  return rows.map((row) => toOrder(row, now));
}
