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

/** Puts the order and its proxies, in their order, into the unit of work; returns the order's record. */
export function createOrder(
  em: EntityManager,
  vault: Vault,
  { id: operationId, request }: Operation<OrderRequest>,
  { status, ...facts }: Order,
  proxies: readonly (OrderProxy & { upstreamId: string; expiresAt?: Date })[],
) {
  const delivered = { operationId, upstream: request.upstream, droppedAt: null, filedStatus: status };
  const order = em.create(OrderEntity, { ...facts, ...delivered }, { persist: true });
  for (const [position, proxy] of proxies.entries()) {
    const { upstreamId, host, port, expiresAt: bookedUntil = null } = proxy;
    const credentials = sealCredentials(vault, proxy, proxyIdentity(facts.resellerId, facts.id, position));
    em.create(
      ProxyEntity,
      { order, position, upstreamId, host, port, credentials, bookedUntil },
      { persist: true },
    );
  }
  return order;
}

export function toProxy({ host, port, login, password }: OrderProxy): OrderProxy {
  return { host, port, login, password };
}
