import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { DomainError } from '../kit/errors.ts';
import { crew, type OnFailure, type Rounds } from '../kit/job.ts';
import { deleteJobFailures, type FailureSelection, findJobFailures } from '../kit/job-failures.ts';
import { inSpan } from '../kit/spans.ts';
import { statement } from '../kit/statement.ts';
import { readStored } from '../kit/text.ts';
import { hasOutcome, NoRateSlotError } from '../upstreams/failure.ts';
import { addingTraffic } from './add-traffic.ts';
import { buyingProxies } from './buy-proxies.ts';
import { settleFound } from './flow.ts';
import type { KeptKey } from './idempotency.ts';
import { RECOVERY, SWEEP } from './jobs.ts';
import { openingAccount } from './open-account.ts';
import {
  coinsOf,
  isOurs,
  LeaseLostError,
  OPERATION_COLUMNS,
  OPERATION_LEASE,
  type Operation,
  type OperationHandler,
  type Swept,
  spanAttributesOf,
  toOperation,
} from './operation.ts';
import type { OrderRequest } from './product.ts';
import { extending } from './renew.ts';
import type { Services } from './services.ts';
import {
  type DueSweep,
  finishRound,
  lookAgain,
  putOff,
  retrySweeps,
  takeDueSweep,
  whileLeased,
} from './sweeps.ts';

/** Operations that one process recovers at once: each waits for the upstream nearly all of its time. */
const MAX_AT_ONCE = 32;

/**
 * Continues the operations whose worker died between charge and end. Any number of processes may do this at
 * the same time. `onFailure` is called for each that could not be ended; it is taken over again later.
 */
export function recovery(services: Services, onFailure: OnFailure): Required<Rounds> {
  const take = () => takeLapsedOperation(services);
  return crew({ most: MAX_AT_ONCE, take, carryOut: (lapsed) => recoverTaken(services, lapsed) }, onFailure);
}

/** Brings an operation that was taken over to its end. A failure is recorded and thrown. */
export async function recoverTaken(services: Services, lapsed: LapsedOperation): Promise<void> {
  const { id, leaseToken, failedRecoveries: attempt = null } = lapsed.operation;
  const piece = { key: id, attempt };
  await RECOVERY.carryOut(services, piece, {
    work: () => recover(services, lapsed),
    async giveBack(tx) {
      const { numUpdatedRows } = await tx
        .updateTable('operations')
        .set(OPERATION_LEASE.ended(services.clock.now()))
        .where((eb) => isOurs(eb, { id: eb.val(id), leaseToken: eb.val(leaseToken) }))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  });
}

async function recover(services: Services, lapsed: LapsedOperation): Promise<void> {
  try {
    const { handler, operation } = continued(lapsed.operation);
    const span = { name: 'recover', attributes: spanAttributesOf(operation) };
    await inSpan(span, () => settleFound(services, operation, lapsed.kept, handler));
  } catch (error) {
    // It was refunded, or the old worker was slow and not dead, and has ended the operation first.
    if (!(error instanceof DomainError || error instanceof LeaseLostError)) throw error;
  }
}

/** An operation whose worker died, with the Idempotency-Key that its answer is kept under. */
interface LapsedOperation {
  operation: Operation;
  kept: KeptKey | undefined;
}

/** Takes over an operation whose lease has lapsed, if there is one. The new token fences its old worker. */
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

/** The handler for an operation, found by its stored kind and request. */
export function handlerOf({ kind, request }: Operation): OperationHandler {
  switch (kind) {
    case 'renewal':
      return extending;
    case 'traffic':
      return addingTraffic;
    case 'purchase': {
      const { upstream, isLost } = request as OrderRequest & { isLost?: boolean };
      const handler = upstream === 'px6' ? buyingProxies : openingAccount;
      return isLost ? handler.takingUp : handler;
    }
  }
}

/** The handler for an operation that any version has charged, and that operation with its request as read. */
export function continued<Stored extends Operation>(stored: Stored) {
  const handler = handlerOf(stored);
  const request = readStored(handler.request, `request of operation ${stored.id}`, stored.request);
  return { handler, operation: { ...stored, request, coins: coinsOf(stored) } };
}

/**
 * How long a sweep waits that could not be tried: its order was in use, or the upstream's rate left no turn.
 */
const BUSY_MS = 60_000;

/**
 * Reads the upstream once more for one operation that has ended some time ago. Whatever the upstream did for
 * it beyond what was paid for is given back, or written off. Returns whether a sweep was due. Any number of
 * processes may do this at the same time. A failure is recorded. Throws it if it is not an UpstreamError, and
 * GivenUpError.
 */
export async function sweepOne(services: Services): Promise<boolean> {
  const due = await takeDueSweep(services);
  if (!due) return false;
  const { operation, attempt } = due;
  const span = { name: 'sweep', attributes: spanAttributesOf(operation) };
  await SWEEP.carryOut(
    services,
    { key: operation.id, attempt },
    {
      work: () =>
        inSpan(span, async () => {
          const swept = await whileLeased(services, due, () => sweep(services, due));
          await noteSwept(services, due, swept);
        }),
      giveBack: (tx, nextAttemptAt) => putOff(tx, due, nextAttemptAt),
    },
  );
  return true;
}

async function sweep(services: Services, due: DueSweep): Promise<Swept> {
  const { handler, operation } = continued(due.operation);
  const { state, decidedAt } = due;
  try {
    return await handler.sweep(services, operation, state, decidedAt);
  } catch (error) {
    // Without an account there is nothing to give back.
    if (hasOutcome(error, 'gone')) return 'done';
    if (error instanceof NoRateSlotError) return 'busy';
    throw error;
  }
}

/** Stores that the attempt succeeded: in a transaction only where a record of failures is deleted, too. */
async function noteSwept({ database, clock }: Services, due: DueSweep, swept: Swept): Promise<void> {
  const now = clock.now();
  if (swept === 'busy') {
    // Nothing was tried.
    await putOff(database.sql, due, new Date(now.getTime() + BUSY_MS));
    return;
  }
  const write = async (db: Sql): Promise<boolean> => {
    if (swept !== 'again') return finishRound(db, due);
    await lookAgain(db, due, now);
    return true;
  };
  if (due.attempt === null) {
    await write(database.sql);
    return;
  }
  await database.inTransaction(async (tx) => {
    if (await write(tx)) await SWEEP.succeed(tx, { key: due.operation.id, attempt: due.attempt });
  });
}

/** Has failed work tried again at once: one piece, all of a job, or all. Returns how many had failed. */
export function retryJobs(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  selection: FailureSelection,
): Promise<number> {
  return database.inTransaction(async (tx) => {
    const pieces = await findJobFailures(tx, selection);
    const swept = pieces.filter(({ job }) => job === SWEEP.name).map(({ key }) => key);
    // Sweeps are locked before their records, in the same order as by a sweep that fails. Only the records
    // found above are deleted: a sweep that is given up meanwhile is never due, and without its record the
    // operator would not see it.
    await retrySweeps(tx, swept, clock.now());
    return deleteJobFailures(tx, pieces);
  });
}
