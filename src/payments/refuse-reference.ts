import { findTopUp } from '../billing/top-up.ts';
import type { Sql } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { isPaymentId, type PaymentState, PROVIDERS } from './payment.ts';
import { chargeOfReference } from './reference.ts';

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
