import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import type { OrderName } from '../orders/order.ts';

/** Whether an operation on the order is running. */
export async function isBusy(db: Sql, { resellerId, orderId }: OrderName): Promise<boolean> {
  const row = await db
    .selectFrom('operations')
    .select('id')
    .where('reseller_id', '=', resellerId)
    .where('order_id', '=', orderId)
    // A literal in every statement that selects running operations, because the index on them is partial.
    .where('state', '=', sql.lit('running'))
    .executeTakeFirst();
  return row !== undefined;
}
