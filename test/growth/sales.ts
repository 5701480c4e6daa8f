import type { Figures } from './figures.ts';

/** Of each operation, in micro-dollars. */
const PRICE = 1_800_000;
/** What it has cost us. */
const COST = 1_100_000;
/** A reseller tops up once in so many rounds, what five operations of each take. */
const ROUNDS_OF_TOP_UP = 10;
/** The last operation of one round in so many of a reseller is refunded. */
const ROUNDS_OF_REFUND = 4;
/** The second order of one round in so many is a Luxury order. */
const ROUNDS_OF_LUXURY = 10;
/** A customer of a reseller has the orders of so many of its rounds, labelled alike. */
const ROUNDS_OF_CUSTOMER = 25;
/** Of each Luxury order. */
const DAYS_OF_USE = 3;
const BYTES_OF_GB = 2 ** 30;
/** How long answers are kept. */
const ANSWERS_KEPT_MS = 24 * 60 * 60_000;
const EVENT_DAYS = 30;
/** In bytes: as much as a sealed login and password, and a sealed answer, take. */
const SEALED_CREDENTIALS = 70;
const SEALED_ANSWER = 400;
/** The countries of term orders, the first ones far more often than the last. */
const COUNTRIES =
  'US DE FR GB NL PL UA RU KZ IN BR CA ES IT JP KR AU SE NO FI CZ AT CH BE DK PT RO BG HU GR TR';
const TYPES = [
  ['prem', 'ipv4'],
  ['prem', 'socks5'],
  ['econ', 'ipv4'],
  ['econ', 'ipv6'],
  ['tg', 'socks5'],
];

const instant = (ms: number) => `to_timestamp(${ms} / 1000.0::float8)`;

/** An id with the instant in it, as the service makes them. `seed` is different for each. */
const idAt = (ms: string, seed: string) =>
  `(lpad(to_hex(${ms}), 12, '0') || '8' || substr(md5((${seed})::text), 1, 3) || '8' || substr(md5((${seed})::text), 4, 15))::uuid`;

/** What the reseller has topped up until its round `k`, that one included. */
const toppedUp = (k: string, { opening }: Figures) =>
  `${opening} + (${k} / ${ROUNDS_OF_TOP_UP} + 1) * ${ROUNDS_OF_TOP_UP * 5}::bigint * ${PRICE}`;

/** Resellers and what belongs to each of them, beside what they have bought. */
export const SHARES = {
  tables: ['resellers', 'accounts', 'order_counts', 'order_groups', 'verified_accounts'],
  resellers: (count: number) =>
    `insert into resellers (name, price_list, created_at)
    select 'Filled ' || n, 'standard', now() from generate_series(1, ${count}) n returning id`,
  orderNumbers: (orders: number) => `select setval('order_ids', ${orders + 1})`,
  /** Which reseller has a round of the cycle, which of its rounds that is, and how many it has. */
  slots: `create unlogged table filled_slots as
    select slot - 1 as slot, reseller_id,
      row_number() over (partition by reseller_id order by slot) - 1 as place,
      count(*) over (partition by reseller_id) as rounds
    from unnest($1::bigint[]) with ordinality as s (reseller_id, slot)`,
  accounts: ({ start, opening }: Figures) => [
    'alter table filled_slots add primary key (slot)',
    `insert into accounts (reseller_id, balance, spent, moved_at)
    select distinct reseller_id, ${opening}, 0, ${instant(start)} from filled_slots`,
    `with opened as (
      insert into top_ups (reference, reseller_id, operation_id, amount, created_at)
      select 'opening:' || reseller_id, reseller_id, ${idAt(`${start}::bigint - 1000`, "'o' || reseller_id")}, ${opening},
        ${instant(start - 1_000)}
      from (select distinct reseller_id from filled_slots) r returning *
    ) insert into ledger select reseller_id, operation_id, 1, 'outside', 'reseller', amount, created_at, 'top_up', amount, 0
    from opened`,
    `create unlogged table filled_products as
    select number, tier, type, country,
      jsonb_build_object('tier', tier, 'type', type, 'country', country, 'period', '30d', 'days', 30, 'quantity', 1,
        'protocol', 'http', 'renewable', true, 'source', 'api', 'upstream', 'px6', 'product', type || ':http') as bought,
      jsonb_build_object('tier', tier, 'type', type, 'upstream', 'px6', 'product', type || ':http', 'days', 30) as renewed
    from (select row_number() over () - 1 as number, types.*, country
      from string_to_table('${COUNTRIES}', ' ') country,
        (values ${TYPES.map(([tier, type]) => `('${tier}', '${type}')`).join()}) types (tier, type)) p`,
    'alter table filled_products add primary key (number)',
    'analyze filled_slots, filled_products',
  ],
  /** What follows from all sales. */
  totals: (rounds: number, figures: Figures) => [
    `with made as (
      select reseller_id, ${Math.floor(rounds / figures.cycle)} * max(rounds) + count(*) filter (where slot < ${rounds % figures.cycle}) as k
      from filled_slots group by reseller_id
    ), sums as (select reseller_id, k, (k * 5 - k / ${ROUNDS_OF_REFUND}) * ${PRICE} as spent from made where k > 0)
    update accounts a set balance = ${toppedUp('(k - 1)', figures)} - sums.spent, spent = sums.spent,
      moved_at = ${instant(figures.end)}
    from sums where a.reseller_id = sums.reseller_id`,
    'insert into order_counts select reseller_id, filed_status, count(*) from orders group by 1, 2',
    `insert into order_groups select reseller_id, filed_status, tier, type, country, count(*)
    from orders group by 1, 2, 3, 4, 5`,
    `select add_day('events', today() - n) from generate_series(1, ${EVENT_DAYS - 1}) n`,
    // An event for each order, over the days that are kept; their balances mean nothing.
    `insert into events select reseller_id, number, 0, now() - make_interval(days => age), -${PRICE}, 0, id, expires_at,
      today() - age, renewable, 'order.created', 'api', '', protocol, ''
    from (
      select *, row_number() over of_reseller as number,
        ${EVENT_DAYS - 1} - (${EVENT_DAYS} * (row_number() over of_reseller - 1) / count(*) over (partition by reseller_id))::int as age
      from orders window of_reseller as (partition by reseller_id order by id)
    ) o`,
    'vacuum analyze events',
    'drop table filled_slots, filled_products',
  ],
  /** The checkpoint behind all sales, as a verification of them leaves it, by the one before them. */
  point: (rounds: number) => [
    `insert into verifications (follows, started_at, checks, transfers, operations, outside, adjustments, in_flight,
      revenue)
    select id, now(), checks, ${rounds * 10} + (select count(*) from top_ups), ${rounds * 5},
      -(select sum(balance) + sum(spent) from accounts), 0, 0, (select sum(spent) from accounts)
    from verifications order by id desc limit 1`,
    `insert into verified_accounts (reseller_id, moved_at, balance, spent, coins_moved_at, coins)
    select reseller_id, moved_at, balance, spent, null, 0 from accounts`,
  ],
};

