import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Subscriber } from '../../src/live/hubs.ts';
import { changedOrders, ORDERS_OF_EVENT, OrderFeeds, pagesOf } from '../../src/live/order-feeds.ts';
import { fileLapsedOrders } from '../../src/orders/ends.ts';
import type { Order } from '../../src/orders/order.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { renew } from '../../src/purchases/renew.ts';
import { seedOrders } from '../bench/seed.ts';
import { buyerOf, type GivenReseller, givenKeys, givenReseller } from '../support/given.ts';
import { givenLuxuryOrder } from '../support/given-luxury.ts';
import { type RunningService, startService } from '../support/service.ts';
import { socketClient } from '../support/sockets.ts';
import { recordStatements, type Statements } from '../support/statements.ts';

const ORDER = { tier: 'prem', type: 'ipv4', country: 'US', period: '7d', quantity: 1 };
const DAY_MS = 24 * 60 * 60_000;
type Orders = readonly Order[];

let service: RunningService;
let statements: Statements;
/** The same database as another process serves it. */
let other: RunningService;
let reseller: GivenReseller;

beforeAll(async () => {
  statements = recordStatements();
  service = await startService({ onPoolCreated: statements.onPoolCreated });
  const { databaseUrl, credentialsKey, sandbox } = service;
  other = await startService({ databaseUrl, credentialsKey, sandbox });
});
afterAll(async () => {
  await other.close();
  await service.close();
});
beforeEach(async () => {
  reseller = await givenReseller(service.services);
});
/** The subscribers of a test. */
let following: Subscriber<Orders>[] = [];
afterEach(async () => {
  await Promise.all(following.map((subscriber) => subscriber.return()));
  following = [];
  expect(service.live.subscribers).toBe(0);
});

const buy = async () => (await purchase(other.services, buyerOf(reseller), ORDER)).sale.order.id;

async function subscribe({ resellerId } = reseller): Promise<Subscriber<Orders>> {
  const subscriber = await service.live.subscribeToOrders(resellerId);
  following.push(subscriber);
  return subscriber;
}

/**
 * Reads on until an event fits. Orders that were bought before appear as changed, too, when their own events
 * arrive late.
 */
async function until(subscriber: Subscriber<Orders>, holds: (orders: Orders) => boolean): Promise<Orders> {
  for (;;) {
    const { value } = await subscriber.next();
    if (value === undefined) throw new Error('it has ended');
    if (holds(value)) return value;
  }
}

/** Tells of all of them together. */
const change = (...orderIds: number[]) =>
  service.live.onChanges(
    orderIds.map((orderId) => ({ topic: 'order' as const, resellerId: reseller.resellerId, orderId })),
  );
const ids = (orders: Orders | undefined) => orders?.map(({ id }) => id);
const has =
  (...wanted: number[]) =>
  (orders: Orders) =>
    wanted.every((id) => ids(orders)?.includes(id));

/** Orders whose events have all been delivered, so that the test sees only later events. */
async function givenOrders(count: number): Promise<number[]> {
  const subscriber = await subscribe();
  const orderIds: number[] = [];
  for (let i = 0; i < count; i++) {
    const id = await buy();
    await until(subscriber, has(id));
    orderIds.push(id);
  }
  await subscriber.return();
  return orderIds;
}

test('first come the newest orders, at most a page, and none where there is none', async () => {
  expect((await (await subscribe()).next()).value).toEqual([]);
  const [first = 0, second = 0] = await givenOrders(2);
  expect(ids((await (await subscribe()).next()).value)).toEqual([second, first]);
  const stranger = await givenReseller(service.services);
  expect((await (await subscribe(stranger)).next()).value).toEqual([]);

  await seedOrders(service.services, reseller.resellerId, ORDERS_OF_EVENT + 10);
  const page = ids((await (await subscribe()).next()).value) ?? [];
  expect(page).toHaveLength(ORDERS_OF_EVENT);
  expect(page).toEqual(page.toSorted((a, b) => b - a));
  const { rows } = await sql<{ id: string }>`select max(id) as id from orders`.execute(
    service.services.database.sql,
  );
  expect(page[0]).toBe(Number(rows[0]?.id));
});

