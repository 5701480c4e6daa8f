import { type Expression, sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { BYTES_PER_GB } from '../luxury/traffic.ts';
import type { Check } from './check.ts';

/**
 * How much earlier than paid for an order may end. Clocks differ by seconds, and the shortest term that can
 * be sold is a day.
 */
const TERM_TOLERANCE = '12 hours';
/**
 * Counts as the days of a renewal whose request has none: more than any order has, so that the check finds
 * it.
 */
const UNKNOWN_DAYS = 100_000;

/** Orders with their purchases. An order without a purchase is found by a check of the ledger. */
const bought = (db: Sql) =>
  db
    .selectFrom('orders as o')
    .innerJoin('operations as p', (join) =>
      join.onRef('p.id', '=', 'o.operation_id').on('p.kind', '=', 'purchase'),
    );

/** A field of an operation's request, as text. */
const requestField = (request: Expression<unknown>, name: string) =>
  sql<string | null>`${request} ->> ${sql.lit(name)}`;

/**
 * What must agree between the work that was paid for and what was delivered. The operation of a discrepancy
 * is the purchase of the order.
 */
export const GOODS_CHECKS: readonly Check[] = [
  {
    problem: 'the order is not what its purchase asked for',
    discrepancies: (db) =>
      bought(db)
        .select(['o.reseller_id', 'p.id as operation_id'])
        .where(({ eb, or, ref }) => {
          const request = ref('p.request');
          const differs = (name: 'tier' | 'type' | 'country' | 'period' | 'source' | 'upstream') =>
            eb(ref(`o.${name}`), 'is distinct from', requestField(request, name));
          return or([
            ...(['tier', 'type', 'country', 'period', 'source', 'upstream'] as const).map(differs),
            eb(eb.cast<string>('o.quantity', 'text'), 'is distinct from', requestField(request, 'quantity')),
            eb(
              eb.cast<string>('o.renewable', 'text'),
              'is distinct from',
              requestField(request, 'renewable'),
            ),
            eb(eb('o.billing', '=', 'per_gb'), 'is distinct from', sql<boolean>`(${request} ? 'gb')`),
          ]);
        }),
  },
  {
    problem: 'the order has more or fewer proxies than its quantity',
    discrepancies: (db) =>
      db
        .selectFrom('orders as o')
        .leftJoin(
          (eb) =>
            eb
              .selectFrom('proxies')
              .select(({ fn }) => ['reseller_id', 'order_id', fn.countAll<number>().as('count')])
              .groupBy(['reseller_id', 'order_id'])
              .as('held'),
          (join) => join.onRef('held.reseller_id', '=', 'o.reseller_id').onRef('held.order_id', '=', 'o.id'),
        )
        .select(['o.reseller_id', 'o.operation_id'])
        .whereRef('held.count', 'is distinct from', 'o.quantity'),
  },
  {
    // The upstream may have given more days than were paid for, never fewer.
    problem: 'the order ends before the term that was paid for: its purchase and its renewals',
    discrepancies: (db) =>
      bought(db)
        .leftJoin(
          (eb) =>
            eb
              .selectFrom('operations')
              .select(({ ref }) => [
                'reseller_id',
                'order_id',
                sql<number>`sum(coalesce((${requestField(ref('request'), 'days')})::int, ${sql.lit(UNKNOWN_DAYS)}))::int`.as(
                  'days',
                ),
              ])
              .where('kind', '=', 'renewal')
              .where('state', '=', 'settled')
              .groupBy(['reseller_id', 'order_id'])
              .as('renewed'),
          (join) =>
            join.onRef('renewed.reseller_id', '=', 'o.reseller_id').onRef('renewed.order_id', '=', 'o.id'),
        )
        // What was booked after a restore was bought before.
        .leftJoin('lost_purchases as l', 'l.id', 'p.id')
        .select(['o.reseller_id', 'p.id as operation_id'])
        .where(({ eb, or }) => or([eb('o.expires_at', 'is not', null), eb('renewed.days', 'is not', null)]))
        .where(
          ({ ref }) => sql<boolean>`(${ref('o.expires_at')} + ${sql.lit(TERM_TOLERANCE)}::interval >=
            coalesce(${ref('l.started_at')}, ${ref('p.created_at')}) + make_interval(days => (${requestField(ref('p.request'), 'days')})::int + coalesce(${ref('renewed.days')}, 0))) is not true`,
        ),
  },
  {
    problem: 'the traffic of the order is not what was paid for: its purchase and its additions',
    discrepancies: (db) =>
      db
        .selectFrom('luxury_traffic as t')
        .fullJoin(
          (eb) =>
            eb
              .selectFrom('operations')
              .select(({ ref }) => [
                'reseller_id',
                'order_id',
                sql<string>`sum((${requestField(ref('request'), 'gb')})::bigint) * ${sql.lit(Number(BYTES_PER_GB))}`.as(
                  'bytes',
                ),
              ])
              .where('kind', '<>', 'renewal')
              .where('state', '=', 'settled')
              .where(({ ref }) => sql<boolean>`${ref('request')} ? 'gb'`)
              .groupBy(['reseller_id', 'order_id'])
              .as('paid'),
          (join) =>
            join.onRef('paid.reseller_id', '=', 't.reseller_id').onRef('paid.order_id', '=', 't.order_id'),
        )
        .leftJoin('orders as o', (join) =>
          join
            .on((eb) => eb('o.reseller_id', '=', eb.fn.coalesce('t.reseller_id', 'paid.reseller_id')))
            .on((eb) => eb('o.id', '=', eb.fn.coalesce('t.order_id', 'paid.order_id'))),
        )
        .select((eb) => [
          eb.fn.coalesce('t.reseller_id', 'paid.reseller_id').as('reseller_id'),
          'o.operation_id',
        ])
        .where(({ eb, ref }) => eb('t.total_bytes', 'is distinct from', ref('paid.bytes').$castTo<number>())),
  },
  {
    problem: 'the Luxury order is not on the upstream account that was opened for it',
    discrepancies: (db) =>
      bought(db)
        .innerJoin('luxury_traffic as t', (join) =>
          join.onRef('t.reseller_id', '=', 'o.reseller_id').onRef('t.order_id', '=', 'o.id'),
        )
        .innerJoin('proxies as x', (join) =>
          join.onRef('x.reseller_id', '=', 'o.reseller_id').onRef('x.order_id', '=', 'o.id'),
        )
        .select(['o.reseller_id', 'p.id as operation_id'])
        .where(({ eb, or, ref }) =>
          or([
            eb('t.upstream_id', 'is distinct from', requestField(ref('p.request'), 'upstreamId')),
            eb('x.upstream_id', '<>', ref('t.upstream_id')),
          ]),
        ),
  },
  {
    problem: 'the order and its settings do not match: a Luxury order has settings, any other order has none',
    discrepancies: (db) =>
      db
        .selectFrom((eb) => eb.selectFrom('orders').selectAll().where('billing', '=', 'per_gb').as('o'))
        .fullJoin('luxury_settings as s', (join) =>
          join.onRef('s.reseller_id', '=', 'o.reseller_id').onRef('s.order_id', '=', 'o.id'),
        )
        .select((eb) => [
          eb.fn.coalesce('o.reseller_id', 's.reseller_id').as('reseller_id'),
          'o.operation_id',
        ])
        .where(({ eb, or }) => or([eb('o.id', 'is', null), eb('s.order_id', 'is', null)])),
  },
  {
    // Ids are unique only within one upstream.
    problem: 'a proxy or account of the upstream was delivered more than once',
    discrepancies: (db) =>
      db
        .selectFrom((eb) =>
          eb
            .selectFrom('proxies as x')
            .innerJoin('orders as o', (join) =>
              join.onRef('o.reseller_id', '=', 'x.reseller_id').onRef('o.id', '=', 'x.order_id'),
            )
            .select(({ fn }) => [
              'o.reseller_id',
              'o.operation_id',
              fn
                .countAll<number>()
                .over((over) => over.partitionBy(['o.upstream', 'x.upstream_id']))
                .as('deliveries'),
            ])
            .where('x.upstream_id', 'in', (twice) =>
              twice
                .selectFrom('proxies')
                .select('upstream_id')
                .groupBy('upstream_id')
                .having((having) => having.fn.countAll(), '>', 1),
            )
            .as('suspects'),
        )
        .distinct()
        .select(['reseller_id', 'operation_id'])
        .where('deliveries', '>', 1),
  },
];
