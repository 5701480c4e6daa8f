import { randomUUIDv7 } from 'node:crypto';
import { takeCovered } from '../billing/payment-refund.ts';
import type { Sql } from '../kit/database.ts';
import type { Micros } from '../kit/money.ts';
import { keepUnknown } from './credit.ts';
import { lockPayment, type Payment, toPayment } from './payment.ts';
import { GivenBackError, type Payments } from './payments.ts';
import type { Receipt } from './provider.ts';

interface BookedRefund {
  paymentId: string;
  /** The payment, and what was taken from the balance for it; undefined when nothing had been credited. */
  credited: { payment: Payment; taken: Micros } | undefined;
  /** What the operator has to be told once the transaction is committed. */
  error: GivenBackError;
}

/**
 * Books, once, that a payer has got a charge back. Undefined when nothing is to be booked: the service itself
 * gives it back, or it was booked before.
 *
 * A balance is prepaid and never negative, so no more is taken than it covers. What was spent already is kept
 * with the payment: it is the operator's loss, who can ask the payer for it. A charge that nobody knows is
 * written down as given back, so that a receipt of it which comes later is not credited.
 */
export async function bookRefund(
  tx: Sql,
  { clock }: Pick<Payments, 'clock'>,
  receipt: Receipt,
): Promise<BookedRefund | undefined> {
  const { provider, chargeId } = receipt;
  const at = clock.now();
  const known = await tx
    .selectFrom('payments')
    .select(['id', 'state'])
    .where('provider', '=', provider)
    .where('charge_id', '=', chargeId)
    .executeTakeFirst();
  if (!known) {
    const id = await keepUnknown(tx, receipt, { state: 'refunded', refund_id: randomUUIDv7(), at });
    if (id === undefined) return undefined;
    return { paymentId: id, credited: undefined, error: new GivenBackError(id, 0n) };
  }
  // Read without a lock: whoever gives a payment back locks it, and then the person, who is locked here.
  if (isGivenBack(known.state)) return undefined;
  const row = await lockPayment(tx, known.id);
  if (!row || isGivenBack(row.state)) return undefined;
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
  const credited = isCredited ? { payment: toPayment({ ...row, state: 'refunded' }), taken } : undefined;
  return { paymentId: row.id, credited, error: new GivenBackError(row.id, uncovered) };
}

const isGivenBack = (state: string) => state === 'refunding' || state === 'refunded';
