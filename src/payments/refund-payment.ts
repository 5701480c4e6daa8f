import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { keepPayment, takePayment } from '../billing/payment-refund.ts';
import type { Sql } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { Job } from '../kit/job.ts';
import { formatUsd } from '../kit/money.ts';
import { isFailureOfWork, UpstreamError } from '../upstreams/failure.ts';
import { withTopUpByHand } from './credited-by-hand.ts';
import { PaymentNotFoundError } from './errors.ts';
import { lockPayment, PAYMENT_LEASE, toPayment } from './payment.ts';
import { lockToTell, type Payments } from './payments.ts';

/**
 * Giving payments back; the key is the payment's id. The money is off the balance until the provider has said
 * what became of it, so it is asked for days: 300 attempts take 36 to 72 hours.
 */
export const REFUNDS = new Job('payment_refunds', {
  firstPauseMs: 5_000,
  longestPauseMs: 15 * 60_000,
  attempts: 300,
});

/**
 * Takes a payment in Stars from the balance that it was added to, also by a top-up by hand that names it, and
 * has it given back to its payer; one that was not credited is only given back. Returns false, and changes
 * nothing, when that was begun before.
 *
 * Throws InvalidRequestError when there is no such payment, it cannot be given back, or the balance does not
 * cover it; nothing has changed then.
 */
export async function beginRefund({ database, clock, stars }: Payments, paymentId: string): Promise<boolean> {
  return database.inTransaction(async (tx) => {
    const found = await lockPayment(tx, paymentId);
    if (!found) throw new PaymentNotFoundError(paymentId);
    if (found.state === 'refunding' || found.state === 'refunded') return false;
    if (found.provider !== 'stars')
      throw new InvalidRequestError('Only payments in Stars can be given back; Crypto Pay has no refunds.');
    if (found.charge_id === null)
      throw new InvalidRequestError(
        `The payment is ${found.state}: nothing has come that could be given back.`,
      );
    if (!stars)
      throw new InvalidRequestError('Stars are given back by the bot, and TELEGRAM_BOT_TOKEN is not set.');
    const at = clock.now();
    const { state, reseller_id: resellerId, amount } = await withTopUpByHand(tx, found, at);
    const operationId = randomUUIDv7();
    if (state === 'paid' && resellerId !== null && amount !== null) {
      const refund = { resellerId, operationId, amount: BigInt(amount), at };
      if (!(await takePayment(tx, refund))) {
        throw new InvalidRequestError(
          `The balance of reseller ${resellerId} does not cover the ${formatUsd(refund.amount)} USD of this payment.`,
        );
      }
    }
    await tx
      .updateTable('payments')
      .set({ state: 'refunding', refund_id: operationId, ...PAYMENT_LEASE.givenBack() })
      .where('id', '=', paymentId)
      .execute();
    return true;
  });
}

interface DueRefund {
  id: string;
  chargeId: string;
  payerId: number;
  token: string;
  /** Attempts that have failed; null when none has. */
  attempt: number | null;
}

/**
 * Asks the provider to give one payment back: that one, or any that is due. Returns whether there was one.
 * Any number of processes may do this at the same time. A failure is recorded. Throws it if it is not an
 * UpstreamError, and GivenUpError.
 *
 * While it is not known whether the payer has the payment back, it stays off the balance, and the provider is
 * asked again: it gives one charge back once.
 */
export async function refundOne(payments: Payments, paymentId?: string): Promise<boolean> {
  const { stars } = payments;
  const due = stars && (await takeDue(payments, paymentId));
  if (!due) return false;
  try {
    const outcome = await stars.refund(due);
    await payments.database.inTransaction((tx) => end(tx, payments, due, outcome));
  } catch (error) {
    if (isFailureOfWork(error)) await noteFailure(payments, due, error);
    if (!(error instanceof UpstreamError)) throw error;
  }
  return true;
}

async function takeDue({ database, clock }: Payments, paymentId?: string): Promise<DueRefund | undefined> {
  const token = randomUUID();
  const now = clock.now();
  const row = await database.sql
    .with('due', (cte) =>
      cte
        .selectFrom('payments')
        .select('id')
        .where('state', '=', sql.lit('refunding'))
        .where(PAYMENT_LEASE.isFreeFor(token, now))
        .where(({ cast }) => REFUNDS.isReady(cast('payments.id', 'text'), now))
        .$if(paymentId !== undefined, (query) => query.where('id', '=', paymentId ?? ''))
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('payments')
    .from('due')
    .set(PAYMENT_LEASE.taken(token, now))
    .whereRef('payments.id', '=', 'due.id')
    .returning(['payments.id', 'payments.charge_id', 'payments.payer_id'])
    .returning(({ cast }) => REFUNDS.attempt(cast('payments.id', 'text')).as('attempt'))
    .executeTakeFirst();
  if (!row || row.charge_id === null || row.payer_id === null) return undefined;
  return { id: row.id, chargeId: row.charge_id, payerId: row.payer_id, token, attempt: row.attempt };
}

/** Whoever has lost the lease changes nothing: another process asks now. */
async function end(
  tx: Sql,
  { clock, listener }: Payments,
  due: DueRefund,
  outcome: 'done' | 'refused',
): Promise<void> {
  const payment = await lockToTell(tx, listener, due.id);
  if (payment?.state !== 'refunding' || payment.lease_token !== due.token) return;
  const { reseller_id: resellerId, amount, refund_id: operationId, found } = payment;
  if (
    outcome === 'refused' &&
    resellerId !== null &&
    amount !== null &&
    operationId !== null &&
    found === null
  )
    await keepPayment(tx, { resellerId, operationId, amount: BigInt(amount), at: clock.now() });
  const kept = found === null ? 'paid' : resellerId === null ? 'unknown' : 'differing';
  await tx
    .updateTable('payments')
    .set(outcome === 'done' ? { state: 'refunded' } : { state: kept, refund_id: null })
    .set(PAYMENT_LEASE.givenBack())
    .where('id', '=', due.id)
    .execute();
  await REFUNDS.succeed(tx, { key: due.id, attempt: due.attempt });
  if (outcome === 'done' && resellerId !== null)
    await listener.refunded(tx, toPayment({ ...payment, state: 'refunded' }));
}

async function noteFailure({ database, clock }: Payments, due: DueRefund, error: unknown): Promise<void> {
  await REFUNDS.noteFailure(database, {
    key: due.id,
    attempt: due.attempt,
    error,
    now: clock.now(),
    async giveBack(tx) {
      const { numUpdatedRows } = await tx
        .updateTable('payments')
        .set(PAYMENT_LEASE.givenBack())
        .where('id', '=', due.id)
        .where(PAYMENT_LEASE.isHeldBy(due.token))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  });
}
