import { post } from '../billing/posting.ts';
import { announceOrders } from '../events/outbox.ts';
import { isNoneFree } from '../kit/connection-errors.ts';
import type { EntityManager, Sql } from '../kit/database.ts';
import { whilePassing } from '../kit/reachable.ts';
import { statement } from '../kit/statement.ts';
import { type KeptKey, sealOutcome } from './idempotency.ts';
import { keepAnswer } from './idempotency-keys.ts';
import { isOurs, LeaseLostError, type Operation } from './operation.ts';
import type { Outcome } from './sale.ts';
import type { Services } from './services.ts';
import { sweepLater } from './sweep-times.ts';

/**
 * The second transaction of the money flow: the money is earned, the operation settled, its answer kept and
 * its order written, all or nothing. The lease token is the fence: a worker that was taken for dead changes
 * nothing. Throws LeaseLostError.
 */
export function settleOperation(
  { database, vault, clock }: Services,
  operation: Operation,
  kept: KeptKey | undefined,
  outcome: Outcome,
  deliver: (em: EntityManager, tx: Sql) => Promise<void> | void,
): Promise<void> {
  const answer = kept && sealOutcome(vault, kept, outcome);
  return waitingForConnection(() =>
    database.inUnitOfWork(async (em, tx) => {
      await decide(tx, operation, 'settled', answer, clock.now());
      await deliver(em, tx);
    }),
  );
}

/**
 * The other end of the flow: the money goes back and the refusal is kept for retries. Throws LeaseLostError.
 */
export function refundOperation(
  { database, vault, clock }: Services,
  operation: Operation,
  kept: KeptKey | undefined,
  outcome: Outcome,
): Promise<void> {
  const answer = kept && sealOutcome(vault, kept, outcome);
  return waitingForConnection(() =>
    database.inTransaction((tx) => decide(tx, operation, 'refunded', answer, clock.now())),
  );
}

/**
 * Money has moved: its end waits for a connection when many others do, where a request that has not begun is
 * refused.
 */
function waitingForConnection<Result>(work: () => Promise<Result>): Promise<Result> {
  return whilePassing(work, isNoneFree);
}

type End = 'settled' | 'refunded';

/**
 * Decides a running operation, once: its state, where its money goes and the kept answer in one statement.
 */
async function decide(tx: Sql, operation: Operation, end: End, answer: Buffer | undefined, at: Date) {
  const { id, leaseToken } = operation;
  const { [end]: send } = answer ? DECIDE_AND_ANSWER : DECIDE;
  const decided = await send(tx, { id, leaseToken, at, answer: answer ?? null });
  if (decided.length === 0) throw new LeaseLostError(operation);
}

interface Decision {
  id: string;
  leaseToken: string;
  at: Date;
  /** Null where the operation has no Idempotency-Key. */
  answer: Buffer | null;
}

/**
 * The amount of the operation is the statement's movement of money, and every part of it follows from that
 * one row.
 */
const deciding = (end: End, hasKey: boolean) =>
  statement<Decision>()((db, values) => {
    const moving = db.with('movement', (cte) =>
      cte
        .updateTable('operations')
        .set({ state: end, decided_at: values.at })
        .where((eb) => isOurs(eb, values))
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
    const announced =
      end === 'refunded'
        ? swept
        : swept.with('announced', (cte) =>
            announceOrders(cte, 'order', cte.selectFrom('movement').select(['reseller_id', 'order_id'])),
          );
    const answered = !hasKey
      ? announced
      : announced.with('answered', (cte) =>
          keepAnswer(cte, values.answer, cte.selectFrom('movement').select(['reseller_id', 'operation_id'])),
        );
    return post(answered, end === 'settled' ? 'earning' : 'refund')
      .selectFrom('movement')
      .select('operation_id');
  });

const DECIDE = { settled: deciding('settled', false), refunded: deciding('refunded', false) };
const DECIDE_AND_ANSWER = { settled: deciding('settled', true), refunded: deciding('refunded', true) };
