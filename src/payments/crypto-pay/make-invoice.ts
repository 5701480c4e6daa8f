import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Sql } from '../../kit/database.ts';
import { Job } from '../../kit/job.ts';
import { statement } from '../../kit/statement.ts';
import { isFailureOfWork, UpstreamError } from '../../upstreams/failure.ts';
import { PAYMENT_COLUMNS, PAYMENT_LEASE, type Payment, toPayment } from '../payment.ts';
import type { Payments } from '../payments.ts';
import type { Invoice } from '../provider.ts';

/**
 * The making of invoices; the key is the payment's id. Somebody waits in the chat, so pauses are short. It is
 * tried until the payment expires, or for half an hour at least when the operator has to be told.
 */
export const INVOICES = new Job('crypto_pay_invoices', {
  firstPauseMs: 2_000,
  longestPauseMs: 60_000,
  attempts: 64,
});

interface Wanted {
  payment: Payment;
  token: string;
  /** Attempts that have failed; null when none has. */
  attempt: number | null;
}

/**
 * Gets an invoice for one payment that has none, and tells the listener. Returns whether there was one. Any
 * number of processes may do this at the same time. A failure is recorded. Throws it if it is not an
 * UpstreamError, and GivenUpError.
 *
 * When the answer of the provider is lost, another invoice is made: nobody has the address of the first one.
 */
export async function makeInvoice(payments: Payments): Promise<boolean> {
  const { cryptoPay, clock } = payments;
  const wanted = cryptoPay && (await takeWanted(payments));
  if (!wanted) return false;
  const { id, amount, expiresAt } = wanted.payment;
  try {
    const leftMs = expiresAt.getTime() - clock.now().getTime();
    const validSeconds = Math.max(1, Math.ceil(leftMs / 1_000));
    const invoice = await cryptoPay.makeInvoice({ payload: id, amount, validSeconds });
    await writeDown(payments, wanted, invoice);
  } catch (error) {
    if (isFailureOfWork(error)) await noteFailure(payments, wanted, error);
    if (!(error instanceof UpstreamError)) throw error;
  }
  return true;
}

async function takeWanted({ database, clock }: Payments): Promise<Wanted | undefined> {
  const token = randomUUID();
  const [row] = await takeOne(database.sql, { token, now: clock.now() });
  return row && { payment: toPayment(row), token, attempt: row.attempt };
}

const takeOne = statement<{ token: string; now: Date }>()((db, { token, now }) =>
  db
    .with('wanted', (cte) =>
      cte
        .selectFrom('payments')
        .select('id')
        .where('state', '=', sql.lit('open'))
        .where('provider', '=', sql.lit('crypto_pay'))
        .where('invoice_id', 'is', null)
        .where('expires_at', '>', now)
        .where(PAYMENT_LEASE.isFreeFor(token, now))
        .where(({ cast }) => INVOICES.isReady(cast('payments.id', 'text'), now))
        .orderBy('id')
        .limit(sql.lit(1))
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('payments')
    .from('wanted')
    .set(PAYMENT_LEASE.taken(token, now))
    .whereRef('payments.id', '=', 'wanted.id')
    .returning(PAYMENT_COLUMNS)
    .returning(({ cast }) => INVOICES.attempt(cast('payments.id', 'text')).as('attempt')),
);

/** Its webhook may have come first: then the payment has its invoice already, and is paid. */
async function writeDown(
  { database, listener }: Payments,
  { payment, token, attempt }: Wanted,
  { invoiceId, payUrl }: Invoice,
): Promise<void> {
  await database.inTransaction(async (tx) => {
    await listener.lock(tx, [payment.resellerId]);
    const row = await tx
      .updateTable('payments')
      .set({ invoice_id: invoiceId, pay_url: payUrl, ...PAYMENT_LEASE.givenBack() })
      .where('id', '=', payment.id)
      .where('state', '=', 'open')
      .where(PAYMENT_LEASE.isHeldBy(token))
      .returning(PAYMENT_COLUMNS)
      .executeTakeFirst();
    if (!row) return;
    await INVOICES.succeed(tx, { key: payment.id, attempt });
    await listener.ready(tx, toPayment(row));
  });
}

async function noteFailure({ database, clock }: Payments, wanted: Wanted, error: unknown): Promise<void> {
  await INVOICES.noteFailure(database, {
    key: wanted.payment.id,
    attempt: wanted.attempt,
    error,
    now: clock.now(),
    giveBack: (tx) => giveBack(tx, wanted),
  });
}

async function giveBack(tx: Sql, { payment, token }: Wanted): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set(PAYMENT_LEASE.givenBack())
    .where('id', '=', payment.id)
    .where(PAYMENT_LEASE.isHeldBy(token))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
