import { expressionBuilder, type Kysely, type QueryCreator } from 'kysely';
import { groupsOf } from './by-group.ts';
import {
  type Counted,
  type CountedValues,
  type CountedVariant,
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

/** Counts orders by the beginning of their number: all that are in the ranges, in an index. */
export function countedByNumber(db: Kysely<Scope>, variant: CountedVariant, values: CountedValues): Counted {
  const { fn, lit } = expressionBuilder<Scope>();
  const inOne = inRanges(variant, values)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('count'));
  const counted = rangesOf(db, variant, values)
    .innerJoinLateral(
      () => inOne.as('counted'),
      (join) => join.onTrue(),
    )
    .select((eb) => eb.fn.sum<number>('counted.count').as('sum'));
  return {
    parts: withGroups(withLapsed(db, variant, values), db, variant, values),
    total: corrected(variant.status, fn.coalesce(counted.$asScalar(), lit(0)), lapsedCount(db)),
  };
}

/**
 * Finds them: a page of each range of numbers, in each group where there is a tier, a type or a country.
 */
export function foundByNumber(db: Kysely<Scope>, variant: FilterVariant, values: Values): Found {
  const first = rangesOf(db, variant, values)
    .innerJoinLateral(
      () => firstShown(inRanges(variant, values), variant, values).as('first'),
      (join) => join.onTrue(),
    )
    .select('first.id');
  return { ...countedByNumber(db, variant, values), ids: withLapsedIds(db, first, variant, values) };
}

/** The ranges, each with each group where there are groups. */
function rangesOf(db: Kysely<Scope>, variant: CountedVariant, values: CountedValues) {
  return db
    .selectFrom(numbersOf(values).as<'numbers'>(NUMBERS))
    .$if(variant.byProduct, (numbers) => numbers.innerJoin('groups', (join) => join.onTrue()));
}

/** The orders in one range, of one group where there are groups. */
function inRanges(variant: CountedVariant, values: CountedValues) {
  return inRange(variant.byProduct ? ordersOfGroup(values) : filedOrders(variant, values));
}

function withGroups(
  parts: QueryCreator<Scope>,
  db: Kysely<Scope>,
  variant: CountedVariant,
  values: CountedValues,
): QueryCreator<Scope> {
  if (!variant.byProduct) return parts;
  return parts.with(
    (cte) => cte('groups').materialized(),
    () => groupsOf(db, variant, values),
  );
}
