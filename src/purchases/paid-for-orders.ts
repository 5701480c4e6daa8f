import { sql } from 'kysely';
import { DAY_MS } from '../kit/clock.ts';
import type { Sql } from '../kit/database.ts';
import type { Micros } from '../kit/money.ts';
import type { Order } from '../orders/order.ts';
import { OPERATIONS_KEPT_DAYS } from './delete-old-operations.ts';

/**
 * What each of these orders has brought in so far, by its number: the charges of its purchase, renewals and
 * additions that were delivered, less what the operator gave back of them. Orders that ended so long ago that
 * some of these may be deleted are missing. A few reads of indexes for each order.
 */
export async function readPaidForOrders(
  db: Sql,
  orders: readonly Pick<Order, 'id' | 'resellerId' | 'expiresAt'>[],
  now: Date,
): Promise<Map<number, Micros>> {
  const kept = new Date(now.getTime() - OPERATIONS_KEPT_DAYS * DAY_MS);
  const known = orders.filter(({ expiresAt }) => expiresAt === null || expiresAt >= kept);
  const resellers = known.map(({ resellerId }) => resellerId);
  const ids = known.map(({ id }) => id);
  const rows = await db
    .selectFrom(
      sql<{ reseller_id: number; id: number }>`unnest(${resellers}::bigint[], ${ids}::bigint[])`.as<'asked'>(
        sql`asked (reseller_id, id)`,
      ),
    )
    .innerJoin('operations as o', (join) =>
      join
        .onRef('o.reseller_id', '=', 'asked.reseller_id')
        .onRef('o.order_id', '=', 'asked.id')
        .on('o.state', '=', 'settled'),
    )
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom('corrections as c')
          .select(sql<string | null>`sum(c.amount)`.as('given_back'))
          .whereRef('c.operation_id', '=', 'o.id')
          .as('r'),
      (join) => join.onTrue(),
    )
    .select(['asked.id', sql<string>`sum(o.amount - coalesce(r.given_back, 0))::text`.as('paid')])
    .groupBy('asked.id')
    .having(sql<boolean>`bool_or(o.kind = 'purchase')`)
    .execute();
  return new Map(rows.map(({ id, paid }) => [Number(id), BigInt(paid)]));
}
