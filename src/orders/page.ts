import type { Sql } from '../kit/database.ts';
import { boundsBetween, type EndPlace } from './cursor.ts';
import type { AttachedText, OrderStatus } from './order.ts';
import { type ListedOrder, readOrderTexts } from './order-text.ts';
import { type PageVariant, type Places, pageStatement } from './page-statements.ts';

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

interface Part extends OrderFilter {
  limit: number;
  offset?: number | undefined;
}

/** The part of a reseller's orders that a page shows, newest first. */
export interface OrderQuery extends Part {
  /** Only orders with smaller ids, which come after a cursor. */
  before?: number | undefined;
  /** Only orders with larger ids, which come before a cursor. */
  after?: number | undefined;
  /** Takes the oldest of the selected orders instead of the newest. The result is still newest first. */
  fromOldest?: boolean | undefined;
}

/** The part of a reseller's orders that a page shows in a list by the end. */
export interface SoonestQuery extends Part {
  after?: EndPlace | undefined;
  before?: EndPlace | undefined;
  /** Takes the last of the selected orders instead of the first. The result is still in the list's order. */
  fromLast?: boolean | undefined;
}

export interface OrderPage {
  /** In the order of the list. */
  orders: ListedOrder[];
  /** Whether there are more selected orders beyond the end at which the page was cut off. */
  hasMore: boolean;
  /** All orders that meet the filter, not only those of the page. */
  total: number;
}

type List<Query> = (db: Sql, resellerId: number, query: Query, now: Date) => Promise<OrderPage>;

/**
 * A page of orders, newest first, and the total, in one statement. By status, tier, type and country its cost
 * does not grow with the number of orders: a page is read from indexes, and totals are kept. Only orders that
 * ended after they were last filed are checked one by one, and these are few. The total of a search, and all
 * of a list of orders that end before an instant, cost as much as there are orders with such a number or end.
 */
export const listOrders = orderLister();

/** Makes a function that lists orders with what `attached` is of each, in the same statement. */
export function orderLister(attached?: AttachedText): List<OrderQuery> {
  const read = pageReader('newest', attached);
  return (db, resellerId, { before = Number.MAX_SAFE_INTEGER, after = 0, fromOldest, ...part }, now) =>
    read(db, { resellerId, now, before, after }, part, fromOldest);
}

/**
 * As `listOrders`, in the order of `END_PARTS`. A page costs as much as there; with a search, all orders with
 * such a number are read.
 */
export const listSoonest = soonestLister();

/** Makes a function that lists orders by their end with what `attached` is of each, in the same statement. */
export function soonestLister(attached?: AttachedText): List<SoonestQuery> {
  const read = pageReader('soonest', attached);
  return (db, resellerId, { before, after, fromLast, ...part }, now) =>
    read(db, { resellerId, now, ...boundsBetween({ after, before }, now) }, part, fromLast);
}

const EMPTY: OrderPage = { orders: [], hasMore: false, total: 0 };

/** Each variant of a statement is built and compiled once, and sent again with other values. */
function pageReader(order: PageVariant['order'], attached: AttachedText | undefined) {
  const statements = new Map<string, ReturnType<typeof pageStatement>>();
  return async (
    db: Sql,
    place: { resellerId: number; now: Date } & Places,
    { limit, offset = 0, status, tier, type, country, endsBefore, search }: Part,
    fromLast = false,
  ): Promise<OrderPage> => {
    const numbers = search === undefined ? undefined : numberRanges(search);
    if (numbers?.length === 0) return EMPTY;
    // An order that has a term and has not ended is active, whatever it was filed as.
    if (endsBefore !== undefined && status !== undefined && status !== 'active') return EMPTY;
    const variant = {
      order,
      status,
      byProduct: [tier, type, country].some((text) => text !== undefined),
      byEnd: endsBefore !== undefined,
      byNumber: numbers !== undefined,
      fromLast,
    };
    const key = Object.values(variant).join();
    const send = statements.getOrInsertComputed(key, () => pageStatement(variant, attached));
    const [row] = await send(db, {
      ...place,
      // One row more than the page has: it shows whether there are more orders.
      rows: limit + 1,
      offset,
      walked: limit + 1 + offset,
      tier: tier ?? null,
      type: type ?? null,
      country: country ?? null,
      endsBefore: endsBefore ?? place.now,
      lows: numbers?.map(({ low }) => low) ?? [],
      highs: numbers?.map(({ high }) => high) ?? [],
    });
    const found = readOrderTexts(row?.orders ?? null, place.now);
    const orders = found.slice(0, limit);
    if (fromLast) orders.reverse();
    return { orders, hasMore: found.length > limit, total: Number(row?.total ?? 0) };
  };
}

/** Numbers of orders have at most so many digits, so that they are exact in every client. */
const MAX_DIGITS = 15;

/**
 * The numbers that begin with what somebody typed, in ranges with both ends: `12` is the beginning of 12, of
 * 120 to 129, of 1200 to 1299 and so on. Spaces and a `#` before the digits do not count. Undefined when
 * nothing was typed, and no ranges when no number begins so.
 */
function numberRanges(typed: string): { low: number; high: number }[] | undefined {
  const [, digits] = /^\s*#?\s*(.*?)\s*$/s.exec(typed) ?? [];
  if (!digits) return undefined;
  if (!/^[1-9]\d*$/.test(digits) || digits.length > MAX_DIGITS) return [];
  const first = Number(digits);
  return Array.from({ length: MAX_DIGITS - digits.length + 1 }, (_, further) => {
    const width = 10 ** further;
    return { low: first * width, high: (first + 1) * width - 1 };
  });
}
