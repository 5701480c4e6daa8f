import type { Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import { OrderNotFoundError } from './errors.ts';
import { ORDER_COLUMNS, type Order, toOrder } from './order.ts';

const selectOrder = statement<{ resellerId: number; id: number }>()((db, { resellerId, id }) =>
  db.selectFrom('orders').select(ORDER_COLUMNS).where('reseller_id', '=', resellerId).where('id', '=', id),
);

/** An order of this reseller. Throws OrderNotFoundError. */
export async function findOrder(db: Sql, resellerId: number, id: number, now: Date): Promise<Order> {
  const [row] = await selectOrder(db, { resellerId, id });
  if (!row) throw new OrderNotFoundError(id);
  return toOrder(row, now);
}
