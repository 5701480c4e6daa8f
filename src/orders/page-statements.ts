import { type Expression, type RawBuilder, sql } from 'kysely';
import { type Parameters, statement } from '../kit/statement.ts';
import { END_PARTS, type EndPart } from './cursor.ts';
import { type AttachedText, ORDER_COLUMNS } from './order.ts';
import { orderTexts } from './order-text.ts';
import type { OrderStatus } from './status.ts';

// The seven statements that read a page of orders with their total. What makes the text of a statement differ
// is here a part of it; all else is a value, since each text is planned and kept by every connection. A status
// is a literal, because the indexes are partial by status. Decision 3 tells how each one finds its orders.

/** What the text of a statement depends on. */
export interface PageVariant {
  order: 'newest' | 'soonest';
  status: OrderStatus | undefined;
  /** Whether there is a tier, a type or a country. */
  byProduct: boolean;
  /** Whether only orders are listed that end before an instant. */
  byEnd: boolean;
  /** Whether numbers are searched for. */
  byNumber: boolean;
  /** Whether the page is read from the end of the list. */
  fromLast: boolean;
}

/** Where a page lies: among the newest, or by the end. */
export interface Places {
  /** Only orders with smaller numbers, and only those with larger ones. */
  before?: number;
  after?: number;
  /** The bounds of each part of the list: see `boundsBetween`. */
  endingFrom?: string;
  endingFromId?: number;
  endingTo?: string;
  endingToId?: number;
  endlessFrom?: number;
  endlessTo?: number;
  endedFrom?: string;
  endedFromId?: number;
  endedTo?: string;
  endedToId?: number;
}

/** What a statement is sent with; each one takes of it what its text names. */
interface PageValues extends Places {
  resellerId: number;
  now: Date;
  /** The rows of the page, and one more. */
  rows: number;
  offset: number;
  /** The rows from the start of the list to the end of the page, and one more. */
  walked: number;
  /** Null for any, as the type and the country. */
  tier: string | null;
  type: string | null;
  country: string | null;
  endsBefore: Date;
  /** The ranges of numbers that are searched for. */
  lows: number[];
  highs: number[];
}

/** The orders of the page as one text, in their order, and how many orders the filter selects. */
interface PageRow {
  orders: string | null;
  total: number;
}

type Values = Parameters<PageValues>;
type Text = RawBuilder<unknown>;
type Page = (variant: PageVariant, v: Values, texts: Text) => RawBuilder<PageRow>;

/** The statement of a variant, built and compiled at its first use. */
export function pageStatement(variant: PageVariant, attached: AttachedText | undefined) {
  return statement<PageValues>()((_db, values) => pageOf(variant)(variant, values, orderTexts(attached)));
}

function pageOf({ order, byEnd, byNumber, byProduct }: PageVariant): Page {
  if (byEnd) return endingSoon;
  if (order === 'newest') return byNumber ? newestByNumber : byProduct ? newestOfProduct : newest;
  return byNumber ? soonestByNumber : byProduct ? soonestOfProduct : soonest;
}

/** The newest orders, of a status or of all: a walk of the index of the status. */
function newest(variant: PageVariant, v: Values, texts: Text): RawBuilder<PageRow> {
  const direction = sql.raw(variant.fromLast ? 'asc' : 'desc');
  return sql`
    with lapsed as materialized (
      select ${COLUMNS} from orders
      where reseller_id = ${v.resellerId} and filed_status = 'active' and expires_at <= ${v.now}
    ), selected as (
      (select ${COLUMNS} from orders
        where reseller_id = ${v.resellerId} and ${isFiled(variant)} and ${isNotLapsed(variant, v)}
          and id < ${v.before} and id > ${v.after}
        order by id ${direction} limit ${v.walked})
      ${orLapsed(variant, v, COLUMNS)}
    )
    select ${texts} as orders, ${corrected(variant, countOfStatus(variant, v))} as total
    from (select * from selected order by id ${direction} limit ${v.rows} offset ${v.offset}) orders`;
}

/**
 * The newest orders of a tier, type or country. Where many of the newest orders meet the filter, the page is
 * found among these. Otherwise it is merged from the newest of each group. How many orders of a group will do
 * is not known before all are read, so the merge reads a page of each; and to find out whether the newest
 * orders will do, no more are read than that.
 */
