import { sql } from 'kysely';
import { type Job, upTo } from '../../kit/job.ts';
import { Retry } from '../../kit/job-failures.ts';
import { statement } from '../../kit/statement.ts';
import { UpstreamError } from '../../upstreams/failure.ts';
import { chargeWithPayload, credit, hashOf } from '../credit.ts';
import {
  giveBackPayment,
  type LeasedPayment,
  leasePayment,
  PAYMENT_COLUMNS,
  PAYMENT_LEASE,
  toPayment,
} from '../payment.ts';
import { type Payments, UncreditedError } from '../payments.ts';
import type { Invoice, InvoiceProvider } from '../provider.ts';
import { INVOICES_OF_CALL } from './crypto-pay.ts';

/**
 * The making of invoices; the key is the payment's id. Somebody waits in the chat, so pauses are short. It is
 * tried until the payment expires, or for half an hour at least when the operator has to be told.
 */
export const INVOICES = new Retry('crypto_pay_invoices', {
  firstPauseMs: 2_000,
  longestPauseMs: 60_000,
  attempts: 64,
  isExpected: (error) => error instanceof UpstreamError,
});
/** Each is a call of Crypto Pay. */
const INVOICES_OF_ROUND = 50;

/** Somebody waits in the chat. */
export const INVOICE_JOB: Job<{ payments: Payments }> = {
  name: 'invoices',
  everyMs: 1_000,
  begin: ({ payments }, onFailure) => ({
    round: () => upTo(INVOICES_OF_ROUND, () => makeInvoice(payments), onFailure),
  }),
};

/**
 * Gets an invoice for one payment that has none, and tells the listener. Returns whether there was one. Any
 * number of processes may do this at the same time. A failure is recorded. Throws it if it is not an
 * UpstreamError, and GivenUpError.
 *
 * When the answer of the provider is lost, another invoice is made: nobody has the address of the first one.
 */
export async function makeInvoice(payments: Payments): Promise<boolean> {
  const { cryptoPay, clock } = payments;
  if (!cryptoPay) return false;
  const wanted = await leasePayment(payments, INVOICES, ({ and, eb }, now) =>
    and([
      eb('state', '=', sql.lit('open')),
      eb('provider', '=', sql.lit('crypto_pay')),
      eb('invoice_id', 'is', null),
      eb('expires_at', '>', now),
    ]),
  );
  if (!wanted) return false;
  const { id: payload, amount, expiresAt } = toPayment(wanted.row);
  await INVOICES.carryOut(payments, wanted, {
    async work() {
      const leftMs = expiresAt.getTime() - clock.now().getTime();
      const validSeconds = Math.max(1, Math.ceil(leftMs / 1_000));
      await writeDown(payments, wanted, await cryptoPay.makeInvoice({ payload, amount, validSeconds }));
    },
    giveBack: (tx) => giveBackPayment(tx, wanted),
  });
  return true;
}

/** Writes the invoice down, unless its webhook came first: then the payment has it, and is paid. */
async function writeDown(
  { database, listener }: Payments,
  wanted: LeasedPayment,
  { invoiceId, payUrl }: Invoice,
): Promise<void> {
  await database.inTransaction(async (tx) => {
    await listener.lock(tx, [toPayment(wanted.row).resellerId]);
    const row = await tx
      .updateTable('payments')
      .set({ invoice_id: invoiceId, pay_url: payUrl, ...PAYMENT_LEASE.givenBack() })
      .where('id', '=', wanted.key)
      .where('state', '=', 'open')
      .where(PAYMENT_LEASE.isHeldBy(wanted.token))
      .returning(PAYMENT_COLUMNS)
      .executeTakeFirst();
    if (!row) return;
    await INVOICES.succeed(tx, wanted);
    await listener.ready(tx, toPayment(row));
  });
}

/**
 * How long after its end an invoice is asked for once more. The provider's clock and ours differ by seconds,
 * and what is paid in the last moment takes a while to be shown.
 */
