import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Sql } from '../../kit/database.ts';
import { Job } from '../../kit/job.ts';
import { statement } from '../../kit/statement.ts';
import { isFailureOfWork, UpstreamError } from '../../upstreams/failure.ts';
import { PAYMENT_COLUMNS, PAYMENT_LEASE, type Payment, toPayment } from '../payment.ts';
import { type Payments, UncreditedError } from '../payments.ts';
import type { Invoice } from '../provider.ts';
import { giveBackLease, takeLease } from '../../kit/lease.ts';
import { chargeWithPayload, credit, hashOf } from '../credit.ts';
import { INVOICES_OF_CALL } from './crypto-pay.ts';

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

const LEASE_NAME = 'crypto_pay_invoices';
/** Longer than a call may take, so that a process that waits for one keeps the work. */
const LEASE_SECONDS = 60;
/**
 * How long after its end an invoice is asked for once more. The provider's clock and ours differ by seconds,
 * and what is paid in the last moment takes a while to be shown.
 */
const SETTLED_AFTER_MS = 10 * 60_000;

/** Before all ids. */
const START = '00000000-0000-0000-0000-000000000000';

/**
 * Asks Crypto Pay for open invoices, because a webhook can be lost: one question about a batch of them in
 * each round, in one process for all, from the oldest to the newest and from the start again.
 */
export class PaidInvoices {
  readonly #payments: Payments;
  readonly #holder = randomUUID();
  #after = START;

  constructor(payments: Payments) {
    this.#payments = payments;
  }

  /**
   * Credits what is paid, and marks as expired what was not paid in time. What the provider does not know is
   * of another app, whose token the service had before, and may be paid there: it is kept for the operator. A
   * failure of the provider is not thrown.
   */
  async round(): Promise<void> {
    const { database, cryptoPay, clock } = this.#payments;
    if (!cryptoPay || !(await takeLease(database.sql, LEASE_NAME, this.#holder, LEASE_SECONDS))) return;
    const batch = await selectOpen(database.sql, { after: this.#after });
    // The next round goes on whatever becomes of this one: nobody's invoice keeps others from being found.
    this.#after = batch.length < INVOICES_OF_CALL ? START : (batch.at(-1)?.id ?? START);
    if (batch.length === 0) return;
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
      await credit(this.#payments, receipt).catch((error: unknown) => failed.set(receipt.chargeId, error));
    const settled = askedAt.getTime() - SETTLED_AFTER_MS;
    const ended = batch.filter((one) => one.expires_at.getTime() <= settled && !failed.has(one.invoice_id));
    const unpaid = ended.filter(({ invoice_id }) => answer.known.includes(invoice_id));
    if (unpaid.length > 0) await expire(database.sql, { ids: unpaid.map(({ id }) => id) });
    for (const one of ended) if (!unpaid.includes(one)) await this.#keepUnknown(one);
    for (const error of failed.values()) throw error;
  }

  async #keepUnknown({ id, invoice_id }: { id: string; invoice_id: string }): Promise<void> {
    const { database, listener, clock, onUnexpected } = this.#payments;
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

  /** Lets another process take the work over at once. */
  async close(): Promise<void> {
    await giveBackLease(this.#payments.database.sql, LEASE_NAME, this.#holder);
  }
}

const selectOpen = statement<{ after: string }>()((db, { after }) =>
  db
    .selectFrom('payments')
    .select(['id', 'invoice_id', 'expires_at'])
    .where('state', '=', sql.lit('open'))
    .where('provider', '=', sql.lit('crypto_pay'))
    .where('invoice_id', 'is not', null)
    .where('id', '>', sql<string>`${after}::uuid`)
    .orderBy('id')
    .limit(sql.lit(INVOICES_OF_CALL))
    .$narrowType<{ invoice_id: string }>(),
);

/** Those that were paid are not open any more. */
const expire = statement<{ ids: readonly string[] }>()((db, { ids }) =>
  db
    .updateTable('payments')
    .set({ state: sql.lit('expired' as const) })
    .where(({ ref }) => sql<boolean>`${ref('id')} = any(${ids}::uuid[])`)
    .where('state', '=', sql.lit('open')),
);
