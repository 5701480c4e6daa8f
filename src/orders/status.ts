import { type Expression, type ExpressionBuilder, sql } from 'kysely';
import type { Tables } from '../kit/tables.ts';

export const ORDER_STATUSES = ['active', 'expired', 'paused', 'exhausted'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** How long after the end of an order the upstream still extends its proxies. */
export const RENEWABLE_AFTER_EXPIRY_MS = 3 * 24 * 60 * 60_000;

/** The facts that decide an order's status. */
interface StatusFacts {
  filedStatus: OrderStatus;
  /** Null for an order that ends when its traffic is used. */
  expiresAt: Date | null;
}

/** The status at an instant. It depends on facts and time alone, so it is right even if no job has run. */
export function statusAt({ filedStatus, expiresAt }: StatusFacts, now: Date): OrderStatus {
  return expiresAt ? (expiresAt <= now ? 'expired' : 'active') : filedStatus;
}

/**
 * Whether the order can be renewed at an instant: until its end, and for some days after it as long as the
 * upstream keeps the proxies.
 */
export function isRenewableAt(
  facts: { renewable: boolean; expiresAt: Date | null; droppedAt: Date | null },
  now: Date,
): boolean {
  if (!facts.renewable || facts.droppedAt || !facts.expiresAt) return false;
  return now.getTime() < facts.expiresAt.getTime() + RENEWABLE_AFTER_EXPIRY_MS;
}

/** Selects orders that have ended and are still filed as active; they are filed as expired a little later. */
export function hasLapsed(now: Date | Expression<Date>) {
  return ({ and, eb }: ExpressionBuilder<Tables, 'orders'>) =>
    and([eb('filed_status', '=', sql.lit('active')), eb('expires_at', '<=', now)]);
}
