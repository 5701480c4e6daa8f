import { useMemo, useRef } from 'react';
import { useSubscription } from 'urql';
import { useSearchParams } from 'wouter';
import { readBulk } from '../../data/client.ts';
import { useFresh } from '../../data/use-fresh.ts';
import type {
  OrderChangesSubscription,
  OrderListQuery,
  OrderSort,
  OrderStatus,
} from '../../generated/graphql.ts';
import { graphql } from '../../generated/index.ts';
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
function readFilter(params: URLSearchParams): OrderFilter {
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

function writeFilter({ endsInDays, statuses = [], ...texts }: OrderFilter): URLSearchParams {
  const params = new URLSearchParams(texts as Record<string, string>);
  for (const status of statuses) params.append('status', status.toLowerCase());
  if (endsInDays) params.set('ends', String(endsInDays));
  return params;
}

function argumentsOf({ endsInDays, ...rest }: OrderFilter, now: Date) {
  const endsBefore = endsInDays && new Date(now.getTime() + endsInDays * DAY_MS).toISOString();
  return { ...rest, ...(endsBefore && { endsBefore }) };
}

type ChangedOrder = OrderChangesSubscription['ordersUpdated'][number];

/** Whether a list with this filter has the order. By its proxies, the service alone finds it. */
function meets(order: ChangedOrder, filter: OrderFilter, now: Date): boolean {
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

const ORDER_LIST = graphql(`
  query OrderList(
    $first: Int
    $after: String
    $last: Int
    $before: String
    $search: String
    $statuses: [OrderStatus!]
    $tier: String
    $type: String
    $country: String
    $customer: String
    $endsBefore: DateTime
    $orderBy: OrderSort
  ) {
    orders(
      first: $first
      after: $after
      last: $last
      before: $before
      search: $search
      statuses: $statuses
      tier: $tier
      type: $type
      country: $country
      customer: $customer
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
export const PAGE_SIZE = 50;

/** A page of the list, and the number of the newest order of all when it was read. */
export function useOrderList(filter: OrderFilter, sort: Sort, { after, before }: Place) {
  const { orderBy, isReversed } = SORTS[sort];
  // The end of "within 7 days" must not move with each rendering: each would ask again.
  const variables = useMemo(() => {
    const size = (before !== undefined) === isReversed ? { first: PAGE_SIZE } : { last: PAGE_SIZE };
    const bounds = isReversed ? { after: before, before: after } : { after, before };
    return { ...argumentsOf(filter, new Date()), orderBy, ...bounds, ...size };
  }, [filter, orderBy, isReversed, after, before]);
  const { data, failure, fetching, again } = useFresh({ query: ORDER_LIST, variables });
  const shown = useRef<OrderListQuery>(undefined);
  if (data) shown.current = data;
  const current = data ?? shown.current;
  return {
    /** The page before stays until the next one is here. */
    list: current && (isReversed ? reversed(current.orders) : current.orders),
    isUnsorted:
      orderBy === 'ENDS_SOONEST' && current !== undefined && !isSorted(current.orders.nodes, new Date()),
    newest: Number(current?.newest.nodes[0]?.id ?? 0),
    /** Whether what is shown is of another page, order or filter. */
    isOutdated: fetching && !data,
    failure,
    again,
  };
}

function reversed({ nodes, pageInfo, ...list }: OrderListQuery['orders']): OrderListQuery['orders'] {
  const { hasNextPage, hasPreviousPage, startCursor, endCursor } = pageInfo;
  return {
    ...list,
    nodes: nodes.toReversed(),
    pageInfo: {
      ...pageInfo,
      hasNextPage: hasPreviousPage,
      hasPreviousPage: hasNextPage,
      startCursor: endCursor,
      endCursor: startCursor,
    },
  };
}

/** The most orders that the service lists at once. */
const BULK_SIZE = 200;

/** So many are listed and read again within a minute, in which a session may ask 300 times. */
export const MOST_SELECTED = 10_000;

/** The numbers of the orders with this filter, the newest first: all, or more than may be selected. */
export async function readNumbers(filter: OrderFilter): Promise<string[]> {
  const asked = { ...argumentsOf(filter, new Date()), first: BULK_SIZE };
  const numbers: string[] = [];
  for (let after: string | null = null, hasMore = true; hasMore && numbers.length <= MOST_SELECTED; ) {
    const { orders }: OrderListQuery = await readBulk(ORDER_LIST, { ...asked, after });
    numbers.push(...orders.nodes.map(({ id }) => id));
    after = orders.pageInfo.endCursor;
    hasMore = orders.pageInfo.hasNextPage;
  }
  return numbers;
}

const ORDER_CHANGES = graphql(`
  subscription OrderChanges {
    ordersUpdated {
      id
      status
      tier
      type
      country
      label
      customer
      expiresAt
      ...OrderRow
    }
  }
`);

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
    (known: ChangedOrder[] | undefined = [], { ordersUpdated }: OrderChangesSubscription) => {
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

/** Whether orders stand as in a list by the end; an end passes, and a renewal changes it. */
function isSorted(orders: readonly { expiresAt: string | null }[], now: Date): boolean {
  const standings = orders.map(({ expiresAt }) => standingOf(expiresAt, now));
  return standings.every(([part, distance], i) => {
    const [partBefore, distanceBefore] = standings[i - 1] ?? [0, 0];
    return part > partBefore || (part === partBefore && distance >= distanceBefore);
  });
}

/** Terms that end, orders without an end, terms that have ended; and how far the end is from now. */
function standingOf(expiresAt: string | null, now: Date): [part: number, distance: number] {
  if (expiresAt === null) return [2, 0];
  const left = Date.parse(expiresAt) - now.getTime();
  return left > 0 ? [1, left] : [3, -left];
}
