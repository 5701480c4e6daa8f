import { z } from 'zod';
import { type Clock, systemTimer } from '../../kit/clock.ts';
import type { Sql } from '../../kit/database.ts';
import type { Micros } from '../../kit/money.ts';
import { jsonOrUndefined } from '../../kit/text.ts';
import { UpstreamError } from '../../upstreams/failure.ts';
import { CALL_MILLIS, createHttpClient } from '../../upstreams/http.ts';
import { isPaymentId } from '../payment.ts';
import type { Receipt, RefundProvider } from '../provider.ts';

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
  /** The amount in whole Stars (`XTR`). */
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

const REFUND = 'refundStarPayment';
const LIST = 'getStarTransactions';
/** What Telegram puts on one page at the most, and how many pages are read: 100,000 transactions. */
const PAGE_SIZE = 100;
const MAX_PAGES = 1_000;
const ALREADY_DONE = 'CHARGE_ALREADY_REFUNDED';

const done = z.object({ ok: z.literal(true), result: z.literal(true) });
/**
 * A transaction in Stars: of a payment the source is a user, and of one that is given back the receiver. Both
 * have the charge as their id. Stars come and go by other ways, too, which are no payments of ours.
 */
const party = z.object({
  type: z.string(),
  user: z.object({ id: z.int() }).optional(),
  invoice_payload: z.string().optional(),
});
const transactions = z.object({
  ok: z.literal(true),
  result: z.object({
    transactions: z.array(
      z.object({ id: z.string(), amount: z.int(), source: party.optional(), receiver: party.optional() }),
    ),
  }),
});
const refusal = z.object({ ok: z.literal(false), error_code: z.int(), description: z.string() });

/**
 * Gives Stars back by the Bot API, and lists what was paid. Telegram gives one charge back once, and says so
 * when it is asked again.
 * Its token is in the address of each call, which is in no message.
 *
 * `url` has the scheme, the host and, if any, the folder of the Bot API. `close` refuses new calls, and
 * resolves when those under way have ended.
 */
export function createTelegramRefunds(options: {
  url: string;
  token: string;
}): RefundProvider & { close(): Promise<void> } {
  const { url, token } = options;
  const http = createHttpClient({ upstream: 'telegram', url, timer: systemTimer });
  const base = `${new URL(url).pathname.replace(/\/+$/, '')}/bot${token}`;

  async function call(method: string, input: object): Promise<{ status: number; content: unknown }> {
    const request = { call: method, path: `${base}/${method}`, json: input };
    const { status, body } = await http.send(request, systemTimer.now() + CALL_MILLIS);
    return { status, content: jsonOrUndefined(body) };
  }

  return {
    async refund({ chargeId, payerId }) {
      const charge = { user_id: payerId, telegram_payment_charge_id: chargeId };
      const { status, content } = await call(REFUND, charge);
      if (done.safeParse(content).success) return 'done';
      const refused = refusal.safeParse(content);
      // Of the other errors, those about the token and the rate are not about the charge.
      if (!refused.success || refused.data.error_code !== 400)
        throw new UpstreamError('unknown', `telegram ${REFUND}: HTTP ${status} with an unusable answer`);
      return refused.data.description.includes(ALREADY_DONE) ? 'done' : 'refused';
    },
    async allReceipts() {
      const paid = new Map<string, Receipt>();
      const givenBack = new Map<string, Receipt>();
      for (let page = 0; page < MAX_PAGES; page++) {
        const { status, content } = await call(LIST, { offset: page * PAGE_SIZE, limit: PAGE_SIZE });
        const read = transactions.safeParse(content);
        if (!read.success)
          throw new UpstreamError('unknown', `telegram ${LIST}: HTTP ${status} with an unusable answer`);
        for (const { id, amount, source, receiver } of read.data.result.transactions) {
          const came = receiptOf(id, amount, source);
          if (came) paid.set(id, came);
          const went = receiptOf(id, amount, receiver) ?? (receiver?.type === 'user' && paid.get(id));
          if (went) givenBack.set(id, went);
        }
        if (read.data.result.transactions.length >= PAGE_SIZE) continue;
        for (const id of givenBack.keys()) paid.delete(id);
        return { paid: [...paid.values()], givenBack: [...givenBack.values()] };
      }
      throw new UpstreamError('unknown', `telegram ${LIST}: more than ${MAX_PAGES} pages`);
    },
    close: () => http.close(),
  };
}

/** Undefined unless it is a person who has paid an invoice, or got it back. */
function receiptOf(id: string, amount: number, of: z.infer<typeof party> | undefined): Receipt | undefined {
  if (of?.type !== 'user' || !of.user || of.invoice_payload === undefined) return undefined;
  const payment = { telegram_payment_charge_id: id, invoice_payload: of.invoice_payload };
  return starsReceipt({ ...payment, currency: 'XTR', total_amount: amount }, of.user.id);
}
