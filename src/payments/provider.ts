import type { Sql } from '../kit/database.ts';
import type { Micros } from '../kit/money.ts';
import type { Payment, ProviderName } from './payment.ts';

export interface Receipt {
  provider: ProviderName;
  /** The payload of the invoice: the id of our payment, unless the invoice is not ours. */
  payload: string;
  /** The provider's id of what was paid. */
  chargeId: string;
  /** `XTR`, `USD` or another currency, and the amount in it, as the provider writes them. */
  currency: string;
  amount: string;
  /** The Telegram user who paid; null where Stars are not what was paid. */
  payerId: number | null;
}

/** An invoice that is to be paid outside the chat. */
export interface Invoice {
  /** The provider's id of it. */
  invoiceId: string;
  /** Where a person pays: an http or https address. */
  payUrl: string;
}

/**
 * A provider that has to be asked for an invoice, and whose invoices are paid outside the chat. Its calls
 * throw an UpstreamError.
 */
export interface InvoiceProvider {
  /**
   * Makes an invoice that can be paid for so many seconds. One whose answer is lost is not found again:
   * another one is made, and nobody gets the address of the first one.
   */
  makeInvoice(wanted: { payload: string; amount: Micros; validSeconds: number }): Promise<Invoice>;
  /** Which of at most 100 invoices the provider knows, and the receipts of those that are paid. */
  findReceipts(invoiceIds: readonly string[]): Promise<{ known: string[]; receipts: Receipt[] }>;
  /** The receipts of all invoices that were ever paid, in as many calls as that takes. */
  allReceipts(): Promise<Receipt[]>;
}

export interface RefundProvider {
  /**
   * Gives what was charged back to its payer. `done`: now, or by an earlier call. `refused`: no call has done
   * it. Throws an UpstreamError when neither is known, and is then to be called again.
   */
  refund(charge: { chargeId: string; payerId: number }): Promise<'done' | 'refused'>;
  /**
   * The receipts of all that was ever paid, oldest first, in as many calls as that takes: of what its payers
   * have, and of what went back to them.
   */
  allReceipts(): Promise<{ paid: Receipt[]; givenBack: Receipt[] }>;
}

/** A payment about which a person has to decide, or to know: once for each that it becomes. */
export interface UnexpectedPayment {
  paymentId: string;
  /** The payment came and was not credited, or its payer got it back without the service. */
  what: 'uncredited' | 'given_back';
  at: Date;
}

/**
 * Hears of payments within the transaction that changes them: what it writes is committed together with the
 * change, so that nobody misses it whatever process dies. It must not wait for a network.
 */
export interface PaymentListener {
  /**
   * Locks whom it tells of payments of these resellers, before any payment is locked. Every transaction locks
   * people first, as an update of the bot does, then payments, and top-ups and accounts last: in any other
   * order two of them could wait for each other.
   */
  lock(tx: Sql, resellerIds: readonly number[]): Promise<void>;
  /** The invoice is there, and `payUrl` is set. */
  ready(tx: Sql, payment: Payment): Promise<void>;
  /** Called when the payment is expired, and nobody was shown an invoice. */
  failed(tx: Sql, payment: Payment): Promise<void>;
  unexpected(tx: Sql, payment: UnexpectedPayment): Promise<void>;
}
