import { sql } from 'kysely';
import { statement } from '../kit/statement.ts';
import { type Bounds, END_PARTS, type EndPart } from './cursor.ts';
import { FILTERED_FACTS, type FilterName, ORDER_COLUMNS, type OrderStatus } from './order.ts';
import { orderTexts } from './order-text.ts';

// The six statements that read a page of orders with their total. Decision 3 tells how each one finds its
// orders. `:now` is the value of that name, and `:texts` the orders of the page as one text. What is no value
// makes another statement, which every connection plans and keeps. A status is written out, because the
// indexes are partial by status.

/** What orders are counted by, in `order_groups`. */
export const GROUPED: readonly FilterName[] = ['tier', 'type', 'country'];

/** The conditions of the other filters, each with an index of its own. */
export const INDEXED: Record<string, string> = {
  endsBefore: 'expires_at > :now and expires_at < :endsBefore',
  ...Object.fromEntries(
    FILTERED_FACTS.flatMap(({ name, column }) =>
      GROUPED.includes(name) ? [] : [[name, `${column} = :${name}`]],
    ),
  ),
};

export interface PageVariant {
  order: 'newest' | 'soonest';
  status: OrderStatus | undefined;
  /** Whether there is a tier, a type or a country. */
  byProduct: boolean;
  /** The filters of INDEXED that there are. */
  indexed: readonly string[];
  byNumber: boolean;
  /** Whether the page is read from the end of the list. */
  fromLast: boolean;
}

/** The values, each as the database takes it. A statement is sent those that it names. */
const VALUES = {
  resellerId: 'bigint',
  now: 'timestamptz',
  /** The rows of the page, and one more. */
  rows: 'bigint',
  offset: 'bigint',
  /** The rows from the start of the list to the end of the page, and one more. */
  walked: 'bigint',
  /** A filter for each fact; null for any value. */
  ...(Object.fromEntries(FILTERED_FACTS.map(({ name }) => [name, 'text'])) as Record<FilterName, string>),
  endsBefore: 'timestamptz',
  /** The ranges of numbers that are searched for. */
  lows: 'bigint[]',
  highs: 'bigint[]',
  /** For lists of the newest: only orders with smaller numbers, or only those with larger ones. */
  before: 'bigint',
  after: 'bigint',
  /** For lists by the end: the bounds of each part, see `boundsBetween`. */
  ...(Object.fromEntries(
    END_PARTS.flatMap((part) => [
      [`${part}From`, 'timestamptz'],
      [`${part}FromId`, 'bigint'],
      [`${part}To`, 'timestamptz'],
      [`${part}ToId`, 'bigint'],
    ]),
  ) as Record<keyof Bounds, string>),
};
type Values = Partial<Record<keyof typeof VALUES, unknown>>;

/** The orders of the page, in their order, and how many orders the filter selects. */
interface PageRow {
  orders: string | null;
  total: number;
}

/** The statement of a variant, built and compiled at its first use. See `orderTexts` for what is attached. */
export function pageStatement(variant: PageVariant, attached: string | undefined) {
  return statement<Values>()((_db, values) => {
    // Every other piece is a name.
    const pieces = textOf(variant)
      .replace(':texts', orderTexts(attached))
      .split(/(?<!:):(\w+)/);
    const written = pieces.map((piece, i) => {
      if (i % 2 === 0) return sql.raw(piece);
      const name = piece as keyof typeof VALUES;
      if (!VALUES[name]) throw new Error(`A page of orders has no value ${name}.`);
      return sql`${values[name]}::${sql.raw(VALUES[name])}`;
    });
    return sql.join<PageRow>(written, sql.raw(''));
  });
}

function textOf(variant: PageVariant): string {
  const { order, indexed, byNumber, byProduct } = variant;
  if (indexed.length > 0) return allIndexed(variant);
  if (order === 'newest') return (byNumber ? newestByNumber : byProduct ? newestOfProduct : newest)(variant);
  return (byNumber ? soonestByNumber : soonest)(variant);
}

