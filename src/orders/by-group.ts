import { expressionBuilder, type Kysely, sql } from 'kysely';
import { bothOf } from './both-of.ts';
import {
  type Counted,
  type CountedValues,
  type CountedVariant,
  type FilterVariant,
  type Found,
  filedOrders,
  firstShown,
  isBought,
  lapsedCount,
  ordersOfGroup,
  type Scope,
  type Values,
  withLapsed,
  withLapsedIds,
} from './filter-parts.ts';
import { corrected, directionOf } from './page.ts';

/** Counts orders of a tier, type or country by the groups that are kept of them. */
export function countedByGroup(db: Kysely<Scope>, variant: CountedVariant, values: CountedValues): Counted {
  const { fn, lit } = expressionBuilder<Scope>();
  const counted = fn.coalesce(
    db
      .selectFrom('groups')
      .select((eb) => eb.fn.sum<number>('groups.count').as('sum'))
      .$asScalar(),
    lit(0),
  );
  const parts = withLapsed(db, variant, values).with(
    (cte) => cte('groups').materialized(),
    () => groupsOf(db, variant, values),
  );
  return { parts, total: corrected(variant.status, counted, lapsedCount(db)) };
}

/**
 * Finds them by these groups. Where many of the newest orders meet the filter, the page is found among these,
 * as without one. Otherwise it is merged from the newest of each group. How many orders of a group will do is
 * not known before all are read, so the merge reads a page of each; and to find out whether the newest orders
 * will do, no more are read than that.
 */
export function foundByGroup(db: Kysely<Scope>, variant: FilterVariant, values: Values): Found {
  const { parts, total } = countedByGroup(db, variant, values);
  const withNear = parts.with(
    (cte) => cte('near').materialized(),
    () => nearOf(db, variant, values),
  );
  const nearCount = sql<number>`(${db.selectFrom('near').select((eb) => eb.fn.countAll<number>().as('count'))})`;
  const near = db.selectFrom('near').select('near.id').where(nearCount, '=', values.walked);
  const merged = mergedGroups(db, variant, values).where(nearCount, '<', values.walked);
  return { parts: withNear, ids: withLapsedIds(db, bothOf(near, merged), variant, values), total };
}

/** The groups that meet the filter and are not empty. */
export function groupsOf(db: Kysely<Scope>, { status }: CountedVariant, values: CountedValues) {
  return db
    .selectFrom('order_groups')
    .selectAll()
    .where('reseller_id', '=', values.resellerId)
    .where('count', '>', 0)
    .where(isBought(values))
    .$if(status !== undefined, (groups) => groups.where('filed_status', '=', sql.lit(status)));
}

/** The orders that meet the filter, among as many of the newest ones as the merge would read at the most. */
function nearOf(db: Kysely<Scope>, variant: FilterVariant, values: Values) {
  const groupCount = db.selectFrom('groups').select((eb) => eb.fn.countAll<number>().as('count'));
  const mergedAtMost = sql<number>`${values.walked} * (${groupCount})`;
  const newest = firstShown(filedOrders(variant, values), variant, values, mergedAtMost).select([
    'orders.tier',
    'orders.type',
    'orders.country',
  ]);
  return db
    .selectFrom(newest.as('newest'))
    .select('newest.id')
    .where(isBought(values))
    .orderBy('newest.id', directionOf(variant))
    .limit(values.walked);
}

/** A page of each group. */
function mergedGroups(db: Kysely<Scope>, variant: FilterVariant, values: Values) {
  return db
    .selectFrom('groups')
    .innerJoinLateral(
      () => firstShown(ordersOfGroup(values), variant, values).as('of_group'),
      (join) => join.onTrue(),
    )
    .select('of_group.id');
}
