import { type AliasableExpression, type Kysely, type SqlBool, sql } from 'kysely';
import { statement } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import { countedByEnd } from './by-end.ts';
import { countedByGroup } from './by-group.ts';
import { countedByNumber } from './by-number.ts';
import {
  type Counted,
  type CountedValues,
  type CountedVariant,
  type Ended,
  inRange,
  isBought,
  lapsedCount,
  NUMBERS,
  numbersOf,
  ownOrders,
  type Scope,
  withLapsed,
} from './filter-parts.ts';
import { ORDER_COLUMNS } from './order.ts';
import { type AttachedText, orderTexts } from './order-text.ts';
import { corrected, filedCount, type Placed } from './page.ts';
import {
  isIn,
  listOrder,
  partsOf,
  readParts,
  type SoonestScope,
  type SoonestValues,
  type SoonestVariant,
} from './soonest-parts.ts';

type Values = Placed<SoonestValues>;

interface Found extends Counted {
  /** The orders from the start of the list to the end of the page, and maybe more, in any order. */
  rows: AliasableExpression<Ended>;
}

/**
 * The statement that reads a page of orders by their end, and their number. The filter and the total are
 * those of a list of the newest.
 */
export function soonestPage(variant: SoonestVariant, attached: AttachedText | undefined) {
  return statement<SoonestValues>()((tables, values) => {
    const db = tables.withTables<Omit<SoonestScope, keyof Tables>>();
    const { parts, rows, total } = found(db, variant, values);
    const page = db
      .selectFrom(rows.as('selected'))
      .select('id')
      .orderBy(listOrder(variant, values.now))
      .limit(values.rows)
      .offset(values.offset);
    const orders = db
      .selectFrom('orders')
      .select(ORDER_COLUMNS)
      .where('reseller_id', '=', values.resellerId)
      // As a list, which the planner always looks up. It cannot estimate how short a page is.
      .where('id', '=', sql<number>`any (array(${page}))`)
      .orderBy(listOrder(variant, values.now));
    return parts
      .selectFrom(orders.as('orders'))
      .select((eb) => orderTexts(eb, attached).as('orders'))
      .select(total.as('total'));
  });
}

/** How the orders are counted, and those from the start of the list to the end of the page. */
function found(db: Kysely<SoonestScope>, variant: SoonestVariant, values: Values): Found {
  if (variant.byEnd) return { ...countedByEnd(db, variant, values), rows: endingSoon(db, variant, values) };
  if (variant.byNumber)
    return { ...countedByNumber(db, variant, values), rows: numbered(db, variant, values) };
  const { parts, total } = (variant.byProduct ? countedByGroup : countedByStatus)(db, variant, values);
  return { ...readParts(db, parts, variant, values), total };
}

function countedByStatus(db: Kysely<Scope>, variant: CountedVariant, values: CountedValues): Counted {
  const total = corrected(variant.status, filedCount(variant.status, values.resellerId), lapsedCount(db));
  return { parts: withLapsed(db, variant, values), total };
}

/** Those that end so soon: they have all been read to be counted. */
function endingSoon(db: Kysely<SoonestScope>, variant: SoonestVariant, values: Values) {
  return db
    .selectFrom('ending')
    .select(['ending.id', 'ending.expires_at'])
    .where(isIn('ending', values))
    .orderBy(listOrder(variant, values.now))
    .limit(values.walked);
}

/** Those with such a number: all of them are read, since they do not lie there in the order of the list. */
function numbered(db: Kysely<SoonestScope>, variant: SoonestVariant, values: Values) {
  const { status } = variant;
  const isShown = partsOf(variant).map((part) => {
    const isFiled = part === 'endless' && status ? sql` and filed_status = ${sql.lit(status)}` : sql``;
    return sql`(${isIn(part, values)}${isFiled})`;
  });
  const inOne = inRange(ownOrders(values))
    .select('orders.expires_at')
    .where(isBought(values))
    .where(sql<SqlBool>`(${sql.join(isShown, sql` or `)})`);
  return db
    .selectFrom(numbersOf(values).as<'numbers'>(NUMBERS))
    .innerJoinLateral(
      () => inOne.as('orders'),
      (join) => join.onTrue(),
    )
    .select(['orders.id', 'orders.expires_at'])
    .orderBy(listOrder(variant, values.now))
    .limit(values.walked);
}
