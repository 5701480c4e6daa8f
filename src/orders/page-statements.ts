import { sql } from 'kysely';
import { statement } from '../kit/statement.ts';
import { type Bounds, END_PARTS, type EndPart } from './cursor.ts';
import { FILTERED_FACTS, type FilterName, ORDER_COLUMNS, ORDER_STATUSES, type OrderStatus } from './order.ts';
import { orderTexts } from './order-text.ts';

// The six statements that read a page of orders with their total. Decision 3 tells how each one finds its
// orders. `:now` is the value of that name, and `:texts` the orders of the page as one text. What is no value
// makes another statement, which every connection plans and keeps. Statuses are written out, because the
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
  /** In their usual order; none for all. */
  statuses: readonly OrderStatus[];
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

/** The newest orders, of some statuses or of all: a walk of the index of each status. */
function newest({ statuses, fromLast }: PageVariant): string {
  const direction = fromLast ? 'asc' : 'desc';
  return `
    with ${lapsed(statuses, COLUMNS, 'true')} selected as (
      ${walkNewest(COLUMNS, statuses, direction, ':walked')}
      ${orLapsed(COLUMNS, statuses, direction)}
    )
    select :texts as orders, ${corrected(statuses, countOfStatuses(statuses))} as total
    from (select * from selected order by id ${direction} limit :rows offset :offset) orders`;
}

/**
 * The newest orders of a tier, type or country. Where many of the newest orders meet the filter, the page is
 * found among these. Otherwise it is merged from the newest of each group. How many orders of a group will do
 * is not known before all are read, so the merge reads a page of each; and to find out whether the newest
 * orders will do, no more are read than that.
 */
function newestOfProduct({ statuses, fromLast }: PageVariant): string {
  const direction = fromLast ? 'asc' : 'desc';
  const many = ':walked * (select count(*) from groups)';
  return `
    with ${lapsed(statuses, READ_BY_END, IS_BOUGHT)} ${groups(statuses)} near as materialized (
      select id from (
        select * from (${walkNewest('id, tier, type, country', statuses, direction, many)}) filed
        order by id ${direction} limit ${many}
      ) newest
      where ${IS_BOUGHT}
      order by id ${direction} limit :walked
    ), selected as (
      select id from near where (select count(*) from near) = :walked
      union all
      select of_group.id from groups cross join lateral (
        select id from orders
        where ${IS_OF_GROUP} and ${isNotLapsed(statuses)} and id < :before and id > :after
        order by id ${direction} limit :walked
      ) of_group
      where (select count(*) from near) < :walked
      ${orLapsed('id', statuses, direction)}
    )
    select :texts as orders, ${corrected(statuses, COUNT_OF_GROUPS)} as total
    from ${pageFrom('selected', `id ${direction}`)}`;
}

/** The newest whose number begins so: a page of each range, in each group of a tier, type or country. */
function newestByNumber({ statuses, byProduct, fromLast }: PageVariant): string {
  const direction = fromLast ? 'asc' : 'desc';
  return `
    with ${lapsed(statuses, READ_BY_END, `${IS_BOUGHT} and ${IS_SEARCHED}`)}
    ${byProduct ? groups(statuses) : ''} selected as (
      select of_range.id from ${ranges(byProduct)} cross join lateral (
        select id from orders
        where ${isOfRange(statuses, byProduct)} and ${isNotLapsed(statuses)} and id < :before and id > :after
        order by id ${direction} limit :walked
      ) of_range
      ${orLapsed('id', statuses, direction)}
    )
    select :texts as orders, ${corrected(statuses, countOfRanges(statuses, byProduct))} as total
    from ${pageFrom('selected', `id ${direction}`)}`;
}

/**
 * Orders that meet filters of INDEXED, in either order. All are read. Those that end before an instant are
 * active, and in one part of the list by the end.
 */
function allIndexed({ order, statuses, indexed, byNumber, fromLast }: PageVariant): string {
  const byEnd = indexed.includes('endsBefore');
  const places = byEnd ? IS_IN.ending : END_PARTS.map((part) => `(${IS_IN[part]})`).join(' or ');
  const [isBetween, inOrder] =
    order === 'newest'
      ? ['id < :before and id > :after', `id ${fromLast ? 'asc' : 'desc'}`]
      : [places, byEnd ? orderIn('ending', fromLast) : listOrder(fromLast)];
  const conditions = indexed.map((name) => INDEXED[name]);
  if (!byEnd && statuses.length > 0) conditions.push(`${STATUS} in (${listed(statuses)})`);
  return `
    with found as materialized (
      select ${READ_BY_END} from orders
      where reseller_id = :resellerId and ${conditions.join(' and ')}
        and ${IS_BOUGHT} and ${byNumber ? IS_SEARCHED : 'true'}
    )
    select :texts as orders, (select count(*) from found) as total
    from ${pageFrom(`found where ${isBetween}`, inOrder)}`;
}

