import { sql } from 'kysely';
import type { Database, Sql } from '../kit/database.ts';
import { BYTES_PER_GB } from './traffic.ts';

/** For how long an order is taken for one that moves: a customer's program may pause between two batches. */
const MOVES_FOR_SECONDS = 300;
/** What is little left, at the most: so many bytes or such a part of the total, whichever is more. */
const LITTLE_BYTES = BYTES_PER_GB;
const LITTLE_PART = 10;

/** A number that no transaction of this server has had yet came with a restored dump: that addition is long past. */
const FROM_ANOTHER_SERVER = sql`t.added_in >= pg_snapshot_xmax(pg_current_snapshot())`;

/** The state of the database at an instant, in PostgreSQL's own words: which additions of traffic a reading can know of. */
export type Snapshot = string;

/** To be taken before the upstream is read. */
export async function takeSnapshot(sqlClient: Sql): Promise<Snapshot> {
  const { rows } = await sql<{ snapshot: string }>`select pg_current_snapshot()::text as snapshot`.execute(
    sqlClient,
  );
  return rows[0]?.snapshot ?? '';
}

export interface NotedUsage {
  /** Orders that have used more than was known. */
  changed: number;
  /** Whether one of the orders moves, or has little left: it may be used up soon. */
  pressing: boolean;
}

/**
 * Writes down what the upstream says is left of any number of accounts, in one statement, together with the changes to be told. Of
 * orders that have used no more than was known, it is written down that they were read if the last time is `unchangedForSeconds`
 * ago: many of them are read again and again.
 *
 * An order for which traffic was added since the snapshot is passed over: what was left before the addition, taken from the new
 * total, would use the addition up. What is used never shrinks: while an addition is under way, the upstream may have it already.
 */
export async function noteUsage(
  database: Database,
  snapshot: Snapshot,
  leftBytes: ReadonlyMap<string, bigint>,
  now: Date,
  unchangedForSeconds: number,
): Promise<NotedUsage> {
  if (leftBytes.size === 0) return { changed: 0, pressing: false };
  const ids = [...leftBytes.keys()];
  const lefts = [...leftBytes.values()];
  const { rows } = await sql<{ count: string; pressing: boolean }>`
    with reading as (
      select * from unnest(${ids}::text[], ${lefts}::bigint[]) r (upstream_id, left_bytes)
    ), before as (
      select t.reseller_id, t.order_id, t.used_bytes, t.total_bytes, r.left_bytes
      from reading r join luxury_traffic t using (upstream_id)
      where (pg_visible_in_snapshot(t.added_in, ${snapshot}::pg_snapshot) or ${FROM_ANOTHER_SERVER})
        and (t.used_bytes < t.total_bytes - r.left_bytes
          or t.measured_at < ${now}::timestamptz - make_interval(secs => ${unchangedForSeconds}))
      -- In one order, so that two readings never wait for each other in a circle.
      order by t.reseller_id, t.order_id for update of t
    ), changed as (
      update luxury_traffic t
      set used_bytes = greatest(t.used_bytes, t.total_bytes - before.left_bytes), measured_at = ${now},
        moved_at = case when t.used_bytes < t.total_bytes - before.left_bytes then ${now} else t.moved_at end
      from before
      where (t.reseller_id, t.order_id) = (before.reseller_id, before.order_id)
      returning t.reseller_id, t.order_id, t.used_bytes > before.used_bytes as grown,
        t.used_bytes >= t.total_bytes and before.used_bytes < before.total_bytes as exhausted
    ), told as (
      insert into outbox (topic, reseller_id, order_id)
      select case when exhausted then 'order' else 'traffic' end, reseller_id, order_id from changed where grown
    )
    select count(*) filter (where grown) as count, exists (
      select from reading r join luxury_traffic t using (upstream_id)
      where r.left_bytes > 0
        and (r.left_bytes <= greatest(${LITTLE_BYTES}::bigint, t.total_bytes / ${LITTLE_PART}::int)
          or t.used_bytes < t.total_bytes - r.left_bytes
          or t.moved_at > ${now}::timestamptz - make_interval(secs => ${MOVES_FOR_SECONDS}))
    ) as pressing from changed`.execute(database.sql);
  return { changed: Number(rows[0]?.count ?? 0), pressing: rows[0]?.pressing ?? false };
}
