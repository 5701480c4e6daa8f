import { Migration } from '@mikro-orm/migrations';
import { type Kysely, sql } from 'kysely';

/**
 * Counts the orders of a reseller by tier, type and country, too, for lists that are filtered by these.
 * Counts by status alone stay in their own table, because a reseller has a few of those and may have hundreds
 * of groups.
 *
 * Writes to orders wait only while the triggers are replaced, which takes milliseconds at any number of
 * orders. From then on the triggers count what is new; meanwhile the orders that were there are counted as of
 * that instant, and added reseller by reseller. What was cut off is done again from the beginning. Nobody
 * reads the counts before all is done. Processes of the version before go on buying and renewing: the
 * triggers are the database's.
 */
export class OrderGroups extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override async up(): Promise<void> {
    const db = this.getEntityManager().getKysely<object>();
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (before) => {
        await db.transaction().execute(async (tx) => {
          for (const statement of [TABLE, COMMENT, LOCK, EMPTY, COUNT_NEW, COUNT_FILED])
            await sql.raw(statement).execute(tx);
          // Its first statement is what it sees: no transaction that has written orders is under way.
          await sql`select 1`.execute(before);
        });
        await addCounts(before, db);
      });
  }
}

/** Adds the orders that a transaction sees to the counts, each reseller's in a statement of its own. */
async function addCounts(before: Kysely<object>, db: Kysely<object>): Promise<void> {
  const resellers = await sql<{ id: string }>`select id::text from resellers order by id`.execute(before);
  for (const { id } of resellers.rows) {
    const counted = await sql<{ groups: string | null }>`
      select json_agg(g)::text as groups from (
        select reseller_id, filed_status, tier, type, country, count(*) from orders
        where reseller_id = ${id} group by 1, 2, 3, 4, 5
      ) g`.execute(before);
    // Sorted as the triggers sort them, so that it cannot deadlock with them.
    await sql`
      insert into order_groups
      select * from json_populate_recordset(null::order_groups, ${counted.rows[0]?.groups ?? '[]'}::json)
      order by filed_status, tier, type, country
      on conflict (reseller_id, filed_status, tier, type, country)
        do update set count = order_groups.count + excluded.count`.execute(db);
  }
}

const TABLE = `
create table if not exists order_groups (
  reseller_id bigint not null,
  filed_status text not null,
  tier text not null,
  type text not null,
  country text not null,
  count bigint not null,
  primary key (reseller_id, filed_status, tier, type, country)
) with (fillfactor = 50)`;
const COMMENT = `
comment on table order_groups is
  'How many orders of a reseller are filed under a status and were bought from one type in one country.'`;
/** Waits for the transactions that have written orders, which includes counting them. */
const LOCK = 'lock table orders in share row exclusive mode';
/** What is left of a migration that was cut off. */
const EMPTY = 'truncate order_groups';

const COUNT_NEW = `
create or replace function count_new_order() returns trigger language plpgsql as $$
begin
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
end $$`;

const COUNT_FILED = `
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
end $$`;
