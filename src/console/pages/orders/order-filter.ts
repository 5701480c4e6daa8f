import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import type {
  OrderChangesSubscription,
  OrderSort,
  OrderSource,
  OrderStatus,
} from '../../generated/graphql.ts';
import { DAY_MS } from '../../kit/figures.tsx';
import { STATUSES } from '../../kit/Page.tsx';

/** What the list is limited to. All of it stands in the address. */
export interface OrderFilter {
  /** The beginning of the order's number. */
  search?: string;
  status?: OrderStatus;
  /** Codes of the catalog; a type only with its tier. */
  tier?: string;
  type?: string;
  country?: string;
  /** Only orders that end within so many days from now. */
  endsInDays?: number;
}

export const ENDS_IN_DAYS = [1, 7, 30] as const;

export const SOURCES: Record<OrderSource, string> = { API: 'API', BOT: 'Chat bot', CONSOLE: 'Console' };

/** What an address asks for. What it cannot mean is left out. */
export function readFilter(params: URLSearchParams): OrderFilter {
  const filter: OrderFilter = {};
  for (const name of ['search', 'tier', 'type', 'country'] as const) {
    const value = params.get(name);
    if (value) filter[name] = value;
  }
  const status = params.get('status')?.toUpperCase();
  if (status !== undefined && Object.hasOwn(STATUSES, status)) filter.status = status as OrderStatus;
  const days = ENDS_IN_DAYS.find((some) => String(some) === params.get('ends'));
  if (days !== undefined) filter.endsInDays = days;
  return filter;
}

export function writeFilter({ endsInDays, status, ...texts }: OrderFilter): URLSearchParams {
  const entries = { ...texts, status: status?.toLowerCase(), ends: endsInDays?.toString() };
  return new URLSearchParams(
    Object.entries(entries).filter((entry): entry is [string, string] => !!entry[1]),
  );
}

export function argumentsOf({ endsInDays, ...rest }: OrderFilter, now: Date) {
  const endsBefore = endsInDays && new Date(now.getTime() + endsInDays * DAY_MS).toISOString();
  return { ...rest, ...(endsBefore && { endsBefore }) };
}

export type ChangedOrder = OrderChangesSubscription['ordersUpdated'][number];

/** Whether a list with this filter has the order. */
export function meets(order: ChangedOrder, filter: OrderFilter, now: Date): boolean {
  const { endsBefore, search = '', ...equal } = argumentsOf(filter, now);
  const { expiresAt } = order;
  if (endsBefore && !(expiresAt && order.status === 'ACTIVE' && expiresAt < endsBefore)) return false;
  return (
    order.id.startsWith(search.replace(/^[\s#]+|\s+$/g, '')) &&
    (['status', 'tier', 'type', 'country'] as const).every(
      (name) => equal[name] === undefined || equal[name] === order[name],
    )
  );
}

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
