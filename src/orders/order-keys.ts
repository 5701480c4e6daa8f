import { type Expression, type RawBuilder, sql } from 'kysely';
import type { OrderKey } from './order.ts';

/** Names of any number of orders, as a statement takes them: one list for each part of the name. */
export interface OrderKeys {
  resellerIds: number[];
  orderIds: number[];
}

export function toOrderKeys(orders: readonly OrderKey[]): OrderKeys {
  return {
    resellerIds: orders.map(({ resellerId }) => resellerId),
    orderIds: orders.map(({ orderId }) => orderId),
  };
}

/**
 * The names as a subquery of pairs, for the right side of `in`: the reseller's number and the order's number.
 */
export function orderKeys({
  resellerIds,
  orderIds,
}: { [Part in keyof OrderKeys]: Expression<number[]> }): RawBuilder<[number, number]> {
  return sql`(select * from unnest(${resellerIds}::bigint[], ${orderIds}::bigint[]))`;
}
