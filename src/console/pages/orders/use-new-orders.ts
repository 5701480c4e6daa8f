import { useRef } from 'react';
import { useSubscription } from 'urql';
import type { OrderChangesSubscription } from '../../generated/graphql.ts';
import { graphql } from '../../generated/index.ts';
import { meets, type OrderFilter } from './order-filter.ts';

const ORDER_CHANGES = graphql(`
  subscription OrderChanges {
    ordersUpdated {
      id
      status
      tier
      type
      country
      expiresAt
      ...OrderRow
    }
  }
`);

type Changed = OrderChangesSubscription['ordersUpdated'][number];

/** More are not told apart, and not kept. */
export const MOST_COUNTED = 99;

/**
 * Changes the rows of the list in place, by the cache, and counts the orders of the filter that are newer
 * than the list: they would move what somebody is reading.
 */
export function useNewOrders(newest: number, filter: OrderFilter): number {
  const latest = useRef(newest);
  latest.current = newest;
  const [{ data = [] }] = useSubscription(
    { query: ORDER_CHANGES },
    (known: Changed[] | undefined = [], { ordersUpdated }: OrderChangesSubscription) => {
      const ids = new Set(ordersUpdated.map(({ id }) => id));
      const others = known.filter(({ id }) => !ids.has(id));
      return [...ordersUpdated, ...others]
        .filter(({ id }) => Number(id) > latest.current)
        .slice(0, MOST_COUNTED + 1);
    },
  );
  const now = new Date();
  return data.filter((order) => Number(order.id) > newest && meets(order, filter, now)).length;
}
