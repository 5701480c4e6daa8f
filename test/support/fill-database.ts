import type { Client } from 'pg';

/** How much a database is filled with. */
interface Amounts {
  resellers: number;
  /** Of all resellers together, one after the other. */
  keys: number;
  /** Of all resellers together, one after the other. Each has an operation and two lines of the ledger. */
  orders: number;
}

/** What was filled in, by its ids, each of which is followed by the others without a gap. */
export interface Filled extends Amounts {
  firstReseller: number;
  firstOrder: number;
}

/** One order in so many is a Luxury order, with the samples of as many days. */
const LUXURY_ONE_IN = 20;
/** What a key's hash is made of: `key 1` and so on. */
export const KEY_TEXT = 'key ';
/** In micro-dollars: enough for any number of purchases. */
const BALANCE = 1_000_000_000_000;
const PRICE = 9_000_000;
/** The tables that get a row for each order or key, or more: their indexes are built when they are full. */
const INDEXED = [
  'api_keys',
  'operations',
  'orders',
  'proxies',
  'ledger',
  'idempotency_keys',
  'notices',
  'luxury_settings',
  'luxury_traffic',
  'usage_samples',
];
/** Has what is written pass the indexes by. Constraints stay, and are checked when the index is built. */
const LEAVE_INDEXES = `update pg_index set indisready = false, indisvalid = false
  where indrelid = any ($1::text[]::regclass[])`;
/** The memory for building an index: a million rows in one piece. */
const SORTED_IN_MB = 256;
const COUNTRIES = ['US', 'DE', 'FR', 'ANY'];

/**
 * Fills a migrated database with what resellers have bought, in all tables that grow: by SQL, without
 * triggers and checks of references, which takes a superuser. It names only columns of the baseline,
 * so it can fill a database of that schema and of any later one.
 */
export async function fillDatabase(client: Client, amounts: Amounts): Promise<Filled> {
  const { resellers, keys, orders } = amounts;
  const number = async (text: string, values: unknown[] = []): Promise<number> =>
    Number((await client.query({ text, values, rowMode: 'array' })).rows[0]?.[0]);
  await client.query('begin');
  await client.query('set local session_replication_role = replica');
  await client.query(LEAVE_INDEXES, [INDEXED]);
  const firstReseller = await number(
    `with added as (
      insert into resellers (name, price_list, created_at)
      select 'Filled', 'standard', now() from generate_series(1, $1::int) returning id
    ) select min(id) from added`,
    [resellers],
  );
  const firstOrder = await number(`select nextval('order_ids')`);
  await client.query(`select setval('order_ids', $1::bigint)`, [firstOrder + orders]);
  await client.query(
    `insert into accounts (reseller_id, balance, spent, moved_at)
    select $1::bigint + n, $2::bigint, 0, now() from generate_series(0, $3::int - 1) n`,
    [firstReseller, BALANCE, resellers],
  );
  await client.query(
    `insert into api_keys (reseller_id, hash, prefix, created_at, issued_at)
    select $1::bigint + n % $2::int, sha256(($3::text || n)::bytea), 'prk_filled', now(), now()
    from generate_series(0, $4::int - 1) n`,
    [firstReseller, resellers, KEY_TEXT, keys],
  );
  // What the orders are, once for all tables. Such a statement takes no parameters.
  await client.query(
    `create temporary table bought on commit drop as
    select ${firstReseller}::bigint + n % ${resellers} as reseller_id, ${firstOrder}::bigint + n as id,
      ('00000000-0000-7000-8000-' || lpad(to_hex(${firstOrder}::bigint + n), 12, '0'))::uuid as operation_id,
      n % ${LUXURY_ONE_IN} = 0 as luxury, now() - interval '100 days' + interval '100 days' * n / ${orders} as at, n
    from generate_series(0, ${orders} - 1) n`,
  );
  for (const statement of OF_ORDERS) await client.query(statement);
  await client.query(`set local maintenance_work_mem = '${SORTED_IN_MB} MB'`);
  for (const table of INDEXED) await client.query(`reindex table ${table}`);
  await client.query('commit');
  await client.query('vacuum (analyze)');
  // Otherwise the disk would be busy with it while something is measured.
  await client.query('checkpoint');
  return { ...amounts, firstReseller, firstOrder };
}

const OF_ORDERS = [
  `insert into operations (id, reseller_id, kind, order_id, request, amount, state, lease_token, leased_until,
    decide_by, created_at, decided_at)
  select operation_id, reseller_id, 'purchase', id, '{"tier": "prem", "type": "ipv4", "country": "US", "days": 30}',
    ${PRICE}, 'settled', operation_id, at, at, at, at
  from bought`,
  `insert into orders (reseller_id, id, operation_id, tier, type, country, period, quantity, price, protocol,
    billing, upstream, renewable, source, created_at, expires_at, filed_status)
  select reseller_id, id, operation_id, case when luxury then 'di' else 'prem' end,
    case when luxury then 'diresi' else 'ipv4' end, (array['${COUNTRIES.join("', '")}'])[1 + n % ${COUNTRIES.length}],
    case when luxury then '1gb' else '30d' end, 1, ${PRICE}, 'http', case when luxury then 'per_gb' else 'per_proxy' end,
    case when luxury then 'dataimpulse' else 'px6' end, not luxury, 'api', at,
    case when not luxury then at + interval '30 days' end,
    case when luxury or at > now() - interval '30 days' then 'active' else 'expired' end
  from bought`,
  `insert into order_counts select reseller_id, filed_status, count(*) from orders group by 1, 2
    on conflict (reseller_id, filed_status) do update set count = excluded.count`,
  `insert into order_groups select reseller_id, filed_status, tier, type, country, count(*)
    from orders group by 1, 2, 3, 4, 5
    on conflict (reseller_id, filed_status, tier, type, country) do update set count = excluded.count`,
  `insert into proxies (reseller_id, order_id, position, upstream_id, host, port, credentials, booked_until)
  select reseller_id, id, 0, id::text, '203.0.113.7', 8000, '\\x00', at + interval '30 days'
  from bought where not luxury`,
  `insert into ledger (reseller_id, operation_id, stage, debit, credit, amount, created_at, kind, balance_after,
    spent_after)
  select reseller_id, operation_id, 1, 'reseller', 'in_flight', ${PRICE}, at, 'purchase', ${BALANCE}, ${PRICE} from bought
  union all
  select reseller_id, operation_id, 2, 'in_flight', 'revenue', ${PRICE}, at, null, null, null from bought`,
  `insert into idempotency_keys (reseller_id, key, fingerprint, operation_id, answer, created_at)
  select reseller_id, 'filled ' || id, sha256(id::text::bytea), operation_id, sha256(id::text::bytea), at from bought`,
  `insert into notices (reseller_id, kind, balance, threshold_usd, created_at, sent_at)
  select reseller_id, 'low_balance', 1, 10, at, at from bought`,
  `insert into luxury_settings (reseller_id, order_id, country, anonymous, session, sticky_minutes, protocol, threads)
  select reseller_id, id, 'US', false, 'rotating', 30, 'http', 100 from bought where luxury`,
  `insert into luxury_traffic (reseller_id, order_id, upstream_id, total_bytes, used_bytes, measured_at)
  select reseller_id, id, id::text, 1000000000, 1000, at from bought where luxury`,
  `insert into usage_samples (reseller_id, order_id, unit, at, bytes)
  select reseller_id, id, 'day', date_trunc('day', at, 'UTC') + make_interval(days => day), 1000
  from bought, generate_series(0, ${LUXURY_ONE_IN} - 1) day where luxury`,
];
