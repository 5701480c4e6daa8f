import { type AliasableExpression, type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Tables } from '../kit/tables.ts';
import type { OrderStatus } from './status.ts';

/** What every statement that reads a page of orders is sent with. */
export interface PageValues {
  resellerId: number;
  now: Date;
  /** The rows of the page, and one more. */
  rows: number;
  offset: number;
  /** The rows from the start of the list to the end of the page, and one more. */
  walked: number;
}

/** Between which orders a page lies in a list of the newest. */
export interface NewestValues {
  /** Only orders with smaller numbers. */
  before: number;
  /** Only orders with larger numbers. */
  after: number;
}

/** Values as they are written in a statement. */
export type Placed<Values> = { readonly [Name in keyof Values]: Expression<Values[Name]> };

export function directionOf({ fromOldest }: { fromOldest: boolean }) {
  return fromOldest ? 'asc' : 'desc';
}

/** Leaves out orders that have ended since they were filed as active. */
export function isNotLapsed(now: Expression<Date>): Expression<SqlBool> {
  const { eb, or } = expressionBuilder<Tables, 'orders'>();
  return or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]);
}

/** How many orders are filed under a status, or under any: the counts that are kept. */
export function filedCount(
  status: OrderStatus | undefined,
  resellerId: Expression<number>,
): AliasableExpression<number> {
  const { fn, lit, selectFrom } = expressionBuilder<Tables>();
  const counts = selectFrom('order_counts')
    .select((eb) => eb.fn.sum<number>('count').as('sum'))
    .where('reseller_id', '=', resellerId)
    .$if(status !== undefined, (some) => some.where('filed_status', '=', sql.lit(status)));
  return fn.coalesce(counts.$asScalar(), lit(0));
}

/**
 * The number of orders of a status: those filed under it, corrected by those that have ended since they were
 * filed as active.
 */
export function corrected(
  status: OrderStatus | undefined,
  filed: AliasableExpression<number>,
  lapsed: Expression<number>,
): AliasableExpression<number> {
  const eb = expressionBuilder();
  if (status === 'active') return eb(filed, '-', lapsed);
  return status === 'expired' ? eb(filed, '+', lapsed) : filed;
}
