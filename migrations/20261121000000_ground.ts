import { Migration } from '@mikro-orm/migrations';

/**
 * The first tables: resellers and their keys, the ledger, the catalog, orders and the charged operations.
 * Money is in micro-dollars; times are UTC.
 */
export class Ground extends Migration {
  override up(): void {
    for (const statement of [RESELLERS, LEDGER, CATALOG, OPERATIONS, ORDERS]) this.addSql(statement);
  }
}

const RESELLERS = `
create table price_lists (
  id text primary key,
  name text not null
);
comment on table price_lists is 'Which API prices a reseller sees; every list falls back to the list "standard".';
insert into price_lists (id, name) values ('standard', 'Standard');

create table resellers (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 200),
  price_list text not null references price_lists (id),
  low_balance_threshold_usd integer not null default 10 check (low_balance_threshold_usd between 0 and 1000000),
  created_at timestamptz not null
);
comment on table resellers is 'The customers: each owns a balance, keys and orders.';

create table api_keys (
  id bigint generated always as identity primary key,
  reseller_id bigint not null references resellers (id),
  hash bytea not null unique check (length(hash) = 32),
  prefix text not null,
  allowed_ips cidr[] not null default '{}',
  disabled boolean not null default false,
  created_at timestamptz not null,
  issued_at timestamptz not null
);
create index api_keys_reseller on api_keys (reseller_id);
comment on table api_keys is 'API keys, by the SHA-256 of the key; the key itself is shown once and kept nowhere.';
comment on column api_keys.allowed_ips is 'Networks that may use the key; empty means any.';

-- Unlogged, which saves a disk write on every request. After a crash of the database every window starts
-- empty, so at the worst one minute of requests is admitted twice.
create unlogged table rate_windows (
  key_id bigint primary key,
  admitted timestamptz[] not null
) with (fillfactor = 50);
comment on table rate_windows is 'The instants of the last 60 admitted requests of each key, oldest first.';

create table service_state (
  singleton boolean primary key default true check (singleton),
  api_disabled_message text
);
insert into service_state default values;
comment on table service_state is 'The operator''s switch: a message here closes the API to everybody.';
`;

const LEDGER = `
create table accounts (
  reseller_id bigint primary key references resellers (id),
  balance bigint not null default 0 check (balance >= 0)
) with (fillfactor = 50);
comment on table accounts is 'What each reseller can spend, in micro-dollars. Changed by relative updates only.';

create table transfers (
  reseller_id bigint not null references resellers (id),
  operation_id uuid not null,
  stage smallint not null check (stage in (1, 2)),
  debit text not null,
  credit text not null,
  amount bigint not null check (amount > 0),
  created_at timestamptz not null,
  primary key (reseller_id, operation_id, stage),
  check ((stage, debit, credit) in (
    (1, 'reseller', 'in_flight'), (2, 'in_flight', 'revenue'), (2, 'in_flight', 'reseller'), (1, 'outside', 'reseller')
  ))
);
comment on table transfers is
  'The ledger, double entry and append-only: each line moves an amount of a reseller''s money between two accounts. '
  'One stage 2 for each operation at the most: it is either earned or given back.';

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger transfers_append_only before update or delete or truncate on transfers
  for each statement execute function refuse_change();

create table top_ups (
  reference text primary key check (length(reference) between 1 and 200),
  reseller_id bigint not null references resellers (id),
  operation_id uuid not null unique,
  amount bigint not null check (amount > 0),
  created_at timestamptz not null
);
comment on table top_ups is 'Money that came in, by the payment''s own reference, so that no payment counts twice.';
`;

const CATALOG = `
create table tiers (
  id text primary key,
  name text not null,
  position integer not null
);
comment on table tiers is 'The catalog''s families of products, such as Premium or Luxury.';

create table product_types (
  tier text not null references tiers (id),
  id text not null,
  name text not null,
  description text not null,
  billing text not null check (billing in ('per_proxy', 'per_gb')),
  max_quantity integer not null check (max_quantity between 1 and 50),
  renewable boolean not null,
  protocol text not null check (protocol in ('http', 'socks5', 'both')),
  upstream text not null check (upstream in ('px6', 'dataimpulse')),
  upstream_product text not null,
  position integer not null,
  primary key (tier, id),
  check (billing = 'per_proxy' or max_quantity = 1)
);
comment on table product_types is 'What is sold within a tier, and as which product of which upstream it is bought.';

create table periods (
  tier text not null,
  type text not null,
  id text not null,
  name text not null,
  days integer check (days between 1 and 3650),
  gb integer check (gb between 1 and 100000),
  retail_price bigint not null check (retail_price > 0),
  position integer not null,
  primary key (tier, type, id),
  foreign key (tier, type) references product_types (tier, id),
  check (num_nonnulls(days, gb) = 1)
);
comment on table periods is 'The terms (days) or traffic volumes (GB) that a type is sold in, with the chat bot''s price.';

create table prices (
  price_list text not null references price_lists (id),
  tier text not null,
  type text not null,
  period text not null,
  price bigint not null check (price > 0),
  primary key (tier, type, period, price_list),
  foreign key (tier, type, period) references periods (tier, type, id)
);
comment on table prices is 'API prices for one proxy or one volume, in micro-dollars, by price list.';
`;

