import type { Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import { chargeWithPayload, credit, hashOf } from './credit.ts';
import type { PaymentState, ProviderName } from './payment.ts';
import type { Payments } from './payments.ts';
import type { Receipt } from './provider.ts';
import { bookRefund } from './refunds.ts';

/** What the provider has a record of and the books had not, of one payment, and what has become of it. */
interface ForgottenPayment extends Omit<Receipt, 'payload'> {
  /**
   * The payment in the books now: `paid` when it was added to a balance, `refunded` when its payer has it
   * back, so that it was taken from there as far as the balance covered it.
   */
  paymentId: string;
  state: PaymentState;
  resellerId: number | null;
}

/**
 * Reads what the providers say was ever paid, and credits what the books do not know, as a receipt does that
 * comes late. A payment that nobody is known to have asked for is kept as `unknown`. What has gone back to
 * its payer and is not given back in the books is booked so. Throws UpstreamError.
 */
export async function creditForgotten(payments: Payments): Promise<ForgottenPayment[]> {
  const { database, cryptoPay, stars } = payments;
  const byCryptoPay = (await cryptoPay?.allReceipts()) ?? [];
  const { paid, givenBack } = (await stars?.allReceipts()) ?? { paid: [], givenBack: [] };
  const forgotten: ForgottenPayment[] = [];
  for (const receipt of await without(database.sql, [...byCryptoPay, ...paid], () => true)) {
    if (await payments.isElsewhere?.(receipt.payload)) continue;
    await credit(payments, receipt);
    forgotten.push(...(await inTheBooks(database.sql, receipt)));
  }
  for (const receipt of await without(database.sql, givenBack, (state) => state === 'refunded')) {
    if (await payments.isElsewhere?.(receipt.payload)) continue;
    const error = await database.inTransaction((tx) => bookRefund(tx, payments, receipt));
    if (!error) continue;
    payments.onUnexpected(error);
    forgotten.push(...(await inTheBooks(database.sql, receipt)));
  }
  return forgotten;
}

async function inTheBooks(db: Sql, receipt: Receipt): Promise<ForgottenPayment[]> {
  const { payload, ...came } = receipt;
  const rows = await selectCharged(db, { provider: receipt.provider, chargeIds: chargesOf(receipt) });
  const own = rows.filter((row) => row.payload_hash === hashOf(payload));
  return own.map(({ id: paymentId, state, reseller_id: resellerId }) => ({
    ...came,
    paymentId,
    state,
    resellerId,
  }));
}

const selectCharged = statement<{ provider: ProviderName; chargeIds: readonly string[] }>()(
  (db, { provider, chargeIds }) =>
    db
      .selectFrom('payments')
      .select(['id', 'state', 'reseller_id', 'payload_hash', 'charge_id'])
      .where('provider', '=', provider)
      .where(({ eb, fn }) => eb('charge_id', '=', fn.any(chargeIds))),
);

/** The receipts whose charge is not in the books in such a state, with their payload. */
async function without(
  db: Sql,
  receipts: readonly Receipt[],
  isDone: (state: PaymentState) => boolean,
): Promise<Receipt[]> {
  const done = new Set<string>();
  for (const [provider, own] of Map.groupBy(receipts, (receipt) => receipt.provider)) {
    const rows = await selectCharged(db, { provider, chargeIds: own.flatMap(chargesOf) });
    for (const row of rows)
      if (isDone(row.state)) done.add(`${provider} ${row.charge_id} ${row.payload_hash}`);
  }
  const keysOf = (receipt: Receipt) =>
    chargesOf(receipt).map((charge) => `${receipt.provider} ${charge} ${hashOf(receipt.payload)}`);
  return receipts.filter((receipt) => !keysOf(receipt).some((key) => done.has(key)));
}

/** The ids by which a charge can be in the books. */
function chargesOf(receipt: Receipt): string[] {
  return [receipt.chargeId, chargeWithPayload(receipt)];
}
