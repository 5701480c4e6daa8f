import { type Expression, type RawBuilder, sql } from 'kysely';
import type { OrderName } from './order.ts';

/** Names of any number of orders, as a statement takes them: one list for each part of the name. */
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

/**
 * The names as a subquery of pairs, for the right side of `in`: the reseller's number and the order's number.
 */
export function orderNames({
  resellerIds,
  orderIds,
}: { [Part in keyof OrderNames]: Expression<number[]> }): RawBuilder<[number, number]> {
  return sql`(select * from unnest(${resellerIds}::bigint[], ${orderIds}::bigint[]))`;
}
