import { type QueryCreator, sql } from 'kysely';
import { deleteJobFailures } from '../kit/job-failures.ts';
import type { Tables } from '../kit/tables.ts';
import { INVOICES } from './crypto-pay/make-invoice.ts';
import { PAYMENT_COLUMNS, PAYMENT_LEASE, toPayment } from './payment.ts';
import type { Payments } from './payments.ts';

/** Payments of one transaction. */
const BATCH = 100;

/**
 * Marks payments as expired that cannot be paid any more: in Stars, and by Crypto Pay while there is no
 * invoice, of which the listener is told. An invoice of Crypto Pay expires only when Crypto Pay has said that
 * it was not paid (`find-paid.ts`). Returns how many were marked; there may be more.
 */
export async function expirePayments({ database, clock, listener }: Payments): Promise<number> {
  const now = clock.now();
  const due = (db: QueryCreator<Tables>) =>
    db
      .selectFrom('payments')
      .where('state', '=', sql.lit('open'))
      .where('invoice_id', 'is', null)
      .where('expires_at', '<=', now)
      .where(({ eb, or }) => or([eb('leased_until', 'is', null), PAYMENT_LEASE.hasLapsed(now)]))
      .orderBy('id')
      .limit(BATCH);
  return database.inTransaction(async (tx) => {
    const found = await due(tx).select(['id', 'reseller_id', 'provider']).execute();
    const toTell = found.filter(({ provider }) => provider === 'crypto_pay');
    await listener.lock(
      tx,
      toTell.map(({ reseller_id }) => reseller_id).filter((id) => id !== null),
    );
    const ids = found.map(({ id }) => id);
    const rows = await tx
      .with('due', (cte) =>
        due(cte)
          .select('id')
          .where(({ ref }) => sql<boolean>`${ref('id')} = any(${ids}::uuid[])`)
          .forUpdate()
          .skipLocked(),
      )
      .updateTable('payments')
      .from('due')
      .set({ state: 'expired' })
      .whereRef('payments.id', '=', 'due.id')
      .returning(PAYMENT_COLUMNS)
      .execute();
    const unmade = rows.map(toPayment).filter(({ provider }) => provider === 'crypto_pay');
    await deleteJobFailures(
      tx,
      unmade.map(({ id }) => ({ job: INVOICES.name, key: id })),
    );
    for (const payment of unmade) await listener.failed(tx, payment);
    return rows.length;
  });
}
