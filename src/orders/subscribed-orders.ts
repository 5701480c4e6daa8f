import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import { ORDER_COLUMNS, type Order, type OrderRow, RENEWABLE_AFTER_EXPIRY_MS, toOrder } from './order.ts';

interface SubscribedOrders {
  resellerId: number;
  /** Whether to read the newest orders, even if they have not changed. */
  newest: boolean;
  changed: readonly number[];
  /** Also reads what has changed by time alone after this instant: expired, or no longer renewable. */
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
 * Reads the orders of any number of resellers that have changed, by events or by time alone, and the newest
 * ones, in one statement. Its cost depends on the number that is returned, not on the number that exist.
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
    if (row.id === null) continue;
    (row.is_newest ? reading.newest : reading.changed).push(toOrder(row as OrderRow, now));
  }
  return readings;
}

/** An order, or the nulls of a reseller for whom none was read. */
type SubscribedRow = { [Column in keyof OrderRow]: OrderRow[Column] | null } & {
  of_reseller: number;
  is_newest: boolean | null;
  next_change_at: Date | null;
};

/** An order changes by time alone at its end, and when it is no longer renewable, some days later. */
const selectSubscribed = statement<{
  resellerIds: number[];
  newest: boolean[];
  changedByTimeSince: Date[];
  changedOf: number[];
  changed: number[];
  mostNewest: number;
  now: Date;
}>()((_db, { resellerIds, newest, changedByTimeSince, changedOf, changed, mostNewest, now }) => {
  const columns = sql.raw(ORDER_COLUMNS.join(', '));
  const renewable = sql.raw(`make_interval(secs => ${RENEWABLE_AFTER_EXPIRY_MS / 1_000})`);
  return sql<SubscribedRow>`
    select w.reseller_id as of_reseller, o.*, least(
        (select min(expires_at) from orders
          where reseller_id = w.reseller_id and expires_at > ${now}::timestamptz),
        (select min(expires_at) + ${renewable} from orders
          where reseller_id = w.reseller_id and expires_at > ${now}::timestamptz - ${renewable})
      ) as next_change_at
    from unnest(${resellerIds}::bigint[], ${newest}::boolean[], ${changedByTimeSince}::timestamptz[])
      w (reseller_id, newest, since)
    left join lateral (
      (select true as is_newest, ${columns} from orders where reseller_id = w.reseller_id and w.newest
        order by id desc limit ${mostNewest})
      union all (
        select false, ${columns} from orders where (reseller_id, id) in (
          select * from unnest(${changedOf}::bigint[], ${changed}::bigint[]) c (reseller_id, id)
          where c.reseller_id = w.reseller_id)
        union
        select false, ${columns} from orders where reseller_id = w.reseller_id
          and expires_at > w.since and expires_at <= ${now}::timestamptz
        union
        select false, ${columns} from orders where reseller_id = w.reseller_id
          and expires_at > w.since - ${renewable} and expires_at <= ${now}::timestamptz - ${renewable}
      )
    ) o on true
    order by o.id desc`;
});