/** What is sold in some rounds, in all tables that grow. */
export const SALES = {
  tables: [
    'operations',
    'orders',
    'proxies',
    'ledger',
    'top_ups',
    'idempotency_keys',
    'luxury_settings',
    'luxury_traffic',
    'usage_samples',
  ],
  statements: (from: number, to: number, figures: Figures) => [
    sold(from, to, figures),
    `insert into operations (id, reseller_id, kind, order_id, request, amount, state, lease_token, leased_until,
      decide_by, created_at, decided_at, cost, refusal)
    select id, reseller_id, kind, order_id, request, ${PRICE}, case when refunded then 'refunded' else 'settled' end, id,
      at, at, at, decided_at, case when not refunded then ${COST} end, case when refunded then 'provider_error' end
    from sold`,
    `insert into orders (reseller_id, id, operation_id, tier, type, country, period, quantity, price, protocol,
      billing, upstream, renewable, source, created_at, expires_at, filed_status, customer, label)
    select reseller_id, order_id, id, tier, type, country, case when luxury then '1gb' else '30d' end, 1, ${PRICE}, 'http',
      case when luxury then 'per_gb' else 'per_proxy' end, case when luxury then 'dataimpulse' else 'px6' end, not luxury,
      'api', decided_at, ends_at, case when ends_at < ${instant(figures.end)} then 'expired' else 'active' end,
      'customer ' || k / ${ROUNDS_OF_CUSTOMER}, 'shop ' || k / ${ROUNDS_OF_CUSTOMER} || '-' || order_id
    from sold where kind = 'purchase'`,
    `insert into proxies (reseller_id, order_id, position, upstream_id, host, port, credentials, booked_until)
    select reseller_id, order_id, 0, order_id::text, '203.0.113.7', 8000, decode(repeat('00', ${SEALED_CREDENTIALS}), 'hex'),
      ends_at
    from sold where kind = 'purchase'`,
    `insert into ledger (reseller_id, operation_id, stage, debit, credit, amount, created_at, kind, balance_after,
      spent_after)
    select reseller_id, id, 1, 'reseller', 'in_flight', ${PRICE}, at, kind, topped_up - spent, spent from sold
    union all
    select reseller_id, id, 2, 'in_flight', case when refunded then 'reseller' else 'revenue' end, ${PRICE}, decided_at,
      case when refunded then 'refund' end, case when refunded then topped_up - spent + ${PRICE} end,
      case when refunded then spent - ${PRICE} end
    from sold`,
    `with came as (
      insert into top_ups (reference, reseller_id, operation_id, amount, created_at)
      select 'filled:' || n, reseller_id, ${idAt('at_ms - 100', "'t' || n")}, ${ROUNDS_OF_TOP_UP * 5 * PRICE},
        at - interval '100 ms'
      from sold where j = 0 and k % ${ROUNDS_OF_TOP_UP} = 0 returning *
    ) insert into ledger (reseller_id, operation_id, stage, debit, credit, amount, created_at, kind, balance_after,
      spent_after)
    select c.reseller_id, c.operation_id, 1, 'outside', 'reseller', c.amount, c.created_at, 'top_up',
      s.topped_up - s.spent + ${PRICE}, s.spent - ${PRICE}
    from came c join sold s on s.j = 0 and 'filled:' || s.n = c.reference`,
    `insert into idempotency_keys (reseller_id, key, fingerprint, operation_id, answer, created_at)
    select reseller_id, 'filled ' || order_id, sha256(order_id::text::bytea), id,
      decode(repeat('00', ${SEALED_ANSWER}), 'hex'), at
    from sold where kind = 'purchase' and at_ms > ${figures.end - ANSWERS_KEPT_MS}`,
    `insert into luxury_settings (reseller_id, order_id, country, anonymous, session, sticky_minutes, protocol, threads)
    select reseller_id, order_id, country, false, 'rotating', 30, 'http', 100 from sold where kind = 'purchase' and luxury`,
    `insert into luxury_traffic (reseller_id, order_id, upstream_id, total_bytes, used_bytes, measured_at)
    select reseller_id, order_id, order_id::text, count(*) filter (where not refunded) * ${BYTES_OF_GB}, 1000000, max(at)
    from sold where luxury group by 1, 2`,
    `insert into usage_samples (reseller_id, order_id, unit, at, bytes)
    select reseller_id, order_id, 'day', date_trunc('day', at, 'UTC') + make_interval(days => day), 1000000
    from sold, generate_series(1, ${DAYS_OF_USE}) day where kind = 'purchase' and luxury`,
  ],
};