/** By their end: a walk of an index for each part or, with a tier, type or country, for each group. */
function soonest({ statuses, byProduct, fromLast }: PageVariant): string {
  const parts = partsOf(statuses, fromLast);
  const walk = (part: EndPart) =>
    byProduct ? mergeGroups(part, statuses, fromLast) : walkAll(part, statuses, fromLast, ':walked');
  return `
    with ${lapsed(statuses, READ_BY_END, byProduct ? IS_BOUGHT : 'true')} ${byProduct ? groups(statuses) : ''}
    ${partsInTurn(parts, walk, ':walked')} selected as (${readOf(parts)})
    select :texts as orders, ${corrected(statuses, byProduct ? COUNT_OF_GROUPS : countOfStatuses(statuses))} as total
    from ${pageFrom('selected', listOrder(fromLast))}`;
}

/** Orders at the start of the list that are searched for numbers: reading so many takes a millisecond. */
const SEARCHED_FIRST = '1000';

/**
 * Orders whose number begins so, by their end. Where many of the first orders of the list have such a number,
 * the page is found among these. Otherwise all with such a number are read, since they do not lie there in
 * the list's order. The offset has them read range by range: the planner would read all orders and compare.
 */
function soonestByNumber({ statuses, byProduct, fromLast }: PageVariant): string {
  const parts = partsOf(statuses, fromLast);
  const walk = (part: EndPart) => walkAll(part, statuses, fromLast, SEARCHED_FIRST);
  const isOfProduct = `exists (
    select 1 from orders where reseller_id = :resellerId and id = start.id and ${IS_BOUGHT})`;
  const isShown = parts.map((part) =>
    part === 'endless' ? `(${IS_IN[part]} and ${isFiled(statuses)})` : `(${IS_IN[part]})`,
  );
  return `
    with ${lapsed(statuses, READ_BY_END, `${IS_BOUGHT} and ${IS_SEARCHED}`)}
    ${byProduct ? groups(statuses) : ''} ${partsInTurn(parts, walk, SEARCHED_FIRST)} near as materialized (
      select id, expires_at from (${readOf(parts)}) start
      where exists (select 1 from ${NUMBERS} where start.id between numbers.low and numbers.high)
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
    select :texts as orders, ${corrected(statuses, countOfRanges(statuses, byProduct))} as total
    from ${pageFrom('selected', listOrder(fromLast))}`;
}

const COLUMNS = ORDER_COLUMNS.join(', ');
/**
 * What is read of orders that are found by their end. When they were bought is in no index: for the others
 * alone the planner would walk the index of all groups by the end.
 */
const READ_BY_END = 'id, expires_at, created_at';

function listed(statuses: readonly OrderStatus[]): string {
  return statuses.map((status) => `'${status}'`).join(', ');
}

function isFiled(statuses: readonly OrderStatus[]): string {
  if (statuses.length === 0) return 'true';
  return statuses.length === 1
    ? `filed_status = ${listed(statuses)}`
    : `filed_status in (${listed(statuses)})`;
}

/** The newest of each status in its own index, which is partial; with several, more than `limit` in all. */
function walkNewest(
  columns: string,
  statuses: readonly OrderStatus[],
  direction: string,
  limit: string,
): string {
  const walked = statuses.length > 1 ? statuses.map((status) => [status]) : [statuses];
  const walks = walked.map(
    (filed) => `(select ${columns} from orders
      where reseller_id = :resellerId and ${isFiled(filed)} and ${isNotLapsed(statuses)}
        and id < :before and id > :after
      order by id ${direction} limit ${limit})`,
  );
  return walks.join(' union all ');
}

/**
 * Which of the two statuses has to do without, or with, the orders that ended after they were filed as
 * active; neither where both are selected, or none.
 */
function lapsing(statuses: readonly OrderStatus[]): 'active' | 'expired' | undefined {
  const [one, other] = (['active', 'expired'] as const).filter((status) => statuses.includes(status));
  return other ? undefined : one;
}

/** Leaves out orders that have ended since they were filed as active. */
function isNotLapsed(statuses: readonly OrderStatus[]): string {
  return lapsing(statuses) === 'active' ? '(expires_at is null or expires_at > :now)' : 'true';
}

const STATUS = `case when expires_at is null then filed_status when expires_at > :now then 'active' else 'expired' end`;

