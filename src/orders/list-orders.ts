import { type RawBuilder, sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { ORDER_COLUMNS, type Order, type OrderRow, toOrder } from './order.ts';
import { LAPSED, type OrderStatus } from './status.ts';

/** Which part of a reseller's orders, newest first. */
export interface OrderQuery {
  status?: OrderStatus | undefined;
  limit: number;
  offset?: number | undefined;
  /** Only orders with smaller ids: those after a cursor. */
  before?: number | undefined;
  /** Only orders with larger ids: those before a cursor. */
  after?: number | undefined;
  /** Take the oldest of what is selected instead of the newest; the result is newest first all the same. */
  fromOldest?: boolean | undefined;
}

export interface OrderPage {
  /** Newest first. */
  orders: Order[];
  /** Whether the selection goes on where the page was cut off. */
  hasMore: boolean;
  /** All orders of the status, whatever the page. */
  total: number;
}

/**
 * A page of orders and the total, in one statement whose cost does not grow with the number of orders: pages walk an index,
 * totals are kept by status. Only the few orders that ended since they were last filed are looked at one by one.
 */
export async function listOrders(
  sqlClient: Sql,
  resellerId: number,
  query: OrderQuery,
  now: Date,
): Promise<OrderPage> {
  const { rows } = await sql<OrderRow & { total: string; id: string | null }>`
    select t.total, page.*
    from (select ${total(resellerId, query.status, now)} as total) t
    left join lateral (${page(resellerId, query, now)}) page on true
  `.execute(sqlClient);
  const found = rows.filter((row) => row.id !== null);
  const orders = found.slice(0, query.limit).map((row) => toOrder(row, now));
  if (query.fromOldest) orders.reverse();
  return { orders, hasMore: found.length > query.limit, total: Number(rows[0]?.total ?? 0) };
}

/** The rows of the page and one more, which tells whether the selection goes on. */
function page(resellerId: number, query: OrderQuery, now: Date): RawBuilder<unknown> {
  const direction = query.fromOldest ? sql`asc` : sql`desc`;
  const offset = query.offset ?? 0;
  const filed = (condition: RawBuilder<unknown>, take: number) => sql`
    select ${sql.join(ORDER_COLUMNS.map((column) => sql.ref(column)))} from orders
    where reseller_id = ${resellerId} and ${condition}
      ${query.before === undefined ? sql`` : sql`and id < ${query.before}`}
      ${query.after === undefined ? sql`` : sql`and id > ${query.after}`}
    order by id ${direction} limit ${take}`;
  const all = sql`${selected(filed, query.status, query.limit + 1 + offset, now)}`;
  return sql`select * from (${all}) selected order by id ${direction} limit ${query.limit + 1} offset ${offset}`;
}

type Filed = (condition: RawBuilder<unknown>, take: number) => RawBuilder<unknown>;

function selected(
  filed: Filed,
  status: OrderStatus | undefined,
  take: number,
  now: Date,
): RawBuilder<unknown> {
  switch (status) {
    case undefined:
      return filed(sql`true`, take);
    case 'active':
      return filed(sql`filed_status = 'active' and (expires_at is null or expires_at > ${now})`, take);
    case 'expired':
      return sql`(${filed(sql`filed_status = 'expired'`, take)}) union all (${filed(LAPSED(now), take)})`;
    default:
      return filed(sql`filed_status = ${status}`, take);
  }
}

function total(resellerId: number, status: OrderStatus | undefined, now: Date): RawBuilder<unknown> {
  const counted = sql`coalesce((select sum(count) from order_counts
    where reseller_id = ${resellerId} ${status === undefined ? sql`` : sql`and filed_status = ${status}`}), 0)`;
  const lapsed = sql`(select count(*) from orders where reseller_id = ${resellerId} and ${LAPSED(now)})`;
  if (status === 'active') return sql`${counted} - ${lapsed}`;
  return status === 'expired' ? sql`${counted} + ${lapsed}` : counted;
}
