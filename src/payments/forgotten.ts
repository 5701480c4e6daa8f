import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import { credit } from './credit.ts';
import type { PaymentState, ProviderName } from './payment.ts';
import type { Payments } from './payments.ts';
import type { Receipt } from './provider.ts';

/** A payment that the provider has a record of and the books had not, and what has become of it. */
export interface ForgottenPayment {
  provider: ProviderName;
  chargeId: string;
  currency: string;
  amount: string;
  /** The Telegram user who paid; null where Stars are not what was paid. */
  payerId: number | null;
  /** The payment in the books now: `paid` when it was added to a balance. */
  paymentId: string;
  state: PaymentState;
  resellerId: number | null;
}

/**
 * Reads what the providers say was ever paid, and credits what the books do not know, as a receipt does that
 * comes late. A payment that nobody is known to have asked for is kept as `unknown`. Throws UpstreamError.
 */
export async function creditForgotten(payments: Payments): Promise<ForgottenPayment[]> {
  const { database, cryptoPay, stars } = payments;
  const receipts = [...((await cryptoPay?.allReceipts()) ?? []), ...((await stars?.allReceipts()) ?? [])];
  const forgotten: ForgottenPayment[] = [];
  for (const receipt of await withoutKnown(database.sql, receipts)) {
    await credit(payments, receipt);
    const { provider, chargeId, currency, amount, payerId } = receipt;
    const [row] = await selectCharged(database.sql, { provider, chargeIds: [chargeId] });
    if (row) {
      const { id: paymentId, state, reseller_id: resellerId } = row;
      forgotten.push({ provider, chargeId, currency, amount, payerId, paymentId, state, resellerId });
    }
  }
  return forgotten;
}

const selectCharged = statement<{ provider: ProviderName; chargeIds: readonly string[] }>()(
  (db, { provider, chargeIds }) =>
    db
      .selectFrom('payments')
      .select(['id', 'state', 'reseller_id', sql<string>`charge_id`.as('charge_id')])
      .where('provider', '=', provider)
      .where(({ ref }) => sql<boolean>`${ref('charge_id')} = any(${chargeIds}::text[])`),
);

async function withoutKnown(db: Sql, receipts: readonly Receipt[]): Promise<Receipt[]> {
  const known = new Set<string>();
  for (const [provider, own] of Map.groupBy(receipts, (receipt) => receipt.provider)) {
    const chargeIds = own.map(({ chargeId }) => chargeId);
    for (const row of await selectCharged(db, { provider, chargeIds }))
      known.add(`${provider} ${row.charge_id}`);
  }
  return receipts.filter(({ provider, chargeId }) => !known.has(`${provider} ${chargeId}`));
}
