import { sql, type Expression, type QueryCreator } from 'kysely';
import type { Database, Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import type { CallKind } from '../upstreams/http.ts';
import type { LuxuryServices } from './luxury-order.ts';
import { beginningOf, endedSamples, notedMinute, type UnitStarts } from './usage-samples.ts';
import { announceOrders, announce } from '../events/outbox.ts';
import { BYTES_PER_GB } from './traffic.ts';
import { TRAFFIC_MARKS } from '../billing/notices.ts';
import { noticesOfOrders } from '../billing/write-notices.ts';
import type { Tables } from '../kit/tables.ts';
import type { TrafficReading } from '../upstreams/traffic.ts';

/**
 * A PostgreSQL snapshot. It shows which additions of traffic were committed before an upstream reading began.
 */
export type Snapshot = string;

const selectSnapshot = statement()((db) =>
  db.selectNoFrom(sql<Snapshot>`pg_current_snapshot()::text`.as('snapshot')),
);

/** To be called before the upstream is read. */
export async function takeSnapshot(db: Sql): Promise<Snapshot> {
  const [row] = await selectSnapshot(db, {});
  return row?.snapshot ?? '';
}

interface NotedUsage {
  /** Orders that have used more than was stored. */
  changed: number;
  /** Whether one of these orders is in use or has little traffic left, so that it may be used up soon. */
  inEveryRound: boolean;
  /**
   * Accounts to be read again: those with nothing left by a first reading where something was, and those of
   * orders that have used less than what is stored.
   */
  doubtful: readonly string[];
}

/**
 * Stores what the upstream says is left of any number of accounts, with the samples and the events of the
 * orders that changed, in one statement. For an unchanged order only the time of the reading is stored, at
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
  if (leftBytes.size === 0) return { changed: 0, inEveryRound: false, doubtful: [] };
  const [noted] = await writeUsage(database.sql, {
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
  const { count = 0, in_every_round = false, doubtful = [] } = noted ?? {};
  return { changed: count, inEveryRound: in_every_round, doubtful };
}

/** Reads an account, a second time if it is doubtful, and stores what it has used. Throws UpstreamError. */
export async function readUsage(
  services: Pick<LuxuryServices, 'database' | 'traffic' | 'clock'>,
  upstreamId: string,
  isFirst = true,
  kind?: CallKind,
): Promise<NotedUsage> {
  const { database, traffic, clock } = services;
  const snapshot = await takeSnapshot(database.sql);
  const { leftBytes } = await traffic.traffic(upstreamId, kind);
  const left = new Map([[upstreamId, leftBytes]]);
  const noted = await noteUsage(database, snapshot, left, clock.now(), 0, isFirst);
  return isFirst && noted.doubtful.length > 0 ? readUsage(services, upstreamId, false, kind) : noted;
}

/**
 * How long an order counts as in use after its last traffic: a customer's program may pause between two
 * batches.
 */
const IN_USE_FOR_SECONDS = 300;
/** An order has little left at 1 GB or a tenth of its total, whichever is more. */
const LITTLE_BYTES = BYTES_PER_GB;
const LITTLE_PART = 10;

interface UsageReading {
  upstreamIds: string[];
  leftBytes: bigint[];
  snapshot: string;
  now: Date;
  unchangedForSeconds: number;
  isFirst: boolean;
}

/** What the upstream says is left of an account. */
interface LeftOnAccount {
  upstream_id: string;
  left_bytes: number;
}

/**
 * Returns how many orders have used more than was stored, whether one of the orders that were read is in use
 * or has little left, and which accounts are doubtful.
 */
const writeUsage = statement<UnitStarts<Date> & UsageReading>()((db, values) => {
  const { upstreamIds, leftBytes, snapshot, now, unchangedForSeconds, isFirst } = values;
  const ago = (seconds: Expression<number> | number) =>
    sql<Date>`${now}::timestamptz - make_interval(secs => ${seconds})`;
  const isKnown = (addedIn: Expression<string>) =>
    sql<boolean>`(pg_visible_in_snapshot(${addedIn}, ${snapshot}::pg_snapshot) or ${isFromAnotherServer(addedIn)})`;
  const isUnsure = sql<boolean>`(${isFirst}::boolean and r.left_bytes <= 0 and t.used_bytes < t.total_bytes)`;
  const readings = sql<LeftOnAccount>`unnest(${upstreamIds}::text[], ${leftBytes}::bigint[])`;
  return db
    .with('reading', (scope) =>
      scope.selectFrom(readings.as<'r'>(sql`r (upstream_id, left_bytes)`)).selectAll(),
    )
    .with('before', (scope) =>
      scope
        .selectFrom('reading as r')
        .innerJoin('luxury_traffic as t', 't.upstream_id', 'r.upstream_id')
        .select(['t.reseller_id', 't.order_id', 't.used_bytes', 't.total_bytes', 'r.left_bytes'])
        .select(['t.minute_at', 't.minute_start_bytes', 't.hour_start_bytes', 't.day_start_bytes'])
        .select(({ eb, fn }) => {
          const read = eb('t.total_bytes', '-', eb.ref('r.left_bytes'));
          return [
            fn<bigint>('least', ['t.used_bytes', 't.total_bytes']).as('known_bytes'),
            fn<bigint>('least', [read, 't.total_bytes']).as('read_bytes'),
          ];
        })
        .where(({ ref }) => isKnown(ref('t.added_in')))
        .where(({ not }) => not(isUnsure))
        .where((eb) =>
          eb.or([
            eb('t.used_bytes', '<', eb('t.total_bytes', '-', eb.ref('r.left_bytes'))),
            eb('t.measured_at', '<', ago(unchangedForSeconds)),
          ]),
        )
        // In a fixed order, so that two readings cannot deadlock.
        .orderBy('t.reseller_id')
        .orderBy('t.order_id')
        .forUpdate('t'),
    )
    .with('changed', (scope) =>
      scope
        .updateTable('luxury_traffic as t')
        .from('before')
        .set((eb) => {
          const used = eb('t.total_bytes', '-', eb.ref('before.left_bytes'));
          return {
            used_bytes: eb.fn<bigint>('greatest', ['t.used_bytes', used]),
            measured_at: now,
            moved_at: eb.case().when('t.used_bytes', '<', used).then(now).else(eb.ref('t.moved_at')).end(),
            ...notedMinute(eb, values),
          };
        })
        .whereRef('t.reseller_id', '=', 'before.reseller_id')
        .whereRef('t.order_id', '=', 'before.order_id')
        .returning((eb) => [
          't.reseller_id',
          't.order_id',
          't.total_bytes',
          't.used_bytes',
          'before.used_bytes as used_before',
          eb('t.used_bytes', '>', eb.ref('before.used_bytes')).as('grown'),
          eb
            .and([
              eb('t.used_bytes', '>=', eb.ref('t.total_bytes')),
              eb('before.used_bytes', '<', eb.ref('before.total_bytes')),
            ])
            .as('exhausted'),
        ]),
    )
    .with('sampled', (scope) => endedSamples(scope, values))
    .with('noticed', (scope) => noticesOfMarks(scope, now))
    .with('announced_exhausted', (scope) =>
      announceOrders(
        db,
        'order',
        scope
          .selectFrom('changed')
          .select(['reseller_id', 'order_id'])
          .where('grown', 'is', true)
          .where('exhausted', 'is', true),
      ),
    )
    .with('announced_used', (scope) =>
      announceOrders(
        db,
        'traffic',
        scope
          .selectFrom('changed')
          .select(['reseller_id', 'order_id'])
          .where('grown', 'is', true)
          .where('exhausted', 'is', false),
      ),
    )
    .selectFrom('changed')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('grown', 'is', true).as('count'),
      eb
        .exists(
          eb
            .selectFrom('reading as r')
            .innerJoin('luxury_traffic as t', 't.upstream_id', 'r.upstream_id')
            .where('r.left_bytes', '>', 0)
            .where(({ eb: of, ref }) =>
              of.or([
                of(
                  'r.left_bytes',
                  '<=',
                  sql<number>`greatest(${LITTLE_BYTES}::bigint, ${ref('t.total_bytes')} / ${LITTLE_PART}::int)`,
                ),
                of('t.used_bytes', '<', of('t.total_bytes', '-', ref('r.left_bytes'))),
                of('t.moved_at', '>', ago(IN_USE_FOR_SECONDS)),
              ]),
            ),
        )
        .$castTo<boolean>()
        .as('in_every_round'),
      sql<string[]>`array(${eb
        .selectFrom('reading as r')
        .innerJoin('luxury_traffic as t', 't.upstream_id', 'r.upstream_id')
        .select('r.upstream_id')
        .where(({ ref }) => isKnown(ref('t.added_in')))
        .where(
          sql<boolean>`(${isUnsure} or t.total_bytes - r.left_bytes < least(t.used_bytes, t.total_bytes))`,
        )})`.as('doubtful'),
    ]);
});

