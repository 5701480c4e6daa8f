import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { giveBackLease, takeLease } from '../../kit/lease.ts';
import { statement } from '../../kit/statement.ts';
import { UpstreamError } from '../../upstreams/failure.ts';
import { credit } from '../credit.ts';
import type { Payments } from '../payments.ts';
import { INVOICES_OF_CALL } from './crypto-pay.ts';

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
   * Credits what is paid, and marks as expired what was not paid in time. A failure of the provider is not
   * thrown.
   */
  async round(): Promise<void> {
    const { database, cryptoPay, clock } = this.#payments;
    if (!cryptoPay || !(await takeLease(database.sql, LEASE_NAME, this.#holder, LEASE_SECONDS))) return;
    const batch = await selectOpen(database.sql, { after: this.#after });
    // The next round goes on whatever becomes of this one: nobody's invoice keeps others from being found.
    this.#after = batch.length < INVOICES_OF_CALL ? START : (batch.at(-1)?.id ?? START);
    if (batch.length === 0) return;
    const askedAt = clock.now();
    const receipts = await cryptoPay
      .findReceipts(batch.map(({ invoice_id }) => invoice_id))
      .catch((error: unknown) => {
        if (error instanceof UpstreamError) return undefined;
        throw error;
      });
    if (!receipts) return;
    const failed = new Map<string, unknown>();
    for (const receipt of receipts)
      await credit(this.#payments, receipt).catch((error: unknown) => failed.set(receipt.chargeId, error));
    const settled = askedAt.getTime() - SETTLED_AFTER_MS;
    const unpaid = batch.filter((one) => one.expires_at.getTime() <= settled && !failed.has(one.invoice_id));
    if (unpaid.length > 0) await expire(database.sql, { ids: unpaid.map(({ id }) => id) });
    for (const error of failed.values()) throw error;
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