/**
 * The operations of some rounds, as the table `sold`. In a round a reseller buys an order and renews it, and
 * buys another one and renews it twice, or adds traffic to it. `k` is the round among those of the reseller.
 */
const sold = (from: number, to: number, figures: Figures) => `create temporary table sold on commit drop as
  select n, j, k, reseller_id, at_ms, ${idAt('at_ms', 'n * 5 + j')} as id, order_id, kind, luxury, refunded,
    to_timestamp(at_ms / 1000.0::float8) as at, to_timestamp((at_ms + 500) / 1000.0::float8) as decided_at,
    ${toppedUp('k', figures)} as topped_up, (k * 5 + j + 1 - k / ${ROUNDS_OF_REFUND}) * ${PRICE} as spent,
    case when luxury then 'di' else tier end as tier, case when luxury then 'diresi' else type end as type, country,
    case
      when not luxury and j in (0, 2) then bought
      when not luxury then renewed
      when j = 2 then jsonb_build_object('tier', 'di', 'type', 'diresi', 'country', country, 'period', '1gb', 'gb', 1,
        'quantity', 1, 'protocol', 'http', 'renewable', false, 'source', 'api', 'upstream', 'dataimpulse',
        'product', 'residential', 'upstreamId', order_id::text)
      else '{"tier": "di", "type": "diresi", "upstream": "dataimpulse", "product": "residential", "gb": 1}'
    end as request,
    case when not luxury then to_timestamp((at_ms + 500) / 1000.0::float8)
      + make_interval(days => case when j = 0 then 60 when k % ${ROUNDS_OF_REFUND} = ${ROUNDS_OF_REFUND - 1} then 60 else 90 end)
      end as ends_at
  from (
    select n, j, n / ${figures.cycle} * s.rounds + s.place as k, s.reseller_id,
      ${figures.start}::bigint + (n * 5 + j) * ${figures.stepMs} as at_ms,
      n * 2 + 1 + j / 2 - j / 4 as order_id
    from generate_series(${from}::bigint, ${to - 1}) n
    join filled_slots s on s.slot = n % ${figures.cycle}
    cross join generate_series(0, 4) j
  ) work
  cross join lateral (
    select j >= 2 and k % ${ROUNDS_OF_LUXURY} = ${ROUNDS_OF_LUXURY - 1} as luxury,
      j = 4 and k % ${ROUNDS_OF_REFUND} = ${ROUNDS_OF_REFUND - 1} as refunded
  ) facts
  cross join lateral (
    select case when j in (0, 2) then 'purchase' when luxury then 'traffic' else 'renewal' end as kind
  ) kinds
  join filled_products p
    on p.number = floor(155 * power((order_id * ${7_919} % 1009) / 1009.0::float8, 2))::int
  order by n, j`;
