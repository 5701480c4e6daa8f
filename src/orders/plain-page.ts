import {
  type AliasableExpression,
  type Kysely,
  type QueryCreator,
  type SelectQueryBuilder,
  sql,
} from 'kysely';
import { statement } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import { bothOf } from './both-of.ts';
import { ORDER_COLUMNS, type OrderRow } from './order.ts';
import { type AttachedText, orderTexts } from './order-text.ts';
import {
  corrected,
  directionOf,
  filedCount,
  isNotLapsed,
  type NewestValues,
  type PageValues,
  type Placed,
} from './page.ts';
import { hasLapsed, type OrderStatus } from './status.ts';

/** What the text of the statement depends on; everything else is a value in it. */
export interface PlainVariant {
  status: OrderStatus | undefined;
  hasBefore: boolean;
  hasAfter: boolean;
  fromOldest: boolean;
}

type Values = Placed<PageValues & NewestValues>;
type Scope = Tables & { lapsed: OrderRow };

/** The statement that reads a page of all orders, or of those of a status, and their number. */
export function plainPage(variant: PlainVariant, attached: AttachedText | undefined) {
  return statement<PageValues & NewestValues>()((tables, values) => {
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
  { status }: PlainVariant,
  { resellerId, now }: Values,
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

function pageOf(db: Kysely<Scope>, variant: PlainVariant, values: Values) {
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
function filedOrders(db: Kysely<Scope>, variant: PlainVariant, values: Values) {
  const { status } = variant;
  const own = someOf(db.selectFrom('orders').select(ORDER_COLUMNS), variant, values).where(
    'reseller_id',
    '=',
    values.resellerId,
  );
  if (status === undefined) return own;
  const ofStatus = own.where('filed_status', '=', sql.lit(status));
  return status === 'active' ? ofStatus.where(isNotLapsed(values.now)) : ofStatus;
}

/** At most as many rows as a page needs, counted from the start of the list. */
function someOf(
  rows: SelectQueryBuilder<Scope, 'orders' | 'lapsed', OrderRow>,
  variant: PlainVariant,
  values: Values,
) {
  return rows
    .$if(variant.hasBefore, (query) => query.where('id', '<', values.before))
    .$if(variant.hasAfter, (query) => query.where('id', '>', values.after))
    .orderBy('id', directionOf(variant))
    .limit(values.walked);
}

function totalOf(db: Kysely<Scope>, { status }: PlainVariant, { resellerId }: Values) {
  const lapsed = db
    .selectFrom('lapsed')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .$asScalar();
  return corrected(status, filedCount(status, resellerId), lapsed);
}
