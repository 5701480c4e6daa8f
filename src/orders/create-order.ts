import type { EntityManager } from '../kit/database.ts';
import type { Vault } from '../kit/vault.ts';
import { OrderEntity, ProxyEntity } from './entities.ts';
import type { Order, OrderProxy } from './order.ts';
import { FIRST_POSITION, sealCredentials } from './proxies.ts';

/** A proxy as the upstream has delivered it. */
interface DeliveredProxy extends OrderProxy {
  upstreamId: string;
  /** The end of this proxy; left out where the order is paid by traffic. */
  expiresAt?: Date;
}

/**
 * Writes the order and adds its proxies, at their positions, to the unit of work.
 *
 * @param origin the purchase that delivers the order, and the upstream of its proxies.
 */
export async function createOrder(
  em: EntityManager,
  vault: Vault,
  { status, ...facts }: Order,
  origin: { operationId: string; upstream: string },
  proxies: readonly DeliveredProxy[],
): Promise<void> {
  const { resellerId, id: orderId } = facts;
  // The order is flushed before its proxies: they refer to it by a foreign key, and the entities declare no
  // relations by which the unit of work could order its writes.
  await em
    .persist(em.create(OrderEntity, { ...facts, ...origin, droppedAt: null, filedStatus: status }))
    .flush();
  const sealed = sealCredentials(vault, { resellerId, orderId }, proxies);
  for (const [position, proxy] of proxies.entries()) {
    const { upstreamId, host, port, expiresAt: bookedUntil = null } = proxy;
    const credentials = position === FIRST_POSITION ? sealed : null;
    em.create(
      ProxyEntity,
      { resellerId, orderId, position, upstreamId, host, port, credentials, bookedUntil },
      { persist: true },
    );
  }
}
