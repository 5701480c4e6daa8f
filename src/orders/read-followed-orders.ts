import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { ORDER_COLUMNS, type Order, type OrderRow, toOrder } from './order.ts';
import { RENEWABLE_AFTER_EXPIRY_MS } from './status.ts';

/** What is to be read of a reseller whose orders are followed. */
export interface FollowedOrders {
  resellerId: number;
  /** Whether the newest orders are wanted, whatever has changed. */
  newest: boolean;
  changed: readonly number[];
  /** Orders of which time has made something else after this instant are wanted, too. */
  agedSince: Date;
}

export interface OrdersReading {
  /** Newest first, like what follows. */
  newest: Order[];
  changed: Order[];
  /** When time will next make something else of an order, if nothing changes. */
  agesAt: Date | undefined;
}

type Row = { of_reseller: string; ages_at: string | null; is_newest: boolean } & (OrderRow | { id: null });

/**
 * Reads of any number of resellers, in one statement, which of their orders have changed or aged, and those that are newest. The
 * cost goes with the orders that are returned, not with those that there are.
 */
export async function readFollowedOrders(
  sqlClient: Sql,
  wanted: readonly FollowedOrders[],
  mostNewest: number,
  now: Date,
): Promise<Map<number, OrdersReading>> {
  const changed = wanted.flatMap(({ resellerId, changed: ids }) => ids.map((id) => ({ resellerId, id })));
  const { rows } = await sql<Row>`
    select w.reseller_id as of_reseller, ${nextAge(now)} as ages_at, o.*
    from unnest(${wanted.map((one) => one.resellerId)}::bigint[], ${wanted.map((one) => one.newest)}::boolean[],
      ${wanted.map((one) => one.agedSince)}::timestamptz[]) w (reseller_id, newest, since)
    left join lateral (
      (select true as is_newest, ${ORDER_COLUMNS} from orders
        where w.newest and reseller_id = w.reseller_id order by id desc limit ${mostNewest})
      union all
      (select false, ${ORDER_COLUMNS} from orders where (reseller_id, id) in (
          select * from unnest(${changed.map((one) => one.resellerId)}::bigint[], ${changed.map((one) => one.id)}::bigint[]) c
            (reseller_id, id) where c.reseller_id = w.reseller_id)
        union ${agedFrom(now, 0)}
        union ${agedFrom(now, RENEWABLE_AFTER_EXPIRY_MS)})
    ) o on true
    order by o.id desc`.execute(sqlClient);
  const readings = new Map<number, OrdersReading>();
  for (const row of rows) {
    const resellerId = Number(row.of_reseller);
    const agesAt = row.ages_at === null ? undefined : new Date(row.ages_at);
    const reading = readings.get(resellerId) ?? { newest: [], changed: [], agesAt };
    readings.set(resellerId, reading);
    if (row.id !== null) (row.is_newest ? reading.newest : reading.changed).push(toOrder(row, now));
  }
  return readings;
}

/** Orders of which time has made something else so long after their end: they have expired, or cannot be renewed any more. */
function agedFrom(now: Date, afterMs: number) {
  const after = sql`make_interval(secs => ${afterMs / 1_000})`;
  return sql`select false, ${ORDER_COLUMNS} from orders where reseller_id = w.reseller_id
    and expires_at > w.since - ${after} and expires_at <= ${now}::timestamptz - ${after}`;
}

function nextAge(now: Date) {
  const first = (afterMs: number) => {
    const after = sql`make_interval(secs => ${afterMs / 1_000})`;
    return sql`(select min(expires_at) + ${after} from orders
      where reseller_id = w.reseller_id and expires_at > ${now}::timestamptz - ${after})`;
  };
  return sql`least(${first(0)}, ${first(RENEWABLE_AFTER_EXPIRY_MS)})`;
}
