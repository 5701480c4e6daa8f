import { type RawBuilder, sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { OrderNotFoundError } from './errors.ts';
import { ORDER_COLUMNS, type Order, type OrderRow, toOrder } from './order.ts';
import type { OrderStatus } from './status.ts';

/** Which orders, of whichever reseller. */
export interface AllOrdersQuery {
  resellerId?: number | undefined;
  status?: OrderStatus | undefined;
  limit: number;
  offset: number;
}

/** Orders across resellers, newest first: the operator's view. A status is judged order by order, so a rare one takes a walk. */
export async function listAllOrders(
  sqlClient: Sql,
  { resellerId, status, limit, offset }: AllOrdersQuery,
  now: Date,
): Promise<Order[]> {
  const ofReseller = resellerId === undefined ? sql`true` : sql`reseller_id = ${resellerId}`;
  const ofStatus =
    status === undefined
      ? sql`true`
      : sql`case when expires_at is null then filed_status when expires_at <= ${now} then 'expired' else 'active' end
          = ${status}`;
  return select(sqlClient, sql`${ofReseller} and ${ofStatus}`, limit, offset, now);
}

/** An order, whoever owns it: the number says it all. Throws OrderNotFoundError. */
export async function findAnyOrder(sqlClient: Sql, id: number, now: Date): Promise<Order> {
  const [order] = await select(sqlClient, sql`id = ${id}`, 1, 0, now);
  if (!order) throw new OrderNotFoundError(id);
  return order;
}

async function select(
  sqlClient: Sql,
  condition: RawBuilder<unknown>,
  limit: number,
  offset: number,
  now: Date,
): Promise<Order[]> {
  const { rows } = await sql<OrderRow>`
    select ${ORDER_COLUMNS} from orders
    where ${condition} order by created_at desc, id desc limit ${limit} offset ${offset}`.execute(sqlClient);
  return rows.map((row) => toOrder(row, now));
}
