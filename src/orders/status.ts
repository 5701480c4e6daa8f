import { type Expression, type ExpressionBuilder, sql } from 'kysely';
import type { Tables } from '../kit/tables.ts';

export const ORDER_STATUSES = ['active', 'expired', 'paused', 'exhausted'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** For how long after its end the upstream still extends an order's proxies. */
export const RENEWABLE_AFTER_EXPIRY_MS = 3 * 24 * 60 * 60_000;

/** The facts that an order's status follows from. */
export interface StatusFacts {
  filedStatus: OrderStatus;
  /** Null for an order that ends with its traffic instead of a day. */
  expiresAt: Date | null;
}

/** The status at an instant. A function of facts and time alone: no job has to run for it to be right. */
export function statusAt({ filedStatus, expiresAt }: StatusFacts, now: Date): OrderStatus {
  return expiresAt ? (expiresAt <= now ? 'expired' : 'active') : filedStatus;
}

/**
 * Whether the order can be renewed at an instant: while it runs and, as long as the upstream keeps it, a
 * while longer.
 */
export function isRenewableAt(
  facts: { renewable: boolean; expiresAt: Date | null; droppedAt: Date | null },
  now: Date,
): boolean {
  if (!facts.renewable || facts.droppedAt || !facts.expiresAt) return false;
  return now.getTime() < facts.expiresAt.getTime() + RENEWABLE_AFTER_EXPIRY_MS;
}

/** Whether an order has ended and is still filed as active: the status is filed as expired a little late. */
export function hasLapsed(now: Date | Expression<Date>) {
  return ({ and, eb }: ExpressionBuilder<Tables, 'orders'>) =>
    and([eb('filed_status', '=', sql.lit('active')), eb('expires_at', '<=', now)]);
}
