import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import { bothOf } from './both-of.ts';
import { isOrderRow, ORDER_COLUMNS, type Order, type OrderRow, toOrder } from './order.ts';
import { RENEWABLE_AFTER_EXPIRY_MS } from './status.ts';

/** What to read for a reseller who subscribes to its orders. */
interface SubscribedOrders {
  resellerId: number;
  /** Whether to read the newest orders, even if they have not changed. */
  newest: boolean;
  changed: readonly number[];
  /**
   * Also reads the orders that have changed by time alone after this instant: they have expired, or are no
   * longer renewable.
   */
  changedByTimeSince: Date;
}

interface OrdersReading {
  /** Both lists are newest first. */
  newest: Order[];
  changed: Order[];
  /** The next instant at which an order changes by time alone; undefined when none will. */
  nextChangeAt: Date | undefined;
}

/**
 * The two times after its end, as SQL intervals, at which an order changes by time alone: it expires at its
 * end, and some days later it is no longer renewable.
 */
const AT_END = seconds(0);
const AFTER_RENEWABLE = seconds(RENEWABLE_AFTER_EXPIRY_MS / 1_000);

function seconds(count: number): RawBuilder<string> {
  return sql`make_interval(secs => ${count})`;
}

/** A reseller in the list that the statement gets. */
interface Wanted {
  reseller_id: number;
  newest: boolean;
  since: Date;
}
type WantedScope = ExpressionBuilder<Tables & { w: Wanted }, 'w'>;

const selectSubscribed = statement<{
  resellerIds: number[];
  newest: boolean[];
  changedByTimeSince: Date[];
  changedOf: number[];
  changed: number[];
  mostNewest: number;
  now: Date;
}>()((db, { resellerIds, newest, changedByTimeSince, changedOf, changed, mostNewest, now }) => {
  const instant = sql<Date>`${now}::timestamptz`;
  const wanted = sql<Wanted>`unnest(${resellerIds}::bigint[], ${newest}::boolean[], ${changedByTimeSince}::timestamptz[])`;
  const ordersOf = (eb: WantedScope, isNewest: boolean) =>
    eb
      .selectFrom('orders')
      .select((e) => [e.lit<boolean>(isNewest).as('is_newest'), ...ORDER_COLUMNS])
      .whereRef('orders.reseller_id', '=', 'w.reseller_id');
  /** Orders whose end is at least `age` ago now, and was not when the reseller's orders were last read. */
  const changedByTimeFrom = (eb: WantedScope, age: RawBuilder<string>) =>
    ordersOf(eb, false)
      .where('expires_at', '>', sql<Date>`${eb.ref('w.since')} - ${age}`)
      .where('expires_at', '<=', sql<Date>`${instant} - ${age}`);
  const changedOnes = (eb: WantedScope) =>
    eb
      .selectFrom('orders')
      .select((e) => [e.lit<boolean>(false).as('is_newest'), ...ORDER_COLUMNS])
      .where((e) =>
        e(
          e.refTuple('reseller_id', 'id'),
          'in',
          sql<[number, number]>`(select * from unnest(${changedOf}::bigint[], ${changed}::bigint[]) c
            (reseller_id, id) where c.reseller_id = ${e.ref('w.reseller_id')})`,
        ),
      );
  const nextAge = (eb: WantedScope, age: RawBuilder<string>) =>
    eb
      .selectFrom('orders')
      .select((e) => sql<Date>`${e.fn.min('expires_at')} + ${age}`.as('next'))
      .whereRef('orders.reseller_id', '=', 'w.reseller_id')
      .where('expires_at', '>', sql<Date>`${instant} - ${age}`);
  return db
    .selectFrom(wanted.as<'w'>(sql`w (reseller_id, newest, since)`))
    .leftJoinLateral(
      (eb) =>
        bothOf<OrderRow & { is_newest: boolean }>(
          ordersOf(eb, true).where(eb.ref('w.newest')).orderBy('id', 'desc').limit(mostNewest),
          changedOnes(eb).union(changedByTimeFrom(eb, AT_END)).union(changedByTimeFrom(eb, AFTER_RENEWABLE)),
        ).as('o'),
      (join) => join.onTrue(),
    )
    .select((eb) => [
      'w.reseller_id as of_reseller',
      eb
        .fn<Date | null>('least', [nextAge(eb, AT_END).$asScalar(), nextAge(eb, AFTER_RENEWABLE).$asScalar()])
        .as('next_change_at'),
    ])
    .selectAll('o')
    .orderBy('o.id', 'desc');
});

/**
 * Reads the orders of any number of resellers that have changed, by events or by time alone, and the newest
 * ones, in one statement. Its cost depends on the number of orders that are returned, not on the number that
 * exist.
 */
export async function readSubscribedOrders(
  db: Sql,
  wanted: readonly SubscribedOrders[],
  mostNewest: number,
  now: Date,
): Promise<Map<number, OrdersReading>> {
  const changed = wanted.flatMap(({ resellerId, changed: ids }) => ids.map((id) => ({ resellerId, id })));
  const rows = await selectSubscribed(db, {
    resellerIds: wanted.map((one) => one.resellerId),
    newest: wanted.map((one) => one.newest),
    changedByTimeSince: wanted.map((one) => one.changedByTimeSince),
    changedOf: changed.map((one) => one.resellerId),
    changed: changed.map((one) => one.id),
    mostNewest,
    now,
  });
  const readings = new Map<number, OrdersReading>();
  for (const row of rows) {
    const reading = readings.getOrInsertComputed(row.of_reseller, () => ({
      newest: [],
      changed: [],
      nextChangeAt: row.next_change_at ?? undefined,
    }));
    if (isOrderRow(row)) (row.is_newest ? reading.newest : reading.changed).push(toOrder(row, now));
  }
  return readings;
}
