import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { statement } from '../kit/statement.ts';
import type { KeptKey } from './idempotency.ts';
import { RECOVERY } from './jobs.ts';
import { OPERATION_COLUMNS, OPERATION_LEASE, type Operation, toOperation } from './operation.ts';
import type { Services } from './services.ts';

/** An operation whose worker died, with the Idempotency-Key that its answer is kept under. */
export interface LapsedOperation {
  operation: Operation;
  kept: KeptKey | undefined;
}

/**
 * Takes over an operation whose lease has lapsed; undefined when there is none. The new token fences its old
 * worker.
 */
export async function takeLapsedOperation({
  database,
  clock,
}: Services): Promise<LapsedOperation | undefined> {
  const [row] = await takeLapsed(database.sql, { leaseToken: randomUUID(), now: clock.now() });
  if (!row) return undefined;
  const operation = { ...toOperation(row), failedRecoveries: row.failed_recoveries };
  const { resellerId } = operation;
  return { operation, kept: row.key === null ? undefined : { resellerId, key: row.key } };
}

const takeLapsed = statement<{ leaseToken: string; now: Date }>()((db, { leaseToken, now }) =>
  db
    .with('lapsed', (cte) =>
      cte
        .selectFrom('operations')
        .select('id')
        .where('state', '=', sql.lit('running'))
        .where(OPERATION_LEASE.hasLapsed(now))
        .where(({ cast }) => RECOVERY.isReady(cast('operations.id', 'text'), now))
        .orderBy('leased_until')
        .limit(sql.lit(1))
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('operations')
    .from('lapsed')
    .set(OPERATION_LEASE.taken(leaseToken, now))
    .whereRef('operations.id', '=', 'lapsed.id')
    .returning(OPERATION_COLUMNS)
    .returning((eb) =>
      eb
        .selectFrom('idempotency_keys')
        .select('key')
        .whereRef('idempotency_keys.operation_id', '=', 'operations.id')
        .as('key'),
    )
    .returning(({ cast }) => RECOVERY.attempt(cast('operations.id', 'text')).as('failed_recoveries')),
);
