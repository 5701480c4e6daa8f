import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { type OrderFilter, readFilter, writeFilter } from './order-filter.ts';

/** Which page of the list: the orders after or before a cursor; neither for the first one. */
export interface Place {
  after?: string;
  before?: string;
}

/** The filter and the page, from the address: a link, a reload and the way back keep them. */
export function useAddress() {
  const [params, setParams] = useSearchParams();
  const text = params.toString();
  return useMemo(() => {
    const current = new URLSearchParams(text);
    const filter = readFilter(current);
    const place: Place = {};
    for (const end of ['after', 'before'] as const) {
      const cursor = current.get(end);
      if (cursor) place[end] = cursor;
    }
    return {
      filter,
      place,
      /** Starts at the first page. What is typed makes no entry of its own in the history. */
      setFilter(next: OrderFilter) {
        setParams(writeFilter(next), { replace: next.search !== filter.search });
      },
      setPlace(next: Place) {
        const target = writeFilter(filter);
        for (const [end, cursor] of Object.entries(next)) target.set(end, cursor);
        setParams(target);
      },
    };
  }, [text, setParams]);
}
