import { Migration } from '@mikro-orm/migrations';

/**
 * One log of what happens to orders and money, in place of `outbox` and `notices`. The version before goes on
 * beside it: the ledger and the payments tell of its work, too. Its tables are dropped by a later release,
 * which it cannot run with.
 */
export class Events extends Migration {
  override up(): void {
    this.addSql(LOG);
    this.addSql(WRITE_EVENT);
    this.addSql(MONEY);
    this.addSql(ORDERS);
    this.addSql(COUNTS);
    this.addSql(TRIGGERS);
    this.addSql(OPENING);
  }
}

/** Columns go by their width, so that no byte is lost to alignment. */
const LOG = `
create table events (
  reseller_id bigint not null,
  sequence bigint not null,
  xid bigint not null,
  created_at timestamptz not null,
  amount bigint not null,
  balance bigint not null,
  order_id bigint,
  ends_at timestamptz,
  day date not null,
  renewable boolean not null,
  type text not null,
  cause text not null,
  status text not null,
  protocol text not null,
  facts text not null,
  primary key (reseller_id, sequence, day)
) partition by range (day);
create index events_new on events using brin (xid) with (pages_per_range = 16, autosummarize = on);
create index events_of_order on events using brin (order_id int8_bloom_ops) with (pages_per_range = 16, autosummarize = on);
comment on table events is
  'What happened to orders and money, each once, written by the transaction that made it happen; a table for each day.';
comment on column events.sequence is
  'From 1 for each reseller, without gaps; 0, or a second row with a number, carries the balance on and is read by nobody.';
comment on column events.xid is 'The transaction that has written it: by this a process finds what is new.';
comment on column events.created_at is 'When it happened, by the clock of the program; it need not follow the sequence.';
comment on column events.amount is 'By how much it moved the balance, in micro-dollars; 0 where it moved none.';
comment on column events.balance is
  'The sum of all amounts so far: the balance, and what is charged for work that has not ended.';
comment on column events.ends_at is 'Of the order right after it, as are renewable, status and protocol; null without an end.';
comment on column events.status is 'Of a Luxury order; that of another one follows from its end.';
comment on column events.day is 'The UTC day of its writing, by the clock of the database.';
comment on column events.facts is 'What no other row keeps, as JSON in the words of /v1; empty for nothing.';

create table ends_told (
  hours integer primary key,
  until timestamptz not null
);
insert into ends_told values (72, now()), (24, now());
comment on table ends_told is 'Orders that end up to so many hours after the instant were told of as ending.';

create function today() returns date language sql stable as $$
  select (clock_timestamp() at time zone 'UTC')::date
$$;

-- Of reseller 0 for who locks several, before the first row that it locks; of -1 for the days.
create function lock_events(reseller bigint) returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock(31, reseller::int);
  return true;
end $$;

-- Not "partition of": that locks the whole log, and so all purchases.
create function add_day(parent text, day date) returns void language plpgsql as $$
declare
  name text := parent || to_char(day, '_YYYYMMDD');
begin
  perform lock_events(-1);
  if to_regclass(name) is null then
    execute format('create table %I (like %I including all)', name, parent);
    -- Such an index begins with a summary of the first pages, which each event would widen.
    perform brin_desummarize_range(indexrelid, 0) from pg_index join pg_class on pg_class.oid = indexrelid
      where indrelid = name::regclass and relam = (select oid from pg_am where amname = 'brin');
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, name, day, day + 1);
  end if;
end $$;

-- Drops the oldest day but so many, and returns whether it did. Who comes for the log meanwhile, such as a
-- purchase, waits behind this, so it waits no longer for whoever reads that day, such as a backup.
create function drop_old_day(parent text, kept_days int) returns boolean language plpgsql as $$
declare
  name text;
begin
  select min(relname) into name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = parent::regclass and relname < parent || to_char(today() - kept_days, '_YYYYMMDD');
  if name is null then
    return false;
  end if;
  if parent = 'events' then
    -- A log whose last event is in it ends today, so that its next number and balance are found.
    execute format('insert into events
      select distinct on (reseller_id) reseller_id, sequence, pg_current_xact_id()::text::bigint, created_at, 0, balance,
        null, null, today(), false, ''carried'', cause, '''', '''', ''''
      from %I old where not exists (select from events where events.reseller_id = old.reseller_id and events.day > old.day)
      order by reseller_id, sequence desc', name);
  end if;
  perform set_config('lock_timeout', '200ms', true);
  execute format('drop table %I', name);
  return true;
end $$;
select add_day('events', today() + n) from generate_series(-1, 10) n;
`;

/**
 * A number is given at the commit, behind a lock of the reseller which the server lets go only when the
 * transaction is visible: who gets the lock sees all lower numbers, and a rollback leaves no gap. Nothing in
 * it may fail: it runs in the commit of money.
 */