test('an order that is bought in any process is delivered, and so is its renewal', async () => {
  const subscriber = await subscribe();
  await subscriber.next();
  const id = await buy();
  const [bought] = await until(subscriber, has(id));
  await renew(other.services, buyerOf(reseller), { orderId: id, period: '7d' });
  const [renewed] = await until(
    subscriber,
    ([order]) => order?.expiresAt?.getTime() !== bought?.expiresAt?.getTime(),
  );
  expect(renewed?.expiresAt?.getTime()).toBe((bought?.expiresAt?.getTime() ?? 0) + 7 * DAY_MS);
});

test('nobody gets another reseller’s orders', async () => {
  const stranger = await subscribe(await givenReseller(service.services));
  await stranger.next();
  const own = await subscribe();
  await own.next();
  const unheard = stranger.next();
  await until(own, has(await buy()));
  const pending = Symbol('pending');
  expect(await Promise.race([unheard, Promise.resolve(pending)])).toBe(pending);
});

test.each([1, 20])(
  'when %i orders change at once, one statement reads them for all subscribers, who get them at once',
  async (count) => {
    const orderIds = await givenOrders(count);
    const subscribers = await Promise.all(Array.from({ length: 10 }, () => subscribe()));
    for (const subscriber of subscribers) await subscriber.next();
    const events: (Orders | undefined)[] = [];
    const sent = await statements.during(async () => {
      const delivered = Promise.all(subscribers.map((subscriber) => subscriber.next()));
      change(...orderIds);
      events.push(...(await delivered).map(({ value }) => value));
    });
    expect(sent.filter((text) => /from "?orders\b/.test(text))).toHaveLength(1);
    expect(ids(events[0])).toEqual(orderIds.toReversed());
    for (const event of events) expect(event).toBe(events[0]);
  },
);

test('a subscriber that reads late gets every order that changed meanwhile, each in its latest state, at once', async () => {
  const orderIds = await givenOrders(3);
  const late = await subscribe();
  const witness = await subscribe();
  await Promise.all([late.next(), witness.next()]);
  const ends = new Map<number, number | undefined>();
  for (const id of [...orderIds, ...orderIds.slice(0, 1)]) {
    await renew(other.services, buyerOf(reseller), { orderId: id, period: '7d' });
    const delivered = await until(
      witness,
      (orders) => has(id)(orders) && orders[0]?.expiresAt?.getTime() !== ends.get(id),
    );
    ends.set(id, delivered[0]?.expiresAt?.getTime());
  }
  const { value } = await late.next();
  expect(ids(value)?.toSorted()).toEqual(orderIds.toSorted());
  for (const { id, expiresAt } of value ?? []) expect(expiresAt?.getTime()).toBe(ends.get(id));
});

test('what nobody fetches is merged by order, and then delivered in pages', () => {
  const orderOf = (id: number, quantity: number) => ({ id, quantity }) as Order;
  const pending = changedOrders();
  pending.put([]);
  pending.put([]);
  expect(pending.take()).toEqual([]);
  expect(pending.take()).toBeUndefined();
  const one = [orderOf(1, 1)];
  pending.put(one);
  pending.put([]);
  expect(pending.take()).toBe(one);
  const all = Array.from({ length: 450 }, (_, i) => orderOf(i, 1));
  for (const page of pagesOf(all)) pending.put(page);
  pending.put([orderOf(449, 2), orderOf(0, 2)]);
  const taken = Array.from({ length: 10 }, () => pending.take());
  expect(taken.map((orders) => orders?.length)).toEqual([...Array(9).fill(ORDERS_OF_EVENT), undefined]);
  expect(new Set(taken.flatMap((orders) => ids(orders) ?? [])).size).toBe(450);
  expect(
    taken
      .flat()
      .filter((order) => order?.quantity === 2)
      .map((order) => order?.id),
  ).toEqual([0, 449]);
});

test('orders that end with time are delivered as expired, however they are filed, and later as no longer renewable', async () => {
  const orderIds = await givenOrders(2);
  const subscriber = await subscribe();
  await subscriber.next();
  const { database, clock } = service.services;
  // The new status is stored before any subscription has read the orders after their end.
  await fileLapsedOrders(database.sql, new Date(clock.now().getTime() + 8 * DAY_MS));
  service.clock.advance(8 * DAY_MS);
  const expired = await until(subscriber, has(...orderIds));
  expect(expired.map(({ status, renewable }) => [status, renewable])).toEqual(
    Array(2).fill(['expired', true]),
  );
  service.clock.advance(3 * DAY_MS);
  const gone = await until(subscriber, has(...orderIds));
  expect(gone.map(({ status, renewable }) => [status, renewable])).toEqual(Array(2).fill(['expired', false]));
});

test('while no term is over, the database is not asked', async () => {
  await givenOrders(1);
  const feeds = new OrderFeeds(service.services, { onFailure: (error) => expect.fail(String(error)) });
  const subscriber = await feeds.subscribe(reseller.resellerId);
  await subscriber.next();
  const sent = await statements.during(async () => {
    for (let i = 0; i < 100; i++) feeds.checkChangesByTime();
    await feeds.close();
  });
  expect(sent.filter((text) => /from "?orders\b/.test(text))).toEqual([]);
});

test('what changed while the connection was lost is delivered when it is back', async () => {
  const [id = 0] = await givenOrders(1);
  const subscriber = await subscribe();
  await subscriber.next();
  const { database } = service.services;
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like '% changes'`.execute(database.sql);
  await sql`update orders set quantity = 7 where id = ${id}`.execute(database.sql);
  expect(await until(subscriber, ([order]) => order?.quantity === 7)).toHaveLength(1);
});

test('what cannot be read is read again until it can, and nothing is left out', async () => {
  const [first = 0, second = 0] = await givenOrders(2);
  const subscriber = await subscribe();
  await subscriber.next();
  const { database } = service.services;
  await sql`alter table orders rename to orders_away`.execute(database.sql);
  const delivered = until(subscriber, has(first, second));
  service.live.onChanges([{ topic: 'order', resellerId: reseller.resellerId, orderId: first }]);
  await expect.poll(() => service.logged.some((line) => line.includes('could not be read'))).toBe(true);
  await expect(service.live.subscribeToOrders(reseller.resellerId)).rejects.toThrow();
  service.live.onChanges([{ topic: 'order', resellerId: reseller.resellerId, orderId: second }]);
  await sql`alter table orders_away rename to orders`.execute(database.sql);
  expect(ids(await delivered)).toEqual([second, first]);
});

test('the traffic of the Luxury orders that were delivered is watched while they are active', async () => {
  const { order } = await givenLuxuryOrder(other.services, { reseller });
  const subscriber = await subscribe();
  await subscriber.next();
  const watched = async () => {
    const { rows } = await sql<{ order_ids: string[] }>`select order_ids from watchers`.execute(
      service.services.database.sql,
    );
    return rows.flatMap(({ order_ids }) => order_ids.map(Number));
  };
  await expect.poll(watched, { interval: 20 }).toContain(order.id);
  await subscriber.return();
  await expect.poll(watched, { interval: 100 }).not.toContain(order.id);
});

test.each([1, 100])(
  'an event costs %i subscribers two statements, though each is shown the proxies',
  async (count) => {
    const [id = 0] = await givenOrders(1);
    const query = 'subscription { ordersUpdated { id expiresAt proxies { login password } } }';
    const keys = await givenKeys(service.services, reseller.resellerId, Math.ceil(count / 50));
    // A key admits sixty subscriptions a minute, and a socket carries twenty.
    const sockets = keys.flatMap((key) => Array.from({ length: 3 }, () => socketClient(service.url, key)));
    const all = Array.from({ length: count }, (_, i) => sockets[i % sockets.length]?.follow(query));
    const first = await Promise.all(all.map((events) => events?.next()));
    expect(first.filter((event) => event?.errors)).toEqual([]);
    const sent = await statements.during(async () => {
      await renew(other.services, buyerOf(reseller), { orderId: id, period: '7d' });
      await Promise.all(all.map((events) => events?.next()));
    });
    const reads = sent.filter((text) => !text.includes('with ordinality') && !text.includes('watchers'));
    expect(reads.map((text) => /from "?(orders|proxies)\b/.exec(text)?.[1])).toEqual(['orders', 'proxies']);
    await Promise.all(sockets.map((socket) => socket.close()));
    await expect.poll(() => service.live.subscribers).toBe(0);
  },
);
