import { expressionBuilder, type Kysely, type QueryCreator } from 'kysely';
import { groupsOf } from './by-group.ts';
import {
  type FilterVariant,
  type Found,
  filedOrders,
  firstShown,
  inRange,
  lapsedCount,
  NUMBERS,
  numbersOf,
  ordersOfGroup,
  type Scope,
  type Values,
  withLapsed,
  withLapsedIds,
} from './filter-parts.ts';
import { corrected } from './page.ts';

/**
 * Finds orders by the beginning of their number: a page of each range of numbers, in each group where there
 * is a tier, a type or a country. For the total, all orders of the ranges are counted in an index.
 */
export function foundByNumber(db: Kysely<Scope>, variant: FilterVariant, values: Values): Found {
  const { fn, lit } = expressionBuilder<Scope>();
  const orders = inRange(variant.byProduct ? ordersOfGroup(values) : filedOrders(variant, values));
  const ranges = db
    .selectFrom(numbersOf(values).as<'numbers'>(NUMBERS))
    .$if(variant.byProduct, (numbers) => numbers.innerJoin('groups', (join) => join.onTrue()));
  const first = ranges
    .innerJoinLateral(
      () => firstShown(orders, variant, values).as('first'),
      (join) => join.onTrue(),
    )
    .select('first.id');
  const inOne = orders.clearSelect().select((eb) => eb.fn.countAll<number>().as('count'));
  const counted = ranges
    .innerJoinLateral(
      () => inOne.as('counted'),
      (join) => join.onTrue(),
    )
    .select((eb) => eb.fn.sum<number>('counted.count').as('sum'));
  return {
    parts: withGroups(withLapsed(db, variant, values), db, variant, values),
    ids: withLapsedIds(db, first, variant, values),
    total: corrected(variant.status, fn.coalesce(counted.$asScalar(), lit(0)), lapsedCount(db)),
  };
}

function withGroups(
  parts: QueryCreator<Scope>,
  db: Kysely<Scope>,
  variant: FilterVariant,
  values: Values,
): QueryCreator<Scope> {
  if (!variant.byProduct) return parts;
  return parts.with(
    (cte) => cte('groups').materialized(),
    () => groupsOf(db, variant, values),
  );
}
