import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import type { Micros } from '../kit/money.ts';
import { OrderNotFoundError } from './errors.ts';
import {
  FILTERED_FACTS,
  type FilterName,
  ORDER_COLUMNS,
  type Order,
  type OrderStatus,
  toOrder,
} from './order.ts';

/** A selection of orders of one reseller or of all. */
export interface AllOrdersQuery extends Partial<Record<FilterName, string | undefined>> {
  resellerId?: number | undefined;
  status?: OrderStatus | undefined;
  /** When they were made; the last instant is not included. */
  from?: Date | undefined;
  to?: Date | undefined;
  /** When they end; orders that end by their traffic are left out. */
  endsFrom?: Date | undefined;
  endsTo?: Date | undefined;
  limit: number;
  offset: number;
}

/**
 * Orders of one reseller or of all, newest first, for the operator. The status of each order is computed when
 * it is read, so a rare status or a narrow filter reads many rows.
 */
export async function listAllOrders(
  db: Sql,
  { limit, offset, ...filter }: AllOrdersQuery,
  now: Date,
): Promise<Order[]> {
  const selected = selectOrders(db, filter, now).select(ORDER_COLUMNS).limit(limit).offset(offset);
  // Both numbers go by time, and each has an index. An index over the numbers of all orders would mislead the
  // planner: it would walk it for the orders of one reseller, past those of all others.
  const rows = await selected
    .orderBy(filter.resellerId === undefined ? 'operation_id' : 'id', 'desc')
    .execute();
  return rows.map((row) => toOrder(row, now));
}

/** The most orders that are counted: a million take a third of a second. */
const MAX_COUNTED = 1_000_000;

export interface OrderTotals {
  orders: number;
  /** The sum of the prices of their purchases, coins included. */
  price: Micros;
  /** Whether there are more, which are not counted. */
  hasMore: boolean;
}

/** How many orders a selection has, and at which prices they were bought, whichever of them a page shows. */
export async function totalOrders(
  db: Sql,
  filter: Omit<AllOrdersQuery, 'limit' | 'offset'>,
  now: Date,
): Promise<OrderTotals> {
  const row = await db
    .selectFrom(
      selectOrders(db, filter, now)
        .select('price')
        .limit(MAX_COUNTED + 1)
        .as('selected'),
    )
    .select(({ fn, cast }) => [
      fn.countAll<number>().as('orders'),
      cast<string>(fn.coalesce(fn.sum('selected.price'), sql.lit(0)), 'text').as('price'),
    ])
    .executeTakeFirstOrThrow();
  return { orders: Number(row.orders), price: BigInt(row.price), hasMore: Number(row.orders) > MAX_COUNTED };
}

function selectOrders(
  db: Sql,
  { resellerId, status, ...filter }: Omit<AllOrdersQuery, 'limit' | 'offset'>,
  now: Date,
) {
  const { from, to, endsFrom, endsTo } = filter;
  let query = db.selectFrom('orders');
  if (resellerId !== undefined) query = query.where('reseller_id', '=', resellerId);
  for (const { name } of FILTERED_FACTS)
    if (filter[name] !== undefined) query = query.where(name, '=', filter[name]);
  if (from) query = query.where('created_at', '>=', from);
  if (to) query = query.where('created_at', '<', to);
  if (endsFrom) query = query.where('expires_at', '>=', endsFrom);
  if (endsTo) query = query.where('expires_at', '<', endsTo);
  if (status !== undefined)
    query = query.where(
      (eb) =>
        eb
          .case()
          .when('expires_at', 'is', null)
          .then(eb.ref('filed_status'))
          .when('expires_at', '<=', now)
          .then(sql.lit('expired'))
          .else(sql.lit('active'))
          .end(),
      '=',
      status,
    );
  return query;
}

/** An order of any reseller: order numbers are unique across resellers. Throws OrderNotFoundError. */
export async function findAnyOrder(db: Sql, id: number, now: Date): Promise<Order> {
  const row = await db
    .selectFrom('orders')
    .select(ORDER_COLUMNS)
    .where('id', '=', id)
    // Orders are indexed by reseller and number, so this looks for the number with each reseller.
    .where('reseller_id', 'in', (eb) => eb.selectFrom('resellers').select('resellers.id'))
    .executeTakeFirst();
  if (!row) throw new OrderNotFoundError(id);
  return toOrder(row, now);
}
