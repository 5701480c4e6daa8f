import type { Pool } from 'pg';
import { createVault, type Vault } from '../../../src/kit/vault.ts';
import { FIRST_POSITION, proxyIdentity } from '../../../src/orders/proxies.ts';
import { prepared } from './database.ts';
import { ORDER_COLUMNS, type OrderColumns, toOrderRow } from './orders.ts';

export interface OrderProxy {
  id: string;
  host: string;
  port: number;
  login: string;
  password: string;
}

export function vaultOf(credentialsKey: Uint8Array): Vault {
  return createVault(Buffer.from(credentialsKey));
}

type ProxyColumns = [host: string, port: number, credentials: Buffer | null, position: number];

export const idOf = (orderId: number, position: number) => `proxy:${orderId}/${position + 1}`;

/**
 * Decrypts the proxies of an order, as the service does: the row of the first proxy has the credentials of
 * all of them. Further columns may follow in each row.
 */
function openProxies(
  vault: Vault,
  resellerId: number,
  orderId: number,
  rows: readonly (readonly [...ProxyColumns, ...unknown[]])[],
): OrderProxy[] {
  const sealed = rows[0]?.[2];
  if (!sealed) throw new Error(`The proxies of order ${orderId} have no credentials`);
  const opened = vault.open(sealed, proxyIdentity(resellerId, orderId, FIRST_POSITION));
  const texts = JSON.parse(opened) as string[];
  return rows.map(([host, port, , position], i) => ({
    id: idOf(orderId, position),
    host,
    port,
    login: texts[2 * i] as string,
    password: texts[2 * i + 1] as string,
  }));
}

const selectProxies = prepared<[...ProxyColumns, orderId: number]>(
  'proxies',
  `select host, port, credentials, position, order_id from proxies
  where reseller_id = $1 and order_id = any ($2::bigint[])
  order by order_id, position`,
);

/** Reads the proxies of several orders by one statement. */
export async function readProxies(
  pool: Pool,
  vault: Vault,
  resellerId: number,
  orderIds: readonly number[],
): Promise<OrderProxy[][]> {
  const rows = await selectProxies(pool, resellerId, orderIds);
  const ofOrders = Map.groupBy(rows, ([, , , , orderId]) => orderId);
  return orderIds.map((id) => {
    const own = ofOrders.get(id);
    return own ? openProxies(vault, resellerId, id, own) : [];
  });
}

const selectOrderWithProxies = prepared<[...ProxyColumns, ...OrderColumns]>(
  'order with proxies',
  `select host, port, credentials, position, ${ORDER_COLUMNS}
  from orders left join proxies on proxies.reseller_id = orders.reseller_id and proxies.order_id = orders.id
  where orders.reseller_id = $1 and orders.id = $2
  order by position`,
);

/** Reads an order with its proxies by one statement. */
export async function readOrderWithProxies(pool: Pool, vault: Vault, resellerId: number, orderId: number) {
  const rows = await selectOrderWithProxies(pool, resellerId, orderId);
  const [first] = rows;
  if (!first) return undefined;
  const [host, , , , ...order] = first;
  return {
    order: toOrderRow(order),
    proxies: host === null ? [] : openProxies(vault, resellerId, orderId, rows),
  };
}
