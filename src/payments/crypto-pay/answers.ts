import { z } from 'zod';
import type { Receipt } from '../provider.ts';

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

export const madeAnswer = z.object({
  invoice_id: invoiceId,
  bot_invoice_url: z.url({ protocol: /^https?$/ }).max(MAX_URL_CHARACTERS),
});

export const invoicesAnswer = z.object({ items: z.array(invoiceAnswer) });

/** What every answer is: a result, or an error. */
export const answered = z.object({ ok: z.literal(true), result: z.unknown() });
/** Names are upper case, such as `AMOUNT_INVALID`; another text is not for a log. */
export const refused = z.object({
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
export function receiptOf({
  invoice_id,
  status,
  amount,
  fiat,
  asset,
  payload,
}: InvoiceAnswer): Receipt | undefined {
  if (status !== 'paid') return undefined;
  return {
    provider: 'crypto_pay',
    payload: payload ?? '',
    chargeId: invoice_id,
    currency: fiat ?? asset ?? '',
    amount,
    payerId: null,
  };
}
