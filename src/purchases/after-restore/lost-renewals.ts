import { sql } from 'kysely';
import { DAY_MS } from '../../kit/clock.ts';
import type { Sql } from '../../kit/database.ts';
import type { OrderName } from '../../orders/order.ts';
import type { ProxyTerm } from '../../upstreams/term.ts';
import type { Services } from '../services.ts';

/** How much an end may differ from whole days: the upstream may count days from a fixed hour. */
export const ROUNDED_BY_MS = DAY_MS / 2;

/** A proxy that ends later at the upstream than a restored database knows. */
export interface LostDays extends OrderName {
  upstreamId: string;
  /** The proxy's end at the upstream. */
  until: Date;
}

/** Writes down, just after a restore, what lost renewals have extended. May be repeated. */
export async function noteLostRenewals(db: Sql, lost: readonly LostDays[]): Promise<void> {
  if (lost.length === 0) return;
  await db
    .insertInto('lost_renewals')
    .values(
      lost.map(({ resellerId, orderId, upstreamId, until }) => ({
        reseller_id: resellerId,
        order_id: orderId,
        upstream_id: upstreamId,
        until,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['reseller_id', 'order_id', 'upstream_id'])
        .doUpdateSet(({ ref }) => ({ until: ref('excluded.until') })),
    )
    .execute();
}

/** Whether days that a restore has lost of the order are still neither paid for again nor written off. */
export async function hasLostRenewal(db: Sql, { resellerId, orderId }: OrderName): Promise<boolean> {
  const row = await db
    .selectFrom('lost_renewals as l')
    .innerJoin('proxies as p', (join) =>
      join
        .onRef('p.reseller_id', '=', 'l.reseller_id')
        .onRef('p.order_id', '=', 'l.order_id')
        .onRef('p.upstream_id', '=', 'l.upstream_id'),
    )
    .select('l.order_id')
    .where('l.reseller_id', '=', resellerId)
    .where('l.order_id', '=', orderId)
    .where(
      ({ ref }) =>
        sql<boolean>`${ref('p.booked_until')} + make_interval(secs => ${ROUNDED_BY_MS / 1_000}) < ${ref('l.until')}`,
    )
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Whether the upstream has extended all proxies of an order by exactly these days beyond what the books know,
 * and the books have lost that: a renewal carries no reference, so nothing else tells.
 *
 * @param bookedUntil the end that is accounted for, in milliseconds since 1970, by the proxy's id.
 */
export async function isLostRenewal(
  { database }: Services,
  order: OrderName,
  bookedUntil: Readonly<Record<string, number>>,
  terms: readonly ProxyTerm[],
  days: number,
): Promise<boolean> {
  const ends = new Map(terms.map(({ upstreamId, expiresAt }) => [upstreamId, expiresAt.getTime()]));
  const isExtended = ([upstreamId, booked]: [string, number]) =>
    Math.abs((ends.get(upstreamId) ?? 0) - booked - days * DAY_MS) <= ROUNDED_BY_MS;
  return Object.entries(bookedUntil).every(isExtended) && (await hasLostRenewal(database.sql, order));
}
