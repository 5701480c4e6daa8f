import type { EntityManager } from '../kit/database.ts';
import type { Vault } from '../kit/vault.ts';
import { OrderEntity, ProxyEntity } from '../orders/entities.ts';
import type { Order, OrderProxy } from '../orders/order.ts';
import { proxyIdentity, sealCredentials } from '../orders/proxies.ts';
import type { Operation } from './operation.ts';

/** What every purchase has to know of its order from its charge to its delivery. */
export interface OrderRequest {
  tier: string;
  type: string;
  country: string;
  period: string;
  quantity: number;
  protocol: Order['protocol'];
  renewable: boolean;
  source: Order['source'];
  upstream: 'px6' | 'dataimpulse';
  /** The upstream's own name of what is bought. */
  product: string;
}

/** The order that a purchase delivers; `expiresAt` is null for one that is paid by traffic. */
export function newOrder(
  { request, ...operation }: Operation<OrderRequest>,
  expiresAt: Date | null,
  now: Date,
): Order {
  const { tier, type, country, period, quantity, protocol, renewable, source } = request;
  return {
    id: operation.orderId,
    resellerId: operation.resellerId,
    tier,
    type,
    country,
    period,
    quantity,
    price: operation.amount,
    status: 'active',
    protocol,
    billing: expiresAt ? 'per_proxy' : 'per_gb',
    createdAt: now,
    expiresAt,
    renewable,
    source,
  };
}

/** Writes the order, and puts its proxies, in their order, into the unit of work. */
export async function createOrder(
  em: EntityManager,
  vault: Vault,
  { id: operationId, request }: Operation<OrderRequest>,
  { status, ...facts }: Order,
  proxies: readonly (OrderProxy & { upstreamId: string; expiresAt?: Date })[],
): Promise<void> {
  const delivered = { operationId, upstream: request.upstream, droppedAt: null, filedStatus: status };
  const { resellerId, id: orderId } = facts;
  // First, since the database lets nothing refer to an order that is not there; the unit of work does not know what refers to what.
  await em.persist(em.create(OrderEntity, { ...facts, ...delivered })).flush();
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

export function toProxy({ host, port, login, password }: OrderProxy): OrderProxy {
  return { host, port, login, password };
}
