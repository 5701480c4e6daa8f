import { sql } from 'kysely';
import { REPAIR } from '../luxury/change-at-upstream.ts';
import { SWEEP } from '../purchases/jobs.ts';
import { sweptAfter } from '../purchases/sweeps.ts';
import type { Check } from './check.ts';

/**
 * How long after its deadline an undecided operation becomes a problem. Recovery decides within a minute, so
 * by then no process recovers it, or recovery fails.
 */
const UNDECIDED_FOR = '5 minutes';
/**
 * How long a sweep is overdue before that becomes a problem. By then no process sweeps, or the sweep has
 * failed six times in a row.
 */
const UNSWEPT_FOR = '1 hour';
/** How much the clocks of two processes may differ, or one of them be set back, while an operation runs. */
const CLOCK_TOLERANCE = '1 minute';

const interval = (span: string) => sql`${sql.lit(span)}::interval`;

/** What must hold for each operation: its Idempotency-Key, its outcome and its sweeps. */
export const WORK_CHECKS: readonly Check[] = [
  {
    problem: `the operation should have been decided more than ${UNDECIDED_FOR} ago: the service is down or recovery fails`,
    discrepancies: (db) =>
      db
        .selectFrom('operations')
        .select(['reseller_id', 'id as operation_id'])
        .where('state', '=', sql.lit('running'))
        .where('decide_by', '<', sql<Date>`now() - ${interval(UNDECIDED_FOR)}`),
  },
  {
    problem: 'the operation was decided before it was created',
    discrepancies: (db) =>
      db
        .selectFrom('operations')
        .select(['reseller_id', 'id as operation_id'])
        .where('decided_at', '<', (eb) => sql<Date>`${eb.ref('created_at')} - ${interval(CLOCK_TOLERANCE)}`),
  },
  {
    problem:
      'the Idempotency-Key has no answer although nothing runs, or has one although its operation runs',
    discrepancies: (db) =>
      db
        .selectFrom('idempotency_keys as k')
        .leftJoin('operations as o', 'o.id', 'k.operation_id')
        .select(['k.reseller_id', 'k.operation_id'])
        .where((eb) =>
          eb(eb('k.answer', 'is', null), '<>', eb.fn.coalesce(eb('o.state', '=', 'running'), eb.lit(false))),
        ),
  },
  {
    // A key and its operation are written with the same instant.
    problem: 'the Idempotency-Key does not match its operation: another reseller, or another time',
    discrepancies: (db) =>
      db
        .selectFrom('idempotency_keys as k')
        .innerJoin('operations as o', 'o.id', 'k.operation_id')
        .select(['k.reseller_id', 'k.operation_id'])
        .where(({ eb, or }) =>
          or([
            eb('k.reseller_id', '<>', eb.ref('o.reseller_id')),
            eb('k.created_at', '<>', eb.ref('o.created_at')),
          ]),
        ),
  },
  {
    problem: 'the operation has more than one Idempotency-Key',
    discrepancies: (db) =>
      db
        .selectFrom('idempotency_keys')
        .select((eb) => [eb.fn.min('reseller_id').as('reseller_id'), 'operation_id'])
        .where('operation_id', 'is not', null)
        .groupBy('operation_id')
        .having((eb) => eb.fn.countAll(), '>', 1),
  },
  {
    problem: `the sweep has been due for more than ${UNSWEPT_FOR}: the service is down or sweeping fails`,
    // A try that fails postpones `due_at`, so `due_at` does not show how long the sweep has waited. The times
    // of its rounds count from the end of the operation.
    discrepancies: (db) =>
      db
        .selectFrom('sweeps as s')
        .innerJoin('operations as o', 'o.id', 's.operation_id')
        .select(['s.reseller_id', 's.operation_id'])
        .where((eb) =>
          eb(
            sql<Date>`${eb.ref('o.decided_at')} + ${sweptAfter(eb.ref('s.round'))}`,
            '<',
            sql<Date>`now() - ${interval(UNSWEPT_FOR)}`,
          ),
        )
        .where(({ cast, not }) => not(SWEEP.isGivenUp(cast('s.operation_id', 'text')))),
  },
  {
    problem: 'the sweep was given up: "jobs list --failed" shows why, and "jobs retry" retries it',
    discrepancies: (db) =>
      db
        .selectFrom('sweeps')
        .select(['reseller_id', 'operation_id'])
        .where(({ cast }) => SWEEP.isGivenUp(cast('operation_id', 'text'))),
  },
  {
    problem:
      'the repair of an order’s settings was given up: "jobs list --failed" shows which and why, ' +
      'and "jobs retry" retries it',
    discrepancies: (db) =>
      db
        .selectFrom('luxury_settings')
        .select(['reseller_id', sql<null>`null::uuid`.as('operation_id')])
        .where('change_token', 'is not', null)
        .where(({ cast }) => REPAIR.isGivenUp(cast('order_id', 'text'))),
  },
  {
    problem: 'the sweep belongs to no operation, to one that is running, or to one of another reseller',
    discrepancies: (db) =>
      db
        .selectFrom('sweeps as s')
        .leftJoin('operations as o', 'o.id', 's.operation_id')
        .select(['s.reseller_id', 's.operation_id'])
        .where(({ eb, or }) =>
          or([
            eb('s.reseller_id', 'is distinct from', eb.ref('o.reseller_id')),
            eb('o.state', '=', 'running'),
          ]),
        ),
  },
  {
    problem:
      'the write-off does not match its operation: none, another unit, another reseller, or it is still running',
    discrepancies: (db) =>
      db
        .selectFrom('house_items as h')
        .leftJoin('operations as o', 'o.id', 'h.operation_id')
        .select(['h.reseller_id', 'h.operation_id'])
        .where(({ eb, or, ref }) =>
          or([
            eb('h.reseller_id', 'is distinct from', ref('o.reseller_id')),
            eb('o.state', '=', 'running'),
            sql<boolean>`not ${ref('o.request')} ? case ${ref('h.unit')} when 'gb' then 'gb' else 'days' end`,
          ]),
        ),
  },
];
