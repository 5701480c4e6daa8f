import { type QueryCreator, sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import type { Job } from '../kit/job.ts';
import { deleteJobFailures } from '../kit/job-failures.ts';
import { isInStep, ROWS_OF_STEP, walkStep } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import { INVOICES } from './crypto-pay/invoices.ts';
import { PAYMENT_COLUMNS, PAYMENT_LEASE, toPayment } from './payment.ts';
import type { Payments } from './payments.ts';
import type { PaymentListener } from './provider.ts';

export const PAYMENT_EXPIRY_JOB: Job<{ payments: Payments }> = {
  name: 'payments',
  everyMs: 60_000,
  begin: ({ payments }) => ({
    async round() {
      while ((await expirePayments(payments)) > 0);
    },
  }),
};

/** Payments of one transaction. */
const BATCH = 100;

/**
 * Marks payments as expired that cannot be paid any more: in Stars, and by Crypto Pay while there is no
 * invoice, of which the listener is told. An invoice of Crypto Pay expires only when Crypto Pay has said that
 * it was not paid (PAID_INVOICE_JOB). Returns how many were marked; there may be more.
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
          .where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ids))))
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

/**
 * Ends a payment whose invoice Telegram has refused, so that nobody can pay it. The listener is told once,
 * however often this is repeated.
 */
export async function endUnshownPayment(tx: Sql, listener: PaymentListener, id: string): Promise<void> {
  const payment = tx.selectFrom('payments').select('reseller_id').where('id', '=', id);
  const resellerId = (await payment.executeTakeFirst())?.reseller_id;
  if (resellerId != null) await listener.lock(tx, [resellerId]);
  const row = await tx
    .updateTable('payments')
    .set({ state: 'expired' })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returning(PAYMENT_COLUMNS)
    .executeTakeFirst();
  if (row) await listener.failed(tx, toPayment(row));
}

/**
 * How long a payment is kept that nobody has paid: longer than an answer to "I have paid, and nothing came"
 * takes. One that is paid even later is kept as `unknown`, and the operator is told.
 */
const UNPAID_KEPT_DAYS = 90;

/** One step of a walk through the payments. Deletes those that were not paid in time and are old. */
export const deleteUnpaidPayments = walkStep(UNPAID_KEPT_DAYS, (db, part) =>
  db
    .with('looked_at', (cte) =>
      cte
        .selectFrom('payments')
        .select('id')
        .where(({ ref }) => isInStep(ref('id'), part))
        .orderBy('id')
        .limit(sql.lit(ROWS_OF_STEP)),
    )
    .with('deleted', (cte) =>
      cte
        .deleteFrom('payments')
        .where(({ ref }) => sql<boolean>`${ref('payments.id')} = any(array(select id from looked_at))`)
        // One that is credited meanwhile is not expired any more when its lock is free.
        .where('payments.state', '=', sql.lit('expired' as const))
        .where('payments.expires_at', '<', part.before),
    ),
);