function newestOfProduct(variant: PageVariant, v: Values, texts: Text): RawBuilder<PageRow> {
  const direction = sql.raw(variant.fromLast ? 'asc' : 'desc');
  return sql`
    with ${lapsed(variant, v)}, ${groups(variant, v)}, near as materialized (
      select id from (
        select id, tier, type, country from orders
        where reseller_id = ${v.resellerId} and ${isFiled(variant)} and ${isNotLapsed(variant, v)}
          and id < ${v.before} and id > ${v.after}
        order by id ${direction} limit ${v.walked} * (select count(*) from groups)
      ) newest
      where ${isBought(v)}
      order by id ${direction} limit ${v.walked}
    ), selected as (
      select id from near where (select count(*) from near) = ${v.walked}
      union all
      select of_group.id from groups cross join lateral (
        select id from orders
        where ${isOfGroup(v)} and ${isNotLapsed(variant, v)} and id < ${v.before} and id > ${v.after}
        order by id ${direction} limit ${v.walked}
      ) of_group
      where (select count(*) from near) < ${v.walked}
      ${orLapsed(variant, v, sql`id`)}
    )
    select ${texts} as orders, ${corrected(variant, COUNT_OF_GROUPS)} as total
    from ${pageFrom(sql`selected`, sql`id ${direction}`, v)}`;
}

/**
 * The newest orders whose number begins so: a page of each range of numbers, in each group where there is a
 * tier, a type or a country.
 */
function newestByNumber(variant: PageVariant, v: Values, texts: Text): RawBuilder<PageRow> {
  const direction = sql.raw(variant.fromLast ? 'asc' : 'desc');
  return sql`
    with ${lapsed(variant, v)}, ${groups(variant, v)}, selected as (
      select of_range.id from ${ranges(variant, v)} cross join lateral (
        select id from orders
        where ${isOfRange(variant, v)} and ${isNotLapsed(variant, v)} and id < ${v.before} and id > ${v.after}
        order by id ${direction} limit ${v.walked}
      ) of_range
      ${orLapsed(variant, v, sql`id`)}
    )
    select ${texts} as orders, ${corrected(variant, countOfRanges(variant, v))} as total
    from ${pageFrom(sql`selected`, sql`id ${direction}`, v)}`;
}

/** Orders that end before an instant, in either order. All are active, and all are read. */
function endingSoon(variant: PageVariant, v: Values, texts: Text): RawBuilder<PageRow> {
  const isNewest = variant.order === 'newest';
  const direction = sql.raw(isNewest === variant.fromLast ? 'asc' : 'desc');
  const isBetween = isNewest ? sql`id < ${v.before} and id > ${v.after}` : isIn('ending', v);
  const order = isNewest ? sql`id ${direction}` : sql`expires_at ${direction}, id ${direction}`;
  return sql`
    with ending as materialized (
      select ${READ_BY_END} from orders
      where reseller_id = ${v.resellerId} and expires_at > ${v.now} and expires_at < ${v.endsBefore}
        and ${isBought(v)} and ${isSearched(variant, v)}
    )
    select ${texts} as orders, (select count(*) from ending) as total
    from ${pageFrom(sql`ending where ${isBetween}`, order, v)}`;
}

/** All orders by their end, or those of a status: a walk of an index for each part of the list. */
function soonest(variant: PageVariant, v: Values, texts: Text): RawBuilder<PageRow> {
  const walk = (part: EndPart) => walkAll(variant, v, part, v.walked);
  return sql`
    with ${lapsed(variant, v)}, ${partsInTurn(variant, walk, v.walked)}, selected as (${readOf(variant)})
    select ${texts} as orders, ${corrected(variant, countOfStatus(variant, v))} as total
    from ${pageFrom(sql`selected`, listOrder(variant, v), v)}`;
}

/** Orders of a tier, type or country by their end: each part of the list is merged from its groups. */
function soonestOfProduct(variant: PageVariant, v: Values, texts: Text): RawBuilder<PageRow> {
  const walk = (part: EndPart) => mergeGroups(variant, v, part);
  return sql`
    with ${lapsed(variant, v)}, ${groups(variant, v)}, ${partsInTurn(variant, walk, v.walked)},
      selected as (${readOf(variant)})
    select ${texts} as orders, ${corrected(variant, COUNT_OF_GROUPS)} as total
    from ${pageFrom(sql`selected`, listOrder(variant, v), v)}`;
}

