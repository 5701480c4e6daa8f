import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type CryptoPayService, payInvoice } from '../cryptopay/routes.ts';
import { prepareControl } from './prepare.ts';

const webhook = z.strictObject({ url: z.url({ protocol: /^https?$/ }) });
const payment = z.strictObject({ invoiceId: z.int().positive() });

/** What a person does in Crypto Pay: sets where an app's payments are reported, and pays invoices. */
export function addCryptoPayControl(
  app: FastifyInstance,
  { ledger, webhooks }: Pick<CryptoPayService, 'ledger' | 'webhooks'>,
): void {
  prepareControl(app);

  app.put('/webhook', ({ body }) => {
    const { url } = webhook.parse(body);
    ledger.setWebhook(url);
    return { url };
  });

  app.post('/pay', ({ body }) => {
    const { invoiceId } = payment.parse(body);
    payInvoice({ ledger, webhooks }, invoiceId);
    return { invoiceId, status: ledger.find(invoiceId).status };
  });
}
