import { sql } from 'kysely';
import { announce } from '../events/outbox.ts';
import type { Sql } from '../kit/database.ts';
import type { TrafficReading } from '../upstreams/traffic.ts';

/**
 * Lowers what an order has used to what a reading of its account says, and returns whether that was less.
 * Traffic at the upstream that nobody has paid for does not make it less: the upstream's own count of what
 * was used is the least, and where there is none an account with such traffic says nothing. What is taken off
 * is taken off the last samples, so that they still add up.
 */
export async function lowerUsage(
  tx: Sql,
  upstreamId: string,
  { totalBytes, leftBytes, usedBytes }: TrafficReading,
): Promise<boolean> {
  const { rows } = await sql<{ resellerId: number; orderId: number; wasExhausted: boolean }>`
    with t as (
      select *, greatest(0, total_bytes - ${leftBytes}::bigint, ${usedBytes ?? null}::bigint) as used
      from luxury_traffic
      where upstream_id = ${upstreamId} and (${usedBytes ?? null}::bigint is not null or total_bytes >= ${totalBytes}::bigint)
      for update
    ), sample as (
      select s.*, t.used - (case unit when 'minute' then minute_start_bytes when 'hour' then hour_start_bytes
        else day_start_bytes end - sum(bytes) over (partition by unit order by at desc)) as counted
      from usage_samples s join t using (reseller_id, order_id)
    ), shortened as (
      update usage_samples s set bytes = greatest(0, sample.counted) from sample
      where (s.reseller_id, s.order_id, s.unit, s.at)
        = (sample.reseller_id, sample.order_id, sample.unit, sample.at) and sample.counted < s.bytes
    )
    update luxury_traffic l set used_bytes = t.used,
      minute_start_bytes = least(l.minute_start_bytes, t.used), hour_start_bytes = least(l.hour_start_bytes, t.used),
      day_start_bytes = least(l.day_start_bytes, t.used)
    from t
    where (l.reseller_id, l.order_id) = (t.reseller_id, t.order_id) and t.used < least(t.used_bytes, t.total_bytes)
    returning l.reseller_id as "resellerId", l.order_id as "orderId",
      t.used_bytes >= t.total_bytes as "wasExhausted"`.execute(tx);
  await announce(
    tx,
    rows.map(({ wasExhausted, ...order }) => ({ topic: wasExhausted ? 'order' : 'traffic', ...order })),
  );
  return rows.length > 0;
}
