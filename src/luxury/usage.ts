import { type Expression, sql } from 'kysely';
import { type Bell, type Change, notify } from '../events/bell.ts';
import type { Clock } from '../kit/clock.ts';
import type { Database, Sql } from '../kit/database.ts';
import { AT_TABLES, ROW_FORMAT, statement } from '../kit/statement.ts';
import type { CallKind } from '../upstreams/http.ts';
import type { TrafficReading, TrafficUpstream } from '../upstreams/traffic.ts';
import { BYTES_PER_GB } from './traffic.ts';
import { beginningOf } from './usage-samples.ts';

/**
 * A PostgreSQL snapshot. It shows which additions of traffic were committed before an upstream reading began.
 */
export type Snapshot = string;

const selectSnapshot = statement()((db) =>
  db.selectNoFrom(sql<Snapshot>`pg_current_snapshot()::text`.as('snapshot')).where(AT_TABLES),
);

/** To be called before the upstream is read. */
export async function takeSnapshot(db: Sql): Promise<Snapshot> {
  const [row] = await selectSnapshot(db, {});
  return row?.snapshot ?? '';
}

interface NotedUsage {
  /** Orders that have used more than was stored. */
  changed: readonly Change[];
  /** Whether one of these orders is in use or has little traffic left, so that it may be used up soon. */
  inEveryRound: boolean;
  /**
   * Accounts to be read again: those with nothing left by a first reading where something was, and those of
   * orders that have used less than what is stored.
   */
  doubtful: readonly string[];
}

const NOTHING: NotedUsage = { changed: [], inEveryRound: false, doubtful: [] };

/**
 * Stores what the upstream says is left of any number of accounts, with the samples of the orders that
 * changed, in one statement. For an unchanged order only the time of the reading is stored, at
 * most once in `unchangedForSeconds`, because the same orders are read again and again.
 *
 * An order to which traffic was added after the snapshot is left out: what was left before the addition,
 * subtracted from the total after it, would count the addition as used. Stored usage does not shrink by this:
 * while an addition is under way, the upstream may already have it.
 *
 * @param isFirst whether orders that have nothing left by this reading alone are left out: somebody would be
 * told that they are used up, so their accounts are to be read again.
 */
export async function noteUsage(
  database: Database,
  snapshot: Snapshot,
  leftBytes: ReadonlyMap<string, bigint>,
  now: Date,
  unchangedForSeconds: number,
  isFirst = false,
): Promise<NotedUsage> {
  if (leftBytes.size === 0) return NOTHING;
  const [noted = NOTHING] = await writeUsage(database.sql, {
    upstreamIds: [...leftBytes.keys()],
    leftBytes: [...leftBytes.values()],
    snapshot,
    now,
    minute: beginningOf('minute', now),
    hour: beginningOf('hour', now),
    day: beginningOf('day', now),
    unchangedForSeconds,
    isFirst,
  });
  return noted;
}

export interface UsageServices {
  database: Database;
  bell: Bell;
  traffic: TrafficUpstream;
  clock: Clock;
}

/** Reads an account, a second time if it is doubtful, and stores what it has used. Throws UpstreamError. */
export async function readUsage(
  services: UsageServices,
  upstreamId: string,
  isFirst = true,
  kind?: CallKind,
): Promise<NotedUsage> {
  const { database, bell, traffic, clock } = services;
  const snapshot = await takeSnapshot(database.sql);
  const { leftBytes } = await traffic.traffic(upstreamId, kind);
  const left = new Map([[upstreamId, leftBytes]]);
  const noted = await noteUsage(database, snapshot, left, clock.now(), 0, isFirst);
  bell.ring(noted.changed);
  return isFirst && noted.doubtful.length > 0 ? readUsage(services, upstreamId, false, kind) : noted;
}

/** How long an order is in use after its last traffic: a program may pause between two batches. */
const IN_USE_FOR_SECONDS = 300;
/** How much of an order's traffic is used, in percent, when its reseller is told. */
const TRAFFIC_MARKS = [80, 95, 100];
/** An order has little left at 1 GB or a tenth of its total, whichever is more. */
const LITTLE_BYTES = BYTES_PER_GB;
const LITTLE_PART = 10;

