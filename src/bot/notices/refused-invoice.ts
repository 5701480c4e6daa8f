import type { Database } from '../../kit/database.ts';
import type { PaymentListener } from '../../payments/provider.ts';
import { endUnshownPayment } from '../../payments/unpaid-payments.ts';
import type { Call } from '../telegram/client.ts';

/** Ends the payment of an invoice that Telegram has refused, and tells the person. May be repeated. */
export async function endRefusedInvoice(
  database: Database,
  listener: PaymentListener,
  { method, payload }: Call,
): Promise<void> {
  if (method !== 'sendInvoice') return;
  const invoice = payload as { payload: string };
  await database.inTransaction((tx) => endUnshownPayment(tx, listener, invoice.payload));
}
