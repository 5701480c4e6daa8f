import { createVault, type Vault } from '../../../src/kit/vault.ts';
import { proxyIdentity } from '../../../src/orders/proxies.ts';
import type { PeerDatabase } from './database.ts';
import { ORDER_TEXT, toOrderRow } from './orders.ts';

export interface OrderProxy {
  host: string;
  port: number;
  login: string;
  password: string;
}

export function vaultOf(credentialsKey: Uint8Array): Vault {
  return createVault(Buffer.from(credentialsKey));
}

/** All proxies of an order as one text, each on a line of its own. */
const PROXIES_TEXT = `string_agg(concat_ws(E'\\t', position, host, port, encode(credentials, 'hex')), E'\\n'
  order by position)`;

/** Decrypts proxies as the service does. */
function openProxies(vault: Vault, resellerId: number, orderId: number, text: string): OrderProxy[] {
  return text.split('\n').map((line) => {
    const [position, host, port, credentials] = line.split('\t') as [string, string, string, string];
    const identity = proxyIdentity(resellerId, orderId, Number(position));
    const opened = vault.open(Buffer.from(credentials, 'hex'), identity);
    const [login, password] = JSON.parse(opened) as [string, string];
    return { host, port: Number(port), login, password };
  });
}

const PROXIES = `
  select order_id, ${PROXIES_TEXT} from proxies
  where reseller_id = $1 and order_id = any ($2::bigint[])
  group by order_id`;

/** Reads the proxies of several orders by one statement. */
export function proxiesReader(database: PeerDatabase, vault: Vault) {
  const select = database.prepare<[orderId: number, proxies: string]>('proxies', PROXIES);
  return async (resellerId: number, orderIds: readonly number[]): Promise<OrderProxy[][]> => {
    const found = new Map(await select(resellerId, orderIds));
    return orderIds.map((id) => {
      const text = found.get(id);
      return text === undefined ? [] : openProxies(vault, resellerId, id, text);
    });
  };
}

const ORDER_WITH_PROXIES = `
  select ${ORDER_TEXT}, (
    select ${PROXIES_TEXT} from proxies where reseller_id = orders.reseller_id and order_id = orders.id
  )
  from orders where reseller_id = $1 and id = $2`;

/** Reads an order with its proxies by one statement. */
export function orderWithProxiesReader(database: PeerDatabase, vault: Vault) {
  const select = database.prepare<[order: string, proxies: string | null]>(
    'order with proxies',
    ORDER_WITH_PROXIES,
  );
  return async (resellerId: number, orderId: number) => {
    const [row] = await select(resellerId, orderId);
    if (!row) return undefined;
    const [order, proxies] = row;
    return {
      order: toOrderRow(order),
      proxies: proxies === null ? [] : openProxies(vault, resellerId, orderId, proxies),
    };
  };
}
