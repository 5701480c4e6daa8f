import { sql } from 'kysely';
import { sweptAfter } from '../purchases/sweep-times.ts';
import type { LedgerCheck } from './ledger-checks.ts';

/** How long after its time an operation is still undecided only if nobody recovers it: recovery decides within a minute. */
const UNDECIDED_FOR = '5 minutes';
/** How long after its time a sweep is still due only if nobody sweeps: one that fails is due again a minute later. */
const UNSWEPT_FOR = '1 hour';
/** How much the clocks of two processes may differ, or one be set back, while an operation runs. */
const CLOCK_TOLERANCE = '1 minute';

/** What has to hold in the life of an operation: its key, its decision, and what is looked for after it. */
export const WORK_CHECKS: readonly LedgerCheck[] = [
  {
    problem: `the operation should have been decided more than ${UNDECIDED_FOR} ago: the service is down or recovery fails`,
    rows: sql`
      select reseller_id, id as operation_id from operations
      where state = 'running' and decide_by < now() - ${sql.lit(UNDECIDED_FOR)}::interval`,
  },
  {
    problem: 'the operation was decided before it was created',
    rows: sql`
      select reseller_id, id as operation_id from operations
      where decided_at < created_at - ${sql.lit(CLOCK_TOLERANCE)}::interval`,
  },
  {
    problem:
      'the Idempotency-Key has no answer although nothing runs, or has one although its operation runs',
    rows: sql`
      select k.reseller_id, k.operation_id
      from idempotency_keys k left join operations o on o.id = k.operation_id
      where (k.answer is null) <> coalesce(o.state = 'running', false)`,
  },
  {
    // A key and its operation are written at the same instant.
    problem: 'the Idempotency-Key is that of another operation, or of another reseller’s',
    rows: sql`
      select k.reseller_id, k.operation_id
      from idempotency_keys k join operations o on o.id = k.operation_id
      where (k.reseller_id, k.created_at) <> (o.reseller_id, o.created_at)`,
  },
  {
    problem: 'the operation has more than one Idempotency-Key',
    rows: sql`
      select min(reseller_id) as reseller_id, operation_id
      from idempotency_keys where operation_id is not null group by operation_id having count(*) > 1`,
  },
  {
    problem: `the sweep has been due for more than ${UNSWEPT_FOR}: the service is down or sweeping fails`,
    // Each try puts it off by a little, so what it is due at says nothing; the rounds follow the operation's end.
    rows: sql`
      select s.reseller_id, s.operation_id
      from sweeps s join operations o on o.id = s.operation_id
      where o.decided_at + ${sweptAfter('s.round')}
        < now() - ${sql.lit(UNSWEPT_FOR)}::interval`,
  },
  {
    problem: 'the sweep is of an operation that runs, or of another reseller’s',
    rows: sql`
      select s.reseller_id, s.operation_id
      from sweeps s join operations o on o.id = s.operation_id
      where s.reseller_id <> o.reseller_id or o.state = 'running'`,
  },
  {
    problem:
      'the house bears what cannot have come of the operation: another unit, before its end, or of another reseller',
    rows: sql`
      select h.reseller_id, h.operation_id
      from house_items h join operations o on o.id = h.operation_id
      where h.reseller_id <> o.reseller_id or o.state = 'running'
        or not o.request ? case h.unit when 'gb' then 'gb' else 'days' end`,
  },
];