/** Orders at the start of the list that are searched for numbers: reading so many takes a millisecond. */
const SEARCHED_FIRST = sql.lit(1_000);

/**
 * Orders whose number begins so, by their end. Where many of the first orders of the list have such a number,
 * the page is found among these. Otherwise all with such a number are read, since they do not lie there in
 * the list's order. The offset has them read range by range: the planner would read all orders and compare.
 */
function soonestByNumber(variant: PageVariant, v: Values, texts: Text): RawBuilder<PageRow> {
  const walk = (part: EndPart) => walkAll(variant, v, part, SEARCHED_FIRST);
  const isOfProduct = sql`exists (
    select 1 from orders where reseller_id = ${v.resellerId} and id = start.id and ${isBought(v)})`;
  const isShown = partsOf(variant).map((part) =>
    part === 'endless' ? sql`${isIn(part, v)} and ${isFiled(variant)}` : isIn(part, v),
  );
  return sql`
    with ${lapsed(variant, v)}, ${groups(variant, v)}, ${partsInTurn(variant, walk, SEARCHED_FIRST)},
    near as materialized (
      select id, expires_at from (${readOf(variant)}) start
      where exists (select 1 from ${numbers(v)} where start.id between numbers.low and numbers.high)
        and ${variant.byProduct ? isOfProduct : sql`true`}
    ), numbered as materialized (
      select in_one.* from ${numbers(v)} cross join lateral (
        select id, expires_at, filed_status from orders
        where reseller_id = ${v.resellerId} and id >= numbers.low and id <= numbers.high and ${isBought(v)}
        offset 0
      ) in_one
      where not (select count(*) from near) >= ${v.walked}
    ), selected as (
      select id, expires_at from near where (select count(*) from near) >= ${v.walked}
      union all
      (select id, expires_at from numbered where (${sql.join(isShown, sql`) or (`)})
        order by ${listOrder(variant, v)} limit ${v.walked})
    )
    select ${texts} as orders, ${corrected(variant, countOfRanges(variant, v))} as total
    from ${pageFrom(sql`selected`, listOrder(variant, v), v)}`;
}

const COLUMNS = sql.raw(ORDER_COLUMNS.join(', '));
/**
 * What is read of orders that are found by their end. When they were bought is in no index: for the others
 * alone the planner would walk the index of all groups by the end.
 */
const READ_BY_END = sql`id, expires_at, created_at`;

/** Orders that are filed under the status. */
function isFiled({ status }: PageVariant): Text {
  return status === undefined ? sql`true` : sql`filed_status = ${sql.lit(status)}`;
}

/** Leaves out orders that have ended since they were filed as active. */
function isNotLapsed({ status }: PageVariant, v: Values): Text {
  return status === 'active' ? sql`(expires_at is null or expires_at > ${v.now})` : sql`true`;
}

/** Orders, and groups of them, of the tier, type and country. */
function isBought(v: Values): Text {
  return sql`(${v.tier}::text is null or tier = ${v.tier}) and (${v.type}::text is null or type = ${v.type})
    and (${v.country}::text is null or country = ${v.country})`;
}

/** Orders with a number that is searched for, if one is. */
function isSearched({ byNumber }: PageVariant, v: Values): Text {
  return byNumber
    ? sql`exists (select 1 from ${numbers(v)} where id between numbers.low and numbers.high)`
    : sql`true`;
}

/**
 * The orders that ended after they were last filed, as far as they meet the filter. Selected by the end: the
 * planner cannot estimate how few these are, and would otherwise search all orders that are filed as active.
 */
function lapsed(variant: PageVariant, v: Values): Text {
  return sql`lapsed as materialized (
    select ${READ_BY_END} from orders
    where reseller_id = ${v.resellerId} and filed_status = 'active' and expires_at <= ${v.now}
      and ${isBought(v)} and ${isSearched(variant, v)}
  )`;
}

