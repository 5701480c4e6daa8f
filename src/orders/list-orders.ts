import type { Sql } from '../kit/database.ts';
import type { CountedVariant, FilterValues } from './filter-parts.ts';
import { filteredPage } from './filtered-page.ts';
import { type NumberRange, numberRanges } from './number-ranges.ts';
import { type AttachedText, type ListedOrder, readOrderTexts } from './order-text.ts';
import { plainPage } from './plain-page.ts';
import type { OrderStatus } from './status.ts';

/** Which orders a list has. What is left out does not matter; an order meets all that is given. */
export interface OrderFilter {
  status?: OrderStatus | undefined;
  tier?: string | undefined;
  type?: string | undefined;
  country?: string | undefined;
  /** Only orders with a term that has not ended yet and ends before this instant. */
  endsBefore?: Date | undefined;
  /** The beginning of the order's number, as a person types it: see `numberRanges`. */
  search?: string | undefined;
}

/** The part of a reseller's orders that a page shows, newest first. */
export interface OrderQuery extends OrderFilter {
  limit: number;
  offset?: number | undefined;
  /** Only orders with smaller ids, which come after a cursor. */
  before?: number | undefined;
  /** Only orders with larger ids, which come before a cursor. */
  after?: number | undefined;
  /** Takes the oldest of the selected orders instead of the newest. The result is still newest first. */
  fromOldest?: boolean | undefined;
}

export interface OrderPage {
  /** Newest first. */
  orders: ListedOrder[];
  /** Whether there are more selected orders beyond the end at which the page was cut off. */
  hasMore: boolean;
  /** All orders that meet the filter, not only those of the page. */
  total: number;
}

export const EMPTY: OrderPage = { orders: [], hasMore: false, total: 0 };

/**
 * A page of orders and the total, in one statement. By status, tier, type and country its cost does not grow
 * with the number of orders: a page is read from indexes, and totals are kept. Only orders that ended after
 * they were last filed are checked one by one, and these are few. The total of a search, and all of a list by
 * the end, cost as much as there are orders with such a number or end.
 */
export type ListOrders = (db: Sql, resellerId: number, query: OrderQuery, now: Date) => Promise<OrderPage>;

export const listOrders: ListOrders = orderLister();

/** Makes a function that lists orders with what `attached` is of each, in the same statement. */
export function orderLister(attached?: AttachedText): ListOrders {
  const statementFor = statementsWith(attached);
  return async (db, resellerId, query, now) => {
    const numbers = query.search === undefined ? undefined : numberRanges(query.search);
    if (isImpossible(query, numbers)) return EMPTY;
    const { before = Number.MAX_SAFE_INTEGER, after = 0 } = query;
    const values = { ...filterValues(resellerId, query, numbers, now), before, after };
    const [row] = await statementFor(query, numbers)(db, values);
    return toOrderPage(row, query.limit, query.fromOldest, now);
  };
}

/** What a list in any order is selected by. */
export function filterValues(
  resellerId: number,
  query: OrderFilter & { limit: number; offset?: number | undefined },
  numbers: NumberRange[] | undefined,
  now: Date,
): FilterValues {
  const { limit, offset = 0 } = query;
  return {
    resellerId,
    now,
    offset,
    // The statement reads one row more than the page has: that row shows whether there are more orders.
    rows: limit + 1,
    walked: limit + 1 + offset,
    tier: query.tier ?? null,
    type: query.type ?? null,
    country: query.country ?? null,
    endsBefore: query.endsBefore ?? now,
    lows: numbers?.map(({ low }) => low) ?? [],
    highs: numbers?.map(({ high }) => high) ?? [],
  };
}

/** The page of what a statement has read, from the start of the list or from its end. */
export function toOrderPage(
  row: { orders: string | null; total: number } | undefined,
  limit: number,
  isReversed = false,
  now: Date,
): OrderPage {
  const found = readOrderTexts(row?.orders ?? null, now);
  const orders = found.slice(0, limit);
  if (isReversed) orders.reverse();
  return { orders, hasMore: found.length > limit, total: Number(row?.total ?? 0) };
}

/** An order that has a term and has not ended is active, whatever it was filed as. */
export function isImpossible(
  { status, endsBefore }: OrderFilter,
  numbers: NumberRange[] | undefined,
): boolean {
  if (numbers?.length === 0) return true;
  return endsBefore !== undefined && status !== undefined && status !== 'active';
}

/** What the filter makes of the text of a statement. */
export function countedVariant(query: OrderFilter, numbers: NumberRange[] | undefined): CountedVariant {
  return {
    status: query.status,
    byProduct: [query.tier, query.type, query.country].some((text) => text !== undefined),
    byEnd: query.endsBefore !== undefined,
    byNumber: numbers !== undefined,
  };
}

/** Each variant of a statement is built and compiled once, and sent again with other values. */
function statementsWith(attached: AttachedText | undefined) {
  const plain = oncePerVariant((variant: Parameters<typeof plainPage>[0]) => plainPage(variant, attached));
  const filtered = oncePerVariant((variant: Parameters<typeof filteredPage>[0]) =>
    filteredPage(variant, attached),
  );
  return (query: OrderQuery, numbers: NumberRange[] | undefined) => {
    const { status, before, after, fromOldest = false } = query;
    const counted = countedVariant(query, numbers);
    if (counted.byProduct || counted.byEnd || counted.byNumber) return filtered({ ...counted, fromOldest });
    return plain({ status, hasBefore: before !== undefined, hasAfter: after !== undefined, fromOldest });
  };
}

export function oncePerVariant<Variant extends object, Built>(build: (variant: Variant) => Built) {
  const known = new Map<string, Built>();
  return (variant: Variant): Built => {
    const key = Object.values(variant).join();
    const built = known.get(key) ?? build(variant);
    known.set(key, built);
    return built;
  };
}