/** The newest orders, of a status or of all: a walk of the index of the status. */
function newest({ status, fromLast }: PageVariant): string {
  const direction = fromLast ? 'asc' : 'desc';
  return `
    with ${lapsed(status, COLUMNS, 'true')} selected as (
      (select ${COLUMNS} from orders
        where reseller_id = :resellerId and ${isFiled(status)} and ${isNotLapsed(status)}
          and id < :before and id > :after
        order by id ${direction} limit :walked)
      ${orLapsed(COLUMNS, status, direction)}
    )
    select :texts as orders, ${corrected(status, countOfStatus(status))} as total
    from (select * from selected order by id ${direction} limit :rows offset :offset) orders`;
}

/**
 * The newest orders of a tier, type or country. Where many of the newest orders meet the filter, the page is
 * found among these. Otherwise it is merged from the newest of each group. How many orders of a group will do
 * is not known before all are read, so the merge reads a page of each; and to find out whether the newest
 * orders will do, no more are read than that.
 */
function newestOfProduct({ status, fromLast }: PageVariant): string {
  const direction = fromLast ? 'asc' : 'desc';
  return `
    with ${lapsed(status, READ_BY_END, IS_BOUGHT)} ${groups(status)} near as materialized (
      select id from (
        select id, tier, type, country from orders
        where reseller_id = :resellerId and ${isFiled(status)} and ${isNotLapsed(status)}
          and id < :before and id > :after
        order by id ${direction} limit :walked * (select count(*) from groups)
      ) newest
      where ${IS_BOUGHT}
      order by id ${direction} limit :walked
    ), selected as (
      select id from near where (select count(*) from near) = :walked
      union all
      select of_group.id from groups cross join lateral (
        select id from orders
        where ${IS_OF_GROUP} and ${isNotLapsed(status)} and id < :before and id > :after
        order by id ${direction} limit :walked
      ) of_group
      where (select count(*) from near) < :walked
      ${orLapsed('id', status, direction)}
    )
    select :texts as orders, ${corrected(status, COUNT_OF_GROUPS)} as total
    from ${pageFrom('selected', `id ${direction}`)}`;
}

/**
 * The newest orders whose number begins so: a page of each range of numbers, in each group where there is a
 * tier, a type or a country.
 */
function newestByNumber({ status, byProduct, fromLast }: PageVariant): string {
  const direction = fromLast ? 'asc' : 'desc';
  return `
    with ${lapsed(status, READ_BY_END, `${IS_BOUGHT} and ${IS_SEARCHED}`)}
    ${byProduct ? groups(status) : ''} selected as (
      select of_range.id from ${ranges(byProduct)} cross join lateral (
        select id from orders
        where ${isOfRange(status, byProduct)} and ${isNotLapsed(status)} and id < :before and id > :after
        order by id ${direction} limit :walked
      ) of_range
      ${orLapsed('id', status, direction)}
    )
    select :texts as orders, ${corrected(status, countOfRanges(status, byProduct))} as total
    from ${pageFrom('selected', `id ${direction}`)}`;
}

/**
 * Orders that meet filters of INDEXED, in either order. All are read. Those that end before an instant are
 * active, and in one part of the list by the end.
 */
function allIndexed({ order, status, indexed, byNumber, fromLast }: PageVariant): string {
  const byEnd = indexed.includes('endsBefore');
  const places = byEnd ? IS_IN.ending : END_PARTS.map((part) => `(${IS_IN[part]})`).join(' or ');
  const [isBetween, inOrder] =
    order === 'newest'
      ? ['id < :before and id > :after', `id ${fromLast ? 'asc' : 'desc'}`]
      : [places, byEnd ? orderIn('ending', fromLast) : listOrder(fromLast)];
  const conditions = indexed.map((name) => INDEXED[name]);
  if (!byEnd && status) conditions.push(`${STATUS} = '${status}'`);
  return `
    with found as materialized (
      select ${READ_BY_END} from orders
      where reseller_id = :resellerId and ${conditions.join(' and ')}
        and ${IS_BOUGHT} and ${byNumber ? IS_SEARCHED : 'true'}
    )
    select :texts as orders, (select count(*) from found) as total
    from ${pageFrom(`found where ${isBetween}`, inOrder)}`;
}

