import {
  type AliasableExpression,
  type Expression,
  expressionBuilder,
  type Kysely,
  type QueryCreator,
  sql,
} from 'kysely';
import type { Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import { bothOf } from './both-of.ts';
import { isOrderRow, ORDER_COLUMNS, type Order, type OrderRow, toOrder } from './order.ts';
import { hasLapsed, type OrderStatus } from './status.ts';

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
 * A page of orders and the total, in one statement whose cost does not grow with the number of orders: pages
 * walk an index, totals are kept by status. Only the few orders that ended since they were last filed are
 * looked at one by one.
 */
export async function listOrders(
  db: Sql,
  resellerId: number,
  query: OrderQuery,
  now: Date,
): Promise<OrderPage> {
  const { limit, offset = 0, before = 0, after = 0 } = query;
  // One row more than the page has tells whether the selection goes on.
  const values = { resellerId, now, before, after, offset, rows: limit + 1, walked: limit + 1 + offset };
  const rows = await statementFor(query)(db, values);
  const found = rows.filter(isOrderRow);
  const orders = found.slice(0, limit).map((row) => toOrder(row, now));
  if (query.fromOldest) orders.reverse();
  return { orders, hasMore: found.length > limit, total: Number(rows[0]?.total ?? 0) };
}

type ListStatement = ReturnType<typeof buildStatement>;

/** Each is built and compiled once, and sent with other values. */
const statements = new Map<string, ListStatement>();

function statementFor({ status, before, after, fromOldest = false }: OrderQuery): ListStatement {
  const walk = { status, hasBefore: before !== undefined, hasAfter: after !== undefined, fromOldest };
  const key = Object.values(walk).join();
  const built = statements.get(key) ?? buildStatement(walk);
  statements.set(key, built);
  return built;
}

/** What makes the statement another one. */
interface Walk {
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
  /** The page's rows and one more. */
  rows: number;
  offset: number;
  /** Rows up to the end of the page and one more. */
  walked: number;
}

/** The values by their places in the statement. */
type Placed = { readonly [Name in keyof Values]: Expression<Values[Name]> };
type Scope = Tables & { lapsed: OrderRow };

function buildStatement(walk: Walk) {
  return statement<Values>()((tables, values) => {
    const db = tables.withTables<{ lapsed: OrderRow }>();
    return withLapsed(db, walk, values)
      .selectFrom(db.selectNoFrom(totalOf(db, walk, values).as('total')).as('t'))
      .leftJoinLateral(pageOf(db, walk, values).as('page'), (join) => join.onTrue())
      .select('t.total')
      .selectAll('page');
  });
}

/**
 * The orders that ended since they were last filed, where the page and the total need them. They are found by
 * their end, and first of all: the database cannot know how few they are, and would else look for them among
 * all that are filed active.
 */
function withLapsed(db: Kysely<Scope>, { status }: Walk, { resellerId, now }: Placed): QueryCreator<Scope> {
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

function pageOf(db: Kysely<Scope>, walk: Walk, values: Placed) {
  const selected: AliasableExpression<OrderRow> =
    walk.status === 'expired'
      ? bothOf(filedOrders(db, walk, values), someOf(db, 'lapsed', walk, values))
      : filedOrders(db, walk, values);
  return db
    .selectFrom(selected.as('selected'))
    .selectAll()
    .orderBy('id', directionOf(walk))
    .limit(values.rows)
    .offset(values.offset);
}

/**
 * Statuses are written out in the statement and are no values of it, because they have indexes of their own.
 */
function filedOrders(db: Kysely<Scope>, walk: Walk, values: Placed) {
  const { status } = walk;
  const own = someOf(db, 'orders', walk, values).where('reseller_id', '=', values.resellerId);
  if (status === undefined) return own;
  const ofStatus = own.where('filed_status', '=', sql.lit(status));
  if (status !== 'active') return ofStatus;
  return ofStatus.where(({ eb, or }) =>
    or([eb('expires_at', 'is', null), eb('expires_at', '>', values.now)]),
  );
}

/** No more of them than a page up to its end can need. */
function someOf(db: Kysely<Scope>, table: 'orders' | 'lapsed', walk: Walk, values: Placed) {
  return db
    .selectFrom(table)
    .select(ORDER_COLUMNS)
    .$if(walk.hasBefore, (query) => query.where('id', '<', values.before))
    .$if(walk.hasAfter, (query) => query.where('id', '>', values.after))
    .orderBy('id', directionOf(walk))
    .limit(values.walked);
}

function directionOf({ fromOldest }: Walk) {
  return fromOldest ? 'asc' : 'desc';
}

function totalOf(db: Kysely<Scope>, { status }: Walk, { resellerId }: Placed) {
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
