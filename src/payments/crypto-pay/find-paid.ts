import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { giveBackLease, takeLease } from '../../kit/lease.ts';
import { statement } from '../../kit/statement.ts';
import { UpstreamError } from '../../upstreams/failure.ts';
import { chargeWithPayload, credit, hashOf } from '../credit.ts';
import { type Payments, UncreditedError } from '../payments.ts';
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