/**
 * Orders by their end: a walk of an index for each part of the list, or, with a tier, a type or a country, of
 * one for each group.
 */
function soonest({ status, byProduct, fromLast }: PageVariant): string {
  const parts = partsOf(status, fromLast);
  const walk = (part: EndPart) =>
    byProduct ? mergeGroups(part, status, fromLast) : walkAll(part, status, fromLast, ':walked');
  return `
    with ${lapsed(status, READ_BY_END, byProduct ? IS_BOUGHT : 'true')} ${byProduct ? groups(status) : ''}
    ${partsInTurn(parts, walk, ':walked')} selected as (${readOf(parts)})
    select :texts as orders, ${corrected(status, byProduct ? COUNT_OF_GROUPS : countOfStatus(status))} as total
    from ${pageFrom('selected', listOrder(fromLast))}`;
}

/** Orders at the start of the list that are searched for numbers: reading so many takes a millisecond. */
const SEARCHED_FIRST = '1000';

/**
 * Orders whose number begins so, by their end. Where many of the first orders of the list have such a number,
 * the page is found among these. Otherwise all with such a number are read, since they do not lie there in
 * the list's order. The offset has them read range by range: the planner would read all orders and compare.
 */
function soonestByNumber({ status, byProduct, fromLast }: PageVariant): string {
  const parts = partsOf(status, fromLast);
  const walk = (part: EndPart) => walkAll(part, status, fromLast, SEARCHED_FIRST);
  const isOfProduct = `exists (
    select from orders where reseller_id = :resellerId and id = start.id and ${IS_BOUGHT})`;
  const isShown = parts.map((part) =>
    part === 'endless' ? `(${IS_IN[part]} and ${isFiled(status)})` : `(${IS_IN[part]})`,
  );
  return `
    with ${lapsed(status, READ_BY_END, `${IS_BOUGHT} and ${IS_SEARCHED}`)}
    ${byProduct ? groups(status) : ''} ${partsInTurn(parts, walk, SEARCHED_FIRST)} near as materialized (
      select id, expires_at from (${readOf(parts)}) start
      where exists (select from ${NUMBERS} where start.id between numbers.low and numbers.high)
        and ${byProduct ? isOfProduct : 'true'}
    ), numbered as materialized (
      select of_range.* from ${NUMBERS} cross join lateral (
        select id, expires_at, filed_status from orders
        where reseller_id = :resellerId and id >= numbers.low and id <= numbers.high and ${IS_BOUGHT}
        offset 0
      ) of_range
      where (select count(*) from near) < :walked
    ), selected as (
      select id, expires_at from near where (select count(*) from near) >= :walked
      union all
      (select id, expires_at from numbered where ${isShown.join(' or ')}
        order by ${listOrder(fromLast)} limit :walked)
    )
    select :texts as orders, ${corrected(status, countOfRanges(status, byProduct))} as total
    from ${pageFrom('selected', listOrder(fromLast))}`;
}

const COLUMNS = ORDER_COLUMNS.join(', ');
/**
 * What is read of orders that are found by their end. When they were bought is in no index: for the others
 * alone the planner would walk the index of all groups by the end.
 */
const READ_BY_END = 'id, expires_at, created_at';

function isFiled(status: OrderStatus | undefined): string {
  return status === undefined ? 'true' : `filed_status = '${status}'`;
}

/** Leaves out orders that have ended since they were filed as active. */
function isNotLapsed(status: OrderStatus | undefined): string {
  return status === 'active' ? '(expires_at is null or expires_at > :now)' : 'true';
}

const STATUS = `case when expires_at is null then filed_status when expires_at > :now then 'active' else 'expired' end`;

/** Orders, and groups of them, of the tier, type and country. */
const IS_BOUGHT = GROUPED.map((name) => `(:${name} is null or ${name} = :${name})`).join(' and ');

