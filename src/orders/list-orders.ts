import {
  type AliasableExpression,
  type Expression,
  expressionBuilder,
  type Kysely,
  type QueryCreator,
  type SelectQueryBuilder,
  sql,
} from 'kysely';
import type { Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import { bothOf } from './both-of.ts';
import { ORDER_COLUMNS, type OrderRow } from './order.ts';
import { type AttachedText, type ListedOrder, orderTexts, readOrderTexts } from './order-text.ts';
import { hasLapsed, type OrderStatus } from './status.ts';

/** The part of a reseller's orders that a page shows, newest first. */
export interface OrderQuery {
  status?: OrderStatus | undefined;
  limit: number;
  offset?: number | undefined;
  /** Only orders with smaller ids, which come after a cursor. */
  before?: number | undefined;
  /** Only orders with larger ids, which come before a cursor. */
  after?: number | undefined;
  /** Takes the oldest of the selected orders instead of the newest. The result is still newest first. */
  fromOldest?: boolean | undefined;
}

export interface OrderPage {
  /** Newest first. */
  orders: ListedOrder[];
  /** Whether there are more selected orders beyond the end at which the page was cut off. */
  hasMore: boolean;
  /** All orders of the status, not only those of the page. */
  total: number;
}

/**
 * A page of orders and the total, in one statement whose cost does not grow with the number of orders: a page
 * is read from an index, and totals are kept by status. Only orders that ended after they were last filed are
 * checked one by one, and these are few.
 */
export type ListOrders = (db: Sql, resellerId: number, query: OrderQuery, now: Date) => Promise<OrderPage>;

export const listOrders: ListOrders = orderLister();

/** Makes a function that lists orders with what `attached` is of each, in the same statement. */
export function orderLister(attached?: AttachedText): ListOrders {
  const statementFor = statementsWith(attached);
  return async (db, resellerId, query, now) => {
    const { limit, offset = 0, before = 0, after = 0 } = query;
    // The statement reads one row more than the page has: that row shows whether there are more orders.
    const values = { resellerId, now, before, after, offset, rows: limit + 1, walked: limit + 1 + offset };
    const [row] = await statementFor(query)(db, values);
    const found = readOrderTexts(row?.orders ?? null, now);
    const orders = found.slice(0, limit);
    if (query.fromOldest) orders.reverse();
    return { orders, hasMore: found.length > limit, total: Number(row?.total ?? 0) };
  };
}

/** Each variant of the statement is built and compiled once, and sent again with other values. */
function statementsWith(attached: AttachedText | undefined) {
  const statements = new Map<string, ReturnType<typeof buildStatement>>();
  return ({ status, before, after, fromOldest = false }: OrderQuery) => {
    const variant = { status, hasBefore: before !== undefined, hasAfter: after !== undefined, fromOldest };
    const key = Object.values(variant).join();
    const built = statements.get(key) ?? buildStatement(variant, attached);
    statements.set(key, built);
    return built;
  };
}

/** What the text of the statement depends on; everything else is a value in it. */
interface Variant {
  status: OrderStatus | undefined;
  hasBefore: boolean;
  hasAfter: boolean;
  fromOldest: boolean;
}

interface Values {
  resellerId: number;
  now: Date;
  before: number;
  after: number;
  /** The rows of the page, and one more. */
  rows: number;
  offset: number;
  /** The rows from the start of the list to the end of the page, and one more. */
  walked: number;
}

/** The values as they are written in the statement. */
type Placed = { readonly [Name in keyof Values]: Expression<Values[Name]> };
type Scope = Tables & { lapsed: OrderRow };

function buildStatement(variant: Variant, attached: AttachedText | undefined) {
  return statement<Values>()((tables, values) => {
    const db = tables.withTables<{ lapsed: OrderRow }>();
    return withLapsed(db, variant, values)
      .selectFrom(pageOf(db, variant, values).as('orders'))
      .select((eb) => orderTexts(eb, attached).as('orders'))
      .select(totalOf(db, variant, values).as('total'));
  });
}

/**
 * The orders that ended after they were last filed, where the page and the total need them. This part comes
 * first and selects by the end: the planner cannot estimate how few these orders are, and would otherwise
 * search all orders that are filed as active.
 */
function withLapsed(
  db: Kysely<Scope>,
  { status }: Variant,
  { resellerId, now }: Placed,
): QueryCreator<Scope> {
  if (status !== 'active' && status !== 'expired') return db;
  return db.with(
    (cte) => cte('lapsed').materialized(),
    (orders) =>
      orders
        .selectFrom('orders')
        .select(ORDER_COLUMNS)
        .where('reseller_id', '=', resellerId)
        .where(hasLapsed(now)),
  );
}

function pageOf(db: Kysely<Scope>, variant: Variant, values: Placed) {
  const selected: AliasableExpression<OrderRow> =
    variant.status === 'expired'
      ? bothOf(
          filedOrders(db, variant, values),
          someOf(db.selectFrom('lapsed').select(ORDER_COLUMNS), variant, values),
        )
      : filedOrders(db, variant, values);
  return db
    .selectFrom(selected.as('selected'))
    .selectAll()
    .orderBy('id', directionOf(variant))
    .limit(values.rows)
    .offset(values.offset);
}

/** Statuses are literals in the statement and not values, because the indexes are partial by status. */
function filedOrders(db: Kysely<Scope>, variant: Variant, values: Placed) {
  const { status } = variant;
  const own = someOf(db.selectFrom('orders').select(ORDER_COLUMNS), variant, values).where(
    'reseller_id',
    '=',
    values.resellerId,
  );
  if (status === undefined) return own;
  const ofStatus = own.where('filed_status', '=', sql.lit(status));
  if (status !== 'active') return ofStatus;
  return ofStatus.where(({ eb, or }) =>
    or([eb('expires_at', 'is', null), eb('expires_at', '>', values.now)]),
  );
}

/** At most as many rows as a page needs, counted from the start of the list. */
function someOf(
  rows: SelectQueryBuilder<Scope, 'orders' | 'lapsed', OrderRow>,
  variant: Variant,
  values: Placed,
) {
  return rows
    .$if(variant.hasBefore, (query) => query.where('id', '<', values.before))
    .$if(variant.hasAfter, (query) => query.where('id', '>', values.after))
    .orderBy('id', directionOf(variant))
    .limit(values.walked);
}

function directionOf({ fromOldest }: Variant) {
  return fromOldest ? 'asc' : 'desc';
}

function totalOf(db: Kysely<Scope>, { status }: Variant, { resellerId }: Placed) {
  const { eb, fn, lit } = expressionBuilder<Scope>();
  let counts = db
    .selectFrom('order_counts')
    .select((scope) => scope.fn.sum<number>('count').as('sum'))
    .where('reseller_id', '=', resellerId);
  if (status !== undefined) counts = counts.where('filed_status', '=', sql.lit(status));
  const filed = fn.coalesce(counts.$asScalar(), lit(0));
  const lapsed = db.selectFrom('lapsed').select(fn.countAll<number>().as('count')).$asScalar();
  if (status === 'active') return eb(filed, '-', lapsed);
  return status === 'expired' ? eb(filed, '+', lapsed) : filed;
}
