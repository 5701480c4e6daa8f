import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { fillPool } from '../support/fill-pool.ts';
import { givenKeys, givenReseller } from '../support/given.ts';
import { type GivenLuxuryOrder, givenLuxuryOrder } from '../support/given-luxury.ts';
import { holdLock } from '../support/held-lock.ts';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';
import { type SocketClient, socketClient } from '../support/sockets.ts';
import { recordStatements, type Statements } from '../support/statements.ts';
import { BalanceUpdatedDocument } from './generated/graphql.ts';
import { initiated, PROTOCOL, rawSocket } from './raw-socket.ts';

const QUERY = { query: '{ viewer { name } }' };

let service: RunningService;
let statements: Statements;

beforeAll(async () => {
  statements = recordStatements();
  service = await startService({ trustedProxyHops: 1, onPoolCreated: statements.onPoolCreated });
});
afterAll(() => service.close());

test('operations that are completed as soon as they are started count until they are done, and a client that goes on is closed with 4429', async () => {
  const { apiKey } = await givenReseller(service.services);
  const { say, closed, answer } = await initiated(service.url, { authorization: `Bearer ${apiKey}` });
  await answer;
  // No request is admitted while the lock is held, so none is finished before the last message is read,
  // however fast the database is.
  const keeper = new Client(service.databaseUrl);
  await keeper.connect();
  await keeper.query('begin; lock table rate_windows in share mode');
  const sent = await statements.during(async () => {
    for (let i = 0; i < 2_000; i++) {
      say({ type: 'subscribe', id: String(i), payload: QUERY });
      say({ type: 'complete', id: String(i) });
    }
    expect(await closed).toMatchObject({ code: 4429, reason: expect.stringMatching(/at most 32/) });
  });
  await keeper.end();
  const admissions = sent.filter((text) => text.includes('insert into "rate_windows"'));
  expect(admissions.length).toBeLessThanOrEqual(32);
});

test('a page that gives way to another may have 32 operations as well, its messages right behind those that complete the old ones', async () => {
  const { apiKey } = await givenReseller(service.services);
  const client = socketClient(service.url, apiKey);
  const page = () => Array.from({ length: 32 }, () => client.follow(BalanceUpdatedDocument));
  const old = page();
  await Promise.all(old.map((events) => events.next()));
  // Both pages together are more than the key may ask for in a minute.
  await sql`truncate rate_windows`.execute(service.services.database.sql);
  for (const { stop } of old) stop();
  await Promise.all(page().map((events) => events.next()));
  await client.close();
});

test('the operations of a socket are admitted one after the other', async () => {
  // A service of its own: no socket of another test has operations that wait to be admitted.
  const own = recordStatements();
  const { url, services, close } = await startService({ onPoolCreated: own.onPoolCreated });
  onTestFinished(close);
  const { apiKey } = await givenReseller(services);
  const client = socketClient(url, apiKey);
  const isAdmission = (text: string) => text.includes('insert into "rate_windows"');
  const most = await own.mostAtOnce(isAdmission, async () => {
    const queries = Array.from({ length: 20 }, () => client.follow(QUERY.query));
    await Promise.all(queries.map(({ completed }) => completed));
  });
  expect(most).toBe(1);
  await client.close();
});

test('a client that reads gets all of 32 large results that come at once', async () => {
  // A service that sends no pings: behind 10 MB one can be answered too late on a busy machine.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { url, services, close } = await startService();
  onTestFinished(close);
  const { apiKey, order } = await givenLuxuryOrder(services);
  await sql`update luxury_settings set blocked_hosts = array_fill(repeat('x', 400), array[100])
    where order_id = ${order.id}`.execute(services.database.sql);
  const client = socketClient(url, apiKey);
  const results = Array.from({ length: 32 }, (_, n) => {
    const hosts = Array.from({ length: 8 }, (_hosts, i) => `h${n}_${i}: blockedHosts`).join(' ');
    return client.follow(
      `subscription { orderUpdated(orderId: "${order.id}") { ... on LuxuryOrder { settings { ${hosts} } } } }`,
    );
  });
  const received = await Promise.all(results.map((events) => events.next()));
  for (const result of received) expect(JSON.stringify(result).length).toBeGreaterThan(300_000);
  await client.close();
});

