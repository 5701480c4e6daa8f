import { useMemo } from 'react';
import { useSearchParams } from 'wouter';
import type { OrderChangesSubscription, OrderSort, OrderStatus } from '../../generated/graphql.ts';
import { DAY_MS } from '../../kit/figures.tsx';
import { STATUSES } from '../../kit/Page.tsx';

/** What the list is limited to. All of it stands in the address. */
export interface OrderFilter {
  /** The beginning of the order's number or label, or a proxy of it. */
  search?: string;
  statuses?: OrderStatus[];
  /** Codes of the catalog; a type only with its tier. */
  tier?: string;
  type?: string;
  country?: string;
  /** Exactly as it is written on the order. */
  customer?: string;
  endsInDays?: number;
}

export const STATUS_NAMES = Object.keys(STATUSES) as OrderStatus[];
export const ENDS_IN_DAYS = [1, 7, 30] as const;

/** What an address asks for. What it cannot mean is left out. */
export function readFilter(params: URLSearchParams): OrderFilter {
  const filter: OrderFilter = {};
  for (const name of ['search', 'tier', 'type', 'country', 'customer'] as const) {
    const value = params.get(name);
    if (value) filter[name] = value;
  }
  const named = params.getAll('status').map((status) => status.toUpperCase());
  const statuses = STATUS_NAMES.filter((status) => named.includes(status));
  if (statuses.length > 0) filter.statuses = statuses;
  const days = ENDS_IN_DAYS.find((some) => String(some) === params.get('ends'));
  if (days !== undefined) filter.endsInDays = days;
  return filter;
}

export function writeFilter({ endsInDays, statuses = [], ...texts }: OrderFilter): URLSearchParams {
  const params = new URLSearchParams(texts as Record<string, string>);
  for (const status of statuses) params.append('status', status.toLowerCase());
  if (endsInDays) params.set('ends', String(endsInDays));
  return params;
}

export function argumentsOf({ endsInDays, ...rest }: OrderFilter, now: Date) {
  const endsBefore = endsInDays && new Date(now.getTime() + endsInDays * DAY_MS).toISOString();
  return { ...rest, ...(endsBefore && { endsBefore }) };
}

export type ChangedOrder = OrderChangesSubscription['ordersUpdated'][number];

/** Whether a list with this filter has the order. By its proxies, the service alone finds it. */
export function meets(order: ChangedOrder, filter: OrderFilter, now: Date): boolean {
  const { endsBefore, search = '', statuses = [order.status], ...equal } = argumentsOf(filter, now);
  const { expiresAt } = order;
  if (endsBefore && !(expiresAt && order.status === 'ACTIVE' && expiresAt < endsBefore)) return false;
  return (
    begins(order, search.trim()) &&
    statuses.includes(order.status) &&
    (['tier', 'type', 'country', 'customer'] as const).every(
      (name) => equal[name] === undefined || equal[name] === order[name],
    )
  );
}

function begins({ id, label }: ChangedOrder, text: string): boolean {
  return id.startsWith(text.replace(/^#\s*/, '')) || !!label?.toLowerCase().startsWith(text.toLowerCase());
}

/** In which order the list is; a reversed one is read from its end. */
export const SORTS = {
  newest: { orderBy: 'NEWEST', isReversed: false, direction: 'descending' },
  oldest: { orderBy: 'NEWEST', isReversed: true, direction: 'ascending' },
  ends: { orderBy: 'ENDS_SOONEST', isReversed: false, direction: 'ascending' },
  ended: { orderBy: 'ENDS_SOONEST', isReversed: true, direction: 'descending' },
} as const satisfies Record<string, { orderBy: OrderSort; isReversed: boolean; direction: string }>;
export type Sort = keyof typeof SORTS;

/** Which page of the list: the orders after or before a cursor; neither for the first one. */
export interface Place {
  after?: string;
  before?: string;
  /** Which one it is, from 1 on; new orders may have moved it since. */
  page?: string;
}

/** The filter, the order and the page, from the address: a link, a reload and the way back keep them. */
export function useAddress() {
  const [params, setParams] = useSearchParams();
  const text = params.toString();
  return useMemo(() => {
    const current = new URLSearchParams(text);
    const filter = readFilter(current);
    const named = current.get('sort') ?? '';
    const sort = Object.hasOwn(SORTS, named) ? (named as Sort) : 'newest';
    const place: Place = {};
    for (const part of ['after', 'before', 'page'] as const) {
      const value = current.get(part);
      if (value) place[part] = value;
    }
    const addressOf = (some: OrderFilter, order: Sort, entries: Place = {}) => {
      const target = writeFilter(some);
      if (order !== 'newest') target.set('sort', order);
      for (const [end, cursor] of Object.entries(entries)) target.set(end, cursor);
      return target;
    };
    return {
      filter,
      sort,
      place,
      /** Starts at the first page. What is typed makes no entry of its own in the history. */
      setFilter(next: OrderFilter) {
        const isTyped = next.search !== filter.search || next.customer !== filter.customer;
        setParams(addressOf(next, sort), { replace: isTyped });
      },
      /** Starts at the first page: a cursor belongs to one order. */
      setSort(next: Sort) {
        setParams(addressOf(filter, next));
      },
      setPlace(next: Place) {
        setParams(addressOf(filter, sort, next));
      },
    };
  }, [text, setParams]);
}
