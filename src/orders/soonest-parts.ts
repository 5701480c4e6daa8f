import {
  type AliasableExpression,
  type Expression,
  type Kysely,
  type QueryCreator,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { bothOf } from './both-of.ts';
import { END_PARTS, type EndPart } from './end-place.ts';
import {
  type CountedVariant,
  type Ended,
  type FilterValues,
  type Orders,
  ordersOfGroup,
  ownOrders,
  type Scope,
} from './filter-parts.ts';
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
type Values = Placed<SoonestValues>;

/** What is read of each part of the list, and the orders with a number that is searched for. */
export type SoonestScope = Scope &
  Record<`of_${EndPart}`, Ended> & { near_numbered: Ended; numbered: Ended & { filed_status: OrderStatus } };
type Db = Kysely<SoonestScope>;

/** An order without an end is never filed as expired. */
const ENDLESS_STATUSES = ['active', 'paused', 'exhausted'] as const satisfies OrderStatus[];

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
export function listOrder({ fromLast }: SoonestVariant, now: Values['now']): RawBuilder<unknown> {
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
function orderOf(part: EndPart, { fromLast }: SoonestVariant): RawBuilder<unknown> {
  const direction = sql.raw((part === 'ending') === fromLast ? 'desc' : 'asc');
  return part === 'endless' ? sql`id ${direction}` : sql`expires_at ${direction}, id ${direction}`;
}

/** A condition on orders: they are in the part and within its bounds. */
export function isIn(part: EndPart, values: Values): RawBuilder<SqlBool> {
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

/**
 * Reads the parts one after the other, until there are as many orders as the page needs, or another number.
 * Each part is a walk of an index; with a tier, type or country it is merged from a walk of each group.
 */
export function readParts(
  db: Db,
  parts: QueryCreator<Scope>,
  variant: SoonestVariant,
  values: Values,
  limit: Expression<number> = values.walked,
): { parts: QueryCreator<Scope>; rows: RawBuilder<Ended> } {
  const names = partsOf(variant);
  const walkOf = variant.byProduct ? walkGroups : walkAll;
  let withParts = parts;
  for (const [i, part] of names.entries()) {
    const walk = walkOf(part, db, variant, values, limit);
    const rows = db.selectFrom(walk.as('walk')).select(['walk.id', 'walk.expires_at']);
    const read = db
      .selectFrom(rowsOf(db, names.slice(0, i)).as('read'))
      .select(({ fn }) => fn.countAll<number>().as('count'));
    withParts = withParts.with(
      (cte) => cte(`of_${part}`).materialized(),
      () => (i === 0 ? rows : rows.where(sql`(${read})`, '<', limit)),
    );
  }
  return { parts: withParts, rows: rowsOf(db, names) };
}

/** All that was read of some parts. */
function rowsOf(db: Db, parts: readonly EndPart[]): RawBuilder<Ended> {
  const rows = {
    ending: () => db.selectFrom('of_ending').select(['id', 'expires_at']),
    endless: () => db.selectFrom('of_endless').select(['id', 'expires_at']),
    ended: () => db.selectFrom('of_ended').select(['id', 'expires_at']),
  };
  return sql`(${sql.join(
    parts.map((part) => rows[part]()),
    sql` union all `,
  )})`;
}

/** As many orders of a query as the page needs at most, from the start of the part. */
function firstIn(
  orders: Orders,
  part: EndPart,
  variant: SoonestVariant,
  values: Values,
  limit: Expression<number>,
) {
  return orders
    .select('orders.expires_at')
    .where(isIn(part, values))
    .orderBy(orderOf(part, variant))
    .limit(limit);
}

function walkAll(
  part: EndPart,
  db: Db,
  variant: SoonestVariant,
  values: Values,
  limit: Expression<number>,
): AliasableExpression<Ended> {
  if (part !== 'endless') return firstIn(ownOrders(values), part, variant, values, limit);
  const statuses = variant.status === undefined ? ENDLESS_STATUSES : [variant.status];
  const filed = sql<{
    status: OrderStatus;
  }>`(values ${sql.join(statuses.map((status) => sql`(${sql.lit(status)})`))})`;
  const ofStatus = ownOrders(values).where('orders.filed_status', '=', sql.ref<OrderStatus>('filed.status'));
  return db
    .selectFrom(filed.as<'filed'>(sql`filed (status)`))
    .innerJoinLateral(
      () => firstIn(ofStatus, part, variant, values, limit).as('of_status'),
      (join) => join.onTrue(),
    )
    .select(['of_status.id', 'of_status.expires_at']);
}

/** Expired are also orders that were filed as active; where all statuses are shown, so are their groups. */
function walkGroups(
  part: EndPart,
  db: Db,
  variant: SoonestVariant,
  values: Values,
  limit: Expression<number>,
): AliasableExpression<Ended> {
  const merged = db
    .selectFrom('groups')
    .innerJoinLateral(
      () => firstIn(ordersOfGroup(values), part, variant, values, limit).as('of_group'),
      (join) => join.onTrue(),
    )
    .select(['of_group.id', 'of_group.expires_at']);
  if (variant.status !== 'expired') return merged;
  const lapsed = db.selectFrom('lapsed').select(['lapsed.id', 'lapsed.expires_at']).where(isIn(part, values));
  return bothOf(merged, lapsed);
}
