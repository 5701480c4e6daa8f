import { sql } from 'kysely';
import { DAY_MS } from '../kit/clock.ts';
import type { Sql } from '../kit/database.ts';
import type { ProxyTerm } from '../upstreams/term.ts';
import type { OrderName } from './order.ts';

/**
 * Stores the present ends of an order's proxies at the upstream as accounted for. Returns how many proxy days
 * up to these ends were not paid for. An end that is stored already is not counted again, so that each day is
 * counted once, whichever worker counts it.
 *
 * @param paidDays days for each proxy that are being paid for.
 * @param since the earliest start of those days, where the upstream has extended a proxy from then: nobody
 * used it between its old end and that. An end that is later by whole days was extended from the old one.
 */
export async function bookEnds(
  tx: Sql,
  { resellerId, orderId }: OrderName,
  terms: readonly ProxyTerm[],
  { paidDays, since }: { paidDays: number; since: Date },
): Promise<number> {
  const rows = await tx
    .selectFrom('proxies')
    .select(['upstream_id', 'booked_until'])
    .where('reseller_id', '=', resellerId)
    .where('order_id', '=', orderId)
    .where('booked_until', 'is not', null)
    .orderBy('position')
    .forUpdate()
    .$narrowType<{ booked_until: Date }>()
    .execute();
  const booked = new Map(rows.map((row) => [row.upstream_id, row.booked_until.getTime()]));
  const ids = terms.map(({ upstreamId }) => upstreamId);
  const ends = terms.map(({ expiresAt }) => expiresAt);
  await tx
    .updateTable('proxies as p')
    .from(
      sql<{ upstream_id: string; ends_at: Date }>`unnest(${ids}::text[], ${ends}::timestamptz[])`.as<'e'>(
        sql`e (upstream_id, ends_at)`,
      ),
    )
    .set((eb) => ({ booked_until: eb.fn<Date>('greatest', ['p.booked_until', 'e.ends_at']) }))
    .where('p.reseller_id', '=', resellerId)
    .where('p.order_id', '=', orderId)
    .whereRef('p.upstream_id', '=', 'e.upstream_id')
    .where('p.booked_until', 'is not', null)
    .execute();
  return terms.reduce((sum, { upstreamId, expiresAt }) => {
    const end = expiresAt.getTime();
    const from = booked.get(upstreamId) ?? Infinity;
    const start = (end - from) % DAY_MS === 0 ? from : Math.max(from, since.getTime());
    return sum + Math.max(0, daysBetween(start, end) - paidDays);
  }, 0);
}

/**
 * Rounded to whole days, because the ends of proxies that were not bought in the same second differ by less
 * than a day.
 */
function daysBetween(start: number, end: number): number {
  return Math.max(0, Math.round((end - start) / DAY_MS));
}
