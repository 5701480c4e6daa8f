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
    ${lapsedFor(resellerId, query.status, now)}
    select t.total, page.*
    from (select ${total(resellerId, query.status)} as total) t
    left join lateral (${page(resellerId, query, now)}) page on true
  `.execute(sqlClient);
  const found = rows.filter((row) => row.id !== null);
  const orders = found.slice(0, query.limit).map((row) => toOrder(row, now));
  if (query.fromOldest) orders.reverse();
  return { orders, hasMore: found.length > query.limit, total: Number(rows[0]?.total ?? 0) };
}

/**
 * The orders that ended since they were last filed, where the page and the total need them. They are found by their end, and
 * first of all: the database cannot know how few they are, and would else look for them among all that are filed active.
 */
function lapsedFor(resellerId: number, status: OrderStatus | undefined, now: Date): RawBuilder<unknown> {
  if (status !== 'active' && status !== 'expired') return sql``;
  return sql`with lapsed as materialized (
    select ${ORDER_COLUMNS} from orders where reseller_id = ${resellerId} and ${LAPSED(now)})`;
}

/** The rows of the page and one more, which tells whether the selection goes on. */
function page(resellerId: number, query: OrderQuery, now: Date): RawBuilder<unknown> {
  const direction = query.fromOldest ? sql`asc` : sql`desc`;
  const offset = query.offset ?? 0;
  const some = (orders: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`
    select ${ORDER_COLUMNS} from ${orders} where ${condition}
      ${query.before === undefined ? sql`` : sql`and id < ${query.before}`}
      ${query.after === undefined ? sql`` : sql`and id > ${query.after}`}
    order by id ${direction} limit ${query.limit + 1 + offset}`;
  const filed = (condition: RawBuilder<unknown>) =>
    some(sql`orders`, sql`reseller_id = ${resellerId} and ${condition}`);
  const all = selected(filed, some(sql`lapsed`, sql`true`), query.status, now);
  return sql`select * from (${all}) selected order by id ${direction} limit ${query.limit + 1} offset ${offset}`;
}

/** The statuses are written out, because each has an index of its own. */
function selected(
  filed: (condition: RawBuilder<unknown>) => RawBuilder<unknown>,
  lapsed: RawBuilder<unknown>,
  status: OrderStatus | undefined,
  now: Date,
): RawBuilder<unknown> {
  switch (status) {
    case undefined:
      return filed(sql`true`);
    case 'active':
      return filed(sql`filed_status = 'active' and (expires_at is null or expires_at > ${now})`);
    case 'expired':
      return sql`(${filed(sql`filed_status = 'expired'`)}) union all (${lapsed})`;
    default:
      return filed(sql`filed_status = ${status}`);
  }
}

function total(resellerId: number, status: OrderStatus | undefined): RawBuilder<unknown> {
  const counted = sql`coalesce((select sum(count) from order_counts
    where reseller_id = ${resellerId} ${status === undefined ? sql`` : sql`and filed_status = ${status}`}), 0)`;
  if (status === 'active') return sql`${counted} - (select count(*) from lapsed)`;
  return status === 'expired' ? sql`${counted} + (select count(*) from lapsed)` : counted;
}
