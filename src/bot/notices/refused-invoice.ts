import type { Clock } from '../../kit/clock.ts';
import type { Database } from '../../kit/database.ts';
import type { PaymentListener } from '../../payments/provider.ts';
import { endUnshownPayment } from '../../payments/stars/end-unshown.ts';
import { lockChat } from '../people/people.ts';
import type { Call } from '../telegram/client.ts';

/** Ends the payment of an invoice that Telegram has refused, and tells the person. May be repeated. */
export async function endRefusedInvoice(
  { database, clock }: { database: Database; clock: Clock },
  listener: PaymentListener,
  { method, payload }: Call,
): Promise<void> {
  if (method !== 'sendInvoice') return;
  const invoice = payload as { chat_id: number; payload: string };
  await database.inTransaction(async (tx) => {
    // The person before the payment, as by their updates: otherwise the two could wait for each other.
    await lockChat(tx, invoice.chat_id, clock.now());
    await endUnshownPayment(tx, listener, invoice.payload);
  });
}
