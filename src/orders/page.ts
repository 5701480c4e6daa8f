import { type AliasableExpression, type Expression, expressionBuilder, type SqlBool } from 'kysely';
import type { Tables } from '../kit/tables.ts';
import type { OrderStatus } from './status.ts';

/** What every statement that reads a page of orders is sent with. */
export interface PageValues {
  resellerId: number;
  now: Date;
  /** Only orders with smaller numbers. */
  before: number;
  /** Only orders with larger numbers. */
  after: number;
  /** The rows of the page, and one more. */
  rows: number;
  offset: number;
  /** The rows from the start of the list to the end of the page, and one more. */
  walked: number;
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
