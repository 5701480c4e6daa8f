import { type Expression, type Kysely, sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import { type AttachedText, ORDER_COLUMNS, type Order, type OrderName, toOrder } from './order.ts';
import { type OrderNames, orderNames, toOrderNames } from './order-names.ts';


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

/** Orders of one reseller. */
interface OwnOrders {
  resellerId: number;
  orderIds: number[];
}

const selectOwnOrders = statement<OwnOrders>()((db, own) => ownOrders(db, own));

/** As `findOrders`, for orders of one reseller, which cost the database less. */
export async function findOwnOrders(db: Sql, own: OwnOrders, now: Date): Promise<Order[]> {
  const rows = await selectOwnOrders(db, own);
  return rows.map((row) => toOrder(row, now));
}

/** Makes a function that finds orders of one reseller with what `attached` is of each, in one statement. */
export function orderFinder(attached: AttachedText) {
  const select = statement<OwnOrders>()((db, own) =>
    ownOrders(db, own).select(sql<string>`${attached}`.as('attached')),
  );
  return async (db: Sql, own: OwnOrders, now: Date): Promise<(Order & { attached: string })[]> => {
    const rows = await select(db, own);
    return rows.map(({ attached, ...row }) => ({ ...toOrder(row, now), attached }));
  };
}

function ownOrders(
  db: Kysely<Tables>,
  { resellerId, orderIds }: { [Part in keyof OwnOrders]: Expression<OwnOrders[Part]> },
) {
  return db
    .selectFrom('orders')
    .select(ORDER_COLUMNS)
    .where('reseller_id', '=', resellerId)
    .where('id', '=', sql<number>`any (${orderIds}::bigint[])`);
}
