import type { Order } from '../orders/order.ts';
import type { PendingStates } from './subscriber.ts';

/**
 * The most orders in one event: the page size of the order list. A client may select as much of an event as
 * of a page of that size.
 */
export const ORDERS_OF_EVENT = 50;

/** Splits orders into events; all subscribers get the same object of an event. */
export function pagesOf(orders: readonly Order[]): (readonly Order[])[] {
  const pages: (readonly Order[])[] = [];
  for (let from = 0; from < orders.length; from += ORDERS_OF_EVENT)
    pages.push(orders.slice(from, from + ORDERS_OF_EVENT));
  return pages;
}

/**
 * The orders that have changed since the last event that the subscriber fetched, each in its latest state.
 * None is left out, and a slow subscriber costs at most as much memory as the reseller has orders.
 */
export function changedOrders(): PendingStates<readonly Order[]> {
  /**
   * The pending event, while there is only one. Otherwise it is undefined and `merged` has the orders of all.
   */
  let single: readonly Order[] | undefined;
  const merged = new Map<number, Order>();
  return {
    put(orders) {
      if (orders.length === 0 && (single !== undefined || merged.size > 0)) return;
      if (single === undefined && merged.size === 0) {
        single = orders;
        return;
      }
      for (const order of [...(single ?? []), ...orders]) merged.set(order.id, order);
      single = undefined;
    },
    take() {
      if (single !== undefined || merged.size === 0) {
        const orders = single;
        single = undefined;
        return orders;
      }
      const orders = merged.values().take(ORDERS_OF_EVENT).toArray();
      for (const { id } of orders) merged.delete(id);
      return orders;
    },
  };
}
