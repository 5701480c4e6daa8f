import {
  type AliasableExpression,
  type Expression,
  expressionBuilder,
  type Kysely,
  type QueryCreator,
  type RawBuilder,
  type Selectable,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { Tables } from '../kit/tables.ts';
import { bothOf } from './both-of.ts';
import type { NumberRange } from './number-ranges.ts';
import { directionOf, isNotLapsed, type NewestValues, type PageValues, type Placed } from './page.ts';
import { hasLapsed, type OrderStatus } from './status.ts';

/**
 * What the text of a statement with filters depends on. All else is a value in it, since each text is planned
 * and kept by every connection.
 */
export interface FilterVariant extends CountedVariant {
  fromOldest: boolean;
}

/** The same of what counts the orders, whichever of them a page has. */
export interface CountedVariant {
  status: OrderStatus | undefined;
  /** Whether there is a tier, a type or a country. */
  byProduct: boolean;
  byEnd: boolean;
  byNumber: boolean;
}

export interface FilterValues extends PageValues {
  /** Null for any, as the type and the country. */
  tier: string | null;
  type: string | null;
  country: string | null;
  endsBefore: Date;
  /** The ranges of numbers that are searched for. */
  lows: number[];
  highs: number[];
}

interface Numbered {
  id: number;
}
/** With its end; null for an order without one. */
export interface Ended extends Numbered {
  expires_at: Date | null;
}
/**
 * What is read of orders that are found by their end. When they were bought is in no index: for the others
 * alone the planner would walk the index of all groups by the end.
 */
export const READ_BY_END = ['orders.id', 'orders.expires_at', 'orders.created_at'] as const;
interface ReadByEnd extends Ended {
  created_at: Date;
}
/** The tables, and the parts that a statement may have. */
export type Scope = Tables & {
  lapsed: ReadByEnd;
  groups: Selectable<Tables['order_groups']>;
  near: Numbered;
  ending: ReadByEnd;
  numbers: NumberRange;
};
/** What counts the orders gets. */
export type CountedValues = Placed<FilterValues>;
export type Values = Placed<FilterValues & NewestValues>;

/** How a statement counts the orders that meet its filter. */
export interface Counted {
  /** What the total is computed from, and which orders are found with its help. */
  parts: QueryCreator<Scope>;
  total: AliasableExpression<number>;
}

/** How a statement finds its orders, too. */
export interface Found extends Counted {
  /** The orders from the start of the list to the end of the page, and maybe more, in any order. */
  ids: AliasableExpression<Numbered>;
}

/** A condition on orders, and on groups of them: the tier, type and country are those given. */
export function isBought({ tier, type, country }: CountedValues): RawBuilder<SqlBool> {
  const conditions = Object.entries({ tier, type, country }).map(
    ([column, value]) => sql`(${value}::text is null or ${sql.ref(column)} = ${value})`,
  );
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/** The ranges that are searched for, as a table of this name and columns. */
export const NUMBERS = sql`numbers (low, high)`;
export function numbersOf({ lows, highs }: CountedValues): RawBuilder<NumberRange> {
  return sql`unnest(${lows}::bigint[], ${highs}::bigint[])`;
}

/** A condition on orders: where numbers are searched for, the order's is one of them. */
export function isSearched({ byNumber }: CountedVariant, values: CountedValues): Expression<SqlBool> {
  const { between, exists, lit, ref, selectFrom } = expressionBuilder<Scope, 'orders' | 'numbers'>();
  if (!byNumber) return lit(true);
  const isBetween = between('orders.id', ref('numbers.low'), ref('numbers.high'));
  return exists(
    selectFrom(numbersOf(values).as<'numbers'>(NUMBERS)).select(lit(1).as('one')).where(isBetween),
  );
}

/** A query of orders, on its own or for each group or range. */
export type Orders = SelectQueryBuilder<Scope, 'orders' | 'groups' | 'numbers', Numbered>;

export function ownOrders({ resellerId }: CountedValues): Orders {
  return expressionBuilder<Scope, 'groups' | 'numbers'>()
    .selectFrom('orders')
    .select('orders.id')
    .where('orders.reseller_id', '=', resellerId);
}

/** The orders that are filed under the status. It is a literal, because the indexes are partial by status. */
export function filedOrders({ status }: CountedVariant, values: CountedValues): Orders {
  const own = ownOrders(values);
  return status === undefined ? own : own.where('orders.filed_status', '=', sql.lit(status));
}

/**
 * The orders of a group. The status is that of the group and no literal, so that no index of a status is
 * walked in search of a rare tier.
 */
export function ordersOfGroup(values: CountedValues): Orders {
  return ownOrders(values)
    .whereRef('orders.filed_status', '=', 'groups.filed_status')
    .whereRef('orders.tier', '=', 'groups.tier')
    .whereRef('orders.type', '=', 'groups.type')
    .whereRef('orders.country', '=', 'groups.country');
}

/** The orders in a range of numbers. */
export function inRange(orders: Orders): Orders {
  return orders.whereRef('orders.id', '>=', 'numbers.low').whereRef('orders.id', '<=', 'numbers.high');
}

/** Those at the start of the list, behind the cursors: as many as the page needs, or another number. */
export function firstOf<From extends keyof Scope>(
  orders: SelectQueryBuilder<Scope, From, Numbered>,
  variant: Pick<FilterVariant, 'fromOldest'>,
  { before, after, walked }: Values,
  limit: Expression<number> = walked,
) {
  return orders
    .where(sql.ref<number>('id'), '<', before)
    .where(sql.ref<number>('id'), '>', after)
    .orderBy(sql.ref('id'), directionOf(variant))
    .limit(limit);
}

/** The same of filed orders, without those that have ended since. */
export function firstShown(
  orders: Orders,
  variant: FilterVariant,
  values: Values,
  limit?: Expression<number>,
) {
  const shown = variant.status === 'active' ? orders.where(isNotLapsed(values.now)) : orders;
  return firstOf(shown, variant, values, limit);
}

/**
 * The orders that ended after they were last filed, as far as they meet the filter. As for pages without one,
 * this part selects by the end.
 */
export function withLapsed(
  db: Kysely<Scope>,
  variant: CountedVariant,
  values: CountedValues,
): QueryCreator<Scope> {
  const { status } = variant;
  if (status !== 'active' && status !== 'expired') return db;
  return db.with(
    (cte) => cte('lapsed').materialized(),
    (parts) =>
      parts
        .selectFrom('orders')
        .select(READ_BY_END)
        .where('reseller_id', '=', values.resellerId)
        .where(hasLapsed(values.now))
        .where(isBought(values))
        .where(isSearched(variant, values)),
  );
}

export function lapsedCount(db: Kysely<Scope>) {
  return db
    .selectFrom('lapsed')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .$asScalar();
}

/** Expired are also orders that were filed as active. */
export function withLapsedIds(
  db: Kysely<Scope>,
  ids: AliasableExpression<Numbered>,
  variant: FilterVariant,
  values: Values,
): AliasableExpression<Numbered> {
  if (variant.status !== 'expired') return ids;
  return bothOf(ids, firstOf(db.selectFrom('lapsed').select('lapsed.id'), variant, values));
}
