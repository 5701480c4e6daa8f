import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { keepPayment, takeCovered, takePayment } from '../billing/top-ups.ts';
import type { Sql } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { type Job, upTo } from '../kit/job.ts';
import { deleteJobFailures, Retry } from '../kit/job-failures.ts';
import { formatUsd } from '../kit/money.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import { keepUnknown } from './credit.ts';
import { withTopUpByHand } from './credit-by-hand.ts';
import {
  findCharge,
  giveBackPayment,
  type LeasedPayment,
  leasePayment,
  lockPayment,
  PAYMENT_LEASE,
  PaymentNotFoundError,
  type PaymentRow,
} from './payment.ts';
import { GivenBackError, type Payments } from './payments.ts';
import type { Receipt } from './provider.ts';

/**
 * Giving payments back; the key is the payment's id. The money is off the balance until the provider has said
 * what became of it, so it is asked for days: 300 attempts take 36 to 72 hours.
 */
export const REFUNDS = new Retry('payment_refunds', {
  firstPauseMs: 5_000,
  longestPauseMs: 15 * 60_000,
  attempts: 300,
  isExpected: (error) => error instanceof UpstreamError,
});
/** Each is a call of Telegram. */
const PAYMENTS_OF_ROUND = 50;

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

export const PAYMENT_REFUND_JOB: Job<{ payments: Payments }> = {
  name: 'payment refunds',
  everyMs: 5_000,
  begin: ({ payments }, onFailure) => ({
    round: () => upTo(PAYMENTS_OF_ROUND, () => refundOne(payments), onFailure),
  }),
};

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
  if (!stars) return false;
  const due = await leasePayment(payments, REFUNDS, ({ and, eb, lit }) =>
    and([
      eb('state', '=', sql.lit('refunding')),
      paymentId === undefined ? lit(true) : eb('id', '=', paymentId),
    ]),
  );
  if (!due) return false;
  const { charge_id: chargeId, payer_id: payerId } = due.row;
  if (chargeId === null || payerId === null) return false;
  await REFUNDS.carryOut(payments, due, {
    async work() {
      const outcome = await stars.refund({ chargeId, payerId });
      await payments.database.inTransaction((tx) => end(tx, payments, due, outcome));
    },
    giveBack: (tx) => giveBackPayment(tx, due),
  });
  return true;
}

/** Changes nothing when the lease is lost: another process asks now. */
async function end(
  tx: Sql,
  { clock }: Payments,
  due: LeasedPayment,
  outcome: 'done' | 'refused',
): Promise<void> {
  const payment = await lockPayment(tx, due.key);
  if (payment?.state !== 'refunding' || payment.lease_token !== due.token) return;
  const { reseller_id: resellerId, amount, refund_id: operationId, found } = payment;
  const wasTaken = resellerId !== null && amount !== null && operationId !== null && found === null;
  if (outcome === 'refused' && wasTaken)
    await keepPayment(tx, { resellerId, operationId, amount: BigInt(amount), at: clock.now() });
  const kept = found === null ? 'paid' : resellerId === null ? 'unknown' : 'differing';
  await tx
    .updateTable('payments')
    .set(outcome === 'done' ? { state: 'refunded' } : { state: kept, refund_id: null })
    .set(PAYMENT_LEASE.givenBack())
    .where('id', '=', due.key)
    .execute();
  await REFUNDS.succeed(tx, due);
}

/**
 * Books, once, that a payer has got a charge back. Returns what the operator has to be told once the
 * transaction is committed; undefined when nothing was to be booked, because it was before, or the service
 * itself gives it back: that ends with this, so that what another bot says of the charge puts nothing back on
 * the balance.
 *
 * A balance is prepaid and never negative, so no more is taken than it covers. What was spent already, or is
 * in flight, is noted with the payment, and taken from what comes to the balance next. What the operator has
 * topped up by hand for it is taken, too. A charge that nobody knows is written down as given back, so that a
 * receipt of it which comes later is not credited. The listener hears of it for the operator.
 */
export async function bookRefund(
  tx: Sql,
  { clock, listener }: Pick<Payments, 'clock' | 'listener'>,
  receipt: Receipt,
): Promise<GivenBackError | undefined> {
  const at = clock.now();
  const before = await findCharge(tx, receipt);
  if (!before) {
    const id = await keepUnknown(tx, receipt, { state: 'refunded', refund_id: randomUUIDv7(), at });
    if (id !== undefined) {
      await listener.unexpected(tx, { paymentId: id, what: 'given_back', at });
      return new GivenBackError(id, 0n);
    }
  }
  // Otherwise its receipt has come since.
  const known = before ?? (await findCharge(tx, receipt));
  const locked = known && (await lockPayment(tx, known.id));
  if (!locked || locked.state === 'refunded') return undefined;
  if (locked.state === 'refunding') return endOwnRefund(tx, locked);
  const row = await withTopUpByHand(tx, locked, at);
  const refund_id = randomUUIDv7();
  const { reseller_id: resellerId, amount } = row;
  const isCredited = row.state === 'paid' && resellerId !== null && amount !== null;
  const taken = isCredited
    ? await takeCovered(tx, { resellerId, operationId: refund_id, amount: BigInt(amount), at })
    : 0n;
  const uncovered = isCredited ? BigInt(amount) - taken : 0n;
  await tx
    .updateTable('payments')
    .set({ state: 'refunded', refund_id, uncovered: uncovered === 0n ? null : uncovered })
    .where('id', '=', row.id)
    .execute();
  await listener.unexpected(tx, { paymentId: row.id, what: 'given_back', at });
  return new GivenBackError(row.id, uncovered);
}

async function endOwnRefund(tx: Sql, row: PaymentRow): Promise<undefined> {
  await tx
    .updateTable('payments')
    .set({ state: 'refunded', ...PAYMENT_LEASE.givenBack() })
    .where('id', '=', row.id)
    .execute();
  await deleteJobFailures(tx, [{ job: REFUNDS.name, key: row.id }]);
}
