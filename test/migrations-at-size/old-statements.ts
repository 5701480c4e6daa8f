/**
 * The statements of a purchase and of reads with nothing but what the baseline has. They stay as they are,
 * whatever later versions send: every later migration has to leave them working.
 */

/** The session settings of that version. A lock that does not come in time fails a purchase. */
export const OLD_SETTINGS = `set lock_timeout = '4s'; set statement_timeout = '5s'; set enable_seqscan = off;
set plan_cache_mode = force_generic_plan`;

/** $1 the hash of the key. */
export const ADMIT = `
with admissible as (
  select api_keys.id as rate_id, reseller_id, price_list, catalog_version
  from api_keys join resellers on resellers.id = reseller_id, service_state
  where hash = $1 and not disabled and api_disabled_message is null and cardinality(allowed_ips) = 0
), counted as (
  insert into rate_windows (key_id, admitted)
  select rate_id, array_fill('-infinity'::timestamptz, array[59]) || clock_timestamp()
  from admissible, (select set_config('synchronous_commit', 'off', true)) commit_setting
  on conflict (key_id) do update set admitted = rate_windows.admitted[2:] || clock_timestamp()
  returning key_id
)
select reseller_id, price_list, key_id from admissible left join counted on key_id = rate_id`;

/** $1 the reseller, $2 the operation, $3 the Idempotency-Key. */
export const START = `
with movement as (
  select $1::bigint as reseller_id, $2::uuid as operation_id, 9000000::bigint as amount, clock_timestamp() as created_at
  where not exists (select from idempotency_keys where reseller_id = $1 and key = $3)
), posted as (
  update accounts set balance = balance - amount, spent = spent + amount,
    moved_at = greatest(created_at, moved_at + interval '1 microsecond')
  from movement where accounts.reseller_id = movement.reseller_id and balance >= amount
  returning movement.reseller_id, operation_id, amount, created_at, balance, spent, moved_at
), announced as (
  insert into outbox (topic, reseller_id) select 'balance', reseller_id from posted
), line as (
  insert into ledger (reseller_id, operation_id, stage, debit, credit, amount, created_at, kind, balance_after, spent_after)
  select reseller_id, operation_id, 1, 'reseller', 'in_flight', amount, moved_at, 'purchase', balance, spent from posted
), noticed as (
  insert into notices (reseller_id, kind, balance, threshold_usd, created_at)
  select reseller_id, 'low_balance', balance, low_balance_threshold_usd, posted.created_at
  from posted join resellers on resellers.id = reseller_id
  where balance < low_balance_threshold_usd * 1000000::bigint and balance + amount >= low_balance_threshold_usd * 1000000::bigint
), claim as (
  insert into idempotency_keys (reseller_id, key, fingerprint, operation_id, created_at)
  select reseller_id, $3, '\\x00', operation_id, created_at from posted
), started as (
  insert into operations (id, reseller_id, kind, order_id, request, amount, lease_token, leased_until, decide_by, created_at)
  select operation_id, reseller_id, 'purchase', nextval('order_ids'), '{}', amount, operation_id,
    created_at + interval '15 seconds', created_at + interval '30 seconds', created_at from posted
  returning order_id
)
select order_id from started`;

/** $1 the operation, whose lease is held by a token that is equal to it. */
export const SETTLE = `
with movement as (
  update operations set state = 'settled', decided_at = clock_timestamp()
  where id = $1 and state = 'running' and lease_token = $1
  returning reseller_id, order_id, id as operation_id, amount, decided_at
), swept as (
  insert into sweeps (reseller_id, operation_id, due_at)
  select reseller_id, operation_id, decided_at + interval '60 seconds' from movement
), announced as (
  insert into outbox (topic, reseller_id, order_id) select 'order', reseller_id, order_id from movement
), answered as (
  update idempotency_keys set answer = '\\x00' from movement where idempotency_keys.operation_id = movement.operation_id
), line as (
  insert into ledger (reseller_id, operation_id, stage, debit, credit, amount, created_at)
  select reseller_id, operation_id, 2, 'in_flight', 'revenue', amount, decided_at from movement
)
select operation_id from movement`;

/** $1 the reseller, $2 the number of the order, $3 the operation. */
export const WRITE_ORDER = `
insert into orders (reseller_id, id, operation_id, tier, type, country, period, quantity, price, protocol, billing,
  upstream, renewable, source, created_at, expires_at, filed_status)
values ($1, $2, $3, 'prem', 'ipv4', 'US', '30d', 1, 9000000, 'http', 'per_proxy', 'px6', true, 'api', now(),
  now() + interval '30 days', 'active')`;

/** $1 the reseller, $2 the number of the order. */
export const WRITE_PROXY = `
insert into proxies (reseller_id, order_id, position, upstream_id, host, port, credentials, booked_until)
values ($1, $2, 0, $2::bigint::text, '203.0.113.7', 8000, '\\x00', now() + interval '30 days')`;

const ORDER = `o.id, o.tier, o.type, o.country, o.period, o.quantity, o.price, o.filed_status, o.protocol,
  o.created_at, o.expires_at, o.renewable, o.source`;

/** $1 the reseller. */
export const READ_LIST = `
select ${ORDER}, (select sum(count) from order_counts where reseller_id = $1) as total from orders o
where reseller_id = $1 order by id desc limit 50`;

/** $1 the reseller, $2 the number of the order. */
export const READ_ORDER = `
select ${ORDER}, p.host, p.port, p.credentials from orders o left join proxies p on (p.reseller_id, p.order_id) = (o.reseller_id, o.id)
where o.reseller_id = $1 and o.id = $2`;

/** $1 the reseller. */
export const READ_STATEMENT = `
select operation_id, kind, amount, created_at, balance_after, spent_after from ledger where reseller_id = $1 and kind = 'purchase' order by created_at desc limit 50`;

/** $1 the hash of the key, $2 the one that replaces it. */
export const REISSUE_KEY = `
update api_keys set hash = $2, prefix = 'prk_filled', issued_at = now() where hash = $1 returning id`;

/** As the jobs of a process take what is to be told. */
export const TAKE_EVENTS = `
delete from outbox where id in (select id from outbox order by id limit 1000 for update skip locked) returning id`;

/** As they write a page of usage. $1 the resellers, $2 the numbers of the orders. */
export const WRITE_USAGE = `
update luxury_traffic set used_bytes = used_bytes + 1, measured_at = now()
from unnest($1::bigint[], $2::bigint[]) as used (reseller_id, order_id)
where (luxury_traffic.reseller_id, luxury_traffic.order_id) = (used.reseller_id, used.order_id)`;