const NUMBERS = 'unnest(:lows, :highs) numbers (low, high)';

const IS_SEARCHED = `exists (select from ${NUMBERS} where id between numbers.low and numbers.high)`;

/**
 * A part with the orders that ended after they were last filed, as far as they meet the filter, where the
 * page and the total need them. Selected by the end: the planner cannot estimate how few these are, and would
 * otherwise search all orders that are filed as active.
 */
function lapsed(status: OrderStatus | undefined, columns: string, isMet: string): string {
  if (status !== 'active' && status !== 'expired') return '';
  return `lapsed as materialized (
    select ${columns} from orders
    where reseller_id = :resellerId and filed_status = 'active' and expires_at <= :now and ${isMet}
  ),`;
}

/** Expired are also orders that were filed as active. */
function orLapsed(columns: string, status: OrderStatus | undefined, direction: string): string {
  if (status !== 'expired') return '';
  return `union all (
    select ${columns} from lapsed where id < :before and id > :after order by id ${direction} limit :walked)`;
}

/** The total: what is filed under the status, corrected by those that have ended since. */
function corrected(status: OrderStatus | undefined, filed: string): string {
  if (status === 'active') return `${filed} - (select count(*) from lapsed)`;
  return status === 'expired' ? `${filed} + (select count(*) from lapsed)` : filed;
}

function countOfStatus(status: OrderStatus | undefined): string {
  return `coalesce((
    select sum(count) from order_counts where reseller_id = :resellerId and ${isFiled(status)}), 0)`;
}

const COUNT_OF_GROUPS = 'coalesce((select sum(groups.count) from groups), 0)';

/** All orders in the ranges, counted in an index. */
function countOfRanges(status: OrderStatus | undefined, byProduct: boolean): string {
  return `coalesce((
    select sum(counted.count) from ${ranges(byProduct)} cross join lateral (
      select count(*) as count from orders where ${isOfRange(status, byProduct)}
    ) counted), 0)`;
}

/** A part with the groups that meet the filter and are not empty. */
function groups(status: OrderStatus | undefined): string {
  return `groups as materialized (
    select * from order_groups
    where reseller_id = :resellerId and count > 0 and ${IS_BOUGHT} and ${isFiled(status)}
  ),`;
}

/**
 * The orders of a group. The status is that of the group and is not written out, so that no index of a status
 * is walked in search of a rare tier.
 */
const IS_OF_GROUP = `reseller_id = :resellerId and filed_status = groups.filed_status
  and ${GROUPED.map((name) => `${name} = groups.${name}`).join(' and ')}`;

/** The ranges of numbers, each with each group where there is a tier, a type or a country. */
function ranges(byProduct: boolean): string {
  return byProduct ? `${NUMBERS} cross join groups` : NUMBERS;
}

function isOfRange(status: OrderStatus | undefined, byProduct: boolean): string {
  const ofOne = byProduct ? IS_OF_GROUP : `reseller_id = :resellerId and ${isFiled(status)}`;
  return `${ofOne} and id >= numbers.low and id <= numbers.high`;
}

/**
 * The orders of a page, by the numbers that were found. As a list, which the planner always looks up: it
 * cannot estimate how short a page is.
 */
function pageFrom(found: string, order: string): string {
  return `(
    select ${COLUMNS} from orders
    where reseller_id = :resellerId
      and id = any (array(select id from ${found} order by ${order} limit :rows offset :offset))
    order by ${order}
  ) orders`;
}

/** The parts of a list by the end that have orders of the status, in the order in which they are read. */
function partsOf(status: OrderStatus | undefined, fromLast: boolean): EndPart[] {
  const parts = END_PARTS.filter((part) => {
    if (part === 'ending') return status === undefined || status === 'active';
    if (part === 'ended') return status === undefined || status === 'expired';
    return status !== 'expired';
  });
  return fromLast ? parts.reverse() : parts;
}

/**
 * Reads the parts `of_ending`, `of_endless` and `of_ended` one after the other, until as many orders are read
 * as are wanted.
 */
