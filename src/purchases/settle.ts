import { sql } from 'kysely';
import { post } from '../billing/ledger.ts';
import type { Sql } from '../kit/database.ts';
import { isNoneFree } from '../kit/database-errors.ts';
import { type DomainError, errorLine } from '../kit/errors.ts';
import { retryWhile } from '../kit/reachability.ts';
import { type Cause, isAbandoned } from '../kit/request.ts';
import { statement } from '../kit/statement.ts';
import { type NewOrder, writeOrder } from '../orders/proxies.ts';
import { type KeptKey, keepAnswer, sealAnswer } from './idempotency.ts';
import { RECOVERY } from './jobs.ts';
import {
  type Delivery,
  endCoins,
  isOurs,
  LeaseLostError,
  OPERATION_LEASE,
  type Operation,
} from './operation.ts';
import { type Sale, toRefusal } from './sale.ts';
import type { Services } from './services.ts';
import { sweepLater } from './sweeps.ts';

/**
 * The second transaction of the money flow: earns the money, settles the operation, keeps its answer, adds
 * the coins that it earns and writes its order, all or nothing. The lease token is the fence: a worker that
 * has lost its lease changes nothing. Throws LeaseLostError.
 */
export function settle(
  { database, vault, clock }: Services,
  operation: Operation,
  kept: KeptKey | undefined,
  { sale, order, write }: Delivery<Sale>,
): Promise<void> {
  const answer = kept ? sealAnswer(vault, kept, { sale }) : null;
  const cause = operation.failedRecoveries === undefined ? null : 'recovery';
  const send = (db: Sql) => writeEnd(db, operation, 'settled', { answer, at: clock.now(), cause }, order);
  return unlessDone(database.sql, operation, 'settled', async () => {
    // One statement needs no transaction around it.
    if (!write && !operation.coins && operation.failedRecoveries === undefined) return send(database.sql);
    return database.inFencedUnitOfWork(async (em, tx) => {
      await send(tx);
      await write?.(em, tx);
    });
  });
}

/**
 * The second transaction of an operation that failed: returns the money and the coins to their balances,
 * keeps the refusal for retries, and notes for the operator what it was refused for. Throws LeaseLostError.
 */
export function refund(
  { database, vault, clock }: Services,
  operation: Operation,
  kept: KeptKey | undefined,
  error: DomainError,
): Promise<void> {
  const refusal = toRefusal(error) ?? { code: 'provider_error' };
  const answer = kept ? sealAnswer(vault, kept, { refusal }) : null;
  const reason = { refusal: refusal.code, refusalCause: errorLine(error.cause ?? error) };
  return unlessDone(database.sql, operation, 'refunded', () => {
    // A record of failed recoveries takes a second statement, and so do coins.
    const isAlone = operation.failedRecoveries == null && !operation.coins?.spent;
    // Only recovery knows of failures: nobody waits for the answer of an operation that was taken over. The
    // chat bot tells people itself how theirs have ended.
    const isUnheard =
      (operation.failedRecoveries !== undefined || isAbandoned()) && operation.coins === undefined;
    const cause = isUnheard ? 'recovery' : null;
    const send = (db: Sql) =>
      writeEnd(db, operation, 'refunded', { ...reason, answer, at: clock.now(), cause });
    return isAlone ? send(database.sql) : database.inFencedUnitOfWork((_em, tx) => send(tx));
  });
}

/**
 * Ends an operation, and waits for a connection while all are in use. A request that has not been charged is
 * refused then; after the charge, the operation has to be ended.
 *
 * When a connection is lost at the end, the work is done again, and the fence refuses it if it was done: then
 * the operation has the state that it was to have, with this worker's token, which no other worker writes.
 */
async function unlessDone(db: Sql, operation: Operation, end: End, work: () => Promise<void>): Promise<void> {
  const { id, leaseToken } = operation;
  try {
    await retryWhile(work, isNoneFree);
  } catch (error) {
    if (!(error instanceof LeaseLostError)) throw error;
    const [ended] = await findEnded(db, { id, leaseToken });
    if (ended?.state !== end) throw error;
  }
}

const findEnded = statement<{ id: string; leaseToken: string }>()((db, { id, leaseToken }) =>
  db
    .selectFrom('operations')
    .select('state')
    .where('id', '=', id)
    .where(OPERATION_LEASE.isHeldBy(leaseToken)),
);

type End = 'settled' | 'refunded';

/**
 * Ends a running operation, once: its state, the posting, the kept answer and a new order are one statement.
 * An operation of the chat bot may move coins by another one, behind the fence of the first.
 */
async function writeEnd(
  tx: Sql,
  operation: Operation,
  end: End,
  written: Written,
  order?: NewOrder,
): Promise<void> {
  const { id: operationId, leaseToken, cost = null } = operation;
  const { at, answer } = written;
  const parts = [end, answer !== null, order !== undefined] as const;
  const send = ENDINGS.getOrInsertComputed(parts.join(), () => endingStatement(...parts));
  const values = { operationId, leaseToken, cost, refusal: null, refusalCause: null, ...written };
  const [ended] = await send(tx, { ...values, ...(order as NewOrder) });
  if (!ended) throw new LeaseLostError(operation);
  if (operation.coins) await endCoins(tx, operation, operation.coins, end, at);
  await RECOVERY.succeed(tx, { key: operationId, attempt: operation.failedRecoveries ?? null });
}

/** By the end, and by whether an answer is kept and an order is written. */
const ENDINGS = new Map<string, ReturnType<typeof endingStatement>>();

interface Written {
  at: Date;
  /** Null when the operation has no Idempotency-Key. */
  answer: Buffer | null;
  /** `recovery` where whoever has waited for the end does not any more; null for whoever had it charged. */
  cause: Cause | null;
  /** Of a refund: the code that the customer gets, and one line for the operator. */
  refusal?: string | null;
  refusalCause?: string | null;
}

interface EndValues extends Required<Written> {
  operationId: string;
  leaseToken: string;
  /** What the upstream took, also for work that is refunded; null when it has not said so. */
  cost: bigint | null;
}

/** The operation is the movement of money. All other parts select from its row, so all are done or none. */
const endingStatement = (end: End, hasKey: boolean, hasOrder: boolean) =>
  statement<EndValues & NewOrder>()((db, values) => {
    const { operationId: id, leaseToken } = values;
    const moving = db.with('movement', (cte) =>
      cte
        .updateTable('operations')
        .set({
          state: end,
          decided_at: values.at,
          cost: values.cost,
          cause: sql<Cause>`case when cause in ('auto_renew', 'bulk') then cause else coalesce(${values.cause}, cause) end`,
          ...(end === 'refunded' && { refusal: values.refusal, refusal_cause: values.refusalCause }),
        })
        .where((eb) => isOurs(eb, { id, leaseToken }))
        .returning(({ ref }) => [
          'operations.reseller_id',
          'operations.order_id',
          'operations.id as operation_id',
          'operations.amount',
          ref('operations.decided_at').$notNull().as('created_at'),
        ]),
    );
    const swept = moving.with('swept', (cte) =>
      sweepLater(
        cte,
        cte.selectFrom('movement').select(['reseller_id', 'operation_id', 'created_at as ended_at']),
      ),
    );
    const answered = !hasKey
      ? swept
      : swept.with('answered', (cte) =>
          keepAnswer(cte, values.answer, cte.selectFrom('movement').select(['reseller_id', 'operation_id'])),
        );
    const ordered = hasOrder ? writeOrder(answered, values) : answered;
    const posted = post(ordered, end === 'settled' ? 'earning' : 'refund');
    return posted.selectFrom('movement').select('operation_id');
  });
