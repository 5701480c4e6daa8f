import { BYTES_PER_GB } from '../luxury/traffic.ts';
import type { Check } from './check.ts';

/**
 * How much earlier than paid for an order may end. Clocks differ by seconds, and the shortest term that can
 * be sold is a day.
 */
const TERM_TOLERANCE = '12 hours';
/**
 * Counts as the days of a renewal whose request has none: more than any order has, so that the check finds
 * it.
 */
const UNKNOWN_DAYS = 100_000;

/** Orders with their purchases. An order without a purchase is found by a check of the ledger. */
const BOUGHT = `orders o join operations p on p.id = o.operation_id and p.kind = 'purchase'`;

/**
 * What must agree between the work that was paid for and what was delivered. The operation of a discrepancy
 * is the purchase of the order. What is summed up is joined in full: the planner expects too few keys, and
 * would sum it up again for each order.
 */
export const GOODS_CHECKS: readonly Check[] = [
  {
    problem: 'the order is not what its purchase asked for',
    sql: ({ among }) => `
      select o.reseller_id, p.id as operation_id
      from ${BOUGHT}
      where ${among('orders', 'o.reseller_id, o.id')} and (
        o.tier is distinct from p.request ->> 'tier'
        or o.type is distinct from p.request ->> 'type'
        or o.country is distinct from p.request ->> 'country'
        or o.period is distinct from p.request ->> 'period'
        or o.source is distinct from p.request ->> 'source'
        or o.upstream is distinct from p.request ->> 'upstream'
        or o.quantity::text is distinct from p.request ->> 'quantity'
        or o.renewable::text is distinct from p.request ->> 'renewable'
        or (o.billing = 'per_gb') is distinct from (p.request ? 'gb')
      )`,
  },
  {
    problem: 'the order has more or fewer proxies than its quantity',
    sql: ({ among }) => `
      select reseller_id, o.operation_id
      from (
        select o.reseller_id, o.id as order_id, o.operation_id, o.quantity from orders o
        where ${among('orders', 'o.reseller_id, o.id')}
      ) o
      full join (
        select x.reseller_id, x.order_id, count(*) as count from proxies x
        where ${among('orders', 'x.reseller_id, x.order_id')}
        group by x.reseller_id, x.order_id
      ) held using (reseller_id, order_id)
      where held.count is distinct from o.quantity`,
  },
  {
    problem: 'the order ends before the term that was paid for: its purchase and its renewals',
    // The upstream may have given more days than were paid for, never fewer. What was booked after a restore
    // was bought before.
    sql: ({ among }) => `
      select reseller_id, o.operation_id
      from (
        select o.reseller_id, o.id as order_id, p.id as operation_id, o.expires_at,
          coalesce(l.started_at, p.created_at) as began_at, (p.request ->> 'days')::int as days
        from ${BOUGHT}
        left join lost_purchases l on l.id = p.id
        where ${among('orders', 'o.reseller_id, o.id')}
      ) o
      full join (
        select r.reseller_id, r.order_id,
          sum(coalesce((r.request ->> 'days')::int, ${UNKNOWN_DAYS}))::int as days
        from operations r
        where ${among('work', 'r.reseller_id, r.id')} and r.kind = 'renewal' and r.state = 'settled'
        group by r.reseller_id, r.order_id
      ) renewed using (reseller_id, order_id)
      where case when o.expires_at is not null or o.operation_id is not null and renewed.days is not null
        then (o.expires_at + interval '${TERM_TOLERANCE}'
          >= o.began_at + make_interval(days => o.days + coalesce(renewed.days, 0))) is not true end`,
  },
  {
    problem: 'the traffic of the order is not what was paid for: its purchase and its additions',
    sql: ({ among }) => `
      select reseller_id, o.operation_id
      from (select * from luxury_traffic t where ${among('orders', 't.reseller_id, t.order_id')}) t
      full join (
        select p.reseller_id, p.order_id, sum((p.request ->> 'gb')::bigint) * ${BYTES_PER_GB} as bytes
        from operations p
        where p.kind <> 'renewal' and p.state = 'settled' and p.request ? 'gb'
          and ${among('work', 'p.reseller_id, p.id')}
        group by p.reseller_id, p.order_id
      ) paid using (reseller_id, order_id)
      left join (select reseller_id, id as order_id, operation_id from orders) o using (reseller_id, order_id)
      where t.total_bytes is distinct from paid.bytes`,
  },
  {
    problem: 'the Luxury order is not on the upstream account that was opened for it',
    sql: ({ among }) => `
      select o.reseller_id, p.id as operation_id
      from ${BOUGHT}
      join luxury_traffic t on t.reseller_id = o.reseller_id and t.order_id = o.id
      join proxies x on x.reseller_id = o.reseller_id and x.order_id = o.id
      where ${among('orders', 'o.reseller_id, o.id')}
        and (t.upstream_id is distinct from p.request ->> 'upstreamId' or x.upstream_id <> t.upstream_id)`,
  },
  {
    problem: 'the order and its settings do not match: a Luxury order has settings, any other order has none',
    sql: ({ among }) => `
      select reseller_id, o.operation_id
      from (
        select o.reseller_id, o.id as order_id, o.operation_id from orders o
        where ${among('orders', 'o.reseller_id, o.id')} and o.billing = 'per_gb'
      ) o
      full join (
        select * from luxury_settings s where ${among('orders', 's.reseller_id, s.order_id')}
      ) s using (reseller_id, order_id)
      where o.order_id is null or s.order_id is null`,
  },
  {
    problem: 'a proxy or account of the upstream was delivered more than once',
    // Ids are unique only within one upstream.
    sql: ({ among }) => `
      select distinct reseller_id, operation_id
      from (
        select o.reseller_id, o.operation_id,
          count(*) over (partition by o.upstream, x.upstream_id) as deliveries
        from proxies x
        join orders o on o.reseller_id = x.reseller_id and o.id = x.order_id
        where ${among('orders', 'x.reseller_id, x.order_id')} and x.upstream_id in (
          select y.upstream_id from proxies y
          where ${among('orders', 'y.reseller_id, y.order_id')}
          group by y.upstream_id having count(*) > 1
        )
      ) suspects
      where deliveries > 1`,
  },
];
