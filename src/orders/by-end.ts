import type { Kysely } from 'kysely';
import {
  type Counted,
  type CountedValues,
  type CountedVariant,
  type FilterVariant,
  type Found,
  firstOf,
  isBought,
  isSearched,
  READ_BY_END,
  type Scope,
  type Values,
} from './filter-parts.ts';

/** Counts orders that end soon, and are all active then: all of them are read. */
export function countedByEnd(db: Kysely<Scope>, variant: CountedVariant, values: CountedValues): Counted {
  const parts = db.with(
    (cte) => cte('ending').materialized(),
    (ending) =>
      ending
        .selectFrom('orders')
        .select(READ_BY_END)
        .where('reseller_id', '=', values.resellerId)
        .where('expires_at', '>', values.now)
        .where('expires_at', '<', values.endsBefore)
        .where(isBought(values))
        .where(isSearched(variant, values)),
  );
  const total = db
    .selectFrom('ending')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .$asScalar();
  return { parts, total };
}

/** Finds them by their number, in whose order they do not lie there. */
export function foundByEnd(db: Kysely<Scope>, variant: FilterVariant, values: Values): Found {
  const ids = firstOf(db.selectFrom('ending').select('ending.id'), variant, values);
  return { ...countedByEnd(db, variant, values), ids };
}
