import type { Sql } from '../kit/database.ts';
import { OrderNotFoundError } from './errors.ts';
import type { OrderName } from './order.ts';

/** An order as its upstream knows it. */
export interface PurchaseNames {
  /** Our name of the purchase there: the id of the operation. */
  reference: string;
  /** Its proxies, in their positions. */
  upstreamIds: string[];
}

/** By what names the upstream knows the order and its proxies. Throws OrderNotFoundError. */
export async function readPurchase(db: Sql, { resellerId, orderId }: OrderName): Promise<PurchaseNames> {
  const row = await db
    .selectFrom('orders')
    .select((eb) => [
      'operation_id as reference',
      eb
        .selectFrom('proxies')
        .select(({ fn }) => fn.agg<string[]>('array_agg', ['upstream_id']).orderBy('position').as('ids'))
        .where('reseller_id', '=', resellerId)
        .where('order_id', '=', orderId)
        .$asScalar()
        .$notNull()
        .as('upstreamIds'),
    ])
    .where('reseller_id', '=', resellerId)
    .where('id', '=', orderId)
    .executeTakeFirst();
  if (!row) throw new OrderNotFoundError(orderId);
  return row;
}