function partsInTurn(parts: readonly EndPart[], walk: (part: EndPart) => string, wanted: string): string {
  const read = parts.map((part, i) => {
    const counts = parts.slice(0, i).map((earlier) => `(select count(*) from of_${earlier})`);
    return `of_${part} as materialized (
      select id, expires_at from (${walk(part)}) walk
      where ${i === 0 ? 'true' : `${counts.join(' + ')} < ${wanted}`}
    ),`;
  });
  return read.join(' ');
}

function readOf(parts: readonly EndPart[]): string {
  return parts.map((part) => `select id, expires_at from of_${part}`).join(' union all ');
}

/** An order without an end is never filed as expired. */
const ENDLESS_STATUSES = ['active', 'paused', 'exhausted'] as const satisfies OrderStatus[];

/** The first orders of a part, found in an index: of orders without an end, in one for each status. */
function walkAll(part: EndPart, status: OrderStatus | undefined, fromLast: boolean, limit: string): string {
  const ofOne = `
    select id, expires_at from orders
    where reseller_id = :resellerId and ${part === 'endless' ? 'filed_status = filed.status' : 'true'}
      and ${IS_IN[part]}
    order by ${orderIn(part, fromLast)} limit ${limit}`;
  if (part !== 'endless') return ofOne;
  const statuses = status === undefined ? ENDLESS_STATUSES : [status];
  return `
    select of_status.* from (values ${statuses.map((one) => `('${one}')`).join(', ')}) filed (status)
    cross join lateral (${ofOne}) of_status`;
}

/** Orders of each group that show how far a page reaches. */
const SAMPLED = '4';

/**
 * The first orders of a part, merged from a walk of each group. The few first of each group show how far the
 * page reaches, so that a page is not read of each of hundreds of groups. Expired are also orders that were
 * filed as active; where all statuses are shown, so are their groups.
 */
function mergeGroups(part: EndPart, status: OrderStatus | undefined, fromLast: boolean): string {
  const ofGroups = (isReached: string, limit: string) => `
    select of_group.* from groups cross join lateral (
      select id, expires_at from orders where ${IS_OF_GROUP} and ${isReached} and ${IS_IN[part]}
      order by ${orderIn(part, fromLast)} limit ${limit}
    ) of_group`;
  const isAscending = (part === 'ending') !== fromLast;
  const furthest = `
    select expires_at from (${ofGroups('true', SAMPLED)}) sample
    order by expires_at ${isAscending ? 'asc' : 'desc'} offset :walked - 1 limit 1`;
  const isReached = isAscending
    ? `expires_at <= coalesce((${furthest}), 'infinity')`
    : `expires_at >= coalesce((${furthest}), '-infinity')`;
  const merged = ofGroups(part === 'endless' ? 'true' : isReached, ':walked');
  return status === 'expired'
    ? `${merged} union all select id, expires_at from lapsed where ${IS_IN[part]}`
    : merged;
}

/** Orders that are in a part of the list and within its bounds. */
const IS_IN: Record<EndPart, string> = {
  ending: `expires_at is not null and (expires_at, id) > (:endingFrom, :endingFromId)
    and (expires_at, id) < (:endingTo, :endingToId)`,
  endless: 'expires_at is null and id < :endlessFromId and id > :endlessToId',
  ended: `expires_at is not null and (expires_at, id) < (:endedFrom, :endedFromId)
    and (expires_at, id) > (:endedTo, :endedToId)`,
};

function listOrder(fromLast: boolean): string {
  const direction = fromLast ? 'desc' : 'asc';
  return `case when expires_at > :now then 1 when expires_at is null then 2 else 3 end ${direction},
    greatest(expires_at - :now, :now - expires_at) ${direction},
    case when expires_at > :now then id else -id end ${direction}`;
}

/** The order within a part of that list, as an index has it. */
function orderIn(part: EndPart, fromLast: boolean): string {
  const direction = (part === 'ending') === fromLast ? 'desc' : 'asc';
  return part === 'endless' ? `id ${direction}` : `expires_at ${direction}, id ${direction}`;
}
