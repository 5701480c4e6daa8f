import type { Sql } from '../kit/database.ts';
import { boundsBetween, type EndPlace } from './cursor.ts';
import { FILTERED_FACTS, type FilterName, ORDER_STATUSES, type OrderStatus } from './order.ts';
import { type ListedOrder, readOrderTexts } from './order-text.ts';
import { GROUPED, INDEXED, type PageVariant, pageStatement } from './page-statements.ts';

/** Which orders a list has. What is left out does not matter; an order meets all that is given. */
export interface OrderFilter extends Partial<Record<FilterName, string | undefined>> {
  /** Of one of these; none for any. */
  statuses?: readonly OrderStatus[] | undefined;
  /** Only orders with a term that has not ended yet and ends before this instant. */
  endsBefore?: Date | undefined;
  /** The beginning of the order's number, as a person types it: see `numberRanges`. */
  search?: string | undefined;
  /** Numbers of orders that the search finds besides, by what else they have. */
  found?: readonly number[] | undefined;
}

interface Part<Place> extends OrderFilter {
  limit: number;
  offset?: number | undefined;
  after?: Place | undefined;
  before?: Place | undefined;
  /** Takes the last of the selected orders instead of the first. The result is still in the list's order. */
  fromLast?: boolean | undefined;
}

/** Newest first, of the orders with numbers after `after` and before `before`: the newest has the largest. */
export type OrderQuery = Part<number>;
/** By the end, of the orders between two places of the list. */
export type SoonestQuery = Part<EndPlace>;

export interface OrderPage {
  /** The page's orders in the order of the list. */
  orders: ListedOrder[];
  /** Whether there are more selected orders beyond the end at which the page was cut off. */
  hasMore: boolean;
  /** All orders that meet the filter, not only those of the page. */
  total: number;
}

/**
 * A page of orders, newest first, and the total, in one statement. By status, tier, type and country its cost
 * does not grow with the number of orders: a page is read from indexes, and totals are kept. Only orders that
 * ended after they were last filed are checked one by one, and these are few. The total of a search, and all
 * of a list of orders that meet a filter of INDEXED, cost as much as there are such orders.
 *
 * @param attached what to read with each order, as in `orderFinder`.
 */
export function listOrders(db: Sql, resellerId: number, query: OrderQuery, now: Date, attached?: string) {
  const { before = Number.MAX_SAFE_INTEGER, after = 0 } = query;
  return readPage(db, 'newest', query, { resellerId, now, before, after }, attached);
}

/** As `listOrders`, by END_PARTS. It costs as much; a search reads all orders with such a number. */
export function listSoonest(db: Sql, resellerId: number, query: SoonestQuery, now: Date, attached?: string) {
  return readPage(db, 'soonest', query, { resellerId, now, ...boundsBetween(query, now) }, attached);
}

const EMPTY: OrderPage = { orders: [], hasMore: false, total: 0 };

/** Each variant of a statement is built and compiled once, and sent again with other values. */
const statements = new Map<string | undefined, Map<string, ReturnType<typeof pageStatement>>>();

async function readPage(
  db: Sql,
  order: PageVariant['order'],
  {
    limit,
    offset = 0,
    statuses: given = [],
    search,
    found: ids = [],
    fromLast = false,
    ...filter
  }: Part<unknown>,
  place: { resellerId: number; now: Date; [bound: string]: unknown },
  attached: string | undefined,
): Promise<OrderPage> {
  const numbers = search === undefined ? undefined : rangesOf(search, ids);
  if (numbers?.length === 0) return EMPTY;
  const { endsBefore = place.now } = filter;
  // An order that has a term and has not ended is active, whatever it was filed as.
  const statuses = ORDER_STATUSES.filter((status) => given.includes(status));
  if (filter.endsBefore && statuses.length > 0 && !statuses.includes('active')) return EMPTY;
  const limited = new Map(Object.entries(filter).filter(([, value]) => value !== undefined));
  const variant = {
    order,
    statuses,
    byProduct: GROUPED.some((name) => limited.has(name)),
    indexed: Object.keys(INDEXED).filter((name) => limited.has(name)),
    byNumber: numbers !== undefined,
    fromLast,
  };
  const send = statements
    .getOrInsertComputed(attached, () => new Map())
    .getOrInsertComputed(Object.values(variant).join(';'), () => pageStatement(variant, attached));
  const [row] = await send(db, {
    ...place,
    ...Object.fromEntries(FILTERED_FACTS.map(({ name }) => [name, filter[name] ?? null])),
    // One row more than the page has: it shows whether there are more orders.
    rows: limit + 1,
    offset,
    walked: limit + 1 + offset,
    endsBefore,
    lows: numbers?.map(({ low }) => low),
    highs: numbers?.map(({ high }) => high),
  });
  const found = readOrderTexts(row?.orders ?? null, place.now);
  const orders = found.slice(0, limit);
  if (fromLast) orders.reverse();
  return { orders, hasMore: found.length > limit, total: Number(row?.total ?? 0) };
}

/** Undefined when nothing was typed. No two ranges have a number in common: no order is found twice. */
function rangesOf(typed: string, ids: readonly number[]) {
  const ranges = numberRanges(typed);
  const others = ids.filter((id) => !ranges?.some(({ low, high }) => low <= id && id <= high));
  return ranges && [...ranges, ...others.map((id) => ({ low: id, high: id }))];
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