/** Expired are also orders that were filed as active. */
function orLapsed({ status, fromLast }: PageVariant, v: Values, columns: Text): Text {
  if (status !== 'expired') return sql``;
  return sql`union all (
    select ${columns} from lapsed where id < ${v.before} and id > ${v.after}
    order by id ${sql.raw(fromLast ? 'asc' : 'desc')} limit ${v.walked})`;
}

/** The total: what is filed under the status, corrected by those that have ended since. */
function corrected({ status }: PageVariant, filed: Text): Text {
  if (status === 'active') return sql`${filed} - (select count(*) from lapsed)`;
  return status === 'expired' ? sql`${filed} + (select count(*) from lapsed)` : filed;
}

function countOfStatus(variant: PageVariant, v: Values): Text {
  return sql`coalesce((
    select sum(count) from order_counts where reseller_id = ${v.resellerId} and ${isFiled(variant)}), 0)`;
}

const COUNT_OF_GROUPS = sql`coalesce((select sum(groups.count) from groups), 0)`;

/** All orders in the ranges, counted in an index. */
function countOfRanges(variant: PageVariant, v: Values): Text {
  return sql`coalesce((
    select sum(counted.count) from ${ranges(variant, v)} cross join lateral (
      select count(*) as count from orders where ${isOfRange(variant, v)}
    ) counted), 0)`;
}

/** The groups that meet the filter and are not empty. */
function groups(variant: PageVariant, v: Values): Text {
  return sql`groups as materialized (
    select * from order_groups
    where reseller_id = ${v.resellerId} and count > 0 and ${isFiled(variant)} and ${isBought(v)}
  )`;
}

/**
 * The orders of a group. The status is that of the group and no literal, so that no index of a status is
 * walked in search of a rare tier.
 */
function isOfGroup(v: Values): Text {
  return sql`reseller_id = ${v.resellerId} and filed_status = groups.filed_status and tier = groups.tier
    and type = groups.type and country = groups.country`;
}

function numbers(v: Values): Text {
  return sql`unnest(${v.lows}::bigint[], ${v.highs}::bigint[]) numbers (low, high)`;
}

/** The ranges of numbers, each with each group where there is a tier, a type or a country. */
function ranges({ byProduct }: PageVariant, v: Values): Text {
  return byProduct ? sql`${numbers(v)} cross join groups` : numbers(v);
}

function isOfRange(variant: PageVariant, v: Values): Text {
  const ofOne = variant.byProduct
    ? isOfGroup(v)
    : sql`reseller_id = ${v.resellerId} and ${isFiled(variant)}`;
  return sql`${ofOne} and id >= numbers.low and id <= numbers.high`;
}

/**
 * The orders of a page, by the numbers that were found. As a list, which the planner always looks up: it
 * cannot estimate how short a page is.
 */
function pageFrom(found: Text, order: Text, v: Values): Text {
  return sql`(
    select ${COLUMNS} from orders
    where reseller_id = ${v.resellerId} and id = any (array(
      select id from ${found} order by ${order} limit ${v.rows} offset ${v.offset}))
    order by ${order}
  ) orders`;
}

/** The parts of a list by the end that have orders of the status, in the order in which they are read. */
function partsOf({ status, fromLast }: PageVariant): EndPart[] {
  const parts = END_PARTS.filter((part) => {
    if (part === 'ending') return status === undefined || status === 'active';
    if (part === 'ended') return status === undefined || status === 'expired';
    return status !== 'expired';
  });
  return fromLast ? parts.reverse() : parts;
}

/**
 * Reads the parts `of_ending`, `of_endless` and `of_ended` one after the other, until there are as many orders
 * as wanted.
 */
function partsInTurn(variant: PageVariant, walk: (part: EndPart) => Text, wanted: Expression<unknown>): Text {
  const names = partsOf(variant).map((part) => sql.raw(`of_${part}`));
  const parts = partsOf(variant).map((part, i) => {
    const read = names.slice(0, i).map((name) => sql`(select count(*) from ${name})`);
    const isTurn = i === 0 ? sql`true` : sql`${sql.join(read, sql` + `)} < ${wanted}`;
    return sql`${names[i]} as materialized (
      select id, expires_at from (${walk(part)}) walk where ${isTurn})`;
  });
  return sql.join(parts);
}

