import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { topUp } from '../../src/billing/top-ups.ts';
import { notify } from '../../src/events/bell.ts';
import type { Subscriber } from '../../src/live/hubs.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { PurchaseDocument, RenewDocument } from '../graphql/generated/graphql.ts';
import { buyerOf, type GivenReseller, givenKeys, givenReseller } from '../support/given.ts';
import { type RunningService, startService } from '../support/service.ts';
import { socketClient } from '../support/sockets.ts';
import { recordStatements, type Statements } from '../support/statements.ts';

const ORDER = { tier: 'prem', type: 'ipv4', country: 'US', period: '7d', quantity: 1 };

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
let following: { return(): Promise<unknown> }[] = [];
afterEach(async () => {
  await Promise.all(following.map((subscriber) => subscriber.return()));
  following = [];
  expect(service.live.subscribers).toBe(0);
});

/** Buys an order and waits for its event, so that the test sees only later events. */
async function buy(): Promise<number> {
  const received = vi.spyOn(service.live, 'onEvents');
  const { sale } = await purchase(other.services, buyerOf(reseller), ORDER);
  const hasCome = () => received.mock.calls.flat(2).some(({ orderId }) => orderId === sale.order.id);
  await expect.poll(hasCome, { interval: 5 }).toBe(true);
  received.mockRestore();
  return sale.order.id;
}

async function subscribeToOrder(orderId: number) {
  const subscriber = await service.live.subscribeToOrder({ resellerId: reseller.resellerId, orderId });
  following.push(subscriber);
  return subscriber;
}

async function subscribeToBalance() {
  const subscriber = await service.live.subscribeToBalance(reseller.resellerId);
  following.push(subscriber);
  return subscriber;
}

/**
 * Reads on until a state fits: the same state may come twice, because an event may be about something that
 * the state does not show.
 */
async function until<State>(subscriber: Subscriber<State>, holds: (state: State) => boolean): Promise<State> {
  for (;;) {
    const { value } = await subscriber.next();
    if (value === undefined) throw new Error('it has ended');
    if (holds(value)) return value;
  }
}

const addMoney = (cents = 100n) => {
  const { database, clock } = other.services;
  const { resellerId } = reseller;
  const reference = crypto.randomUUID();
  return topUp(database, { resellerId, amount: cents * 10_000n, reference, at: clock.now() });
};

