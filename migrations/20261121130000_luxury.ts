import { Migration } from '@mikro-orm/migrations';

/**
 * Luxury orders, which are paid by traffic: their settings, their usage, and the events that announce
 * changes.
 */
export class Luxury extends Migration {
  override up(): void {
    for (const statement of [SETTINGS, TRAFFIC, STATUS, EVENTS, NOTICES]) this.addSql(statement);
  }
}

const SETTINGS = `
create table luxury_settings (
  reseller_id bigint not null,
  order_id bigint not null,
  country text not null check (country ~ '^([A-Z]{2}|ANY)$'),
  state text check (length(state) between 1 and 200),
  city text check (length(city) between 1 and 200),
  zip text check (length(zip) between 1 and 200),
  asn text check (length(asn) between 1 and 200),
  exclude_asn text[] not null default '{}',
  anonymous boolean not null,
  session text not null check (session in ('rotating', 'sticky')),
  sticky_minutes integer not null check (sticky_minutes between 1 and 120),
  protocol text not null check (protocol in ('http', 'socks5', 'both')),
  threads integer not null check (threads between 1 and 2000),
  allowed_ips text[] not null default '{}' check (cardinality(allowed_ips) <= 5),
  blocked_hosts text[] not null default '{}' check (cardinality(blocked_hosts) <= 100),
  paused boolean not null default false,
  change_token uuid,
  change_until timestamptz,
  repair_after timestamptz,
  unsettled_until timestamptz,
  primary key (reseller_id, order_id),
  foreign key (reseller_id, order_id) references orders (reseller_id, id),
  check ((change_token is null) = (change_until is null)),
  check (repair_after is null or change_token is not null),
  check (country <> 'ANY' or num_nonnulls(state, city, zip, asn) = 0)
);
create index luxury_settings_in_doubt on luxury_settings (change_until) where change_token is not null;
comment on table luxury_settings is 'What a Luxury order is set to; the upstream has the same, or is brought to it.';
comment on column luxury_settings.change_token is
  'Whoever holds it is changing the order at the upstream. While there is one, the upstream may differ from this row.';
comment on column luxury_settings.change_until is 'Until when the holder is believed to live; then the upstream is to be repaired.';
comment on column luxury_settings.repair_after is 'When the order is to be repaired, if not at once.';
comment on column luxury_settings.unsettled_until is
  'Until when a call whose answer was lost may still land; the last repair comes after it.';
`;

const TRAFFIC = `
create table luxury_traffic (
  reseller_id bigint not null,
  order_id bigint not null,
  upstream_id text not null,
  total_bytes bigint not null check (total_bytes > 0),
  used_bytes bigint not null default 0 check (used_bytes >= 0),
  measured_at timestamptz not null,
  added_in xid8 not null default pg_current_xact_id(),
  primary key (reseller_id, order_id),
  foreign key (reseller_id, order_id) references orders (reseller_id, id)
) with (fillfactor = 50);
create index luxury_traffic_upstream on luxury_traffic using hash (upstream_id);
create index luxury_traffic_order on luxury_traffic using hash (order_id);
comment on table luxury_traffic is 'What a Luxury order has bought and used, in bytes, as the upstream was last read.';
comment on column luxury_traffic.added_in is
  'The transaction that last added traffic: what was read of the upstream before it was visible says nothing about the new total.';
`;

// A Luxury order's status follows from two tables. A change of either one locks the order first and then
// derives the status from what is committed. So a pause and the use of the last byte cannot overlook each
// other when they happen at the same time. Orders are locked before their counts, here as everywhere.
const STATUS = `
create function file_luxury_status() returns trigger language plpgsql as $$
declare
  resellers bigint[];
  ids bigint[];
begin
  if tg_table_name = 'luxury_traffic' then
    select array_agg(n.reseller_id), array_agg(n.order_id) into resellers, ids
      from after_change n join before_change o using (reseller_id, order_id)
      where (n.used_bytes >= n.total_bytes) <> (o.used_bytes >= o.total_bytes);
  else
    select array_agg(n.reseller_id), array_agg(n.order_id) into resellers, ids
      from after_change n join before_change o using (reseller_id, order_id) where n.paused <> o.paused;
  end if;
  if ids is null then
    return null;
  end if;
  perform from orders where (reseller_id, id) in (select * from unnest(resellers, ids))
    order by reseller_id, id for update;
  update orders o set filed_status = facts.status
    from (
      select reseller_id, order_id,
        case when s.paused then 'paused' when t.used_bytes >= t.total_bytes then 'exhausted' else 'active' end as status
      from luxury_settings s join luxury_traffic t using (reseller_id, order_id)
      where (reseller_id, order_id) in (select * from unnest(resellers, ids))
    ) facts
    where (o.reseller_id, o.id) = (facts.reseller_id, facts.order_id) and o.filed_status <> facts.status;
  return null;
end $$;
create trigger luxury_paused after update on luxury_settings
  referencing old table as before_change new table as after_change
  for each statement execute function file_luxury_status();
create trigger luxury_exhausted after update on luxury_traffic
  referencing old table as before_change new table as after_change
  for each statement execute function file_luxury_status();
`;

const EVENTS = `
create table outbox (
  id bigint generated always as identity primary key,
  topic text not null check (topic in ('order', 'traffic', 'balance')),
  reseller_id bigint not null,
  order_id bigint,
  check ((topic = 'balance') = (order_id is null))
);
comment on table outbox is 'What has changed and is still to be told to those who watch; written in the transaction that changes it.';

create unlogged table watchers (
  process_id uuid primary key,
  order_ids bigint[] not null,
  watches_until timestamptz not null
);
comment on table watchers is 'The orders whose traffic is watched live, by process, for as long as it says so.';

create unlogged table leases (
  name text primary key,
  holder uuid not null,
  held_until timestamptz not null
);
comment on table leases is 'Work that one process does for all: who does it now.';
`;

const NOTICES = `
create table notices (
  id bigint generated always as identity primary key,
  reseller_id bigint not null references resellers (id),
  kind text not null check (kind in ('low_balance')),
  balance bigint not null,
  threshold_usd integer not null,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index notices_unsent on notices (id) where sent_at is null;
create index notices_of_reseller on notices (reseller_id, id);
comment on table notices is 'Messages to resellers: one each time that a balance falls below the reseller''s threshold.';
`;