/** What was read of all parts. */
function readOf(variant: PageVariant): Text {
  const parts = partsOf(variant).map((part) => sql`select id, expires_at from ${sql.raw(`of_${part}`)}`);
  return sql.join(parts, sql` union all `);
}

/** An order without an end is never filed as expired. */
const ENDLESS_STATUSES = ['active', 'paused', 'exhausted'] as const satisfies OrderStatus[];

/** The first orders of a part, found in an index: of orders without an end, in one for each status. */
function walkAll(variant: PageVariant, v: Values, part: EndPart, limit: Expression<unknown>): Text {
  const ofOne = sql`
    select id, expires_at from orders where reseller_id = ${v.resellerId}
      and ${part === 'endless' ? sql`filed_status = filed.status` : sql`true`} and ${isIn(part, v)}
    order by ${orderIn(part, variant)} limit ${limit}`;
  if (part !== 'endless') return ofOne;
  const statuses = variant.status === undefined ? ENDLESS_STATUSES : [variant.status];
  const filed = statuses.map((status) => sql`(${sql.lit(status)})`);
  return sql`
    select of_status.* from (values ${sql.join(filed)}) filed (status) cross join lateral (${ofOne}) of_status`;
}

/** Orders of each group that show how far a page reaches. */
const SAMPLED = sql.lit(4);

/**
 * The first orders of a part, merged from a walk of each group. The few first of each group show how far the
 * page reaches, so that a page is not read of each of hundreds of groups. Expired are also orders that were
 * filed as active; where all statuses are shown, so are their groups.
 */
function mergeGroups(variant: PageVariant, v: Values, part: EndPart): Text {
  const ofGroups = (isReached: Text, limit: Expression<unknown>) => sql`
    select of_group.* from groups cross join lateral (
      select id, expires_at from orders where ${isOfGroup(v)} and ${isIn(part, v)} and ${isReached}
      order by ${orderIn(part, variant)} limit ${limit}
    ) of_group`;
  const isAscending = (part === 'ending') !== variant.fromLast;
  const furthest = sql`
    select expires_at from (${ofGroups(sql`true`, SAMPLED)}) sample
    order by expires_at ${sql.raw(isAscending ? 'asc' : 'desc')} offset ${v.walked}::bigint - 1 limit 1`;
  const isReached = isAscending
    ? sql`expires_at <= coalesce((${furthest}), 'infinity')`
    : sql`expires_at >= coalesce((${furthest}), '-infinity')`;
  const merged = ofGroups(part === 'endless' ? sql`true` : isReached, v.walked);
  return variant.status === 'expired'
    ? sql`${merged} union all select id, expires_at from lapsed where ${isIn(part, v)}`
    : merged;
}

/** Orders that are in a part of the list and within its bounds. */
function isIn(part: EndPart, v: Values): Text {
  switch (part) {
    case 'ending':
      return sql`expires_at is not null
        and (expires_at, id) > (${v.endingFrom}::timestamptz, ${v.endingFromId}::bigint)
        and (expires_at, id) < (${v.endingTo}::timestamptz, ${v.endingToId}::bigint)`;
    case 'endless':
      return sql`expires_at is null and id < ${v.endlessFrom} and id > ${v.endlessTo}`;
    case 'ended':
      return sql`expires_at is not null
        and (expires_at, id) < (${v.endedFrom}::timestamptz, ${v.endedFromId}::bigint)
        and (expires_at, id) > (${v.endedTo}::timestamptz, ${v.endedToId}::bigint)`;
  }
}

/** The order of the whole list by the end. */
function listOrder({ fromLast }: PageVariant, { now }: Values): Text {
  const direction = sql.raw(fromLast ? 'desc' : 'asc');
  return sql`
    case when expires_at > ${now}::timestamptz then 1 when expires_at is null then 2 else 3 end ${direction},
    greatest(expires_at - ${now}::timestamptz, ${now}::timestamptz - expires_at) ${direction},
    case when expires_at > ${now}::timestamptz then id else -id end ${direction}`;
}

/** The order within a part of that list, as an index has it. */
function orderIn(part: EndPart, { fromLast }: PageVariant): Text {
  const direction = sql.raw((part === 'ending') === fromLast ? 'desc' : 'asc');
  return part === 'endless' ? sql`id ${direction}` : sql`expires_at ${direction}, id ${direction}`;
}
