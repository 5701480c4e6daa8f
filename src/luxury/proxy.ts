import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import type { Vault } from '../kit/vault.ts';
import type { OrderProxy } from '../orders/order.ts';
import { proxyIdentity, sealCredentials } from '../orders/proxies.ts';
import type { Credentials, Gateway } from '../upstreams/traffic.ts';
import type { LuxurySettings } from './settings.ts';
import type { OrderName } from './traffic.ts';

/** A Luxury order has one proxy: the gateway with the order's login. */
const POSITION = 0;

/** The order's proxy as its list of proxies shows it: the port is the one that the settings leave open, HTTP before SOCKS5. */
export function luxuryProxy(
  gateway: Gateway,
  protocol: LuxurySettings['protocol'],
  { login, password }: Credentials,
): OrderProxy {
  return { host: gateway.host, port: portOf(gateway, protocol), login, password };
}

export function portOf({ httpPort, socks5Port }: Gateway, protocol: LuxurySettings['protocol']): number {
  return protocol === 'socks5' ? socks5Port : httpPort;
}

/** Writes the order's proxy down once more, after its port or its credentials have changed. */
export async function rewriteProxy(
  tx: Sql,
  vault: Vault,
  { resellerId, orderId }: OrderName,
  proxy: OrderProxy,
): Promise<void> {
  const credentials = sealCredentials(vault, proxy, proxyIdentity(resellerId, orderId, POSITION));
  await sql`update proxies set host = ${proxy.host}, port = ${proxy.port}, credentials = ${credentials}
    where (reseller_id, order_id, position) = (${resellerId}, ${orderId}, ${POSITION})`.execute(tx);
}
