import { type EntityManager, LockMode, type Sql } from '../kit/database.ts';
import { OrderEntity } from './entities.ts';
import type { OrderName } from './order.ts';
import type { OrderStatus } from './status.ts';

/**
 * Sets a later end and files the status that follows from it. The order stays locked until the transaction
 * ends.
 */
export async function extendOrder(
  em: EntityManager,
  { resellerId, orderId }: OrderName,
  { expiresAt, status }: { expiresAt: Date; status: OrderStatus },
): Promise<void> {
  const order = await em.findOneOrFail(
    OrderEntity,
    { resellerId, id: orderId },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  order.expiresAt = expiresAt;
  order.filedStatus = status;
}

/** Locks the order until the transaction ends, so that an extension of it waits. */
export async function lockOrder(tx: Sql, { resellerId, orderId }: OrderName): Promise<void> {
  await tx
    .selectFrom('orders')
    .select('id')
    .where('reseller_id', '=', resellerId)
    .where('id', '=', orderId)
    .forUpdate()
    .execute();
}

/**
 * Stores, once, that the upstream has dropped a proxy of the order. From then on the order cannot be renewed,
 * and it ends with its term.
 */
export async function noteDropped(db: Sql, { resellerId, orderId }: OrderName, now: Date): Promise<void> {
  await db
    .updateTable('orders')
    .set({ dropped_at: now })
    .where('reseller_id', '=', resellerId)
    .where('id', '=', orderId)
    .where('dropped_at', 'is', null)
    .execute();
}