/** Orders, and groups of them, of the tier, type and country. */
const IS_BOUGHT = GROUPED.map((name) => `(:${name} is null or ${name} = :${name})`).join(' and ');

const NUMBERS = 'unnest(:lows, :highs) numbers (low, high)';

const IS_SEARCHED = `exists (select 1 from ${NUMBERS} where id between numbers.low and numbers.high)`;

/**
 * A part with the orders that ended after they were last filed, as far as they meet the filter, where the
 * page and the total need them. Selected by the end: the planner cannot estimate how few these are, and would
 * otherwise search all orders that are filed as active.
 */
function lapsed(statuses: readonly OrderStatus[], columns: string, isMet: string): string {
  if (!lapsing(statuses)) return '';
  return `lapsed as materialized (
    select ${columns} from orders
    where reseller_id = :resellerId and filed_status = 'active' and expires_at <= :now and ${isMet}
  ),`;
}

/** Expired are also orders that were filed as active. */
function orLapsed(columns: string, statuses: readonly OrderStatus[], direction: string): string {
  if (lapsing(statuses) !== 'expired') return '';
  return `union all (
    select ${columns} from lapsed where id < :before and id > :after order by id ${direction} limit :walked)`;
}

/** The total: what is filed under the statuses, corrected by those that have ended since. */
function corrected(statuses: readonly OrderStatus[], filed: string): string {
  const status = lapsing(statuses);
  return status ? `${filed} ${status === 'active' ? '-' : '+'} (select count(*) from lapsed)` : filed;
}

function countOfStatuses(statuses: readonly OrderStatus[]): string {
  return `coalesce((
    select sum(count) from order_counts where reseller_id = :resellerId and ${isFiled(statuses)}), 0)`;
}

const COUNT_OF_GROUPS = 'coalesce((select sum(groups.count) from groups), 0)';

/** All orders in the ranges, counted in an index. */
function countOfRanges(statuses: readonly OrderStatus[], byProduct: boolean): string {
  return `coalesce((
    select sum(counted.count) from ${ranges(byProduct)} cross join lateral (
      select count(*) as count from orders where ${isOfRange(statuses, byProduct)}
    ) counted), 0)`;
}

/** A part with the groups that meet the filter and are not empty. */
function groups(statuses: readonly OrderStatus[]): string {
  return `groups as materialized (
    select * from order_groups
    where reseller_id = :resellerId and count > 0 and ${IS_BOUGHT} and ${isFiled(statuses)}
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

function isOfRange(statuses: readonly OrderStatus[], byProduct: boolean): string {
  const ofOne = byProduct ? IS_OF_GROUP : `reseller_id = :resellerId and ${isFiled(statuses)}`;
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
function partsOf(statuses: readonly OrderStatus[], fromLast: boolean): EndPart[] {
  const some = statuses.length > 0 ? statuses : ORDER_STATUSES;
  const parts = END_PARTS.filter((part) => {
    if (part === 'ending') return some.includes('active');
    return part === 'ended' ? some.includes('expired') : endlessOf(statuses).length > 0;
  });
  return fromLast ? parts.reverse() : parts;
}

/** Reads the parts `of_ending`, `of_endless` and `of_ended` in turn, until there are as many as wanted. */
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
function endlessOf(statuses: readonly OrderStatus[]): OrderStatus[] {
  const some = statuses.length > 0 ? statuses : ORDER_STATUSES;
  return some.filter((status) => status !== 'expired');
}

/** The first orders of a part, found in an index: of orders without an end, in one for each status. */
function walkAll(part: EndPart, statuses: readonly OrderStatus[], fromLast: boolean, limit: string): string {
  const ofOne = `
    select id, expires_at from orders
    where reseller_id = :resellerId and ${part === 'endless' ? 'filed_status = filed.status' : 'true'}
      and ${IS_IN[part]}
    order by ${orderIn(part, fromLast)} limit ${limit}`;
  if (part !== 'endless') return ofOne;
  return `
    select of_status.* from unnest(array[${listed(endlessOf(statuses))}]) filed (status)
    cross join lateral (${ofOne}) of_status`;
}

/** Orders of each group that show how far a page reaches. */
const SAMPLED = '4';

/**
 * The first orders of a part, merged from a walk of each group. The few first of each group show how far the
 * page reaches, so that a page is not read of each of hundreds of groups. Expired are also orders that were
 * filed as active; where all statuses are shown, so are their groups.
 */
function mergeGroups(part: EndPart, statuses: readonly OrderStatus[], fromLast: boolean): string {
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
  return lapsing(statuses) === 'expired'
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
