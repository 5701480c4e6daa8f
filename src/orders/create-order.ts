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
 * Adds the order and its proxies, at their positions, to the unit of work. It writes them in any order: the
 * database checks at the commit what they refer to.
 *
 * @param origin the purchase that delivers the order, and the upstream of its proxies with our account there.
 */
export function createOrder(
  em: EntityManager,
  vault: Vault,
  { status, ...facts }: Order,
  origin: { operationId: string; upstream: string; upstreamAccount: string },
  proxies: readonly DeliveredProxy[],
): void {
  const { resellerId, id: orderId } = facts;
  em.create(OrderEntity, { ...facts, ...origin, droppedAt: null, filedStatus: status }, { persist: true });
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
