import type { Sql } from '../../kit/database.ts';
import { PAYMENT_COLUMNS, toPayment } from '../payment.ts';
import { lockToTell } from '../payments.ts';
import type { PaymentListener } from '../provider.ts';

/**
 * Ends a payment whose invoice Telegram has refused, so that nobody can pay it. The listener is told once,
 * however often this is repeated.
 */
export async function endUnshownPayment(tx: Sql, listener: PaymentListener, id: string): Promise<void> {
  await lockToTell(tx, listener, id);
  const row = await tx
    .updateTable('payments')
    .set({ state: 'expired' })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returning(PAYMENT_COLUMNS)
    .executeTakeFirst();
  if (row) await listener.failed(tx, toPayment(row));
}
