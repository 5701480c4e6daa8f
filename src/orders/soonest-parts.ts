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
import type { EndPart } from './end-place.ts';
import { type Ended, type Orders, ordersOfGroup, ownOrders, type Scope } from './filter-parts.ts';
import {
  isIn,
  orderOf,
  partsOf,
  type SoonestScope,
  type SoonestVariant,
  type PlacedValues as Values,
} from './soonest-order.ts';
import type { OrderStatus } from './status.ts';

type Db = Kysely<SoonestScope>;

/** Orders of each group that show how far a page reaches. */
const SAMPLED = 4;

/** An order without an end is never filed as expired. */
const ENDLESS_STATUSES = ['active', 'paused', 'exhausted'] as const satisfies OrderStatus[];

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

/**
 * Merged from a walk of each group. Expired are also orders that were filed as active; where all statuses are
 * shown, so are their groups.
 */
function walkGroups(
  part: EndPart,
  db: Db,
  variant: SoonestVariant,
  values: Values,
  limit: Expression<number>,
): AliasableExpression<Ended> {
  const reached = part === 'endless' ? sql<SqlBool>`true` : isWithinSample(part, db, variant, values, limit);
  const merged = fromGroups(db, firstIn(ordersOfGroup(values).where(reached), part, variant, values, limit));
  if (variant.status !== 'expired') return merged;
  const lapsed = db.selectFrom('lapsed').select(['lapsed.id', 'lapsed.expires_at']).where(isIn(part, values));
  return bothOf(merged, lapsed);
}

function fromGroups(db: Db, orders: Expression<Ended>) {
  return db
    .selectFrom('groups')
    .innerJoinLateral(
      () => sql<Ended>`(${orders})`.as<'of_group'>(sql`of_group`),
      (join) => join.onTrue(),
    )
    .select(['of_group.id', 'of_group.expires_at']);
}

/**
 * Leaves out orders that are further in the list than enough others. The few first of each group show how far
 * the page reaches, so that a page is not read of each of hundreds of groups.
 */
function isWithinSample(
  part: EndPart,
  db: Db,
  variant: SoonestVariant,
  values: Values,
  limit: Expression<number>,
): RawBuilder<SqlBool> {
  const few = firstIn(ordersOfGroup(values), part, variant, values, sql.lit(SAMPLED));
  const isAscending = (part === 'ending') !== variant.fromLast;
  const furthest = db
    .selectFrom(fromGroups(db, few).as('sample'))
    .select('sample.expires_at')
    .orderBy('sample.expires_at', isAscending ? 'asc' : 'desc')
    .offset(sql<number>`${limit}::bigint - 1`)
    .limit(sql.lit(1));
  return isAscending
    ? sql`expires_at <= coalesce((${furthest}), 'infinity')`
    : sql`expires_at >= coalesce((${furthest}), '-infinity')`;
}
