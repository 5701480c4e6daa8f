import { REPAIR } from '../luxury/change-at-upstream.ts';
import { SWEEP } from '../purchases/jobs.ts';
import { SWEEPS_AFTER_SECONDS } from '../purchases/sweeps.ts';
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

/** What must hold for each operation: its Idempotency-Key, its outcome and its sweeps. */
export const WORK_CHECKS: readonly Check[] = [
  {
    problem: `the operation should have been decided more than ${UNDECIDED_FOR} ago: the service is down or recovery fails`,
    sql: ({ among }) => `
      select o.reseller_id, o.id as operation_id
      from operations o
      where ${among('work', 'o.reseller_id, o.id')} and o.state = 'running'
        and o.decide_by < now() - interval '${UNDECIDED_FOR}'`,
  },
  {
    problem: 'the operation was decided before it was created',
    sql: ({ among }) => `
      select o.reseller_id, o.id as operation_id
      from operations o
      where ${among('work', 'o.reseller_id, o.id')}
        and o.decided_at < o.created_at - interval '${CLOCK_TOLERANCE}'`,
  },
  {
    problem:
      'the Idempotency-Key has no answer although nothing runs, or has one although its operation runs',
    sql: ({ among }) => `
      select k.reseller_id, k.operation_id
      from idempotency_keys k
      left join operations o on o.id = k.operation_id
      where ${among('keys', 'k.reseller_id, k.key')}
        and (k.answer is null) <> coalesce(o.state = 'running', false)`,
  },
  {
    problem: 'the Idempotency-Key does not match its operation: another reseller, or another time',
    // A key and its operation are written with the same instant.
    sql: ({ among }) => `
      select k.reseller_id, k.operation_id
      from idempotency_keys k
      join operations o on o.id = k.operation_id
      where ${among('keys', 'k.reseller_id, k.key')}
        and (k.reseller_id <> o.reseller_id or k.created_at <> o.created_at)`,
  },
  {
    problem: 'the operation has more than one Idempotency-Key',
    sql: ({ among }) => `
      select min(k.reseller_id) as reseller_id, k.operation_id
      from idempotency_keys k
      where ${among('keys', 'k.reseller_id, k.key')} and k.operation_id is not null
      group by k.operation_id
      having count(*) > 1`,
  },
  {
    problem: `the sweep has been due for more than ${UNSWEPT_FOR}: the service is down or sweeping fails`,
    // A try that fails postpones `due_at`, so `due_at` does not show how long the sweep has waited. The times
    // of its rounds count from the end of the operation.
    sql: ({ among }) => `
      select s.reseller_id, s.operation_id
      from sweeps s
      join operations o on o.id = s.operation_id
      where ${among('work', 's.reseller_id, s.operation_id')}
        and o.decided_at + make_interval(secs => (array[${SWEEPS_AFTER_SECONDS.join(', ')}])[s.round])
          < now() - interval '${UNSWEPT_FOR}'
        and not ${SWEEP.isGivenUp('s.operation_id')}`,
  },
  {
    problem: 'the sweep was given up: "jobs list --failed" shows why, and "jobs retry" retries it',
    sql: ({ among }) => `
      select s.reseller_id, s.operation_id
      from sweeps s
      where ${among('work', 's.reseller_id, s.operation_id')} and ${SWEEP.isGivenUp('s.operation_id')}`,
  },
  {
    problem:
      'the repair of an order’s settings was given up: "jobs list --failed" shows which and why, ' +
      'and "jobs retry" retries it',
    sql: ({ among }) => `
      select s.reseller_id, null::uuid as operation_id
      from luxury_settings s
      where ${among('orders', 's.reseller_id, s.order_id')} and s.change_token is not null
        and ${REPAIR.isGivenUp('s.order_id')}`,
  },
  {
    problem: 'the sweep belongs to no operation, to one that is running, or to one of another reseller',
    sql: ({ among }) => `
      select s.reseller_id, s.operation_id
      from sweeps s
      left join operations o on o.id = s.operation_id
      where ${among('work', 's.reseller_id, s.operation_id')}
        and (s.reseller_id is distinct from o.reseller_id or o.state = 'running')`,
  },
  {
    problem:
      'the write-off does not match its operation: none, another unit, another reseller, or it is still running',
    sql: ({ among }) => `
      select h.reseller_id, h.operation_id
      from house_items h
      left join operations o on o.id = h.operation_id
      where ${among('work', 'h.reseller_id, h.operation_id')} and (
        h.reseller_id is distinct from o.reseller_id or o.state = 'running'
        or not o.request ? case h.unit when 'gb' then 'gb' else 'days' end
      )`,
  },
];
