import { setImmediate } from 'node:timers/promises';
import { gatewayPorts } from '../luxury/lines.ts';
import { attachedProxies, CURRENT_PROXIES } from '../luxury/proxy.ts';
import { type Order, orderFinder } from '../orders/order.ts';
import type { ListedOrder } from '../orders/order-text.ts';
import { listOrders } from '../orders/page.ts';
import { MAX_SELECTED, withFound } from '../purchases/search.ts';
import type { Services } from '../purchases/services.ts';
import type { AdmittedList } from './admission.ts';
import { filterOf } from './proxy-lists.ts';

/** A proxy of a list, by the names that programs read. */
export interface ListLine {
  /** That of the proxy; further lines of a Luxury order go on from it. */
  id: string;
  order_id: number;
  label: string | null;
  customer: string | null;
  country: string;
  protocol: 'http' | 'socks5';
  host: string;
  port: number;
  login: string;
  password: string;
  expires_at: string | null;
}

/** The most lines: those of the most orders, of the largest purchase each. Only Luxury lines can be more. */
const MAX_LIST_LINES = 50_000;
/** Orders that are decrypted at once, some 3 ms of a processor that others wait for. */
const ORDERS_AT_ONCE = 100;

type Given = Pick<Services, 'database' | 'vault' | 'traffic'>;

/**
 * What a list holds now: the orders in the order in which they were named, or the newest first. A list by a
 * filter goes on being served when it selects more than fits, without the oldest: otherwise all programs that
 * load it would stop at one more purchase.
 *
 * @param asked the protocol of all lines; left out, HTTP where an order speaks both.
 * @returns the lines, and how many active orders did not fit.
 */
export async function readLines(
  services: Given,
  list: AdmittedList,
  asked: ListLine['protocol'] | undefined,
  now: Date,
): Promise<{ lines: ListLine[]; leftOut: number }> {
  const { orders, total } = await readActiveOrders(services, list, now);
  const lines: ListLine[] = [];
  for (const [place, order] of orders.entries()) {
    if (place > 0 && place % ORDERS_AT_ONCE === 0) await setImmediate();
    const own = linesOf(services, list, order, asked);
    if (lines.length + own.length > MAX_LIST_LINES) return { lines, leftOut: total - place };
    lines.push(...own);
  }
  return { lines, leftOut: total - orders.length };
}

type ReadOrder = Pick<
  Order,
  'id' | 'resellerId' | 'label' | 'customer' | 'country' | 'protocol' | 'billing'
> &
  Pick<ListedOrder, 'attached'> & { expiresAt: Date | string | null };

const findWithProxies = orderFinder(CURRENT_PROXIES);

/** In one statement; a search by a text takes two more. */
async function readActiveOrders(
  services: Given,
  { resellerId, orderIds, filter }: AdmittedList,
  now: Date,
): Promise<{ orders: ReadOrder[]; total: number }> {
  const { sql } = services.database;
  if (filter) {
    const found = await withFound(services, resellerId, filterOf(filter));
    return listOrders(sql, resellerId, { ...found, limit: MAX_SELECTED }, now, CURRENT_PROXIES);
  }
  const named = orderIds ?? [];
  const found = await findWithProxies(sql, { resellerId, orderIds: named }, now);
  const active = new Map(found.filter(({ status }) => status === 'active').map((order) => [order.id, order]));
  const orders = named.flatMap((id) => active.get(id) ?? []);
  return { orders, total: orders.length };
}

/** None for an order that does not speak the protocol. */
function linesOf(
  { vault, traffic: { gateway } }: Given,
  { count, sticky }: AdmittedList,
  order: ReadOrder,
  asked: ListLine['protocol'] | undefined,
): ListLine[] {
  const protocol = asked ?? (order.protocol === 'socks5' ? 'socks5' : 'http');
  if (order.protocol !== 'both' && order.protocol !== protocol) return [];
  const { id, label, customer, country, expiresAt } = order;
  const own = attachedProxies(vault, gateway, order);
  const proxies =
    order.billing === 'per_gb'
      ? own.flatMap((proxy) =>
          gatewayPorts(gateway, { sticky, protocol }, count).map((port) => ({ ...proxy, port })),
        )
      : own;
  const expires_at = expiresAt instanceof Date ? expiresAt.toISOString() : expiresAt;
  return proxies.map(({ host, port, login, password }, place) => ({
    id: `proxy:${id}/${place + 1}`,
    order_id: id,
    label,
    customer,
    country,
    protocol,
    host,
    port,
    login,
    password,
    expires_at,
  }));
}
