import type { EntityManager } from '../kit/database.ts';
import type { Vault } from '../kit/vault.ts';
import { ProxyEntity } from './entities.ts';
import type { OrderName, OrderProxy } from './order.ts';
import { proxyIdentity, sealCredentials } from './proxies.ts';

/** Sets new credentials of one proxy of the order in the unit of work, without reading its row. */
export function rewriteCredentials(
  em: EntityManager,
  vault: Vault,
  { resellerId, orderId, position }: OrderName & { position: number },
  credentials: Pick<OrderProxy, 'login' | 'password'>,
): void {
  const proxy = em.getReference(ProxyEntity, [resellerId, orderId, position]);
  proxy.credentials = sealCredentials(vault, credentials, proxyIdentity(resellerId, orderId, position));
}
