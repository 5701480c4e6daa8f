import { findByReference } from '../billing/movements.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { lineFlaw } from '../kit/text.ts';
import { findByLabel } from '../orders/annotations.ts';
import { OrderNotFoundError } from '../orders/errors.ts';
import { findOwnByProxy } from '../orders/find-proxies.ts';
import { findOwnOrders, type Order } from '../orders/order.ts';
import { listOrders, type OrderFilter } from '../orders/page.ts';
import { listKeys, type ShownKey } from '../resellers/keys.ts';
import { type AccountMovement, findMovements } from './account-statement.ts';
import { readClue } from './proxy-text.ts';
import type { Services } from './services.ts';

/** As long as a reference may be. */
export const MAX_CHARACTERS = 200;
/** The most of each kind that one search finds: more than anybody reads. */
export const MAX_FOUND = 20;
/** The most orders that a list finds by a label, and by a proxy: each is looked up by its number. */
export const MAX_LISTED = 1_000;
/** Numbers of orders have at most 15 digits. */
const ORDER_NUMBER = /^(?:order|заказ)?\s*[#№]?\s*([1-9]\d{0,14})$/i;

/** Whether a text is the number of an order: then no logins are decrypted for it. */
export const isOrderNumber = (text: string) => ORDER_NUMBER.test(text.trim());

interface Found {
  orders: Order[];
  keys: ShownKey[];
  movements: AccountMovement[];
}

interface Search {
  services: Pick<Services, 'database' | 'vault' | 'traffic'>;
  resellerId: number;
  text: string;
  now: Date;
}

/**
 * What a reseller has that the text names: an order by its number or as `findOrderIds` does, a key by how
 * it begins, a movement by the reference of its payment or correction; of each the newest. Nothing of anybody
 * else's, and nothing for a text that is blank, longer than 200 characters or not one line.
 */
export async function search({ services, resellerId, text, now }: Search): Promise<Found> {
  const { sql } = services.database;
  const nothing: Found = { orders: [], keys: [], movements: [] };
  const wanted = text.trim();
  if (wanted === '' || wanted.length > MAX_CHARACTERS || lineFlaw(wanted)) return nothing;
  if (wanted.startsWith('prk_')) {
    const keys = (await listKeys(sql, [resellerId])).get(resellerId) ?? [];
    const isMeant = ({ prefix, oldSecret }: ShownKey) =>
      [prefix, oldSecret?.prefix].some((own) => own?.startsWith(wanted.slice(0, own.length)));
    return { ...nothing, keys: keys.filter(isMeant).slice(-MAX_FOUND).reverse() };
  }
  const movements = await findMovements(sql, resellerId, await findByReference(sql, resellerId, wanted));
  const [, number] = ORDER_NUMBER.exec(wanted) ?? [];
  const byNumber = number === undefined ? [] : [Number(number)];
  const otherwise = await findOrderIds({ services, resellerId, text: wanted }, MAX_FOUND);
  const orderIds = [...new Set([...byNumber, ...otherwise])].slice(0, MAX_FOUND);
  const orders = await findOwnOrders(sql, { resellerId, orderIds }, now);
  return { ...nothing, orders: orders.toSorted((one, other) => other.id - one.id), movements };
}

/** The orders that a text names by the beginning of their label, or by a proxy (`findOwnByProxy`). */
export async function findOrderIds(
  { services, resellerId, text }: Omit<Search, 'now'>,
  limit: number,
): Promise<number[]> {
  const { database, vault, traffic } = services;
  const clue = isOrderNumber(text) ? undefined : readClue(text);
  const proxy = { ...clue, resellerId, limit, gatewayHost: traffic.gateway.host };
  const [byLabel, byProxy] = await Promise.all([
    findByLabel(database.sql, { resellerId, begun: text, limit }),
    clue?.kind === 'proxy' ? findOwnByProxy(database.sql, vault, proxy) : [],
  ]);
  return [...new Set([...byLabel, ...byProxy])];
}

/** The filter of a list with the orders that its text finds by what else they have than a number. */
export async function withFound<Filter extends OrderFilter>(
  services: Search['services'],
  resellerId: number,
  filter: Filter,
  limit = MAX_LISTED,
): Promise<Filter> {
  const text = filter.search?.trim() ?? '';
  if (text === '') return filter;
  return { ...filter, found: await findOrderIds({ services, resellerId, text }, limit) };
}

/** Which of its orders a reseller means: these, or those of a list, as they are when it is carried out. */
export type OrderSelection = { orderIds: readonly number[] } | { filter: OrderFilter };

/** The most orders of a selection: the contract's. */
export const MAX_SELECTED = 1_000;

/** As they were named, or the newest first. Throws OrderNotFoundError, and InvalidRequestError. */
export async function selectOrders(
  services: Search['services'],
  resellerId: number,
  selection: OrderSelection,
  now: Date,
): Promise<Order[]> {
  const { sql } = services.database;
  const orderIds =
    'orderIds' in selection
      ? [...new Set(selection.orderIds)]
      : await idsOf(services, resellerId, selection.filter, now);
  const found = await findOwnOrders(sql, { resellerId, orderIds }, now);
  const byId = new Map(found.map((order) => [order.id, order]));
  return orderIds.map((id) => {
    const order = byId.get(id);
    if (!order) throw new OrderNotFoundError(id);
    return order;
  });
}

async function idsOf(services: Search['services'], resellerId: number, given: OrderFilter, now: Date) {
  // One more than may be selected, so that too many are refused.
  const filter = await withFound(services, resellerId, given, MAX_SELECTED + 1);
  const { sql } = services.database;
  const { orders, total } = await listOrders(sql, resellerId, { ...filter, limit: MAX_SELECTED }, now);
  if (total <= MAX_SELECTED) return orders.map(({ id }) => id);
  const message = `selects ${total} orders, and may select ${MAX_SELECTED}: narrow it down`;
  throw new InvalidRequestError([{ path: ['filter'], message }]);
}
