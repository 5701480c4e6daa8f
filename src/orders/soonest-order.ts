import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { END_PARTS, type EndPart } from './end-place.ts';
import type { CountedVariant, Ended, FilterValues, Scope } from './filter-parts.ts';
import type { Placed } from './page.ts';
import type { OrderStatus } from './status.ts';

/** What the text of a statement that lists orders by their end depends on. */
export interface SoonestVariant extends CountedVariant {
  /** Whether the page is read from the end of the list. */
  fromLast: boolean;
}

/** With the bounds of each part of the list, as in `EndBounds`. */
export interface SoonestValues extends FilterValues {
  endingFrom: string;
  endingFromId: number;
  endingTo: string;
  endingToId: number;
  endlessFrom: number;
  endlessTo: number;
  endedFrom: string;
  endedFromId: number;
  endedTo: string;
  endedToId: number;
}
/** Values as they are written in a statement. */
export type PlacedValues = Placed<SoonestValues>;

/** What is read of each part of the list, and the orders with a number that is searched for. */
export type SoonestScope = Scope &
  Record<`of_${EndPart}`, Ended> & { near_numbered: Ended; numbered: Ended & { filed_status: OrderStatus } };

/** The parts of the list that have orders of the status, in the order in which they are read. */
export function partsOf({ status, fromLast }: SoonestVariant): EndPart[] {
  const parts = END_PARTS.filter((part) => {
    if (part === 'ending') return status === undefined || status === 'active';
    if (part === 'ended') return status === undefined || status === 'expired';
    return status !== 'expired';
  });
  return fromLast ? parts.reverse() : parts;
}

/** The order of the whole list, over the columns of orders. */
export function listOrder({ fromLast }: SoonestVariant, now: PlacedValues['now']): RawBuilder<unknown> {
  const direction = sql.raw(fromLast ? 'desc' : 'asc');
  const isEnding = sql`expires_at > ${now}::timestamptz`;
  const keys = [
    sql`case when ${isEnding} then 1 when expires_at is null then 2 else 3 end`,
    sql`greatest(expires_at - ${now}::timestamptz, ${now}::timestamptz - expires_at)`,
    sql`case when ${isEnding} then id else -id end`,
  ];
  return sql.join(keys.map((key) => sql`${key} ${direction}`));
}

/** The same order within a part, as an index has it. */
export function orderOf(part: EndPart, { fromLast }: SoonestVariant): RawBuilder<unknown> {
  const direction = sql.raw((part === 'ending') === fromLast ? 'desc' : 'asc');
  return part === 'endless' ? sql`id ${direction}` : sql`expires_at ${direction}, id ${direction}`;
}

/** A condition on orders: they are in the part and within its bounds. */
export function isIn(part: EndPart, values: PlacedValues): RawBuilder<SqlBool> {
  const { endingFrom, endingFromId, endingTo, endingToId } = values;
  const { endedFrom, endedFromId, endedTo, endedToId } = values;
  switch (part) {
    case 'ending':
      return sql`expires_at is not null and (expires_at, id) > (${endingFrom}::timestamptz, ${endingFromId}::bigint)
        and (expires_at, id) < (${endingTo}::timestamptz, ${endingToId}::bigint)`;
    case 'endless':
      return sql`expires_at is null and id < ${values.endlessFrom} and id > ${values.endlessTo}`;
    case 'ended':
      return sql`expires_at is not null and (expires_at, id) < (${endedFrom}::timestamptz, ${endedFromId}::bigint)
        and (expires_at, id) > (${endedTo}::timestamptz, ${endedToId}::bigint)`;
  }
}
