import { type Expression, type ExpressionBuilder, sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
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

type OrderCounts = Record<OrderStatus, number>;

/**
 * The filed counts by status, and corrections: orders that ended after they were filed count as expired
 * instead of active.
 */
const selectCounts = statement<{ resellerIds: number[]; now: Date }>()(
  (_db, { resellerIds, now }) => sql<{ reseller_id: number; status: OrderStatus; count: number }>`
    select reseller_id, filed_status as status, count from order_counts
    where reseller_id = any (${resellerIds}::bigint[])
    union all
    select reseller_id, status, change * count from (
      select reseller_id, count(*) as count from orders
      where reseller_id = any (${resellerIds}::bigint[]) and filed_status = 'active' and expires_at <= ${now}
      group by reseller_id
    ) lapsed cross join (values ('active', -1), ('expired', 1)) moved (status, change)`,
);

/** The number of orders of each status for each of some resellers, in one statement. */
export async function countOrders(
  db: Sql,
  resellerIds: readonly number[],
  now: Date,
): Promise<Map<number, OrderCounts>> {
  const rows = await selectCounts(db, { resellerIds: [...resellerIds], now });
  const none = () => Object.fromEntries(ORDER_STATUSES.map((status) => [status, 0])) as OrderCounts;
  const counts = new Map(resellerIds.map((id) => [id, none()]));
  for (const row of rows) {
    const own = counts.get(row.reseller_id);
    if (own) own[row.status] += row.count;
  }
  return counts;
}
