import { expressionBuilder, sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import type { Vault } from '../kit/vault.ts';
import type { OrderProxy } from '../orders/order.ts';
import type { ListedOrder } from '../orders/order-text.ts';
import { openProxies } from '../orders/proxies.ts';
import type { Credentials, Gateway } from '../upstreams/traffic.ts';
import type { LuxurySettings } from './settings.ts';

type ConnectionMode = Pick<LuxurySettings, 'session' | 'protocol'>;

/**
 * The one proxy of a Luxury order: the gateway with the order's login. In sticky mode it has the first sticky
 * port, which keeps its exit address; otherwise the port of a protocol that the settings allow, HTTP before
 * SOCKS5.
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

/**
 * Between two proxies of an order, and between two columns of a proxy. No column has them: hosts are checked
 * against a pattern, and credentials are base64.
 */
const [PROXY_SEPARATOR, COLUMN_SEPARATOR] = ['\u001e', '\u001d'];

/** Reads the present proxies of orders in the statement that reads the orders, as one text for each order. */
export const CURRENT_PROXIES = expressionBuilder<Tables, 'orders'>()
  .selectFrom('proxies as p')
  .leftJoin('luxury_settings as s', (join) =>
    join.onRef('s.reseller_id', '=', 'p.reseller_id').onRef('s.order_id', '=', 'p.order_id'),
  )
  .whereRef('p.reseller_id', '=', 'orders.reseller_id')
  .whereRef('p.order_id', '=', 'orders.id')
  .select(({ ref }) => {
    const columns = [ref('p.position'), ref('p.host'), ref('p.port')].map((column) => sql`${column}::text`);
    const maybe = [ref('s.session'), ref('s.protocol'), sql`encode(${ref('p.credentials')}, 'base64')`];
    const texts = [...columns, ...maybe.map((text) => sql`coalesce(${text}, '')`)];
    const proxy = sql.join(texts, sql` || ${sql.lit(COLUMN_SEPARATOR)} || `);
    const all = sql<string>`string_agg(${proxy}, ${sql.lit(PROXY_SEPARATOR)} order by ${ref('p.position')})`;
    return all.as('proxies');
  })
  .$asScalar();

/** The proxies that were read with an order by `CURRENT_PROXIES`, decrypted, by their positions. */
export function attachedProxies(
  vault: Vault,
  gateway: Gateway,
  { id, resellerId, attached }: Pick<ListedOrder, 'id' | 'resellerId' | 'attached'>,
): OrderProxy[] {
  if (attached === '') return [];
  const rows = attached.split(PROXY_SEPARATOR).map((text) => {
    const [position, host, port, session, protocol, credentials] = text.split(COLUMN_SEPARATOR) as ProxyTexts;
    const mode = { session, protocol } as ConnectionMode;
    return {
      order_id: id,
      position: Number(position),
      ...(session === '' ? { host, port: Number(port) } : addressOf(gateway, mode)),
      credentials: credentials === '' ? null : Buffer.from(credentials, 'base64'),
    };
  });
  return openProxies(vault, resellerId, [id], rows).get(id) ?? [];
}

type ProxyTexts = [
  ...[position: string, host: string, port: string],
  ...[session: string, protocol: string, credentials: string],
];

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
    found.set(id, attachedProxies(vault, gateway, { id, resellerId, attached: attached ?? '' }));
  }
  return found;
}

const selectCurrentProxies = statement<{ resellerId: number; orderIds: number[] }>()(
  (db, { resellerId, orderIds }) =>
    db
      .selectFrom('orders')
      .select(['orders.id', CURRENT_PROXIES.as('attached')])
      .where('orders.reseller_id', '=', resellerId)
      .where('orders.id', '=', sql<number>`any (${orderIds}::bigint[])`),
);
