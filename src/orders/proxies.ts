import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import type { Vault } from '../kit/vault.ts';
import type { OrderProxy } from './order.ts';

/** The row that a proxy's credentials are bound to when they are encrypted. */
export function proxyIdentity(resellerId: number, orderId: number, position: number): string {
  return `proxy:${resellerId}:${orderId}:${position}`;
}

export function sealCredentials(
  vault: Vault,
  { login, password }: Pick<OrderProxy, 'login' | 'password'>,
  identity: string,
): Buffer {
  return vault.seal(JSON.stringify([login, password]), identity);
}

export interface ProxyRow {
  order_id: string;
  position: number;
  host: string;
  port: number;
  credentials: Buffer;
}

/**
 * The proxies of many orders of one reseller as they were bought, in their order's positions; one statement however many orders. Where
 * those of a Luxury order are now follows from its settings, too.
 */
export async function readProxies(
  sqlClient: Sql,
  vault: Vault,
  resellerId: number,
  orderIds: readonly number[],
): Promise<Map<number, OrderProxy[]>> {
  const { rows } = await sql<ProxyRow>`
    select order_id, position, host, port, credentials from proxies
    where reseller_id = ${resellerId} and order_id = any (${[...orderIds]}::bigint[])
    order by order_id, position`.execute(sqlClient);
  return openProxies(vault, resellerId, orderIds, rows);
}

/** What the rows of some orders say, by order; nothing for an order without rows. */
export function openProxies(
  vault: Vault,
  resellerId: number,
  orderIds: readonly number[],
  rows: readonly ProxyRow[],
): Map<number, OrderProxy[]> {
  const proxies = new Map<number, OrderProxy[]>(orderIds.map((id) => [id, []]));
  for (const row of rows) {
    const orderId = Number(row.order_id);
    const identity = proxyIdentity(resellerId, orderId, row.position);
    const [login, password] = JSON.parse(vault.open(row.credentials, identity)) as [string, string];
    proxies.get(orderId)?.push({ host: row.host, port: row.port, login, password });
  }
  return proxies;
}