const SETTLED_AFTER_MS = 10 * 60_000;

const START = '00000000-0000-0000-0000-000000000000';

/**
 * Asks Crypto Pay for open invoices, because a webhook can be lost: one question about a batch of them in
 * each round, from the oldest to the newest and from the start again.
 */
export const PAID_INVOICE_JOB: Job<{ payments: Payments }> = {
  name: 'paid invoices',
  everyMs: 5_000,
  // Longer than a call may take.
  leader: { name: 'crypto_pay_invoices', seconds: 60 },
  begin({ payments }) {
    const { database, cryptoPay } = payments;
    let after = START;
    return (
      cryptoPay && {
        async round() {
          const batch = await selectOpen(database.sql, { after });
          // The next round goes on whatever becomes of this one: no invoice keeps others from being found.
          after = batch.length < INVOICES_OF_CALL ? START : (batch.at(-1)?.id ?? START);
          if (batch.length > 0) await findPaid(payments, cryptoPay, batch);
        },
      }
    );
  },
};

/**
 * Credits what is paid, and marks as expired what was not paid in time. What the provider does not know is of
 * another app, whose token the service had before, and may be paid there: it is kept for the operator. A
 * failure of the provider is not thrown.
 */
async function findPaid(
  payments: Payments,
  cryptoPay: InvoiceProvider,
  batch: Awaited<ReturnType<typeof selectOpen>>,
): Promise<void> {
  const { database, clock } = payments;
  const askedAt = clock.now();
  const answer = await cryptoPay
    .findReceipts(batch.map(({ invoice_id }) => invoice_id))
    .catch((error: unknown) => {
      if (error instanceof UpstreamError) return undefined;
      throw error;
    });
  if (!answer) return;
  const failed = new Map<string, unknown>();
  for (const receipt of answer.receipts)
    await credit(payments, receipt).catch((error: unknown) => failed.set(receipt.chargeId, error));
  const settled = askedAt.getTime() - SETTLED_AFTER_MS;
  const ended = batch.filter((one) => one.expires_at.getTime() <= settled && !failed.has(one.invoice_id));
  const unpaid = ended.filter(({ invoice_id }) => answer.known.includes(invoice_id));
  if (unpaid.length > 0) await expire(database.sql, { ids: unpaid.map(({ id }) => id) });
  for (const one of ended) if (!unpaid.includes(one)) await keepUnknown(payments, one);
  for (const error of failed.values()) throw error;
}

async function keepUnknown(
  { database, listener, clock, onUnexpected }: Payments,
  { id, invoice_id }: { id: string; invoice_id: string },
): Promise<void> {
  const found = `unknown: the present app of Crypto Pay has no invoice ${invoice_id}; look at the one before`;
  const charge_id = chargeWithPayload({ chargeId: invoice_id, payload: id });
  const isKept = await database.inTransaction(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('payments')
      .set({ state: 'differing', charge_id, payload_hash: hashOf(id), found })
      .where('id', '=', id)
      .where('state', '=', 'open')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await listener.unexpected(tx, { paymentId: id, what: 'uncredited', at: clock.now() });
    return true;
  });
  if (isKept) onUnexpected(new UncreditedError(id, 'differing'));
}

const selectOpen = statement<{ after: string }>()((db, { after }) =>
  db
    .selectFrom('payments')
    .select(['id', 'invoice_id', 'expires_at'])
    .where('state', '=', sql.lit('open'))
    .where('provider', '=', sql.lit('crypto_pay'))
    .where('invoice_id', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(sql.lit(INVOICES_OF_CALL))
    .$narrowType<{ invoice_id: string }>(),
);

/** A payment that was paid is not open any more. */
const expire = statement<{ ids: readonly string[] }>()((db, { ids }) =>
  db
    .updateTable('payments')
    .set({ state: sql.lit('expired' as const) })
    .where(({ eb, fn }) => eb('id', '=', fn.any(ids)))
    .where('state', '=', sql.lit('open')),
);
