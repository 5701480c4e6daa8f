import { Migration } from '@mikro-orm/migrations';

/**
 * Counts the orders of a reseller by tier, type and country, too, and indexes them in the same way, for lists
 * that are filtered by these. Counts by status alone stay in their own table, because a reseller has a few of
 * those and may have hundreds of groups.
 *
 * Both take seconds for a million orders. Meanwhile everybody can read orders, and who writes one waits. A
 * process of the version before goes on buying and renewing after that: the triggers are the database's.
 */
export class OrderGroups extends Migration {
  override up(): void {
    for (const statement of [GROUPS, TRIGGERS, INDEX]) this.addSql(statement);
  }
}

const GROUPS = `
create table order_groups (
  reseller_id bigint not null,
  filed_status text not null,
  tier text not null,
  type text not null,
  country text not null,
  count bigint not null,
  primary key (reseller_id, filed_status, tier, type, country)
) with (fillfactor = 50);
comment on table order_groups is
  'How many orders of a reseller are filed under a status and were bought from one type in one country.';

-- Waits for the transactions that have written orders, which includes counting them.
lock table orders in share row exclusive mode;
insert into order_groups
  select reseller_id, filed_status, tier, type, country, count(*) from orders group by 1, 2, 3, 4, 5;
`;

const TRIGGERS = `
create or replace function count_new_order() returns trigger language plpgsql as $$
begin
  -- Always the status first: who has its row locked waits for nobody at a group of that status.
  insert into order_counts values (new.reseller_id, new.filed_status, 1)
    on conflict (reseller_id, filed_status) do update set count = order_counts.count + 1;
  insert into order_groups values (new.reseller_id, new.filed_status, new.tier, new.type, new.country, 1)
    on conflict (reseller_id, filed_status, tier, type, country) do update set count = order_groups.count + 1;
  return null;
end $$;

create or replace function count_filed_orders() returns trigger language plpgsql as $$
begin
  -- Sorted, so that two statements that file orders of the same resellers cannot deadlock.
  insert into order_counts
    select reseller_id, filed_status, sum(change)
    from (select reseller_id, filed_status, 1 as change from filed
          union all select reseller_id, filed_status, -1 from unfiled) moves
    group by 1, 2 having sum(change) <> 0 order by 1, 2
    on conflict (reseller_id, filed_status) do update set count = order_counts.count + excluded.count;
  insert into order_groups
    select reseller_id, filed_status, tier, type, country, sum(change)
    from (select reseller_id, filed_status, tier, type, country, 1 as change from filed
          union all select reseller_id, filed_status, tier, type, country, -1 from unfiled) moves
    group by 1, 2, 3, 4, 5 having sum(change) <> 0 order by 1, 2, 3, 4, 5
    on conflict (reseller_id, filed_status, tier, type, country)
      do update set count = order_groups.count + excluded.count;
  return null;
end $$;
`;

const INDEX = 'create index orders_of_group on orders (reseller_id, filed_status, tier, type, country, id);';
