import { deepStrictEqual } from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { BYTES_PER_GB, toGb } from '../../src/luxury/traffic.ts';
import type { Environment } from './environment.ts';
import { CONSOLE_DOCUMENTS, headersOf, LUXURY_PURCHASE, type TrafficEvent } from './requests.ts';
import { type SeededKey, type SeededReseller, seedReseller, seedSession } from './seed.ts';
import type { Following } from './servers/subscribers.ts';

/** The most subscriptions of one socket. */
const ORDERS_OF_RESELLER = 20;
/** Sockets of each reseller; each subscribes to all of its orders. */
export const SOCKETS_OF_RESELLER = 5;
/** Open consoles of each reseller, each of a session and a socket of its own. */
const CONSOLES_OF_RESELLER = 4;
/** A key admits 60 subscriptions a minute. */
const SOCKETS_OF_KEY = 3;
const BUYERS_AT_ONCE = 16;
/** What each order uses before a round, in bytes. */
const USED_IN_ROUND = 2 ** 20;
const WATCHED_CHECKED_EVERY_MS = 20;

/** Resellers with Luxury orders, and the sockets that subscribe to them. */
export interface LuxuryResellers {
  orderCount: number;
  /** The sockets of each reseller. */
  sockets: Following[][];
  /** The sockets of all consoles. */
  consoles: Following[];
  /** Has the upstream count more traffic for every order. */
  useTraffic(): Promise<void>;
  /** Throws unless the events show the full usage of every order. */
  check(events: readonly TrafficEvent[]): void;
  /** Resolves when all orders are watched according to the database. */
  untilWatched(): Promise<void>;
}

/** Buys the orders from the service, so that the upstream has accounts for them. */
export async function openLuxuryResellers(
  environment: Environment,
  url: string,
  resellerCount: number,
): Promise<LuxuryResellers> {
  const keyCount = Math.ceil(SOCKETS_OF_RESELLER / SOCKETS_OF_KEY);
  const resellers: SeededReseller[] = [];
  for (let i = 0; i < resellerCount; i++) resellers.push(await seedReseller(environment, keyCount));
  const waiting = [...resellers];
  const sockets: Following[][] = [];
  const consoles: Following[] = [];
  const buyers = Array.from({ length: BUYERS_AT_ONCE }, async () => {
    for (let reseller = waiting.pop(); reseller; reseller = waiting.pop()) {
      const orderIds = await buyOrders(url, reseller);
      sockets.push(socketsOf(reseller, orderIds));
      for (let i = 0; i < CONSOLES_OF_RESELLER; i++) {
        const token = await seedSession(environment, reseller);
        const client = { cookie: `console_session=${token}`, origin: url };
        consoles.push({ client, orderIds, further: CONSOLE_DOCUMENTS });
      }
    }
  });
  await Promise.all(buyers);

  const orderIds = sockets.flatMap(([socket]) => socket?.orderIds ?? []);
  const { rows } = await sql<{ upstream_id: string }>`
    select upstream_id from luxury_traffic where order_id = any (${orderIds}::bigint[])`.execute(
    environment.database.sql,
  );
  const uses = rows.map((row) => ({ subUserId: Number(row.upstream_id), bytes: USED_IN_ROUND }));
  let used = 0n;
  return {
    orderCount: orderIds.length,
    sockets,
    consoles,
    async useTraffic() {
      await send(`${environment.sandbox.ready.url}/control/usage`, 'PUT', uses, {});
      used += BigInt(USED_IN_ROUND);
    },
    check(events) {
      deepStrictEqual(
        new Map(events.map(({ orderId, usedGb, leftGb }) => [orderId, [usedGb, leftGb]])),
        new Map(orderIds.map((orderId) => [orderId, [toGb(used), toGb(BYTES_PER_GB - used)]])),
      );
    },
    async untilWatched() {
      while ((await countWatched(environment)) < orderIds.length) await setTimeout(WATCHED_CHECKED_EVERY_MS);
    },
  };
}

/** Buys one Luxury order and returns its id. */
export async function buyLuxury(url: string, { apiKey }: SeededKey, options?: object): Promise<string> {
  const body = { ...LUXURY_PURCHASE, ...(options && { options }) };
  const { id } = await send<{ id: number }>(`${url}/v1/orders`, 'POST', body, headersOf(apiKey));
  return String(id);
}

async function buyOrders(url: string, { keys: [key] }: SeededReseller): Promise<string[]> {
  if (!key) throw new RangeError('the reseller has no key');
  const orderIds: string[] = [];
  for (let i = 0; i < ORDERS_OF_RESELLER; i++) orderIds.push(await buyLuxury(url, key));
  return orderIds;
}

function socketsOf({ keys }: SeededReseller, orderIds: string[]): Following[] {
  return Array.from({ length: SOCKETS_OF_RESELLER }, (_, i) => ({
    client: { apiKey: keys[Math.floor(i / SOCKETS_OF_KEY)]?.apiKey ?? '' },
    orderIds,
  }));
}

async function countWatched({ database }: Environment): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(distinct order_id) from watchers, unnest(order_ids) as order_id`.execute(database.sql);
  return Number(rows[0]?.count);
}

async function send<Answer>(
  url: string,
  method: 'POST' | 'PUT',
  body: unknown,
  headers: Record<string, string>,
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} was answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Answer;
}