const WRITE_EVENT = `
create function write_event(
  reseller bigint, new_type text, new_cause text, at timestamptz, moved bigint, of_order bigint, new_facts jsonb
) returns void language plpgsql as $$
declare
  today date := today();
  last record;
  o record;
  threshold bigint;
begin
  perform lock_events(reseller);
  -- A server that took over may be behind its predecessor's clock.
  select sequence, balance into last from events
    where reseller_id = reseller and day between today - 1 and today + 1 order by sequence desc limit 1;
  if not found then
    select sequence, balance into last from events where reseller_id = reseller order by sequence desc limit 1;
  end if;
  select expires_at, renewable and dropped_at is null as renewable, filed_status, orders.protocol, t.total_bytes
    into o
    from orders left join luxury_traffic t on billing = 'per_gb' and (t.reseller_id, t.order_id) = (orders.reseller_id, id)
    where orders.reseller_id = reseller and id = of_order;
  insert into events values (
    reseller, coalesce(last.sequence, 0) + 1, pg_current_xact_id()::text::bigint, at,
    moved, coalesce(last.balance, 0) + moved, of_order, o.expires_at, today,
    coalesce(o.renewable, false), new_type, new_cause, case when o.total_bytes is null then '' else o.filed_status end, coalesce(o.protocol, ''),
    case when o.total_bytes is null then coalesce(new_facts::text, '')
      else (coalesce(new_facts, '{}') || jsonb_build_object('total_bytes', o.total_bytes))::text end
  );
  if moved < 0 then
    select low_balance_threshold_usd * 1000000::bigint into threshold from resellers where id = reseller;
    if last.balance >= threshold and last.balance + moved < threshold then
      perform write_event(reseller, 'balance.low', new_cause, at, 0, null, jsonb_build_object('threshold', threshold));
    end if;
  end if;
end $$;
`;

/**
 * Whatever moves money tells of it, whichever version and command it is; and once, since the ledger has each
 * movement once. Deferred, so that an event has the order as the transaction leaves it. A charge is told of
 * with its end: a charge and its refund cancel.
 */
const MONEY = `
create function tell_of_ledger() returns trigger language plpgsql as $$
declare
  is_added boolean := new.credit = 'reseller';
  op record;
begin
  if new.kind = 'top_up' then
    perform write_event(new.reseller_id, 'balance.topped_up', case when p.id is null then 'operator' else 'chat' end,
      new.created_at, new.amount, null, jsonb_strip_nulls(jsonb_build_object('reference', t.reference, 'payment_id', p.id)))
      from (select (select reference from top_ups where operation_id = new.operation_id) as reference) t
      left join payments p on p.provider = replace(split_part(t.reference, ':', 1), '-', '_')
        and p.charge_id = substr(t.reference, strpos(t.reference, ':') + 1);
  elsif new.kind = 'payment_refund' then
    -- That of a payment is told of when the payer has it; this is what the account owed.
    if not exists (select from payments where refund_id = new.operation_id) then
      perform write_event(new.reseller_id, 'payment.refunded', 'upstream', new.created_at, -new.amount, null, null);
    end if;
  elsif new.kind = 'adjustment' then
    perform write_event(new.reseller_id, 'balance.adjusted', 'operator', new.created_at,
      case when is_added then new.amount else -new.amount end, null,
      (select jsonb_build_object('reference', reference) from corrections
        where operation_id = new.operation_id and stage = new.stage));
  else
    select kind, order_id, coalesce(cause, replace(request ->> 'source', 'bot', 'chat'), 'api') as cause into op from operations where id = new.operation_id;
    if new.kind = 'operation_refund' then
      perform write_event(new.reseller_id, 'balance.refunded', 'operator', new.created_at, new.amount,
        coalesce(op.order_id, (select order_id from charged_work where operation_id = new.operation_id)),
        (select jsonb_build_object('reference', reference, 'operation_id', operation_id) from corrections
          where operation_id = new.operation_id and stage = new.stage));
    elsif new.kind = 'refund' then
      perform write_event(new.reseller_id, 'purchase.failed', coalesce(op.cause, 'api'), new.created_at, 0,
        case when op.kind <> 'purchase' then op.order_id end,
        jsonb_build_object('operation_id', new.operation_id));
    else
      perform write_event(new.reseller_id,
        case op.kind when 'renewal' then 'order.renewed' when 'traffic' then 'order.traffic_added' else 'order.created' end,
        coalesce(op.cause, 'api'), new.created_at, -new.amount, op.order_id,
        case when op.kind <> 'purchase' then jsonb_build_object('operation_id', new.operation_id) end);
    end if;
  end if;
  return null;
end $$;

create function tell_of_payment() returns trigger language plpgsql as $$
begin
  perform write_event(new.reseller_id, 'payment.' || new.state, 
    case when new.state = 'expired' then 'chat' when old.state = 'refunding' then 'operator' else 'upstream' end,
    coalesce(l.created_at, now()), coalesce(-l.amount, 0), null,
    jsonb_build_object('payment_id', new.id, 'provider', new.provider))
  from (select) one left join ledger l
    on l.reseller_id = new.reseller_id and l.operation_id = new.refund_id and l.stage = 1;
  return null;
end $$;
`;

