import { sql } from 'kysely';
import { statement } from '../kit/statement.ts';
import { foundByEnd } from './by-end.ts';
import { foundByGroup } from './by-group.ts';
import { foundByNumber } from './by-number.ts';
import type { FilterValues, FilterVariant, Scope } from './filter-parts.ts';
import { ORDER_COLUMNS } from './order.ts';
import { type AttachedText, orderTexts } from './order-text.ts';
import { directionOf, type NewestValues } from './page.ts';

/**
 * The statement that reads a page of the orders that meet a filter, and their number. The page is found in
 * indexes, by numbers alone, and then its orders are read.
 */
export function filteredPage(variant: FilterVariant, attached: AttachedText | undefined) {
  const direction = directionOf(variant);
  return statement<FilterValues & NewestValues>()((tables, values) => {
    const db = tables.withTables<Omit<Scope, keyof typeof tables>>();
    const found = variant.byEnd ? foundByEnd : variant.byNumber ? foundByNumber : foundByGroup;
    const { parts, ids, total } = found(db, variant, values);
    const page = db
      .selectFrom(ids.as('selected'))
      .select('id')
      .orderBy('id', direction)
      .limit(values.rows)
      .offset(values.offset);
    const orders = db
      .selectFrom('orders')
      .select(ORDER_COLUMNS)
      .where('reseller_id', '=', values.resellerId)
      // As a list, which the planner always looks up. It cannot estimate how short a page is.
      .where('id', '=', sql<number>`any (array(${page}))`)
      .orderBy('id', direction);
    return parts
      .selectFrom(orders.as('orders'))
      .select((eb) => orderTexts(eb, attached).as('orders'))
      .select(total.as('total'));
  });
}
