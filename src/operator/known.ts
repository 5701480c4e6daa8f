import { UnknownProductError } from '../catalog/errors.ts';
import type { Sql } from '../kit/database.ts';
import { OrderNotFoundError } from '../orders/errors.ts';
import { ResellerNotFoundError } from '../resellers/errors.ts';

/** What a list was asked for. */
interface Named {
  resellerId?: number | undefined;
  orderId?: number | undefined;
  tier?: string | undefined;
  type?: string | undefined;
}

/**
 * Refuses a filter by something that is not there, which would look like an empty list; to be called when
 * nothing was found. Throws ResellerNotFoundError, OrderNotFoundError or UnknownProductError.
 */
export async function assertKnown(db: Sql, { resellerId, orderId, tier, type }: Named): Promise<void> {
  if (
    resellerId !== undefined &&
    !(await isThere(db.selectFrom('resellers').where('id', '=', resellerId).select('id')))
  )
    throw new ResellerNotFoundError(resellerId);
  if (orderId !== undefined && !(await isOrder(db, orderId))) throw new OrderNotFoundError(orderId);
  if ((tier ?? type) !== undefined && !(await isProduct(db, { tier, type })))
    throw new UnknownProductError(tier ?? '…', type ?? '…');
}

/** Also the number of an order that was never delivered. */
async function isOrder(db: Sql, id: number): Promise<boolean> {
  return (
    (await isThere(db.selectFrom('orders').where('id', '=', id).select('id'))) ||
    isThere(db.selectFrom('operations').where('order_id', '=', id).select('order_id'))
  );
}

/** Also one that is not sold any more. */
async function isProduct(db: Sql, { tier, type }: Pick<Named, 'tier' | 'type'>): Promise<boolean> {
  let sold = db.selectFrom('product_types');
  let bought = db.selectFrom('orders');
  if (tier !== undefined) {
    sold = sold.where('tier', '=', tier);
    bought = bought.where('tier', '=', tier);
  }
  if (type !== undefined) {
    sold = sold.where('id', '=', type);
    bought = bought.where('type', '=', type);
  }
  return (await isThere(sold.select('id'))) || isThere(bought.select('id'));
}

async function isThere(query: { executeTakeFirst(): Promise<unknown>; limit(rows: number): typeof query }) {
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}
