import { findByReference } from '../billing/movements.ts';
import { lineFlaw } from '../kit/text.ts';
import { findOwnAtAddress, findOwnByLogin, findOwnEndless } from '../orders/find-proxies.ts';
import { findOwnOrders, type Order } from '../orders/order.ts';
import { findByNumber } from '../orders/page.ts';
import { listKeys, type ShownKey } from '../resellers/keys.ts';
import type { Gateway } from '../upstreams/traffic.ts';
import { type AccountMovement, findMovements } from './account-statement.ts';
import { readClue } from './proxy-text.ts';
import type { Services } from './services.ts';

/** As long as a reference may be. */
const MAX_CHARACTERS = 200;
/** The most that one search finds. */
export const MAX_HITS = 20;
/** Of so many orders logins are compared: to decrypt them takes some 10 ms of processor time. */
export const ORDERS_WITH_LOGINS = 1_000;
/** Shorter words are no logins: somebody is typing. */
const MIN_LOGIN_CHARACTERS = 4;

export type SearchMatch = 'order_number' | 'proxy_login' | 'proxy_address' | 'key_prefix' | 'reference';

/** What was found, and the text of it that was looked for. */
export type SearchHit = { match: SearchMatch; matched: string } & Found;
type Found =
  | { kind: 'order'; id: number; order: Order }
  | { kind: 'movement'; id: number; movement: AccountMovement }
  | { kind: 'key'; id: number; key: ShownKey };

interface Search {
  services: Pick<Services, 'database' | 'vault' | 'traffic'>;
  resellerId: number;
  now: Date;
  limit: number;
}

/** What a kind looks for; ids alone are those of orders. */
type Matches = Promise<(Found & { matched: string })[]>;

/**
 * What can be searched for, the surest first. A kind finds nothing by a text that is none of its own. Another
 * one is a row here, and a value of SearchMatch in the schema.
 */
const KINDS: Record<SearchMatch, (search: Search, text: string) => Matches> = {
  async order_number(search, text) {
    const [, digits] = ORDER_NUMBER.exec(text) ?? [];
    if (digits === undefined) return [];
    const { services, resellerId, limit } = search;
    const ids = await findByNumber(services.database.sql, resellerId, digits, limit);
    return ordersOf(search, new Map(ids.map((id) => [id, String(id)])));
  },

  async proxy_login(search, text) {
    const clue = readClue(text);
    if (clue?.kind !== 'proxy' || clue.login === undefined || clue.login.startsWith(KEY)) return [];
    const { login } = clue;
    if (login.length < MIN_LOGIN_CHARACTERS) return [];
    const { services, resellerId } = search;
    const newest = { resellerId, login, limit: ORDERS_WITH_LOGINS };
    const ids = await findOwnByLogin(services.database.sql, services.vault, newest);
    return ordersOf(search, new Map(ids.map((id) => [id, login])));
  },

  async proxy_address(search, text) {
    const clue = readClue(text);
    if (clue?.kind !== 'proxy' || clue.host === undefined) return [];
    const { services, resellerId, limit } = search;
    const { sql } = services.database;
    const { gateway } = services.traffic;
    const host = clue.host.toLowerCase();
    const isGateway = host === gateway.host.toLowerCase();
    // Its login says which.
    if (isGateway && clue.login !== undefined) return [];
    const address = { host, port: clue.port ?? null, isGateway };
    const found = await findOwnAtAddress(sql, { resellerId, limit, ...address });
    const shown = (port: number) => `${host.includes(':') ? `[${host}]` : host}:${port}`;
    const matched = new Map(found.map(({ orderId, port }) => [orderId, shown(port)]));
    if (isGateway && (clue.port === undefined || isPortOf(gateway, clue.port)))
      for (const id of await findOwnEndless(sql, { resellerId, limit }))
        matched.set(id, clue.port === undefined ? host : shown(clue.port));
    return ordersOf(search, new Map([...matched].toSorted(([one], [other]) => other - one)));
  },

  async key_prefix({ services, resellerId }, text) {
    if (!text.startsWith(KEY)) return [];
    const keys = (await listKeys(services.database.sql, [resellerId])).get(resellerId) ?? [];
    return keys.flatMap((key) => {
      const begins = [key.prefix, key.oldSecret?.prefix ?? ''].filter((prefix) => prefix !== '');
      const matched = begins.find((prefix) => prefix.startsWith(text) || text.startsWith(prefix));
      return matched === undefined ? [] : [{ kind: 'key', id: key.id, key, matched }];
    });
  },

  async reference({ services, resellerId }, text) {
    const { sql } = services.database;
    const positions = await findByReference(sql, resellerId, text);
    if (positions.length === 0) return [];
    const movements = await findMovements(sql, resellerId, positions);
    return movements.map((movement) => ({
      kind: 'movement',
      id: movement.position,
      movement,
      matched: text,
    }));
  },
};

const ORDER_NUMBER = /^(?:order|заказ)?\s*[#№]?\s*([1-9]\d*)$/i;
const KEY = 'prk_';

function isPortOf({ httpPort, socks5Port, stickyPorts }: Gateway, port: number): boolean {
  return port === httpPort || port === socks5Port || (port >= stickyPorts.first && port <= stickyPorts.last);
}

/** The orders, in the order of the map, by what was found of each. */
async function ordersOf({ services, resellerId, now, limit }: Search, matched: Map<number, string>): Matches {
  const orderIds = [...matched.keys()].slice(0, limit);
  if (orderIds.length === 0) return [];
  const orders = await findOwnOrders(services.database.sql, { resellerId, orderIds }, now);
  const known = new Map(orders.map((order) => [order.id, order]));
  return orderIds.flatMap((id) => {
    const order = known.get(id);
    return order ? [{ kind: 'order', id, order, matched: matched.get(id) ?? '' }] : [];
  });
}

/** What is wrong with a text to search for; undefined when it can be searched for. */
export function searchFlaw(text: string): string | undefined {
  if (text.length > MAX_CHARACTERS) return `must be at most ${MAX_CHARACTERS} characters long`;
  const flaw = lineFlaw(text);
  return flaw && `contains ${flaw}`;
}

/**
 * What a reseller has that the text names: nothing of anybody else's, each thing once. The text has no flaw.
 * Addresses, references and logins are found whole; logins among the newest orders that are not expired.
 */
export async function search(given: Search, text: string): Promise<SearchHit[]> {
  const wanted = text.trim();
  if (wanted === '') return [];
  const hits = new Map<string, SearchHit>();
  for (const [match, find] of Object.entries(KINDS) as [SearchMatch, (typeof KINDS)[SearchMatch]][]) {
    if (hits.size >= given.limit) break;
    for (const found of await find(given, wanted)) {
      const name = `${found.kind}:${found.id}`;
      if (!hits.has(name)) hits.set(name, { match, ...found });
    }
  }
  return [...hits.values()].slice(0, given.limit);
}
