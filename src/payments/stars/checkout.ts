import type { Clock } from '../../kit/clock.ts';
import type { Sql } from '../../kit/database.ts';
import { isPaymentId } from '../payment.ts';

/** What Telegram asks before it takes the Stars (`pre_checkout_query`). */
export interface Checkout {
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
