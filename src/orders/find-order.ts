import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { OrderNotFoundError } from './errors.ts';
import { ORDER_COLUMNS, type Order, type OrderRow, toOrder } from './order.ts';

/** One of the reseller's own orders. Throws OrderNotFoundError. */
export async function findOrder(sqlClient: Sql, resellerId: number, id: number, now: Date): Promise<Order> {
  const { rows } = await sql<OrderRow>`
    select ${ORDER_COLUMNS} from orders
    where reseller_id = ${resellerId} and id = ${id}`.execute(sqlClient);
  const [row] = rows;
  if (!row) throw new OrderNotFoundError(id);
  return toOrder(row, now);
}
