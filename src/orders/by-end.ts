import { expressionBuilder, type Kysely } from 'kysely';
import {
  type FilterVariant,
  type Found,
  firstOf,
  isBought,
  isSearched,
  type Scope,
  type Values,
} from './filter-parts.ts';

/**
 * Finds orders that end soon, and are all active then, by their end. All that end so soon are read, whichever
 * of them the page has, since they have to be counted and lie in the order of their ends.
 */
export function foundByEnd(db: Kysely<Scope>, variant: FilterVariant, values: Values): Found {
  const { fn } = expressionBuilder<Scope>();
  const parts = db.with(
    (cte) => cte('ending').materialized(),
    (ending) =>
      ending
        .selectFrom('orders')
        .select('orders.id')
        .where('reseller_id', '=', values.resellerId)
        .where('expires_at', '>', values.now)
        .where('expires_at', '<', values.endsBefore)
        .where(isBought(values))
        .where(isSearched(variant, values)),
  );
  const ending = db.selectFrom('ending');
  return {
    parts,
    ids: firstOf(ending.select('ending.id'), variant, values),
    total: ending.select(fn.countAll<number>().as('count')).$asScalar(),
  };
}