const OPERATIONS = `
create sequence order_ids;

create table operations (
  id uuid primary key,
  reseller_id bigint not null references resellers (id),
  kind text not null check (kind in ('purchase', 'renewal', 'traffic')),
  order_id bigint not null,
  request jsonb not null,
  amount bigint not null check (amount > 0),
  state text not null default 'running' check (state in ('running', 'settled', 'refunded')),
  lease_token uuid not null,
  leased_until timestamptz not null,
  decide_by timestamptz not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  check ((state = 'running') = (decided_at is null))
);
create index operations_running on operations (leased_until) where state = 'running';
create index operations_of_order on operations (reseller_id, order_id);
create unique index operations_one_at_a_time on operations (reseller_id, order_id) where state = 'running';
comment on table operations is
  'Charged pieces of work. The id is also our reference at the upstream; request holds what recovery needs to know.';
comment on index operations_one_at_a_time is
  'A renewal is recognised by the order''s end before and after, so two of one order must not run at once.';

create table idempotency_keys (
  reseller_id bigint not null references resellers (id),
  key text not null check (length(key) between 1 and 100),
  fingerprint bytea not null,
  operation_id uuid references operations (id),
  answer bytea,
  created_at timestamptz not null,
  primary key (reseller_id, key)
);
create index idempotency_keys_operation on idempotency_keys (operation_id);
create index idempotency_keys_by_age on idempotency_keys (created_at);
comment on table idempotency_keys is
  'What was answered to a request that carried an Idempotency-Key (encrypted); no answer yet means that it still runs.';
`;

const ORDERS = `
create table orders (
  reseller_id bigint not null references resellers (id),
  id bigint not null,
  operation_id uuid not null unique references operations (id),
  tier text not null,
  type text not null,
  country text not null check (country ~ '^([A-Z]{2}|ANY)$'),
  period text not null,
  quantity integer not null check (quantity between 1 and 50),
  price bigint not null check (price > 0),
  protocol text not null check (protocol in ('http', 'socks5', 'both')),
  billing text not null check (billing in ('per_proxy', 'per_gb')),
  upstream text not null,
  renewable boolean not null,
  source text not null check (source in ('api', 'bot')),
  created_at timestamptz not null,
  expires_at timestamptz,
  dropped_at timestamptz,
  filed_status text not null check (filed_status in ('active', 'expired', 'paused', 'exhausted')),
  primary key (reseller_id, id),
  check ((billing = 'per_proxy') = (expires_at is not null))
);
-- Only with these indexes does the planner read a reseller's orders by number. With one index over all
-- numbers, or with one that has to be filtered by status, it expects the wanted orders to be spread evenly,
-- and scans a million other orders.
create index orders_newest_active on orders (reseller_id, id) where filed_status = 'active';
create index orders_newest_expired on orders (reseller_id, id) where filed_status = 'expired';
create index orders_newest_halted on orders (reseller_id, filed_status, id) where filed_status in ('paused', 'exhausted');
create index orders_by_id on orders using hash (id);
create index orders_by_creation on orders (created_at);
create index orders_lapsing on orders (reseller_id, expires_at) where filed_status = 'active';
create index orders_to_file on orders (expires_at) where filed_status = 'active';
comment on table orders is 'What resellers own. Visible from the moment that its operation settled.';
comment on column orders.filed_status is
  'The status when it was last filed, for counting and paging only: an order filed active whose end has passed is expired.';
comment on column orders.dropped_at is 'When the upstream was seen to have let go of the proxies; such an order ends for good.';

create table order_counts (
  reseller_id bigint not null,
  filed_status text not null,
  count bigint not null,
  primary key (reseller_id, filed_status)
) with (fillfactor = 50);
comment on table order_counts is 'How many orders of a reseller are filed under each status, so that no list counts rows.';

create function count_filed_orders() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into order_counts select reseller_id, filed_status, count(*) from filed group by 1, 2 order by 1, 2
      on conflict (reseller_id, filed_status) do update set count = order_counts.count + excluded.count;
  else
    -- Sorted, so that two statements that file orders of the same resellers cannot deadlock.
    insert into order_counts
      select reseller_id, filed_status, sum(change)
      from (select reseller_id, filed_status, 1 as change from filed
            union all select reseller_id, filed_status, -1 from unfiled) moves
      group by 1, 2 having sum(change) <> 0 order by 1, 2
      on conflict (reseller_id, filed_status) do update set count = order_counts.count + excluded.count;
  end if;
  return null;
end $$;
create trigger orders_counted_in after insert on orders referencing new table as filed
  for each statement execute function count_filed_orders();
create trigger orders_recounted after update on orders referencing new table as filed old table as unfiled
  for each statement execute function count_filed_orders();
create trigger orders_kept before delete or truncate on orders
  for each statement execute function refuse_change();

create table proxies (
  reseller_id bigint not null,
  order_id bigint not null,
  position smallint not null,
  upstream_id text not null,
  host text not null,
  port integer not null check (port between 1 and 65535),
  credentials bytea not null,
  primary key (reseller_id, order_id, position),
  foreign key (reseller_id, order_id) references orders (reseller_id, id)
);
comment on table proxies is 'The proxies of an order; login and password are encrypted, bound to this row.';
`;
