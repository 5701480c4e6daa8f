import { useMemo, useRef } from 'react';
import { useQuery } from 'urql';
import type { OrderListQuery, OrderSort } from '../../generated/graphql.ts';
import { graphql } from '../../generated/index.ts';
import { argumentsOf, type OrderFilter } from './order-filter.ts';
import type { Place } from './use-address.ts';

const ORDER_LIST = graphql(`
  query OrderList(
    $first: Int
    $after: String
    $last: Int
    $before: String
    $search: String
    $status: OrderStatus
    $tier: String
    $type: String
    $country: String
    $endsBefore: DateTime
    $orderBy: OrderSort
  ) {
    orders(
      first: $first
      after: $after
      last: $last
      before: $before
      search: $search
      status: $status
      tier: $tier
      type: $type
      country: $country
      endsBefore: $endsBefore
      orderBy: $orderBy
    ) {
      totalCount
      pageInfo {
        hasNextPage
        hasPreviousPage
        startCursor
        endCursor
      }
      nodes {
        id
        expiresAt
        ...OrderRow
      }
    }
    newest: orders(first: 1) {
      nodes {
        id
      }
    }
  }
`);

/** Orders of a page: a few screens, which a person can look over. */
const PAGE_SIZE = 50;

/** A page of the list, and the number of the newest order of all when it was read. */
export function useOrderList(filter: OrderFilter, sort: OrderSort, place: Place) {
  // The end of "within 7 days" must not move with each rendering: each would ask again.
  const variables = useMemo(() => {
    const size = place.before ? { last: PAGE_SIZE } : { first: PAGE_SIZE };
    return { ...argumentsOf(filter, new Date()), orderBy: sort, ...place, ...size };
  }, [filter, sort, place]);
  const [{ data, error, fetching }, ask] = useQuery({
    query: ORDER_LIST,
    variables,
    requestPolicy: 'cache-and-network',
  });
  const shown = useRef<OrderListQuery>(undefined);
  if (data) shown.current = data;
  return {
    /** The page before stays until the next one is here. */
    list: (data ?? shown.current)?.orders,
    newest: Number((data ?? shown.current)?.newest.nodes[0]?.id ?? 0),
    /** Whether what is shown is of another page, order or filter. */
    isOutdated: fetching && !data,
    error,
    refetch: () => ask({ requestPolicy: 'network-only' }),
  };
}
