import type { Sql } from '../kit/database.ts';
import { OrderNotFoundError } from './errors.ts';
import type { OrderName } from './order.ts';

/** By what an order and its proxies are found at the upstream. */
interface PurchaseNames {
  /** The account that it was bought with, and our reference: the id of the operation that bought it. */
  bought: { account: string; reference: string };
  /** The upstream's ids of the proxies, by their positions in the order. */
  upstreamIds: string[];
}

/** Throws OrderNotFoundError. */
export async function readPurchase(db: Sql, { resellerId, orderId }: OrderName): Promise<PurchaseNames> {
  const row = await db
    .selectFrom('orders')
    .select((eb) => [
      'operation_id as reference',
      'upstream_account as account',
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
  const { account, reference, upstreamIds } = row;
  return { bought: { account, reference }, upstreamIds };
}