test('the subscriptions of a reseller have a complexity of 200,000 together, over all its sockets; what ends makes room, and another reseller has its own', async () => {
  const given = await givenLuxuryOrder(service.services);
  const [otherKey = ''] = await givenKeys(service.services, given.resellerId, 1);
  const clients = [given.apiKey, otherKey].map((key) => socketClient(service.url, key));
  const start = (n: number) => clients[n % 2]?.follow(costly(given.order.id, n));
  const most = Array.from({ length: 14 }, (_, n) => start(n));
  for (const events of most) expect((await events?.next())?.errors).toBeUndefined();
  const before = await refusals();
  expect(await start(14)?.next()).toMatchObject({
    errors: [
      {
        message:
          'At most 200,000 units of complexity in subscriptions may be open with one account; close one first.',
        extensions: { code: 'RATE_LIMITED', retryAfterSeconds: 5 },
      },
    ],
  });
  expect(await refusals()).toBe(before + 1);
  const neighbour = await givenLuxuryOrder(service.services);
  const beside = socketClient(service.url, neighbour.apiKey);
  expect((await beside.follow(costly(neighbour.order.id, 0)).next()).errors).toBeUndefined();
  most[0]?.stop();
  await expect.poll(async () => (await start(14)?.next())?.errors, { interval: 50 }).toBeUndefined();
  // What a socket leaves behind when it breaks is given back, too.
  for (const client of [...clients, beside]) await client.close();
  const again = socketClient(service.url, otherKey);
  await expect
    .poll(async () => (await again.follow(costly(given.order.id, 1)).next()).errors, { interval: 50 })
    .toBeUndefined();
  await again.close();
});

/** A subscription to an order whose complexity is nearly as high as one may have. */
function costly(orderId: number, n: number): string {
  const lines = Array.from({ length: 14 }, (_, i) => `l${n}_${i}: lines(count: 1000)`).join(' ');
  return `subscription { orderUpdated(orderId: "${orderId}") { ... on LuxuryOrder { ${lines} } } }`;
}

async function refusals(): Promise<number> {
  const [, count] = /^gateway_rate_limited_total (\d+)$/m.exec(await service.figures()) ?? [];
  if (count === undefined) throw new Error('refusals are not counted');
  return Number(count);
}

test('the events of a reseller are executed one after the other, and each subscriber ends with the newest state', async () => {
  const own = recordStatements();
  const { url, services, databaseUrl, credentialsKey, sandbox, close } = await startService({
    onPoolCreated: own.onPoolCreated,
  });
  onTestFinished(close);
  const other = await startService({ databaseUrl, credentialsKey, sandbox });
  onTestFinished(other.close);
  await fillPool(services.database);
  const given = await givenLuxuryOrder(services);
  const [secondKey = '', updating = ''] = await givenKeys(services, given.resellerId, 2);
  const clients = [given.apiKey, secondKey].map((key) => socketClient(url, key));
  const threads = clients.flatMap((client, c) =>
    Array.from({ length: 30 }, (_, n) =>
      client.follow<{ orderUpdated: Record<string, { threads: number }> }, never>(
        `subscription { orderUpdated(orderId: "${given.order.id}") { ... on LuxuryOrder { s${c}_${n}: settings { threads } } } }`,
      ),
    ),
  );
  const untilThreads = async (wanted: number) => {
    for (const events of threads) {
      for (;;) {
        const { data, errors } = await events.next();
        if (!data) throw new Error(JSON.stringify(errors));
        if (Object.values(data.orderUpdated).some((settings) => settings.threads === wanted)) break;
      }
    }
  };
  await untilThreads(100);
  const readsSettings = (text: string) => text.includes('"s"."threads"');
  const most = await own.mostAtOnce(readsSettings, async () => {
    for (const count of [5, 6, 7]) {
      const input = `{ orderId: "${given.order.id}", threads: ${count} }`;
      await sendGraphql(other.url, updating, `mutation { updateSettings(input: ${input}) { __typename } }`);
    }
    await untilThreads(7);
  });
  expect(most).toBe(1);
  for (const client of clients) await client.close();
});

