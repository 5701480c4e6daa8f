import { type Expression, type RawBuilder, sql } from 'kysely';
import type { OrderName } from './order.ts';

/** The names of orders, as a statement takes any number of them: a list of each part. */
export interface OrderNames {
  resellerIds: number[];
  orderIds: number[];
}

export function toOrderNames(orders: readonly OrderName[]): OrderNames {
  return {
    resellerIds: orders.map(({ resellerId }) => resellerId),
    orderIds: orders.map(({ orderId }) => orderId),
  };
}

/** The names, for what stands before `in`: a reseller's and an order's number. */
export function orderNames({
  resellerIds,
  orderIds,
}: { [Part in keyof OrderNames]: Expression<number[]> }): RawBuilder<[number, number]> {
  return sql`(select * from unnest(${resellerIds}::bigint[], ${orderIds}::bigint[]))`;
}
