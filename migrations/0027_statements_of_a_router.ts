import { Migration } from '@mikro-orm/migrations';

/**
 * A trigger for each statement, but for `truncate`. On a node of Citus there is none that is also for that.
 */
const APART = [
  ['audit_entries', 'append_only', 'before update or delete', 'refuse_change'],
  ['ledger', 'append_only', 'before update or delete', 'refuse_change'],
  ['corrections', 'append_only', 'before update or delete', 'refuse_change'],
  ['coin_transfers', 'append_only', 'before update or delete', 'refuse_change'],
  ['orders', 'kept', 'before delete', 'refuse_change'],
  ...['tiers', 'product_types', 'periods', 'prices', 'coin_rates'].map(
    (table) => [table, 'changed', 'after insert or update or delete', 'renew_catalog_version'] as const,
  ),
] as const;

/**
 * What Citus refuses of triggers and their functions, done otherwise, to the same effect: it joins the rows
 * that a statement has changed with no table, and takes nothing random in what changes rows.
 */
export class StatementsOfARouter extends Migration {
  override up(): void {
    this.addSql(`
create or replace function count_filed_orders() returns trigger language plpgsql as $$
declare
  moved record;
begin
  -- Sorted, so that two statements that file orders of the same resellers cannot deadlock.
  for moved in
    select reseller_id, filed_status, tier, type, country, sum(change)::bigint as change
    from (select reseller_id, filed_status, tier, type, country, 1 as change from filed
          union all select reseller_id, filed_status, tier, type, country, -1 from unfiled) moves
    group by 1, 2, 3, 4, 5 having sum(change) <> 0 order by 1, 2, 3, 4, 5
  loop
    insert into order_counts values (moved.reseller_id, moved.filed_status, moved.change)
      on conflict (reseller_id, filed_status) do update set count = order_counts.count + excluded.count;
    insert into order_groups
      values (moved.reseller_id, moved.filed_status, moved.tier, moved.type, moved.country, moved.change)
      on conflict (reseller_id, filed_status, tier, type, country)
        do update set count = order_groups.count + excluded.count;
  end loop;
  return null;
end $$;

create or replace function file_luxury_status() returns trigger language plpgsql as $$
declare
  resellers bigint[];
  ids bigint[];
begin
  -- On a node of Citus a number follows the name.
  if tg_table_name like 'luxury_traffic%' then
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
  perform 1 from orders where (reseller_id, id) in (select * from unnest(resellers, ids))
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

create or replace function renew_catalog_version() returns trigger language plpgsql as $$
declare
  -- Catalogs that a transaction changes in several schemas have one version.
  version uuid := coalesce(nullif(current_setting('gateway.transaction', true), '')::uuid, gen_random_uuid());
begin
  update service_state set catalog_version = version;
  return null;
end $$;

create or replace function begin_telling() returns trigger language plpgsql as $$
begin
  if new.reseller_id is null then
    new.told := null;
  else
    select sequence into new.told from events where reseller_id = new.reseller_id order by sequence desc limit 1;
    new.told := coalesce(new.told, 0);
  end if;
  return new;
end $$;

create or replace function drop_old_day(parent text, kept_days int) returns boolean language plpgsql as $$
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
      select distinct on (reseller_id) reseller_id, sequence, $1, created_at, 0, balance,
        null, null, $2, false, ''carried'', cause, '''', '''', ''''
      from %I old where not exists (select 1 from events where events.reseller_id = old.reseller_id and events.day > old.day)
      order by reseller_id, sequence desc', name)
      using pg_current_xact_id()::text::bigint, today();
  end if;
  perform set_config('lock_timeout', '200ms', true);
  execute format('drop table %I', name);
  return true;
end $$;

-- A value of a statement is computed where it is planned, and that of a trigger where the row is written.
create function note_addition() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.total_bytes > old.total_bytes then
    new.added_in := pg_current_xact_id();
  end if;
  return new;
end $$;
create trigger luxury_traffic_added before insert or update of total_bytes on luxury_traffic
  for each row execute function note_addition();
`);
    for (const [table, name, when, what] of APART) {
      const on = `on ${table} for each statement execute function ${what}()`;
      this.addSql(`create or replace trigger ${table}_${name} ${when} ${on};`);
      this.addSql(`create trigger ${table}_truncated ${when.split(' ')[0]} truncate ${on};`);
    }
  }
}
