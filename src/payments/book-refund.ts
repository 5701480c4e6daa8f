import { randomUUIDv7 } from 'node:crypto';
import type { Selectable } from 'kysely';
import { takeCovered } from '../billing/payment-refund.ts';
import type { Sql } from '../kit/database.ts';
import { deleteJobFailures } from '../kit/job-failures.ts';
import type { Micros } from '../kit/money.ts';
import type { Tables } from '../kit/tables.ts';
import { keepUnknown } from './credit.ts';
import { withTopUpByHand } from './credited-by-hand.ts';
import { PAYMENT_LEASE, type Payment, toPayment } from './payment.ts';
import { GivenBackError, lockToTell, type Payments } from './payments.ts';
import type { Receipt } from './provider.ts';
import { REFUNDS } from './refund-payment.ts';

interface BookedRefund {
  /** The payment, and what was taken from the balance for it; undefined when nothing had been credited. */
  credited: { payment: Payment; taken: Micros } | undefined;
  /** What the operator has to be told once the transaction is committed. */
  error: GivenBackError;
}

/**
 * Books, once, that a payer has got a charge back. Undefined when nothing was to be booked, because it was
 * before, or the service itself gives it back: that ends with this, so that what another bot says of the
 * charge puts nothing back on the balance.
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
): Promise<BookedRefund | undefined> {
  const at = clock.now();
  const before = await findCharge(tx, receipt);
  if (!before) {
    const id = await keepUnknown(tx, receipt, { state: 'refunded', refund_id: randomUUIDv7(), at });
    if (id !== undefined) {
      await listener.unexpected(tx, { paymentId: id, what: 'given_back', at });
      return { credited: undefined, error: new GivenBackError(id, 0n) };
    }
  }
  // Otherwise its receipt has come since.
  const known = before ?? (await findCharge(tx, receipt));
  const locked = known && (await lockToTell(tx, listener, known.id));
  if (!locked || locked.state === 'refunded') return undefined;
  if (locked.state === 'refunding') {
    await endOwnRefund(tx, listener, locked);
    return undefined;
  }
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
  const credited = isCredited ? { payment: toPayment({ ...row, state: 'refunded' }), taken } : undefined;
  return { credited, error: new GivenBackError(row.id, uncovered) };
}

async function endOwnRefund(
  tx: Sql,
  listener: Payments['listener'],
  row: Selectable<Tables['payments']>,
): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ state: 'refunded', ...PAYMENT_LEASE.givenBack() })
    .where('id', '=', row.id)
    .execute();
  await deleteJobFailures(tx, [{ job: REFUNDS.name, key: row.id }]);
  if (row.reseller_id !== null) await listener.refunded(tx, toPayment({ ...row, state: 'refunded' }));
}

function findCharge(tx: Sql, { provider, chargeId }: Receipt) {
  return tx
    .selectFrom('payments')
    .select('id')
    .where('provider', '=', provider)
    .where('charge_id', '=', chargeId)
    .executeTakeFirst();
}