/**
 * A transaction id that this server has not given out yet comes from a restored dump. That addition was
 * committed long ago.
 */
function isFromAnotherServer(addedIn: Expression<string>) {
  return sql<boolean>`${addedIn} >= pg_snapshot_xmax(pg_current_snapshot())`;
}

type Changed = Tables & {
  changed: {
    reseller_id: number;
    order_id: number;
    total_bytes: number;
    used_bytes: number;
    used_before: number;
  };
};

/** Whether so many bytes are at least `percent` of the total. */
function isPast(used: Expression<number>, total: Expression<number>, percent: number) {
  return sql<boolean>`${used} * 100 >= ${total} * ${sql.lit(percent)}`;
}

/**
 * For the statement that writes usage: the part that writes a notice for each order whose usage has passed a
 * mark, of resellers who want it. Of several marks that it passes at once, only the highest is told of. The
 * rows of `changed` are locked, so each mark is passed once; traffic that is added lowers the share, and lets
 * a mark be passed again.
 */
function noticesOfMarks(db: QueryCreator<Changed>, now: Expression<Date>) {
  const facts = db
    .selectFrom((eb) =>
      eb
        .selectFrom('changed')
        .select(['reseller_id', 'order_id', sql<Date | null>`null::timestamptz`.as('ends_at')])
        .select(({ ref }) => {
          const passed = TRAFFIC_MARKS.toReversed().map((percent) => {
            const [is, was] = [ref('used_bytes'), ref('used_before')].map((used) =>
              isPast(used, ref('total_bytes'), percent),
            );
            return sql`when ${is} and not ${was} then ${sql.lit(percent)}`;
          });
          return sql<number | null>`(case ${sql.join(passed, sql` `)} end)::smallint`.as('percent');
        })
        .where('used_bytes', '>', ({ ref }) => ref('used_before'))
        .as('marked'),
    )
    .selectAll()
    .where('marked.percent', 'is not', null);
  return noticesOfOrders(db as unknown as QueryCreator<Tables>, 'traffic_used', facts, now);
}

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
  await announce(
    tx,
    rows.map(({ wasExhausted, ...order }) => ({ topic: wasExhausted ? 'order' : 'traffic', ...order })),
  );
  return rows.length > 0;
}
