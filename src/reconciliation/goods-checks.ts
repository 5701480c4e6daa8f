import { sql } from 'kysely';
import { BYTES_PER_GB } from '../luxury/traffic.ts';
import type { LedgerCheck } from './ledger-checks.ts';

/** How much sooner than paid for an order may end: clocks differ by seconds, and the shortest term that can be sold is a day. */
const TERM_TOLERANCE = '12 hours';
/** What a renewal counts for that does not say its days: more than any order has, so that it is found. */
const UNKNOWN_DAYS = 100_000;

/** Orders by what bought them; an order that no purchase bought is a problem of the books. */
const BOUGHT = sql`orders o join operations p on p.id = o.operation_id and p.kind = 'purchase'`;

/** What has to hold between the work that was paid for and what was delivered. An order is named by its purchase. */
export const GOODS_CHECKS: readonly LedgerCheck[] = [
  {
    problem: 'the order is not what its purchase asked for',
    rows: sql`
      select o.reseller_id, p.id as operation_id
      from ${BOUGHT}
      where (p.request->>'tier', p.request->>'type', p.request->>'country', p.request->>'period', p.request->>'quantity',
          p.request->>'renewable', p.request->>'source', p.request->>'upstream', p.request ? 'gb')
        is distinct from (o.tier, o.type, o.country, o.period, o.quantity::text,
          o.renewable::text, o.source, o.upstream, o.billing = 'per_gb')`,
  },
  {
    problem: 'the order does not have as many proxies as it says',
    rows: sql`
      select o.reseller_id, o.operation_id
      from orders o
      left join (select reseller_id, order_id, count(*) as count from proxies group by 1, 2) held
        on (held.reseller_id, held.order_id) = (o.reseller_id, o.id)
      where held.count is distinct from o.quantity`,
  },
  {
    // The upstream may have given more days than were paid for, never fewer.
    problem: 'the order ends before the term that was paid for: its purchase and its renewals',
    rows: sql`
      select o.reseller_id, p.id as operation_id
      from ${BOUGHT}
      left join (
          select reseller_id, order_id, sum(coalesce((request->>'days')::int, ${sql.lit(UNKNOWN_DAYS)}))::int as days
          from operations where kind = 'renewal' and state = 'settled' group by 1, 2) renewed
        on (renewed.reseller_id, renewed.order_id) = (o.reseller_id, o.id)
      where (o.expires_at is not null or renewed.days is not null)
        and (o.expires_at + ${sql.lit(TERM_TOLERANCE)}::interval >= p.created_at
          + make_interval(days => (p.request->>'days')::int + coalesce(renewed.days, 0))) is not true`,
  },
  {
    problem: 'the traffic of the order is not what was paid for: its purchase and its additions',
    rows: sql`
      select coalesce(t.reseller_id, paid.reseller_id) as reseller_id, o.operation_id
      from luxury_traffic t
      full join (select reseller_id, order_id, sum((request->>'gb')::bigint) * ${sql.lit(Number(BYTES_PER_GB))} as bytes
          from operations where kind <> 'renewal' and state = 'settled' and request ? 'gb' group by 1, 2) paid
        on (paid.reseller_id, paid.order_id) = (t.reseller_id, t.order_id)
      left join orders o on (o.reseller_id, o.id) =
        (coalesce(t.reseller_id, paid.reseller_id), coalesce(t.order_id, paid.order_id))
      where t.total_bytes is distinct from paid.bytes`,
  },
  {
    problem: 'the Luxury order is not on the upstream account that was opened for it',
    rows: sql`
      select o.reseller_id, p.id as operation_id
      from ${BOUGHT}
      join luxury_traffic t on (t.reseller_id, t.order_id) = (o.reseller_id, o.id)
      join proxies x on (x.reseller_id, x.order_id) = (o.reseller_id, o.id)
      where t.upstream_id is distinct from p.request->>'upstreamId' or x.upstream_id <> t.upstream_id`,
  },
  {
    problem: 'the order and its settings do not match: a Luxury order has some, another none',
    rows: sql`
      select coalesce(o.reseller_id, s.reseller_id) as reseller_id, o.operation_id
      from (select * from orders where billing = 'per_gb') o
      full join luxury_settings s on (s.reseller_id, s.order_id) = (o.reseller_id, o.id)
      where o.id is null or s.order_id is null`,
  },
  {
    // Each upstream has numbers of its own.
    problem: 'a proxy or account of the upstream was delivered more than once',
    rows: sql`
      select distinct reseller_id, operation_id
      from (select o.reseller_id, o.operation_id, count(*) over (partition by o.upstream, x.upstream_id) as deliveries
          from proxies x join orders o on (o.reseller_id, o.id) = (x.reseller_id, x.order_id)
          where x.upstream_id in (select upstream_id from proxies group by 1 having count(*) > 1)) suspects
      where deliveries > 1`,
  },
];
