import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import type { OrderName } from '../orders/order.ts';

/**
 * Adds paid bytes to the order's total. The change is relative, because usage is written at the same time.
 * The last reading may have counted more than the old total; this surplus was not paid for, so it is cut off.
 */
export async function addToTraffic(
  tx: Sql,
  { resellerId, orderId }: OrderName,
  addedBytes: bigint,
): Promise<void> {
  await tx
    .updateTable('luxury_traffic')
    .set((eb) => ({
      total_bytes: sql<bigint>`${eb.ref('total_bytes')} + ${addedBytes}`,
      used_bytes: eb.fn<bigint>('least', ['used_bytes', 'total_bytes']),
      added_in: sql<string>`pg_current_xact_id()`,
    }))
    .where('reseller_id', '=', resellerId)
    .where('order_id', '=', orderId)
    .execute();
}
