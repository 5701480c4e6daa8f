import { type Expression, sql } from 'kysely';
import { announceOrders } from '../events/outbox.ts';
import { statement } from '../kit/statement.ts';
import { noticesOfMarks } from './notices-of-marks.ts';
import { BYTES_PER_GB } from './traffic.ts';
import { endedSamples, notedMinute, type UnitStarts } from './write-samples.ts';

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
export const writeUsage = statement<UnitStarts<Date> & UsageReading>()((db, values) => {
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