interface UsageReading {
  upstreamIds: string[];
  leftBytes: bigint[];
  snapshot: Snapshot;
  now: Date;
  minute: Date;
  hour: Date;
  day: Date;
  unchangedForSeconds: number;
  isFirst: boolean;
}

/**
 * The row of an order's traffic notes the last minute in which the order was used, and what had been used
 * when that minute, its hour and its day began. While the order is used in that same minute, nothing else is
 * written. The first use after it writes the samples of the units that have ended, and notes the new minute.
 * So a round inserts nothing for an order more than once a minute, nothing has to be summed up later, and the
 * samples of each unit, with the part that is only noted, always add up to what was used. A clock that is
 * behind the one of an earlier reading opens no minute: what it reads is counted in the last one.
 *
 * The rows are locked in a fixed order, so that two readings cannot deadlock, and behind the log of many
 * resellers: the marks that are passed are told of at the commit.
 */
const writeUsage = statement<UsageReading>()((_db, v) => {
  const ago = (seconds: Expression<number> | number) =>
    sql`${v.now}::timestamptz - make_interval(secs => ${seconds})`;
  // A transaction id that this server has not given out yet comes from a restored dump. That addition was
  // committed long ago.
  const isKnown = sql`(pg_visible_in_snapshot(t.added_in, ${v.snapshot}::pg_snapshot)
    or t.added_in >= pg_snapshot_xmax(pg_current_snapshot()))`;
  const isUnsure = sql`(${v.isFirst}::boolean and r.left_bytes <= 0 and t.used_bytes < t.total_bytes)`;
  return sql<NotedUsage>`
    with reading as (
      select * from unnest(${v.upstreamIds}::text[], ${v.leftBytes}::bigint[]) r (upstream_id, left_bytes)
    ), before as (
      select t.reseller_id, t.order_id, t.used_bytes, t.total_bytes, r.left_bytes,
        t.minute_at, t.minute_start_bytes, t.hour_start_bytes, t.day_start_bytes,
        coalesce(t.minute_at, '-infinity') as last_use,
        least(t.used_bytes, t.total_bytes) as known_bytes,
        (select max(mark) from unnest(${TRAFFIC_MARKS}::smallint[]) mark
          where mark > case when t.told_of = t.total_bytes then t.told_percent else 0 end
            and t.used_bytes * 100 < t.total_bytes * mark and (t.total_bytes - r.left_bytes) * 100 >= t.total_bytes * mark
        ) as passed,
        least(t.used_bytes, t.total_bytes) < least(t.total_bytes - r.left_bytes, t.total_bytes) as is_used, ${ROW_FORMAT}
      from reading r join luxury_traffic t on t.upstream_id = r.upstream_id
      where (select lock_events(0)) and ${isKnown} and not ${isUnsure}
        and (t.used_bytes < t.total_bytes - r.left_bytes or t.measured_at < ${ago(v.unchangedForSeconds)})
      order by t.reseller_id, t.order_id
      for update of t
    ), changed as (
      update luxury_traffic t set
        used_bytes = greatest(t.used_bytes, t.total_bytes - b.left_bytes),
        measured_at = ${v.now},
        told_percent = coalesce(passed, t.told_percent),
        told_of = case when passed is null then t.told_of else t.total_bytes end,
        moved_at = case when t.used_bytes < t.total_bytes - b.left_bytes then ${v.now} else t.moved_at end,
        minute_at = case when is_used and last_use < ${v.minute} then ${v.minute} else b.minute_at end,
        minute_start_bytes =
          case when is_used and last_use < ${v.minute} then known_bytes else b.minute_start_bytes end,
        hour_start_bytes =
          case when is_used and last_use < ${v.hour} then known_bytes else b.hour_start_bytes end,
        day_start_bytes =
          case when is_used and last_use < ${v.day} then known_bytes else b.day_start_bytes end
      from before b
      where t.reseller_id = b.reseller_id and t.order_id = b.order_id
      returning t.reseller_id, t.order_id,
        t.used_bytes > b.used_bytes as grown,
        t.used_bytes >= t.total_bytes and b.used_bytes < b.total_bytes as exhausted
    ), sampled as (
      insert into usage_samples (reseller_id, order_id, unit, at, bytes)
      select reseller_id, order_id, unit, date_trunc(unit, minute_at, 'UTC'), known_bytes - start_bytes
      from before cross join lateral (values
        ('minute', minute_start_bytes, ${v.minute}::timestamptz),
        ('hour', hour_start_bytes, ${v.hour}::timestamptz),
        ('day', day_start_bytes, ${v.day}::timestamptz)) u (unit, start_bytes, start)
      where is_used and minute_at < ${v.minute} and minute_at < start
    )
    select coalesce(jsonb_agg(jsonb_build_object('resellerId', reseller_id, 'orderId', order_id,
        'topic', case when exhausted then 'order' else 'traffic' end)) filter (where grown), '[]') as changed,
      exists (
        select 1 from reading r join luxury_traffic t on t.upstream_id = r.upstream_id
        where r.left_bytes > 0 and (
          r.left_bytes <= greatest(${LITTLE_BYTES}::bigint, t.total_bytes / ${LITTLE_PART}::int)
          or t.used_bytes < t.total_bytes - r.left_bytes
          or t.moved_at > ${ago(IN_USE_FOR_SECONDS)})
      ) as "inEveryRound",
      array(
        select r.upstream_id from reading r join luxury_traffic t on t.upstream_id = r.upstream_id
        where ${isKnown}
          and (${isUnsure} or t.total_bytes - r.left_bytes < least(t.used_bytes, t.total_bytes))
      ) as doubtful
    from changed`;
});