test.each([
  {
    name: 'reads over GraphQL',
    lock: () => 'lock table luxury_settings',
    ask: (given: GivenLuxuryOrder) => sendGraphql(service.url, given.apiKey, settingsOf(given)),
    most: 4,
  },
  {
    name: 'reads over /v1',
    lock: () => 'lock table luxury_settings',
    ask: ({ order, apiKey }: GivenLuxuryOrder) => rest(`/v1/orders/${order.id}/settings`, apiKey),
    most: 4,
  },
  {
    name: 'reads over a socket',
    lock: () => 'lock table luxury_settings',
    ask: (given: GivenLuxuryOrder) => onSocket(given, settingsOf(given)),
    most: 4,
  },
  {
    name: 'purchases',
    lock: ({ resellerId }: GivenLuxuryOrder) =>
      `select 1 from accounts where reseller_id = ${resellerId} for update`,
    ask: ({ apiKey }: GivenLuxuryOrder) => sendGraphql(service.url, apiKey, PURCHASE),
    most: 3,
  },
  {
    name: 'admissions',
    lock: ({ keyId }: GivenLuxuryOrder) => `select 1 from rate_windows where key_id = ${keyId} for update`,
    ask: ({ apiKey }: GivenLuxuryOrder) => sendGraphql(service.url, apiKey, QUERY.query),
    most: 4,
  },
])(
  'another reseller reads and buys while one has $name wait at the database',
  async ({ lock, ask, most }) => {
    const given = await givenLuxuryOrder(service.services);
    const neighbour = await givenReseller(service.services);
    await sendGraphql(service.url, given.apiKey, QUERY.query);
    await fillPool(service.services.database);
    await using held = await holdLock(service.databaseUrl, lock(given));
    let answered = 0;
    const asking = Array.from({ length: 12 }, async () => {
      const answer = await ask(given);
      answered += 1;
      return answer;
    });
    await expect.poll(held.waiting, { interval: 5 }).toBe(most);
    const read = await sendGraphql(service.url, neighbour.apiKey, QUERY.query);
    expect(read.body).toEqual({ data: { viewer: { name: 'Reseller of a test' } } });
    const bought = await sendGraphql(service.url, neighbour.apiKey, PURCHASE);
    expect(bought.body).toMatchObject({ data: { purchase: { __typename: 'PurchaseSuccess' } } });
    expect([answered, await held.waiting()]).toEqual([0, most]);
    await held.release();
    // Nothing of what has waited is lost.
    for (const { status, body } of await Promise.all(asking)) {
      expect(status).toBe(200);
      expect(body).not.toHaveProperty('errors');
    }
  },
);

const PURCHASE = `mutation { purchase(input: { tier: "prem", type: "ipv4", country: "US", period: "7d" }) {
  __typename } }`;

function settingsOf({ order }: GivenLuxuryOrder): string {
  return `{ order(id: "${order.id}") { ... on LuxuryOrder { settings { threads } } } }`;
}

async function rest(path: string, apiKey: string): Promise<{ status: number; body: object }> {
  const answer = await fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${apiKey}` } });
  return { status: answer.status, body: (await answer.json()) as object };
}

/** Over one socket for each key. */
const sockets = new Map<string, SocketClient>();
afterAll(() => Promise.all(sockets.values().map((client) => client.close())));

async function onSocket(
  { apiKey }: GivenLuxuryOrder,
  query: string,
): Promise<{ status: number; body: object }> {
  const client = sockets.getOrInsertComputed(apiKey, () => socketClient(service.url, apiKey));
  return { status: 200, body: await client.follow(query).next() };
}

test.each([
  ['an IPv4 address', Array(21).fill('192.0.2.77'), '192.0.2.78'],
  ['an IPv6 network', Array.from({ length: 21 }, (_, i) => `2001:db8:0:7::${i + 1}`), '2001:db8:0:8::1'],
])(
  'of the sockets of %s that do not say whose they are, the oldest makes room for the 21st',
  async (_name, addresses, other) => {
    // The five seconds that a client has to say who it is do not pass, however long the test takes.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const from = (address: string) => rawSocket(service.url, [PROTOCOL], { 'x-forwarded-for': address });
    const elsewhere = await from(other);
    const strangers = [];
    for (const address of addresses) strangers.push(await from(address));
    const [oldest, second] = strangers;
    expect((await oldest?.closed)?.code).toBe(1006);
    const { apiKey } = await givenReseller(service.services);
    for (const socket of [second, elsewhere]) {
      const answer = socket?.next();
      socket?.say({ type: 'connection_init', payload: { authorization: `Bearer ${apiKey}` } });
      expect(await answer).toEqual({ type: 'connection_ack' });
    }
    for (const { socket } of [...strangers, elsewhere]) socket.close();
  },
);
