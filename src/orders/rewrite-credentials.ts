import type { EntityManager } from '../kit/database.ts';
import type { Vault } from '../kit/vault.ts';
import { ProxyEntity } from './entities.ts';
import type { OrderName, OrderProxy } from './order.ts';
import { FIRST_POSITION, sealCredentials } from './proxies.ts';

/** Sets in the unit of work new credentials of an order of one proxy, without reading its row. */
export function rewriteCredentials(
  em: EntityManager,
  vault: Vault,
  { resellerId, orderId }: OrderName,
  credentials: Pick<OrderProxy, 'login' | 'password'>,
): void {
  const proxy = em.getReference(ProxyEntity, [resellerId, orderId, FIRST_POSITION]);
  proxy.credentials = sealCredentials(vault, { resellerId, orderId }, [credentials]);
}
