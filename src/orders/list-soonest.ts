import type { Sql } from '../kit/database.ts';
import { boundsBetween, type EndPlace } from './end-place.ts';
import {
  countedVariant,
  EMPTY,
  filterValues,
  isImpossible,
  type OrderFilter,
  type OrderPage,
  oncePerVariant,
  toOrderPage,
} from './list-orders.ts';
import { numberRanges } from './number-ranges.ts';
import type { AttachedText } from './order-text.ts';
import type { SoonestVariant } from './soonest-order.ts';
import { soonestPage } from './soonest-page.ts';

/** The part of a reseller's orders that a page shows in a list by the end. */
export interface SoonestQuery extends OrderFilter {
  limit: number;
  offset?: number | undefined;
  after?: EndPlace | undefined;
  before?: EndPlace | undefined;
  /** Takes the last of the selected orders instead of the first. The result is still in the list's order. */
  fromLast?: boolean | undefined;
}

/**
 * As `listOrders`, in the order of `END_PARTS`. A page costs as much as there; with a search, all orders with
 * such a number are read.
 */
export type ListSoonest = (db: Sql, resellerId: number, query: SoonestQuery, now: Date) => Promise<OrderPage>;

export const listSoonest: ListSoonest = soonestLister();

/** Makes a function that lists orders with what `attached` is of each, in the same statement. */
export function soonestLister(attached?: AttachedText): ListSoonest {
  const statementOf = oncePerVariant((variant: SoonestVariant) => soonestPage(variant, attached));
  return async (db, resellerId, query, now) => {
    const numbers = query.search === undefined ? undefined : numberRanges(query.search);
    if (isImpossible(query, numbers)) return EMPTY;
    const { limit, fromLast = false } = query;
    const { ending, endless, ended } = boundsBetween(query, now);
    const values = {
      ...filterValues(resellerId, query, numbers, now),
      endingFrom: ending.from.end,
      endingFromId: ending.from.id,
      endingTo: ending.to.end,
      endingToId: ending.to.id,
      endlessFrom: endless.from,
      endlessTo: endless.to,
      endedFrom: ended.from.end,
      endedFromId: ended.from.id,
      endedTo: ended.to.end,
      endedToId: ended.to.id,
    };
    const send = statementOf({ ...countedVariant(query, numbers), fromLast });
    const [row] = await send(db, values);
    return toOrderPage(row, limit, fromLast, now);
  };
}
