import type { FastifyPluginCallback } from 'fastify';
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

const update = z.object({ update_type: z.string(), payload: z.unknown() });

/**
 * The route of Crypto Pay's reports. It answers with 200 once the payment is credited or kept; Crypto Pay
 * repeats what is answered otherwise, also when this process dies. There is no route without an app of Crypto
 * Pay. `paymentsOf` finds where the payment with an id was asked for.
 */
export function paymentRoute(
  payments: Payments,
  paymentsOf: (id: string) => Payments | Promise<Payments> = () => payments,
): FastifyPluginCallback {
  return (app, _options, done) => {
    const { cryptoPay } = payments;
    if (!cryptoPay) return done();
    // The signature is of the bytes, so they must not be read as JSON before it is checked.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, read) => read(null, body));
    app.setErrorHandler((error: { statusCode?: number }, request, reply) => {
      const status = Math.min(error.statusCode ?? 500, 500);
      if (status === 500) request.log.error({ err: error }, 'unexpected error');
      return reply.status(status).send({ ok: false });
    });
    app.post(CRYPTO_PAY_WEBHOOK, { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      if (!cryptoPay.isSigned(body, String(request.headers[SIGNATURE])))
        return reply.status(401).send({ ok: false });
      const { data: report } = update.safeParse(jsonOrUndefined(body.toString()));
      const invoice =
        report?.update_type === 'invoice_paid' ? invoiceAnswer.safeParse(report.payload) : undefined;
      const receipt = invoice?.data && receiptOf(invoice.data);
      if (receipt) await credit(await paymentsOf(receipt.payload), receipt);
      noteAdmitted();
      // It is signed, and nevertheless may be no update of Crypto Pay's.
      const ok = report !== undefined && invoice?.success !== false;
      return reply.status(ok ? 200 : 400).send({ ok });
    });
    done();
  };
}
