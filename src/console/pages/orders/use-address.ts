import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import type { OrderSort } from '../../generated/graphql.ts';
import { type OrderFilter, readFilter, writeFilter } from './order-filter.ts';

/** Which page of the list: the orders after or before a cursor; neither for the first one. */
export interface Place {
  after?: string;
  before?: string;
}

/** The filter, the order and the page, from the address: a link, a reload and the way back keep them. */
export function useAddress() {
  const [params, setParams] = useSearchParams();
  const text = params.toString();
  return useMemo(() => {
    const current = new URLSearchParams(text);
    const filter = readFilter(current);
    const sort: OrderSort = current.get('sort') === 'ends' ? 'ENDS_SOONEST' : 'NEWEST';
    const place: Place = {};
    for (const end of ['after', 'before'] as const) {
      const cursor = current.get(end);
      if (cursor) place[end] = cursor;
    }
    const addressOf = (some: OrderFilter, order: OrderSort, entries: Place = {}) => {
      const target = writeFilter(some);
      if (order === 'ENDS_SOONEST') target.set('sort', 'ends');
      for (const [end, cursor] of Object.entries(entries)) target.set(end, cursor);
      return target;
    };
    return {
      filter,
      sort,
      place,
      /** Starts at the first page. What is typed makes no entry of its own in the history. */
      setFilter(next: OrderFilter) {
        setParams(addressOf(next, sort), { replace: next.search !== filter.search });
      },
      /** Starts at the first page: a cursor belongs to one order. */
      setSort(next: OrderSort) {
        setParams(addressOf(filter, next));
      },
      setPlace(next: Place) {
        setParams(addressOf(filter, sort, next));
      },
    };
  }, [text, setParams]);
}
