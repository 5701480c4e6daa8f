import { z } from 'zod';
import { credit } from '../credit.ts';
import type { Payments } from '../payments.ts';
import { invoiceAnswer, receiptOf } from './answers.ts';

const update = z.object({ update_type: z.string(), payload: z.unknown() });

/**
 * - `done`: what it reports is written down, or nothing has to be;
 * - `forged`: the signature is missing or wrong;
 * - `malformed`: it is signed, and nevertheless no update of Crypto Pay's.
 */
export type WebhookOutcome = 'done' | 'forged' | 'malformed';

/**
 * Takes a webhook of Crypto Pay. Resolves only when the payment that it reports is credited or kept, so that
 * Crypto Pay sends it again when this process dies.
 */
export async function takeWebhook(
  payments: Payments,
  { body, signature }: { body: Buffer; signature: string },
): Promise<WebhookOutcome> {
  if (!payments.cryptoPay?.isSigned(body, signature)) return 'forged';
  const read = update.safeParse(readJson(body));
  if (!read.success) return 'malformed';
  if (read.data.update_type !== 'invoice_paid') return 'done';
  const invoice = invoiceAnswer.safeParse(read.data.payload);
  if (!invoice.success) return 'malformed';
  const receipt = receiptOf(invoice.data);
  if (receipt) await credit(payments, receipt);
  return 'done';
}

/** Less strict than for a client's body: a payer's comment in it may be any text, and it is signed. */
function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
