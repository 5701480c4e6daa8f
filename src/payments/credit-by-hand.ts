import { type CountedTopUp, countTopUp, findTopUp, renameTopUp } from '../billing/top-ups.ts';
import type { Sql } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { formatUsd, type Micros } from '../kit/money.ts';
import { findReseller } from '../resellers/resellers.ts';
import { chargeOfReference, topUpOf } from './credit.ts';
import {
  isPaymentId,
  lockPayment,
  PAYMENT_COLUMNS,
  PaymentNotFoundError,
  type PaymentRow,
  type PaymentState,
  PROVIDERS,
} from './payment.ts';
import type { Payments } from './payments.ts';

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
  { paymentId, resellerId, amount }: { paymentId: string; resellerId: number; amount: Micros },
): Promise<{ replayed: boolean; cameAs?: string }> {
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

type UncreditedRow = PaymentRow & { state: 'differing' | 'unknown'; charge_id: string };

function isUncredited(row: PaymentRow): row is UncreditedRow {
  return row.state === 'differing' || row.state === 'unknown';
}

/** The top-up by which the operator has added a payment to a balance, named by its charge or its id. */
function findTopUpByHand(tx: Sql, { id, provider, charge_id }: UncreditedRow) {
  return findTopUp(tx, [topUpOf(provider, charge_id).reference, charge_id, id]);
}

/**
 * Credits a payment that was not credited, with an amount that the operator has decided. A top-up by hand of
 * the same reseller and amount is this credit: it gets the reference of the charge, and no money moves.
 * Returns the payment as it is then.
 */
async function creditUncredited(
  tx: Sql,
  row: UncreditedRow,
  { resellerId, amount, at }: { resellerId: number; amount: Micros; at: Date },
  byHand: CountedTopUp | undefined,
): Promise<PaymentRow> {
  const credited = await tx
    .updateTable('payments')
    .set({
      state: 'paid',
      reseller_id: resellerId,
      amount,
      found: null,
      paid_at: row.paid_at ?? at,
      // Who pays in Stars does so in their private chat, which has the same id.
      chat_id: row.chat_id ?? row.payer_id,
    })
    .where('id', '=', row.id)
    .returning(PAYMENT_COLUMNS)
    .executeTakeFirstOrThrow();
  const named = topUpOf(row.provider, row.charge_id);
  if (byHand) await renameTopUp(tx, byHand.reference, named);
  else if (!(await countTopUp(tx, { resellerId, amount, ...named, at })))
    throw new Error(`the charge of payment ${row.id} is another top-up`);
  return credited;
}

/** The payment with a top-up by hand, if there is one, counted as its credit. */
export async function withTopUpByHand(tx: Sql, row: PaymentRow, at: Date): Promise<PaymentRow> {
  if (!isUncredited(row)) return row;
  const byHand = await findTopUpByHand(tx, row);
  return byHand ? creditUncredited(tx, row, { ...byHand, at }, byHand) : row;
}

/**
 * For a top-up by hand: throws InvalidRequestError when its reference is the charge, the invoice or the id of
 * a payment, whose money would be added beside the payment's own. One that was counted before may be
 * repeated, which adds nothing.
 */
export async function refuseReferenceOfPayment(db: Sql, reference: string): Promise<void> {
  if ((await findTopUp(db, [reference]))?.reference === reference) return;
  const charge = chargeOfReference(reference);
  const name = charge ?? reference;
  const payment = await db
    .selectFrom('payments')
    .select(['id', 'state'])
    .where('provider', 'in', PROVIDERS)
    .where(({ eb, or }) =>
      or([
        eb('charge_id', '=', name),
        eb('invoice_id', '=', name),
        ...(isPaymentId(name) ? [eb('id', '=', name)] : []),
      ]),
    )
    .executeTakeFirst();
  if (payment) throw new InvalidRequestError(`The reference names payment ${payment.id}: ${hint(payment)}`);
  if (charge === undefined) return;
  throw new InvalidRequestError(
    'References of this form are those of payments in the chat bot, which are credited by themselves; nothing was added. Give the top-up another one.',
  );
}

function hint({ id, state }: { id: string; state: PaymentState }): string {
  const otherwise = 'If the top-up is for something else, give it another reference.';
  switch (state) {
    case 'differing':
    case 'unknown':
      return `it came and was not credited; nothing was added. "payment credit --payment ${id}" credits it, so that it can be given back. ${otherwise}`;
    case 'open':
    case 'expired':
      return `it is ${state}, and is credited by itself when its money comes; nothing was added. ${otherwise}`;
    default:
      return `it is ${state} already; nothing was added. ${otherwise}`;
  }
}
