import { type AliasableExpression, type Kysely, type SqlBool, sql } from 'kysely';
import { statement } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import { bothOf } from './both-of.ts';
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
import { corrected, filedCount } from './page.ts';
import {
  isIn,
  listOrder,
  partsOf,
  type SoonestScope,
  type SoonestValues,
  type SoonestVariant,
  type PlacedValues as Values,
} from './soonest-order.ts';
import { readParts } from './soonest-parts.ts';

/** Orders at the start of the list that are searched for numbers: reading so many takes a millisecond. */
const SEARCHED_FIRST = 1_000;

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
  if (variant.byNumber) return foundNumbered(db, variant, values);
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

/**
 * Those with such a number. Where many of the first orders of the list have one, the page is found among
 * these. Otherwise all orders with such a number are read, since they do not lie there in the list's order.
 */
function foundNumbered(db: Kysely<SoonestScope>, variant: SoonestVariant, values: Values): Found {
  const { parts, total } = countedByNumber(db, variant, values);
  const start = readParts(db, parts, { ...variant, byProduct: false }, values, sql.lit(SEARCHED_FIRST));
  const isOfProduct = ownOrders(values)
    .where('orders.id', '=', sql.ref<number>('start.id'))
    .where(isBought(values));
  const near = db
    .selectFrom(start.rows.as('start'))
    .select(['start.id', 'start.expires_at'])
    .where(({ exists }) => exists(numberOf('start.id', values)))
    .$if(variant.byProduct, (rows) => rows.where(({ exists }) => exists(isOfProduct)));
  const isPage = sql<SqlBool>`(select count(*) from near_numbered) >= ${values.walked}`;
  const withBoth = start.parts
    .with(
      (cte) => cte('near_numbered').materialized(),
      () => near,
    )
    .with(
      (cte) => cte('numbered').materialized(),
      () => allNumbered(db, values).where(sql<SqlBool>`not ${isPage}`),
    );
  const shown = db.selectFrom('near_numbered').select(['id', 'expires_at']).where(isPage);
  return { parts: withBoth, total, rows: bothOf(shown, firstNumbered(db, variant, values)) };
}

function numberOf(id: string, values: Values) {
  return sql`(select 1 from ${numbersOf(values)} ${NUMBERS} where ${sql.ref(id)} between numbers.low and numbers.high)`;
}

/**
 * The offset has them read range by range: otherwise the planner reads all orders once and compares each.
 */
function allNumbered(db: Kysely<SoonestScope>, values: Values) {
  const inOne = inRange(ownOrders(values))
    .select(['orders.expires_at', 'orders.filed_status'])
    .where(isBought(values))
    .offset(sql.lit(0));
  return db
    .selectFrom(numbersOf(values).as<'numbers'>(NUMBERS))
    .innerJoinLateral(
      () => inOne.as('in_one'),
      (join) => join.onTrue(),
    )
    .select(['in_one.id', 'in_one.expires_at', 'in_one.filed_status']);
}

function firstNumbered(db: Kysely<SoonestScope>, variant: SoonestVariant, values: Values) {
  const { status } = variant;
  const isShown = partsOf(variant).map((part) => {
    const isFiled = part === 'endless' && status ? sql` and filed_status = ${sql.lit(status)}` : sql``;
    return sql`(${isIn(part, values)}${isFiled})`;
  });
  return db
    .selectFrom('numbered')
    .select(['numbered.id', 'numbered.expires_at'])
    .where(sql<SqlBool>`(${sql.join(isShown, sql` or `)})`)
    .orderBy(listOrder(variant, values.now))
    .limit(values.walked);
}
