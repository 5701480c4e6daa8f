import type { Sql } from '../kit/database.ts';
import { OrderNotFoundError } from './errors.ts';
import type { OrderName } from './order.ts';

/** By what an order and its proxies are found at the upstream. */
interface PurchaseNames {
  /** The account that it was bought with, and our reference: the id of the operation that bought it. */
  bought: { account: string; reference: string };
  /** The upstream's ids of the proxies, by their positions in the order. */
  upstreamIds: string[];
  /** Until when each proxy is accounted for, in milliseconds since 1970, by the upstream's id. */
  bookedUntil: Record<string, number>;
}

/** Throws OrderNotFoundError. */
export async function readPurchase(db: Sql, { resellerId, orderId }: OrderName): Promise<PurchaseNames> {
  const row = await db
    .selectFrom('orders')
    .select((eb) => {
      const listed = <Value>(column: 'upstream_id' | 'booked_until') =>
        eb
          .selectFrom('proxies')
          .select(({ fn }) => fn.agg<Value[]>('array_agg', [column]).orderBy('position').as('values'))
          .where('reseller_id', '=', resellerId)
          .where('order_id', '=', orderId)
          .$asScalar()
          .$notNull();
      return [
        'operation_id as reference',
        'upstream_account as account',
        listed<string>('upstream_id').as('upstreamIds'),
        listed<Date | null>('booked_until').as('ends'),
      ];
    })
    .where('reseller_id', '=', resellerId)
    .where('id', '=', orderId)
    .executeTakeFirst();
  if (!row) throw new OrderNotFoundError(orderId);
  const { account, reference, upstreamIds, ends } = row;
  const booked = upstreamIds.map((id, i) => [id, ends[i]?.getTime() ?? 0]);
  return { bought: { account, reference }, upstreamIds, bookedUntil: Object.fromEntries(booked) };
}
