import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import type { OrderName } from '../luxury/traffic.ts';
import type { ProxyTerm } from '../upstreams/term.ts';

export const DAY_MS = 24 * 60 * 60_000;

/**
 * Writes down the ends that the upstream has now as accounted for, and returns how many proxy days among them nobody has paid for.
 * Each day is counted once, whoever counts first: what is written down already is not counted again.
 *
 * @param paidDays days of each proxy that are being paid for.
 * @param since when they began at the earliest: the time between an end and an extension after it was used by nobody.
 */
export async function bookEnds(
  tx: Sql,
  { resellerId, orderId }: OrderName,
  terms: readonly ProxyTerm[],
  { paidDays, since }: { paidDays: number; since: Date },
): Promise<number> {
  const order = sql`(reseller_id, order_id) = (${resellerId}, ${orderId})`;
  const { rows } = await sql<{ upstream_id: string; booked_until: string }>`
    select upstream_id, booked_until from proxies where ${order} and booked_until is not null
    order by position for update`.execute(tx);
  const booked = new Map(rows.map((row) => [row.upstream_id, new Date(row.booked_until).getTime()]));
  const ids = terms.map(({ upstreamId }) => upstreamId);
  const ends = terms.map(({ expiresAt }) => expiresAt);
  await sql`update proxies p set booked_until = greatest(p.booked_until, e.ends_at)
    from unnest(${ids}::text[], ${ends}::timestamptz[]) as e (upstream_id, ends_at)
    where ${order} and p.upstream_id = e.upstream_id and p.booked_until is not null`.execute(tx);
  return terms.reduce((sum, { upstreamId, expiresAt }) => {
    const start = Math.max(booked.get(upstreamId) ?? Infinity, since.getTime());
    return sum + Math.max(0, daysBetween(start, expiresAt.getTime()) - paidDays);
  }, 0);
}

/** Whole days; ends that differ by hours are those of proxies that were not bought in the same second. */
function daysBetween(start: number, end: number): number {
  return Math.max(0, Math.round((end - start) / DAY_MS));
}
