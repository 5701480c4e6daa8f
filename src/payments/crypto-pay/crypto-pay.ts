import type { z } from 'zod';
import { formatUsd } from '../../kit/money.ts';
import { UpstreamError } from '../../upstreams/failure.ts';
import type { HttpAnswer } from '../../upstreams/http.ts';
import { CALL_MILLIS, createHttpClient } from '../../upstreams/http.ts';
import type { OnCondition } from '../../upstreams/own-account.ts';
import { systemTimer, type Timer } from '../../upstreams/timer.ts';
import type { InvoiceProvider, Receipt } from '../provider.ts';
import { answered, invoicesAnswer, madeAnswer, receiptOf, refused } from './answers.ts';
import { isSignedBy } from './signature.ts';

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

/** Crypto Pay, by its HTTP API. */
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
    const request = {
      call: method,
      method: 'POST' as const,
      path: `${base}/${method}`,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'crypto-pay-api-token': token,
      },
      body: JSON.stringify(input),
    };
    return read(method, await http.send(request, timer.now() + CALL_MILLIS), result);
  }

  return {
    async makeInvoice({ payload, amount, validSeconds }) {
      const made = await call(
        'createInvoice',
        {
          currency_type: 'fiat',
          fiat: 'USD',
          amount: formatUsd(amount),
          payload,
          expires_in: validSeconds,
        },
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
    isSigned: (body, signature) => isSignedBy(token, body, signature),
    close: () => http.close(),
  };
}

/** The message quotes neither the answer nor the token. */
function read<T>(method: string, { status, body }: HttpAnswer, result: z.ZodType<T>): T {
  const content = parseJson(body);
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

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // The parser's error quotes the body, so it must not be passed on.
    return undefined;
  }
}
