import {
  type Correction,
  findCorrection,
  type MadeCorrection,
  makeCorrection,
  readOperationRefunds,
  usedOtherwise,
} from '../billing/corrections.ts';
import type { Database, Sql } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { formatUsd, type Micros } from '../kit/money.ts';
import { OperationNotFoundError } from './errors.ts';
import { coinsOf, type OperationCoins } from './operation.ts';

/** Stages 1 and 2 of an operation are its charge and its end. */
const FIRST_STAGE = 3;
/** The most parts that one operation is given back in: each is a decision of a person. */
const MAX_PARTS = 100;

interface OperationRefund extends Pick<Correction, 'reference' | 'reason' | 'at'> {
  operationId: string;
  /** All that is left of the charge, when left out. */
  amount?: Micros | undefined;
}

export interface RefundedOperation extends MadeCorrection {
  orderId: number;
  /** What was charged, and what of it can still be given back. */
  charged: Micros;
  left: Micros;
  /** What the operation has moved in coins, which stays as it is. */
  coins: OperationCoins | undefined;
}

/**
 * Gives money of a settled operation back, all of its charge or a part; the order and the coins stay as they
 * are. A repeated refund changes nothing and returns the first one. Throws InvalidRequestError when there is
 * no such operation, it has not settled, less is left of its charge, or the reference was used for another
 * correction.
 */
export async function refundSettled(database: Database, refund: OperationRefund): Promise<RefundedOperation> {
  const { operationId, amount, reference, reason, at } = refund;
  return database.inTransaction(async (tx) => {
    const operation = await lockOperation(tx, operationId);
    const complete = async (made: MadeCorrection): Promise<RefundedOperation> => {
      if (!isOf(made, refund)) throw usedOtherwise(made);
      const { amount: given } = await readOperationRefunds(tx, operationId);
      const { orderId, charged, coins } = operation;
      const left = charged - given;
      // The reference of a part is not that of the rest.
      if (amount === undefined && left > 0n) throw usedOtherwise(made);
      return { ...made, orderId, charged, left, coins };
    };
    const earlier = await findCorrection(tx, reference);
    if (earlier) return complete(earlier);
    const { parts, amount: given } = await readOperationRefunds(tx, operationId);
    const left = assertLeft(operation, given, amount);
    if (parts >= MAX_PARTS)
      throw new InvalidRequestError(
        `Operation ${operationId} was given back in ${parts} parts, the most there can be; adjust the balance instead.`,
      );
    const made = await makeCorrection(tx, {
      kind: 'operation_refund',
      resellerId: operation.resellerId,
      operationId,
      stage: FIRST_STAGE + parts,
      amount: amount ?? left,
      reference,
      reason,
      at,
    });
    if (made) return complete(made);
    const meanwhile = await findCorrection(tx, reference);
    if (!meanwhile) throw new Error(`the correction ${reference} is gone`);
    return complete(meanwhile);
  });
}

/** Whether a correction is this refund. */
function isOf(made: MadeCorrection, { operationId, amount, reason }: OperationRefund): boolean {
  return (
    made.kind === 'operation_refund' &&
    made.operationId === operationId &&
    made.reason === reason &&
    (amount === undefined || made.amount === amount)
  );
}

type LockedOperation = Awaited<ReturnType<typeof lockOperation>>;

/**
 * Of several refunds of one operation at once, each waits here for the one before it, and finds what that has
 * given back. An operation that has ended is not written any more, so the lock holds up nothing else.
 */
async function lockOperation(tx: Sql, id: string) {
  const row = await tx
    .selectFrom('operations')
    .select(['reseller_id', 'order_id', 'state', 'amount', 'request'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw new OperationNotFoundError(id);
  const { reseller_id: resellerId, order_id: orderId, state, amount, request } = row;
  return { id, resellerId, orderId, state, charged: BigInt(amount), coins: coinsOf({ id, request }) };
}

/** What is left of the charge. Throws InvalidRequestError when that is nothing, or less than is wanted. */
function assertLeft({ id, state, charged }: LockedOperation, given: Micros, wanted?: Micros): Micros {
  if (state === 'running')
    throw new InvalidRequestError(
      `Operation ${id} is running: when it ends, what it did not deliver is refunded by itself.`,
    );
  if (state === 'refunded')
    throw new InvalidRequestError(
      `Operation ${id} was refunded when it ended, since it delivered nothing: its whole charge is back.`,
    );
  const left = charged - given;
  if (left === 0n)
    throw new InvalidRequestError(
      `The whole charge of operation ${id}, ${formatUsd(charged)} USD, was given back already.`,
    );
  if (wanted !== undefined && wanted > left)
    throw new InvalidRequestError(
      `Operation ${id} was charged ${formatUsd(charged)} USD, of which ${formatUsd(given)} USD were given back: at most ${formatUsd(left)} USD can be.`,
    );
  return left;
}