/** Statements of this process that read what is subscribed. */
const readings = (sent: string[]) =>
  sent.filter((text) => /\bany \(|unnest\(/.test(text) && /^\s*select/.test(text));

test.each([1, 20])(
  'when %i subscribed orders change at once, one statement reads them all',
  async (count) => {
    const orderIds: number[] = [];
    for (let i = 0; i < count; i++) orderIds.push(await buy());
    const subscribers = await Promise.all(orderIds.map(subscribeToOrder));
    for (const subscriber of subscribers) await subscriber.next();
    const sent = await statements.during(async () => {
      const changes = orderIds.map((orderId) => ({
        topic: 'order' as const,
        resellerId: reseller.resellerId,
        orderId,
      }));
      service.live.onChanges(changes);
      await Promise.all(subscribers.map((subscriber) => subscriber.next()));
    });
    expect(readings(sent)).toHaveLength(1);
  },
);

test('subscriptions that begin at the same time are served by one statement, too', async () => {
  const orderId = await buy();
  const sent = await statements.during(async () => {
    await Promise.all(Array.from({ length: 100 }, () => subscribeToOrder(orderId)));
  });
  expect(readings(sent)).toHaveLength(1);
});

test('all subscribers of a subject get the same object', async () => {
  const subscribers = await Promise.all([subscribeToBalance(), subscribeToBalance(), subscribeToBalance()]);
  for (const subscriber of subscribers) await subscriber.next();
  await addMoney();
  const [first, ...others] = await Promise.all(
    subscribers.map(async (subscriber) => (await subscriber.next()).value),
  );
  expect(first?.balance).toBe(101_000_000n);
  for (const state of others) expect(state).toBe(first);
});

test('a subscriber that reads late gets the latest state, once', async () => {
  const subscriber = await subscribeToBalance();
  const witness = await subscribeToBalance();
  await witness.next();
  for (let i = 0; i < 5; i++) {
    await addMoney();
    await witness.next();
  }
  expect((await subscriber.next()).value?.balance).toBe(105_000_000n);
  const next = subscriber.next();
  await addMoney();
  expect((await next).value?.balance).toBe(106_000_000n);
});

test('no change is lost or sent twice, whenever a subscription begins', async () => {
  let stopped = false;
  const paying = (async () => {
    for (let i = 0; i < 60; i++) await addMoney(1n);
    stopped = true;
  })();
  const seen: Promise<bigint[]>[] = [];
  while (!stopped) {
    const subscriber = await subscribeToBalance();
    seen.push(
      (async () => {
        const balances: bigint[] = [];
        for await (const { balance } of subscriber) {
          balances.push(balance);
          if (balance === 100_600_000n) break;
        }
        return balances;
      })(),
    );
  }
  await paying;
  for (const balances of await Promise.all(seen)) {
    expect(balances).toEqual([...new Set(balances)].sort((a, b) => (a < b ? -1 : 1)));
  }
});

test('a state that cannot be read is read again until it can', async () => {
  const subscriber = await subscribeToBalance();
  await subscriber.next();
  const { database } = service.services;
  await sql`alter table accounts rename to accounts_away`.execute(database.sql);
  service.live.onChanges([{ topic: 'balance', resellerId: reseller.resellerId }]);
  await expect.poll(() => service.logged.some((line) => line.includes('could not be read'))).toBe(true);
  await expect(service.live.subscribeToBalance(reseller.resellerId)).rejects.toThrow();
  await sql`update accounts_away set balance = 7000000 where reseller_id = ${reseller.resellerId}`.execute(
    database.sql,
  );
  await sql`alter table accounts_away rename to accounts`.execute(database.sql);
  expect((await subscriber.next()).value?.balance).toBe(7_000_000n);
});

test('what changed while the connection was lost is delivered when it is back', async () => {
  const order = await subscribeToOrder(await buy());
  const balance = await subscribeToBalance();
  const [before] = await Promise.all([order.next(), balance.next()]);
  const { database } = service.services;
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like '% changes'`.execute(database.sql);
  await sql`update accounts set balance = 3000000 where reseller_id = ${reseller.resellerId}`.execute(
    database.sql,
  );
  await sql`update orders set expires_at = expires_at + interval '1 day'
    where reseller_id = ${reseller.resellerId}`.execute(database.sql);
  expect(await until(balance, (state) => state.balance === 3_000_000n)).toBeDefined();
  const end = Number(before.value?.expiresAt) + 24 * 60 * 60_000;
  expect(await until(order, ({ expiresAt }) => Number(expiresAt) === end)).toBeDefined();
});

test('the database’s table of watchers has the orders that are watched here, and nothing when there is no subscriber', async () => {
  const orderId = await buy();
  const subscriber = await subscribeToOrder(orderId);
  const { databaseUrl, credentialsKey, sandbox } = service;
  const third = await startService({ databaseUrl, credentialsKey, sandbox });
  const elsewhere = await third.live.subscribeToOrder({ resellerId: reseller.resellerId, orderId });
  const rows = async () => {
    const found = await sql<{ order_ids: string[]; alive: boolean }>`
      select order_ids::text[] as order_ids, watches_until > now() + interval '5 s' as alive from watchers
      where ${orderId} = any (order_ids)`.execute(service.services.database.sql);
    return found.rows;
  };
  const row = { order_ids: [String(orderId)], alive: true };
  await expect.poll(rows, { interval: 20 }).toEqual([row, row]);
  await third.close();
  expect(await elsewhere.next()).toEqual({ value: undefined, done: true });
  expect(await rows()).toEqual([row]);
  await subscriber.return();
  // The next heartbeat deletes the rows.
  await expect.poll(rows, { interval: 100 }).toEqual([]);
});

test.each([1, 200])(
  'an event costs %i subscribers two statements, though each is shown the proxies',
  async (count) => {
    const orderId = String(await buy());
    const query =
      'subscription ($id: ID!) { orderUpdated(orderId: $id) { expiresAt proxies { login password } } }';
    const keys = await givenKeys(service.services, reseller.resellerId, Math.ceil(count / 50));
    // A key admits sixty subscriptions a minute, and a socket carries twenty.
    const sockets = keys.flatMap((key) => Array.from({ length: 3 }, () => socketClient(service.url, key)));
    const perSocket = Math.ceil(count / sockets.length);
    const all = sockets
      .flatMap((socket) => Array.from({ length: perSocket }, () => socket))
      .slice(0, count)
      .map((socket) =>
        socket.follow<{ orderUpdated: { expiresAt: string } }, { id: string }>(query, { id: orderId }),
      );
    const first = await Promise.all(all.map((events) => events.next()));
    expect(first.filter(({ errors }) => errors)).toEqual([]);
    const sent = await statements.during(async () => {
      await other.graphql(reseller.apiKey, RenewDocument, { input: { orderId, period: '7d' } });
      await Promise.all(all.map((events) => events.next()));
    });
    const reads = sent.filter((text) => !text.includes('with ordinality') && !text.includes('watchers'));
    const tablesOf = (text: string) =>
      [...text.matchAll(/from "?(orders|proxies|luxury_settings)\b/g)].map(([, table]) => table);
    expect(reads.map(tablesOf)).toEqual([['orders'], ['luxury_settings', 'proxies', 'orders']]);
    await Promise.all(sockets.map((socket) => socket.close()));
    await expect.poll(() => service.live.subscribers).toBe(0);
  },
);

test('what a Luxury order uses is delivered, and so is that it is used up', async () => {
  const { body } = await other.graphql(reseller.apiKey, PurchaseDocument, {
    input: { tier: 'di', type: 'diresi', country: 'ANY', period: '1gb' },
  });
  if (body.data?.purchase.__typename !== 'PurchaseSuccess') throw new Error(JSON.stringify(body));
  const name = { resellerId: reseller.resellerId, orderId: Number(body.data.purchase.order.id) };
  const traffic = await service.live.subscribeToTraffic(name);
  const order = await subscribeToOrder(name.orderId);
  following.push(traffic);
  expect((await traffic.next()).value?.usedBytes).toBe(0n);
  await order.next();
  const use = async (bytes: bigint, topic: 'traffic' | 'order') => {
    await sql`update luxury_traffic set used_bytes = ${bytes} where order_id = ${name.orderId}`.execute(
      other.services.database.sql,
    );
    await notify(other.services.database.sql, [{ topic, ...name }]);
  };
  await use(1_000n, 'traffic');
  expect((await traffic.next()).value?.usedBytes).toBe(1_000n);
  await use(2n ** 30n, 'order');
  expect((await traffic.next()).value?.usedBytes).toBe(2n ** 30n);
  expect(await until(order, ({ status }) => status === 'exhausted')).toMatchObject({ billing: 'per_gb' });
});
