import { showReseller } from '../billing/resellers.ts';
import { readCatalog } from '../catalog/catalog.ts';
import { UnknownProductError } from '../catalog/errors.ts';
import type { Sql } from '../kit/database.ts';
import { findAnyOrder, totalOrders } from '../orders/list-all-orders.ts';
import { listOperations } from '../purchases/list-operations.ts';
import { STANDARD } from '../resellers/resellers.ts';

interface Named {
  resellerId?: number | undefined;
  orderId?: number | undefined;
  tier?: string | undefined;
  type?: string | undefined;
}

const ANY_TIME = new Date(0);

/**
 * Refuses a filter by something that is not there, which would look like an empty list; to be called when
 * nothing was found. Throws ResellerNotFoundError, OrderNotFoundError or UnknownProductError.
 */
export async function assertKnown(db: Sql, { resellerId, orderId, tier, type }: Named): Promise<void> {
  if (resellerId !== undefined) await showReseller(db, resellerId);
  if (orderId !== undefined) await assertOrder(db, orderId);
  if ((tier ?? type) !== undefined && !(await isProduct(db, { tier, type })))
    throw new UnknownProductError(tier ?? '…', type ?? '…');
}

/** An order that was never delivered has its operation alone. */
async function assertOrder(db: Sql, orderId: number): Promise<void> {
  const operations = await listOperations(db, { orderId, limit: 1, offset: 0 });
  if (operations.length === 0) await findAnyOrder(db, orderId, ANY_TIME);
}

/** Whether a product is sold, or any order is of it: it may have left the catalog. */
async function isProduct(db: Sql, { tier, type }: Pick<Named, 'tier' | 'type'>): Promise<boolean> {
  const sold = (await readCatalog(db, STANDARD)).flatMap(({ types }) => types);
  const isSold = sold.some((one) => one.tier === (tier ?? one.tier) && one.id === (type ?? one.id));
  return isSold || (await totalOrders(db, { tier, type }, ANY_TIME)).orders > 0;
}
