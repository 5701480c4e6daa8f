import type { Expression, Kysely } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import { ORDER_COLUMNS, type Order, type OrderName, toOrder } from './order.ts';
import { type OrderNames, orderNames, toOrderNames } from './order-names.ts';
import { type AttachedText, type ListedOrder, orderText, orderTexts, readOrderTexts } from './order-text.ts';

const selectOrders = statement<OrderNames>()((db, names) => ordersNamed(db, names).select(ORDER_COLUMNS));

/** Orders of any resellers, in one statement. Orders that do not exist are missing from the result. */
export async function findOrders(db: Sql, names: readonly OrderName[], now: Date): Promise<Order[]> {
  const rows = await selectOrders(db, toOrderNames(names));
  return rows.map((row) => toOrder(row, now));
}

/** Makes a function that finds orders with what `attached` is of each, in the same statement. */
export function orderFinder(attached: AttachedText) {
  const select = statement<OrderNames>()((db, names) =>
    ordersNamed(db, names).select((eb) => orderTexts(orderText(eb, attached)).as('orders')),
  );
  return async (db: Sql, names: readonly OrderName[], now: Date): Promise<ListedOrder[]> => {
    const [row] = await select(db, toOrderNames(names));
    return readOrderTexts(row?.orders ?? null, now);
  };
}

function ordersNamed(
  db: Kysely<Tables>,
  names: { [Part in keyof OrderNames]: Expression<OrderNames[Part]> },
) {
  return db
    .selectFrom('orders')
    .where(({ eb, refTuple }) => eb(refTuple('reseller_id', 'id'), 'in', orderNames(names)));
}
