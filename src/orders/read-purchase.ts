import type { Sql } from '../kit/database.ts';
import { OrderNotFoundError } from './errors.ts';
import type { OrderName } from './order.ts';

/** The reference and the ids by which an order and its proxies are found at the upstream. */
interface PurchaseNames {
  /** Our reference at the upstream: the id of the operation that bought the order. */
  reference: string;
  /** The upstream's ids of the proxies, by their positions in the order. */
  upstreamIds: string[];
}

/** Throws OrderNotFoundError. */
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
