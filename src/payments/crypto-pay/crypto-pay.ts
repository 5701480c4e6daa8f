import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { systemTimer, type Timer } from '../../kit/clock.ts';
import { formatUsd } from '../../kit/money.ts';
import { jsonOrUndefined } from '../../kit/text.ts';
import { UpstreamError } from '../../upstreams/failure.ts';
import { CALL_MILLIS, createHttpClient, type HttpAnswer } from '../../upstreams/http.ts';
import type { OnCondition } from '../../upstreams/own-account.ts';
import type { InvoiceProvider, Receipt } from '../provider.ts';

/** The most invoices that one question is about. */
export const INVOICES_OF_CALL = 100;
/** What Crypto Pay puts on one page at the most, and how many pages are read: 100,000 invoices. */
const PAGE_SIZE = 1_000;
const MAX_PAGES = 100;

interface CryptoPayOptions {
  /** Scheme, host and, if any, the folder that holds `/api`. */
  url: string;
  /** The token of our app: with every call in a header, and the key of the signatures of webhooks. */
  token: string;
  timer?: Timer;
  onCondition?: OnCondition;
}

export interface CryptoPay extends InvoiceProvider {
  /** Whether the bytes are those of a webhook of our app, by its header `crypto-pay-api-signature`. */
  isSigned(body: Buffer, signature: string): boolean;
  /** Refuses new calls. Resolves when those under way have ended. */
  close(): Promise<void>;
}

export function createCryptoPay(options: CryptoPayOptions): CryptoPay {
  const { url, token, timer = systemTimer, onCondition = () => {} } = options;
  const http = createHttpClient({ upstream: 'cryptopay', url, timer, onCondition });
  const base = `${new URL(url).pathname.replace(/\/+$/, '')}/api`;

  async function call<T>(method: string, input: Record<string, unknown>, result: z.ZodType<T>): Promise<T> {
    const headers = { accept: 'application/json', 'crypto-pay-api-token': token };
    const request = { call: method, path: `${base}/${method}`, headers, json: input };
    return read(method, await http.send(request, timer.now() + CALL_MILLIS), result);
  }

  return {
    async makeInvoice({ payload, amount, validSeconds }) {
      const made = await call(
        'createInvoice',
        { currency_type: 'fiat', fiat: 'USD', amount: formatUsd(amount), payload, expires_in: validSeconds },
        madeAnswer,
      );
      return { invoiceId: made.invoice_id, payUrl: made.bot_invoice_url };
    },
    async findReceipts(invoiceIds) {
      const ids = invoiceIds.slice(0, INVOICES_OF_CALL);
      const { items } = await call(
        'getInvoices',
        { invoice_ids: ids.join(','), count: INVOICES_OF_CALL },
        invoicesAnswer,
      );
      const receipts = items.map(receiptOf).filter((receipt) => receipt !== undefined);
      return { known: items.map(({ invoice_id }) => invoice_id), receipts };
    },
    async allReceipts() {
      const receipts: Receipt[] = [];
      for (let page = 0; page < MAX_PAGES; page++) {
        const asked = { status: 'paid', offset: page * PAGE_SIZE, count: PAGE_SIZE };
        const { items } = await call('getInvoices', asked, invoicesAnswer);
        receipts.push(...items.map(receiptOf).filter((receipt) => receipt !== undefined));
        if (items.length < PAGE_SIZE) return receipts;
      }
      throw new UpstreamError('unknown', `cryptopay getInvoices: more than ${MAX_PAGES} pages`);
    },
    isSigned(body, signature) {
      if (!HEX.test(signature)) return false;
      const key = createHash('sha256').update(token).digest();
      const own = createHmac('sha256', key).update(body).digest();
      // It takes as long whichever byte is wrong.
      return timingSafeEqual(own, Buffer.from(signature, 'hex'));
    },
    close: () => http.close(),
  };
}

/** The message quotes neither the answer nor the token. */
function read<T>(method: string, { status, body }: HttpAnswer, result: z.ZodType<T>): T {
  const content = jsonOrUndefined(body);
  const refusal = refused.safeParse(content);
  if (refusal.success) {
    const { code, name } = refusal.data.error;
    throw new UpstreamError('refused', `cryptopay ${method}: refused with ${name} (${code})`);
  }
  const answer = status >= 200 && status < 300 ? answered.safeParse(content) : undefined;
  const parsed = answer?.success ? result.safeParse(answer.data.result) : undefined;
  if (!parsed?.success)
    throw new UpstreamError('unknown', `cryptopay ${method}: HTTP ${status} with an unusable answer`);
  return parsed.data;
}

/** Longer than any address that Telegram or the sandbox makes, in characters. */
const MAX_URL_CHARACTERS = 2_000;

const invoiceId = z.int().positive().transform(String);

/**
 * The fields of Crypto Pay's Invoice that matter. Which of `fiat` and `asset` it has, depends on its
 * currency.
 */
export const invoiceAnswer = z.object({
  invoice_id: invoiceId,
  status: z.string(),
  amount: z.string().max(64),
  fiat: z.string().max(16).optional(),
  asset: z.string().max(16).optional(),
  payload: z.string().optional(),
});
type InvoiceAnswer = z.infer<typeof invoiceAnswer>;

const madeAnswer = z.object({
  invoice_id: invoiceId,
  bot_invoice_url: z.url({ protocol: /^https?$/ }).max(MAX_URL_CHARACTERS),
});

const invoicesAnswer = z.object({ items: z.array(invoiceAnswer) });

const answered = z.object({ ok: z.literal(true), result: z.unknown() });
/** Names are upper case, such as `AMOUNT_INVALID`; another text is not for a log. */
const refused = z.object({
  ok: z.literal(false),
  error: z.object({
    code: z.int(),
    name: z
      .string()
      .regex(/^[A-Z][A-Z0-9_]{0,60}$/)
      .catch('an error'),
  }),
});

/** The receipt of an invoice, unless it is not paid. */
export function receiptOf(invoice: InvoiceAnswer): Receipt | undefined {
  const { invoice_id: chargeId, status, amount, fiat, asset, payload = '' } = invoice;
  if (status !== 'paid') return undefined;
  const currency = fiat ?? asset ?? '';
  return { provider: 'crypto_pay', payload, chargeId, currency, amount, payerId: null };
}

const HEX = /^[0-9a-f]{64}$/i;
