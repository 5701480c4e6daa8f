import type { Sql } from '../kit/database.ts';
import { NotLuxuryError } from '../orders/errors.ts';
import { findOrder } from '../orders/order.ts';
import type { Order } from '../orders/order.ts';

/** A Luxury order of this reseller. Throws OrderNotFoundError or NotLuxuryError. */
export async function findLuxuryOrder(
  sqlClient: Sql,
  resellerId: number,
  id: number,
  now: Date,
): Promise<Order> {
  const order = await findOrder(sqlClient, resellerId, id, now);
  if (order.billing !== 'per_gb') throw new NotLuxuryError(id);
  return order;
}
