import type { Clock } from '../../kit/clock.ts';
import type { Sql } from '../../kit/database.ts';
import type { Micros } from '../../kit/money.ts';
import { isPaymentId } from '../payment.ts';
import type { Receipt } from '../provider.ts';

/**
 * The most that one invoice asks for. Telegram documents no limit. It takes 100,000 Stars, and refuses
 * 150,000 with CURRENCY_TOTAL_AMOUNT_INVALID.
 */
export const MOST_STARS = 100_000;

/** The largest amount, in whole dollars, that an invoice in Stars can be for. */
export function mostByStars(starsPerUsd: number): Micros {
  return BigInt(Math.floor(MOST_STARS / starsPerUsd)) * 1_000_000n;
}

/** What an amount costs in whole Stars, rounded up: nobody pays less than is credited. */
export function starsFor(amount: Micros, starsPerUsd: number): number {
  return Number((amount * BigInt(starsPerUsd) + 999_999n) / 1_000_000n);
}

/** What Telegram asks before it takes the Stars (`pre_checkout_query`). */
interface Checkout {
  payload: string;
  currency: string;
  totalAmount: number;
  /** The Telegram user who is about to pay. */
  userId: number;
  /** Whose account that user has now; null for none. */
  resellerId: number | null;
}

/**
 * Why Stars must not be taken: the invoice is none of ours, is paid already, is too old, asks for something
 * else than was written down, or was made for another person or account, which would be credited.
 */
export type CheckoutRefusal = 'unknown' | 'paid' | 'expired' | 'differing' | 'of_another';

/** Decides about it by one read, within the ten seconds that Telegram waits. Undefined: it may be paid. */
export async function refusalOfCheckout(
  sql: Sql,
  { payload, currency, totalAmount, userId, resellerId }: Checkout,
  clock: Clock,
): Promise<CheckoutRefusal | undefined> {
  const payment = isPaymentId(payload)
    ? await sql
        .selectFrom('payments')
        .select(['state', 'stars', 'chat_id', 'reseller_id', 'expires_at'])
        .where('id', '=', payload)
        .where('provider', '=', 'stars')
        .executeTakeFirst()
    : undefined;
  if (!payment) return 'unknown';
  // In a private chat the chat and the user have one id.
  if (payment.chat_id !== null && payment.chat_id !== userId) return 'of_another';
  // They may have been linked to another account since.
  if (payment.reseller_id !== resellerId) return 'of_another';
  if (payment.state === 'expired') return 'expired';
  if (payment.state !== 'open') return 'paid';
  if (payment.expires_at <= clock.now()) return 'expired';
  return currency === 'XTR' && totalAmount === payment.stars ? undefined : 'differing';
}

/** The fields of Telegram's `successful_payment` that matter. */
interface SuccessfulPayment {
  currency: string;
  /** Of `XTR`: whole Stars. */
  total_amount: number;
  invoice_payload: string;
  telegram_payment_charge_id: string;
}

/** `payerId` is the user who sent the message. */
export function starsReceipt(payment: SuccessfulPayment, payerId: number): Receipt {
  return {
    provider: 'stars',
    payload: payment.invoice_payload,
    chargeId: payment.telegram_payment_charge_id,
    currency: payment.currency,
    amount: String(payment.total_amount),
    payerId,
  };
}
