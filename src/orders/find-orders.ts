import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import { ORDER_COLUMNS, type Order, type OrderName, toOrder } from './order.ts';
import { type OrderNames, orderNames, toOrderNames } from './order-names.ts';
import type { AttachedText } from './order-text.ts';

const selectOrders = statement<OrderNames>()((db, names) =>
  db
    .selectFrom('orders')
    .select(ORDER_COLUMNS)
    .where(({ eb, refTuple }) => eb(refTuple('reseller_id', 'id'), 'in', orderNames(names))),
);

/** Orders of any resellers, in one statement. Orders that do not exist are missing from the result. */
export async function findOrders(db: Sql, names: readonly OrderName[], now: Date): Promise<Order[]> {
  const rows = await selectOrders(db, toOrderNames(names));
  return rows.map((row) => toOrder(row, now));
}

/** An order, and what was read with it. */
type FoundOrder = Order & { attached: string | null };

/**
 * Makes a function that finds orders of one reseller with what `attached` is of each, in one statement. It
 * costs the database two thirds of what orders of any resellers cost.
 */
export function orderFinder(attached: AttachedText = sql.lit(null)) {
  const select = statement<{ resellerId: number; orderIds: number[] }>()((db, { resellerId, orderIds }) =>
    db
      .selectFrom('orders')
      .select(ORDER_COLUMNS)
      .select(sql<string | null>`${attached}`.as('attached'))
      .where('reseller_id', '=', resellerId)
      .where('id', '=', sql<number>`any (${orderIds}::bigint[])`),
  );
  return async (db: Sql, resellerId: number, orderIds: number[], now: Date): Promise<FoundOrder[]> => {
    const rows = await select(db, { resellerId, orderIds });
    return rows.map(({ attached, ...row }) => ({ ...toOrder(row, now), attached }));
  };
}
