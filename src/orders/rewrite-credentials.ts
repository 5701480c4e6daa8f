import type { EntityManager } from '../kit/database.ts';
import type { Vault } from '../kit/vault.ts';
import { ProxyEntity } from './entities.ts';
import type { OrderName, OrderProxy } from './order.ts';
import { proxyIdentity, sealCredentials } from './proxies.ts';

/** Puts new credentials of one of the order's proxies into the unit of work; nothing is read for it. */
export function rewriteCredentials(
  em: EntityManager,
  vault: Vault,
  { resellerId, orderId, position }: OrderName & { position: number },
  credentials: Pick<OrderProxy, 'login' | 'password'>,
): void {
  const proxy = em.getReference(ProxyEntity, [resellerId, orderId, position]);
  proxy.credentials = sealCredentials(vault, credentials, proxyIdentity(resellerId, orderId, position));
}