/**
 * Lowers what an order has used to what a reading of its account says, and returns whether that was less.
 * Traffic at the upstream that nobody has paid for does not make it less: the upstream's own count of what
 * was used is the least, and where there is none an account with such traffic says nothing. What is taken off
 * is taken off the last samples, so that they still add up.
 */
export async function lowerUsage(
  tx: Sql,
  upstreamId: string,
  { totalBytes, leftBytes, usedBytes }: TrafficReading,
): Promise<boolean> {
  const { rows } = await sql<{ resellerId: number; orderId: number; wasExhausted: boolean }>`
    with t as (
      select *, greatest(0, total_bytes - ${leftBytes}::bigint, ${usedBytes ?? null}::bigint) as used
      from luxury_traffic
      where upstream_id = ${upstreamId} and (${usedBytes ?? null}::bigint is not null or total_bytes >= ${totalBytes}::bigint)
      for update
    ), sample as (
      select s.*, t.used - (case unit when 'minute' then minute_start_bytes when 'hour' then hour_start_bytes
        else day_start_bytes end - sum(bytes) over (partition by unit order by at desc)) as counted
      from usage_samples s join t using (reseller_id, order_id)
    ), shortened as (
      update usage_samples s set bytes = greatest(0, sample.counted) from sample
      where (s.reseller_id, s.order_id, s.unit, s.at)
        = (sample.reseller_id, sample.order_id, sample.unit, sample.at) and sample.counted < s.bytes
    )
    update luxury_traffic l set used_bytes = t.used,
      minute_start_bytes = least(l.minute_start_bytes, t.used), hour_start_bytes = least(l.hour_start_bytes, t.used),
      day_start_bytes = least(l.day_start_bytes, t.used)
    from t
    where (l.reseller_id, l.order_id) = (t.reseller_id, t.order_id) and t.used < least(t.used_bytes, t.total_bytes)
    returning l.reseller_id as "resellerId", l.order_id as "orderId",
      t.used_bytes >= t.total_bytes as "wasExhausted"`.execute(tx);
  await notify(
    tx,
    rows.map(({ wasExhausted, ...order }) => ({ topic: wasExhausted ? 'order' : 'traffic', ...order })),
  );
  return rows.length > 0;
}
