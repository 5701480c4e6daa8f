import type { EntityManager } from '../kit/database.ts';
import type { Vault } from '../kit/vault.ts';
import { OrderEntity, ProxyEntity } from './entities.ts';
import type { Order, OrderProxy } from './order.ts';
import { proxyIdentity, sealCredentials } from './proxies.ts';

/** A proxy as the upstream has delivered it. */
export interface DeliveredProxy extends OrderProxy {
  upstreamId: string;
  /** Its own end; none where the order is paid by traffic. */
  expiresAt?: Date;
}

/**
 * Writes the order, and puts its proxies, in their order's positions, into the unit of work.
 *
 * @param origin the purchase that delivers it, and the upstream that the proxies are from.
 */
export async function createOrder(
  em: EntityManager,
  vault: Vault,
  { status, ...facts }: Order,
  origin: { operationId: string; upstream: string },
  proxies: readonly DeliveredProxy[],
): Promise<void> {
  const { resellerId, id: orderId } = facts;
  // The order is flushed first: the database refuses a row that refers to an order which is not there, and
  // the unit of work does not know what refers to what.
  await em
    .persist(em.create(OrderEntity, { ...facts, ...origin, droppedAt: null, filedStatus: status }))
    .flush();
  for (const [position, proxy] of proxies.entries()) {
    const { upstreamId, host, port, expiresAt: bookedUntil = null } = proxy;
    const credentials = sealCredentials(vault, proxy, proxyIdentity(resellerId, orderId, position));
    em.create(
      ProxyEntity,
      { resellerId, orderId, position, upstreamId, host, port, credentials, bookedUntil },
      { persist: true },
    );
  }
}
