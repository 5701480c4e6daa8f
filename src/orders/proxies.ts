import { type Selectable, sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import type { Vault } from '../kit/vault.ts';
import type { OrderProxy } from './order.ts';

/** The row that a proxy's encrypted credentials are bound to. */
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

const PROXY_COLUMNS = ['order_id', 'position', 'host', 'port', 'credentials'] as const;
type ProxyRow = Pick<Selectable<Tables['proxies']>, (typeof PROXY_COLUMNS)[number]>;

const selectProxies = statement<{ resellerId: number; orderIds: number[] }>()(
  (db, { resellerId, orderIds }) =>
    db
      .selectFrom('proxies')
      .select(PROXY_COLUMNS)
      .where('reseller_id', '=', resellerId)
      .where('order_id', '=', sql<number>`any (${orderIds}::bigint[])`)
      .orderBy('order_id')
      .orderBy('position'),
);

/**
 * The proxies of many orders of one reseller as they were delivered, by their positions in the order, in one
 * statement. For a Luxury order the present host and port follow from its settings as well: see
 * `readCurrentProxies`.
 */
export async function readProxies(
  db: Sql,
  vault: Vault,
  resellerId: number,
  orderIds: readonly number[],
): Promise<Map<number, OrderProxy[]>> {
  const rows = await selectProxies(db, { resellerId, orderIds: [...orderIds] });
  return openProxies(vault, resellerId, orderIds, rows);
}

/** Decrypts the proxies in these rows, by order. An order without rows gets an empty list. */
export function openProxies(
  vault: Vault,
  resellerId: number,
  orderIds: readonly number[],
  rows: readonly ProxyRow[],
): Map<number, OrderProxy[]> {
  const proxies = new Map<number, OrderProxy[]>(orderIds.map((id) => [id, []]));
  for (const row of rows) {
    const orderId = row.order_id;
    const identity = proxyIdentity(resellerId, orderId, row.position);
    const [login, password] = JSON.parse(vault.open(row.credentials, identity)) as [string, string];
    proxies.get(orderId)?.push({ host: row.host, port: row.port, login, password });
  }
  return proxies;
}
