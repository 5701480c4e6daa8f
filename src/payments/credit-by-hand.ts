import { InvalidRequestError } from '../kit/errors.ts';
import { formatUsd, type Micros } from '../kit/money.ts';
import { findReseller } from '../resellers/find-reseller.ts';
import { creditUncredited, findTopUpByHand, isUncredited } from './credited-by-hand.ts';
import { PaymentNotFoundError } from './errors.ts';
import { lockPayment } from './payment.ts';
import type { Payments } from './payments.ts';

/** What the operator has decided about a payment that came and was not credited. */
interface Decision {
  paymentId: string;
  resellerId: number;
  amount: Micros;
}

interface CreditedByHand {
  replayed: boolean;
  cameAs?: string;
}

/**
 * Adds a payment that came and was not credited to a balance. From then on it is a payment like any other:
 * its charge is credited, and giving it back takes the amount. Repeating this changes nothing. Returns
 * whether it had been credited before and, if not, what came instead of what was asked for.
 *
 * Throws InvalidRequestError, and changes nothing, when there is no such payment or reseller, it is not
 * uncredited, or it was topped up by hand for another reseller or amount.
 */
export async function creditByHand(
  { database, clock }: Payments,
  { paymentId, resellerId, amount }: Decision,
): Promise<CreditedByHand> {
  return database.inUnitOfWork(async (em, tx) => {
    await findReseller(em, resellerId);
    const row = await lockPayment(tx, paymentId);
    if (!row) throw new PaymentNotFoundError(paymentId);
    const isSame = row.reseller_id === resellerId && row.amount !== null && BigInt(row.amount) === amount;
    if (row.state === 'paid' && isSame) return { replayed: true };
    if (!isUncredited(row)) throw new InvalidRequestError(notUncredited(row.state));
    const byHand = await findTopUpByHand(tx, row);
    if (byHand && !(byHand.resellerId === resellerId && byHand.amount === amount)) {
      throw new InvalidRequestError(
        `It was added to the balance of reseller ${byHand.resellerId} as ${formatUsd(byHand.amount)} USD, by the top-up ${JSON.stringify(byHand.reference)}; credit it to that reseller with that amount, which counts the top-up as this payment, and then use "balance adjust".`,
      );
    }
    await creditUncredited(tx, row, { resellerId, amount, at: clock.now() }, byHand);
    return { replayed: false, ...(row.found !== null && { cameAs: row.found }) };
  });
}

function notUncredited(state: string): string {
  switch (state) {
    case 'paid':
      return 'The payment was credited before, to another reseller or with another amount; "balance adjust" corrects a balance.';
    case 'open':
    case 'expired':
      return `The payment is ${state}: nothing has come. It is credited by itself when its money comes.`;
    default:
      return `The payment is ${state}: its payer gets it back.`;
  }
}
