import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import type { Vault } from '../kit/vault.ts';
import type { OrderProxy } from '../orders/order.ts';
import { BETWEEN, type ListedOrder } from '../orders/order-text.ts';
import { openProxies } from '../orders/proxies.ts';
import type { Credentials, Gateway } from '../upstreams/traffic.ts';
import type { LuxurySettings } from './settings.ts';

type ConnectionMode = Pick<LuxurySettings, 'session' | 'protocol'>;

/**
 * The one proxy of a Luxury order: the gateway with the order's login. In sticky mode it has the first sticky
 * port, which keeps its exit address; otherwise that of a protocol which the settings allow, HTTP first.
 */
export function luxuryProxy(
  gateway: Gateway,
  mode: ConnectionMode,
  { login, password }: Credentials,
): OrderProxy {
  return { ...addressOf(gateway, mode), login, password };
}

function addressOf(
  { host, httpPort, socks5Port, stickyPorts }: Gateway,
  { session, protocol }: ConnectionMode,
) {
  if (session === 'sticky') return { host, port: stickyPorts.first };
  return { host, port: protocol === 'socks5' ? socks5Port : httpPort };
}

const COLUMN = `'${BETWEEN.columnsOfAttached}'`;
const VALUE = `'${BETWEEN.valuesOfAttached}'`;

/**
 * SQL that reads the present proxies of orders in the statement that reads the orders, as one text for each
 * order. It is empty for an order without proxies. It begins with the connection mode of a Luxury order,
 * which a term order has not: its settings are not looked for.
 */
export const CURRENT_PROXIES = `coalesce((
  select coalesce(case orders.billing when 'per_gb' then (
      select s.session || ${COLUMN} || s.protocol from luxury_settings s
      where s.reseller_id = orders.reseller_id and s.order_id = orders.id) end, ${COLUMN})
    || ${COLUMN} || string_agg(p.host, ${VALUE} order by p.position)
    || ${COLUMN} || string_agg(p.port::text, ${VALUE} order by p.position)
    || ${COLUMN} || string_agg(coalesce(encode(p.credentials, 'base64'), ''), ${VALUE} order by p.position)
  from proxies p where p.reseller_id = orders.reseller_id and p.order_id = orders.id), '')`;

/** The proxies that were read with an order by `CURRENT_PROXIES`, decrypted, by their positions. */
export function attachedProxies(
  vault: Vault,
  gateway: Gateway,
  { id, resellerId, attached }: Pick<ListedOrder, 'id' | 'resellerId' | 'attached'>,
): OrderProxy[] {
  if (attached === '') return [];
  const [session, protocol, ...columns] = attached.split(BETWEEN.columnsOfAttached) as AttachedColumns;
  const [hosts, ports, credentials] = columns.map((column) =>
    column.split(BETWEEN.valuesOfAttached),
  ) as ProxyColumns;
  const current = session === '' ? undefined : addressOf(gateway, { session, protocol } as ConnectionMode);
  // A purchase numbers the proxies from 0, and none is ever taken out: the place is the position.
  const rows = hosts.map((host, position) => {
    const sealed = credentials[position];
    return {
      order_id: id,
      position,
      ...(current ?? { host, port: Number(ports[position]) }),
      credentials: sealed ? Buffer.from(sealed, 'base64') : null,
    };
  });
  return openProxies(vault, resellerId, [id], rows).get(id) ?? [];
}

type AttachedColumns = [session: string, protocol: string, ...proxies: string[]];
type ProxyColumns = [hosts: string[], ports: string[], credentials: string[]];

/**
 * The present proxies of many orders of one reseller, by their positions, in one statement. Host and port of
 * a Luxury order follow from its settings and the gateway as they are now, not from those at the purchase.
 */
export async function readCurrentProxies(
  db: Sql,
  vault: Vault,
  gateway: Gateway,
  resellerId: number,
  orderIds: readonly number[],
): Promise<Map<number, OrderProxy[]>> {
  const rows = await selectCurrentProxies(db, { resellerId, orderIds: [...orderIds] });
  const found = new Map<number, OrderProxy[]>(orderIds.map((id) => [id, []]));
  for (const { id, attached } of rows) {
    found.set(id, attachedProxies(vault, gateway, { id, resellerId, attached }));
  }
  return found;
}

const selectCurrentProxies = statement<{ resellerId: number; orderIds: number[] }>()(
  (db, { resellerId, orderIds }) =>
    db
      .selectFrom('orders')
      .select(['orders.id', sql.raw<string>(CURRENT_PROXIES).as('attached')])
      .where('orders.reseller_id', '=', resellerId)
      .where('orders.id', '=', sql<number>`any (${orderIds}::bigint[])`),
);
