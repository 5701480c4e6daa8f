import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import type { Vault } from '../kit/vault.ts';
import type { OrderProxy } from '../orders/order.ts';
import { openProxies, type ProxyRow, proxyIdentity, sealCredentials } from '../orders/proxies.ts';
import type { Credentials, Gateway } from '../upstreams/traffic.ts';
import type { LuxurySettings } from './settings.ts';
import type { OrderName } from './traffic.ts';

/** A Luxury order has one proxy: the gateway with the order's login. */
const POSITION = 0;

type Way = Pick<LuxurySettings, 'session' | 'protocol'>;

/**
 * The order's proxy as its list of proxies shows it: in sticky mode at the first sticky port, which keeps its exit address, else at the
 * port that the settings leave open, HTTP before SOCKS5.
 */
export function luxuryProxy(gateway: Gateway, way: Way, { login, password }: Credentials): OrderProxy {
  return { ...addressOf(gateway, way), login, password };
}

function addressOf({ host, httpPort, socks5Port, stickyPorts }: Gateway, { session, protocol }: Way) {
  if (session === 'sticky') return { host, port: stickyPorts.first };
  return { host, port: protocol === 'socks5' ? socks5Port : httpPort };
}

/**
 * The proxies of many orders of one reseller, in their order's positions; one statement however many orders. Where a Luxury order's is
 * follows from its settings and the gateway as they are now, whatever they were when it was bought.
 */
export async function readCurrentProxies(
  sqlClient: Sql,
  vault: Vault,
  gateway: Gateway,
  resellerId: number,
  orderIds: readonly number[],
): Promise<Map<number, OrderProxy[]>> {
  const { rows } = await sql<ProxyRow & (Way | Record<keyof Way, null>)>`
    select p.order_id, p.position, p.host, p.port, p.credentials, s.session, s.protocol
    from proxies p left join luxury_settings s using (reseller_id, order_id)
    where p.reseller_id = ${resellerId} and p.order_id = any (${[...orderIds]}::bigint[])
    order by p.order_id, p.position`.execute(sqlClient);
  const current = rows.map((row) => (row.session === null ? row : { ...row, ...addressOf(gateway, row) }));
  return openProxies(vault, resellerId, orderIds, current);
}

/** Writes down new credentials of the order's proxy. */
export async function rewriteCredentials(
  tx: Sql,
  vault: Vault,
  { resellerId, orderId }: OrderName,
  credentials: Credentials,
): Promise<void> {
  const sealed = sealCredentials(vault, credentials, proxyIdentity(resellerId, orderId, POSITION));
  await sql`update proxies set credentials = ${sealed}
    where (reseller_id, order_id, position) = (${resellerId}, ${orderId}, ${POSITION})`.execute(tx);
}
