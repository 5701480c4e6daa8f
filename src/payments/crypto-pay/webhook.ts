import type { FastifyPluginCallback, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { noteAdmitted } from '../../kit/request.ts';
import { jsonOrUndefined } from '../../kit/text.ts';
import { credit } from '../credit.ts';
import type { Payments } from '../payments.ts';
import { invoiceAnswer, receiptOf } from './crypto-pay.ts';

export const CRYPTO_PAY_WEBHOOK = '/payments/crypto-pay';
const SIGNATURE = 'crypto-pay-api-signature';
/** The longest report, in bytes. One has a few thousand, with the longest texts that Crypto Pay takes. */
const MAX_BODY_BYTES = 32 * 1024;

const STATUSES: Record<WebhookOutcome, number> = { done: 200, forged: 401, malformed: 400 };

/**
 * The route of Crypto Pay's reports. It answers with 200 once the payment is written down; Crypto Pay repeats
 * what is answered otherwise. There is no route without an app of Crypto Pay.
 */
export function paymentRoute(payments: Payments): FastifyPluginCallback {
  return (app, _options, done) => {
    if (!payments.cryptoPay) return done();
    // The signature is of the bytes, so they must not be read as JSON before it is checked.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer' },
      async (_request: FastifyRequest, body: Buffer) => body,
    );
    app.setErrorHandler((error: { statusCode?: number }, request, reply) => {
      const status = error.statusCode ?? 500;
      if (status < 500) return reply.status(status).send({ ok: false });
      request.log.error({ err: error }, 'unexpected error');
      return reply.status(500).send({ ok: false });
    });
    app.post(CRYPTO_PAY_WEBHOOK, { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const signature = request.headers[SIGNATURE];
      const outcome = await takeWebhook(payments, {
        body,
        signature: typeof signature === 'string' ? signature : '',
      });
      if (outcome !== 'forged') noteAdmitted();
      return reply.status(STATUSES[outcome]).send({ ok: outcome === 'done' });
    });
    done();
  };
}

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
  const read = update.safeParse(jsonOrUndefined(body.toString()));
  if (!read.success) return 'malformed';
  if (read.data.update_type !== 'invoice_paid') return 'done';
  const invoice = invoiceAnswer.safeParse(read.data.payload);
  if (!invoice.success) return 'malformed';
  const receipt = receiptOf(invoice.data);
  if (receipt) await credit(payments, receipt);
  return 'done';
}