/** What a job finds out about many orders in one statement. */
const ORDERS = `
create function tell_of_end() returns trigger language plpgsql as $$
begin
  perform write_event(new.reseller_id, 'order.ended', 'upstream', new.expires_at, 0, new.id, null);
  return null;
end $$;

create function tell_of_traffic() returns trigger language plpgsql as $$
begin
  perform write_event(new.reseller_id, case mark when 100 then 'order.exhausted' else 'order.traffic_used' end, 'upstream',
      new.measured_at, 0, new.order_id, case when mark < 100 then jsonb_build_object('percent', mark) end)
    from unnest('{80,95,100}'::int[]) mark
    where mark > case when old.told_of = new.total_bytes then old.told_percent else 0 end and mark <= new.told_percent
      and old.used_bytes * 100 < new.total_bytes * mark;
  return null;
end $$;
`;

/**
 * The counts of orders are locked behind the log, as a rule for all: it does not matter then which of the
 * deferred triggers of a commit comes first.
 */
const COUNTS = `
create or replace function count_new_order() returns trigger language plpgsql as $$
begin
  perform lock_events(new.reseller_id);
  -- Always the status first: who has its row locked waits for nobody at a group of that status.
  -- An update of a row that is there writes half of what an insert with a conflict does.
  update order_counts set count = count + 1
    where reseller_id = new.reseller_id and filed_status = new.filed_status;
  if not found then
    insert into order_counts values (new.reseller_id, new.filed_status, 1)
      on conflict (reseller_id, filed_status) do update set count = order_counts.count + 1;
  end if;
  update order_groups set count = count + 1
    where reseller_id = new.reseller_id and filed_status = new.filed_status
      and tier = new.tier and type = new.type and country = new.country;
  if not found then
    insert into order_groups values (new.reseller_id, new.filed_status, new.tier, new.type, new.country, 1)
      on conflict (reseller_id, filed_status, tier, type, country) do update set count = order_groups.count + 1;
  end if;
  return null;
end $$;

create function lock_events_of_filed() returns trigger language plpgsql as $$
begin
  perform lock_events(reseller_id) from (
    select distinct reseller_id from filed join unfiled using (reseller_id, id)
    where filed.filed_status <> unfiled.filed_status order by reseller_id
  ) counted;
  return null;
end $$;
`;

/**
 * What is there already is locked last, and not for long: purchases wait for it. The ledger comes behind all
 * others.
 */
const TRIGGERS = `
alter table operations add column cause text;
comment on column operations.cause is 'Who had it done; null of a purchase that ended by itself, whose request says so.';
alter table luxury_traffic
  add column told_percent smallint not null default 0,
  add column told_of bigint not null default 0;
comment on column luxury_traffic.told_percent is 'The highest mark of usage that was told while told_of bytes were bought.';

create constraint trigger events_of_traffic after update of told_percent, told_of on luxury_traffic
  deferrable initially deferred for each row
  when (new.told_percent > 0 and (new.told_percent, new.told_of) <> (old.told_percent, old.told_of))
  execute function tell_of_traffic();
create constraint trigger events_of_ends after update of filed_status on orders deferrable initially deferred for each row
  when (new.filed_status = 'expired' and old.filed_status <> 'expired') execute function tell_of_end();
-- Triggers of one kind go by their names: this one comes before orders_recounted.
create trigger orders_locked after update on orders referencing new table as filed old table as unfiled
  for each statement execute function lock_events_of_filed();
create constraint trigger events_of_payments after update of state on payments deferrable initially deferred for each row
  when (new.state in ('refunded', 'expired') and new.state <> old.state and new.reseller_id is not null)
  execute function tell_of_payment();
create constraint trigger events_of_ledger after insert on ledger deferrable initially deferred for each row
  when (new.credit <> 'in_flight' and not (new.debit = 'outside' and new.stage = 2))
  execute function tell_of_ledger();
`;

/** What each balance begins with. The triggers above have the ledger locked, so nothing moves meanwhile. */
const OPENING = `
do $$
declare
  xid bigint := pg_current_xact_id()::text::bigint;
  at timestamptz := now();
  day date := today();
begin
  insert into events
  select reseller_id, 0, xid, at, 0,
    balance
      + coalesce((select sum(amount) from operations o where o.reseller_id = accounts.reseller_id and state = 'running'), 0)
      + coalesce((select sum(l.amount) from payments p join ledger l on l.operation_id = p.refund_id and l.reseller_id = p.reseller_id and l.stage = 1
          where p.state = 'refunding' and p.reseller_id = accounts.reseller_id), 0),
    null, null, day, false, 'carried', '', '', '', ''
  from accounts;
end $$;
`;
