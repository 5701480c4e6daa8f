import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { topUp } from '../../src/billing/top-ups.ts';
import { type GivenReseller, givenReseller } from '../support/given.ts';
import { givenLuxuryOrder } from '../support/given-luxury.ts';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';
import { type SocketClient, socketClient } from '../support/sockets.ts';
import {
  BalanceUpdatedDocument,
  OrdersUpdatedDocument,
  OrderUpdatedDocument,
  PurchaseDocument,
  RenewDocument,
} from './generated/graphql.ts';

const ORDER = { tier: 'prem', type: 'ipv4', country: 'US', period: '7d' };
const DAY_MS = 24 * 60 * 60_000;

let service: RunningService;
/** The same database as another process serves it. */
let other: RunningService;
let reseller: GivenReseller;
let socket: SocketClient;

beforeAll(async () => {
  service = await startService();
  const { databaseUrl, credentialsKey, sandbox } = service;
  other = await startService({ databaseUrl, credentialsKey, sandbox });
});
afterAll(async () => {
  await other.close();
  await service.close();
});

beforeEach(async () => {
  reseller = await givenReseller(service.services);
  socket = socketClient(service.url, reseller.apiKey);
});
afterEach(() => socket.close());

async function buy(): Promise<string> {
  const { body } = await other.graphql(reseller.apiKey, PurchaseDocument, { input: ORDER });
  if (body.data?.purchase.__typename !== 'PurchaseSuccess') throw new Error(JSON.stringify(body));
  return body.data.purchase.order.id;
}

test('the first event is the present state', async () => {
  const orderId = await buy();
  const order = socket.follow(OrderUpdatedDocument, { orderId });
  const balance = socket.follow(BalanceUpdatedDocument);
  expect(await order.next()).toEqual({
    data: {
      orderUpdated: {
        __typename: 'TermOrder',
        id: orderId,
        status: 'ACTIVE',
        expiresAt: expect.any(String),
        renewable: true,
      },
    },
  });
  expect(await balance.next()).toEqual({
    data: {
      balanceUpdated: { name: 'Reseller of a test', balanceUsd: expect.stringMatching(/^9\d\.\d\d$/) },
    },
  });
});

test('a renewal in another process reaches the subscribers of the order, and its charge those of the balance', async () => {
  const orderId = await buy();
  const order = socket.follow(OrderUpdatedDocument, { orderId });
  const balance = socket.follow(BalanceUpdatedDocument);
  const before = (await order.next()).data?.orderUpdated.expiresAt ?? '';
  const had = Number((await balance.next()).data?.balanceUpdated.balanceUsd);
  await other.graphql(reseller.apiKey, RenewDocument, { input: { orderId, period: '7d' } });
  const after = (await order.next()).data?.orderUpdated.expiresAt ?? '';
  expect(Date.parse(after)).toBe(Date.parse(before) + 7 * DAY_MS);
  expect(Number((await balance.next()).data?.balanceUpdated.balanceUsd)).toBeLessThan(had);
});

test('a top-up reaches the subscribers of the balance', async () => {
  const balance = socket.follow(BalanceUpdatedDocument);
  await balance.next();
  const { database, clock } = other.services;
  const { resellerId } = reseller;
  await topUp(database, { resellerId, amount: 5_000_000n, reference: `more:${resellerId}`, at: clock.now() });
  expect(await balance.next()).toMatchObject({ data: { balanceUpdated: { balanceUsd: '105.00' } } });
});

test('an order that ends with time is delivered as expired, and later as no longer renewable', async () => {
  const orderId = await buy();
  const order = socket.follow(OrderUpdatedDocument, { orderId });
  expect((await order.next()).data?.orderUpdated).toMatchObject({ status: 'ACTIVE', renewable: true });
  service.clock.advance(8 * DAY_MS);
  expect((await order.next()).data?.orderUpdated).toMatchObject({ status: 'EXPIRED', renewable: true });
  service.clock.advance(3 * DAY_MS);
  expect((await order.next()).data?.orderUpdated).toMatchObject({ status: 'EXPIRED', renewable: false });
});

test('all orders are followed by one subscription: first as they are, then the new ones and those that have changed', async () => {
  const [first, second] = [await buy(), await buy()];
  const orders = socket.follow(OrdersUpdatedDocument);
  const delivered = async (holds: (ids: string[]) => boolean) => {
    for (;;) {
      const { data, errors } = await orders.next();
      if (!data) throw new Error(JSON.stringify(errors));
      if (holds(data.ordersUpdated.map(({ id }) => id))) return data.ordersUpdated;
    }
  };
  expect((await delivered(() => true)).map(({ id, status }) => [id, status])).toEqual([
    [second, 'ACTIVE'],
    [first, 'ACTIVE'],
  ]);
  const third = await buy();
  const news = await delivered((ids) => ids.includes(third));
  expect(news[0]).toMatchObject({ __typename: 'TermOrder', id: third, status: 'ACTIVE' });
  service.clock.advance(8 * DAY_MS);
  const ended = await delivered((ids) => ids.length === 3);
  expect(ended.map(({ id, status }) => [id, status])).toEqual(
    [third, second, first].map((id) => [id, 'EXPIRED']),
  );
});

test('a subscription to all orders may select what 50 of them have, but not what each asks of the upstream', async () => {
  const { order } = await givenLuxuryOrder(service.services, { reseller });
  const whole = `id status trafficGb product { id } proxies { host port login password }
    ... on LuxuryOrder { settings { threads login } traffic { leftGb } lines }`;
  const orders = socket.follow(`subscription { ordersUpdated { ${whole} } }`);
  expect(await orders.next()).toMatchObject({
    data: { ordersUpdated: [{ id: String(order.id), traffic: { leftGb: 1 }, lines: [expect.any(String)] }] },
  });
  const stats = socket.follow(
    'subscription { ordersUpdated { ... on LuxuryOrder { stats { days { date } } } } }',
  );
  expect((await stats.next()).errors).toMatchObject([
    { message: expect.stringMatching(/complexity/), extensions: { code: 'INVALID_REQUEST' } },
  ]);
});

test('new settings of a Luxury order and its pause are delivered', async () => {
  const { body } = await other.graphql(reseller.apiKey, PurchaseDocument, {
    input: { tier: 'di', type: 'diresi', country: 'ANY', period: '1gb' },
  });
  if (body.data?.purchase.__typename !== 'PurchaseSuccess') throw new Error(JSON.stringify(body));
  const id = body.data.purchase.order.id;
  interface Told {
    orderUpdated: { status: string; settings: { threads: number } };
  }
  const order = socket.follow<Told, { id: string }>(
    'subscription ($id: ID!) { orderUpdated(orderId: $id) { status ... on LuxuryOrder { settings { threads } } } }',
    { id },
  );
  expect((await order.next()).data?.orderUpdated).toEqual({ status: 'ACTIVE', settings: { threads: 100 } });
  const update = (input: string) =>
    sendGraphql(
      other.url,
      reseller.apiKey,
      `mutation { updateSettings(input: { orderId: "${id}", ${input} }) { __typename } }`,
    );
  await update('threads: 7');
  expect((await order.next()).data?.orderUpdated).toEqual({ status: 'ACTIVE', settings: { threads: 7 } });
  await update('paused: true');
  expect((await order.next()).data?.orderUpdated).toEqual({ status: 'PAUSED', settings: { threads: 7 } });
});

test('an event that changes nothing of what is selected is not delivered', async () => {
  const orderId = await buy();
  const name = socket.follow<{ orderUpdated: { country: string } }, { id: string }>(
    'subscription ($id: ID!) { orderUpdated(orderId: $id) { country } }',
    { id: orderId },
  );
  const ends = socket.follow(OrderUpdatedDocument, { orderId });
  await Promise.all([name.next(), ends.next()]);
  await other.graphql(reseller.apiKey, RenewDocument, { input: { orderId, period: '7d' } });
  await ends.next();
  expect(name.waiting()).toBe(0);
});

test.each([
  ['somebody else’s order', async () => (await buyAsAnother()).orderId],
  ['an order that does not exist', async () => '999999'],
])('%s is refused as order_not_found', async (_name, orderId) => {
  const order = socket.follow(OrderUpdatedDocument, { orderId: await orderId() });
  const { data, errors } = await order.next();
  expect(data ?? null).toBeNull();
  expect(errors).toMatchObject([{ extensions: { code: 'ORDER_NOT_FOUND' } }]);
  await order.completed;
});

async function buyAsAnother() {
  const { apiKey } = await givenReseller(service.services);
  const { body } = await service.graphql(apiKey, PurchaseDocument, { input: ORDER });
  if (body.data?.purchase.__typename !== 'PurchaseSuccess') throw new Error(JSON.stringify(body));
  return { orderId: body.data.purchase.order.id };
}

test('the traffic of an order that has none is refused as not_luxury', async () => {
  const orderId = await buy();
  const traffic = socket.follow('subscription ($id: ID!) { trafficUpdated(orderId: $id) { usedGb } }', {
    id: orderId,
  });
  expect((await traffic.next()).errors).toMatchObject([{ extensions: { code: 'NOT_LUXURY' } }]);
});

test('all processes know at once of which orders the traffic is watched, and when it no longer is', async () => {
  const orderId = await buy();
  const order = socket.follow(OrderUpdatedDocument, { orderId });
  await order.next();
  const watched = async () => {
    const { rows } = await sql<{ order_ids: string[] }>`select order_ids from watchers`.execute(
      service.services.database.sql,
    );
    return rows.flatMap((row) => row.order_ids.map(String));
  };
  await expect.poll(watched, { interval: 20 }).toContain(orderId);
  await socket.close();
  await expect.poll(() => service.live.subscribers).toBe(0);
});

test('queries and mutations work over the socket, with refusals and flaws as over HTTP', async () => {
  const idempotencyKey = 'over the socket';
  const bought = socket.follow(PurchaseDocument, { input: { ...ORDER, idempotencyKey } });
  const { data } = await bought.next();
  expect(data?.purchase.__typename).toBe('PurchaseSuccess');
  const again = socket.follow(PurchaseDocument, { input: { ...ORDER, idempotencyKey } });
  expect((await again.next()).data).toEqual(data);
  const poor = socket.follow(PurchaseDocument, { input: { ...ORDER, quantity: 100 } });
  expect((await poor.next()).data?.purchase).toMatchObject({ __typename: expect.stringMatching(/Error$/) });
  const failing = socket.follow('{ orders(first: 0) { totalCount } }');
  expect((await failing.next()).errors).toMatchObject([{ extensions: { code: 'INVALID_REQUEST' } }]);
});

test.each([
  ['a field that is not there', 'subscription { nothing }'],
  ['two root fields', 'subscription { balanceUpdated { name } b: balanceUpdated { name } }'],
  ['no syntax', 'subscription {'],
  ['too many tokens', `{ viewer { ${'name '.repeat(2001)} } }`],
  ['21 root fields', `{ ${Array.from({ length: 21 }, (_, i) => `v${i}: viewer { name }`).join(' ')} }`],
  ['two operations of which none is named', 'query A { viewer { name } } query B { viewer { name } }'],
])('a document with %s is refused before it starts', async (_name, query) => {
  await expect(socket.follow(query).next()).rejects.toMatchObject([
    { extensions: { code: 'INVALID_REQUEST' } },
  ]);
});

test.each([
  'subscription { balanceUpdated @include(if: false) { name } }',
  'subscription { ... @skip(if: true) { balanceUpdated { name } } }',
  'subscription { ...A @include(if: true) } fragment A on Subscription { balanceUpdated { name } }',
  'subscription { ...A } fragment A on Subscription { balanceUpdated @skip(if: true) { name } }',
])('what a subscription follows is not up to a condition: %s', async (query) => {
  await expect(socket.follow(query).next()).rejects.toMatchObject([
    { message: expect.stringMatching(/@skip.*@include/), extensions: { code: 'INVALID_REQUEST' } },
  ]);
});

test('what is delivered of an event may depend on a condition', async () => {
  const balance = socket.follow(
    'subscription { balanceUpdated { name balanceUsd @skip(if: true) ... @include(if: false) { balanceUsd } } }',
  );
  expect(await balance.next()).toEqual({ data: { balanceUpdated: { name: 'Reseller of a test' } } });
});

test('stats that many follow are asked of the upstream once for all', async () => {
  const { order } = await givenLuxuryOrder(service.services, { reseller });
  const asked = vi.spyOn(service.services.traffic, 'stats');
  const followed = Array.from({ length: 10 }, (_, n) => {
    const stats = Array.from({ length: 14 }, (_stats, i) => `s${n}_${i}: stats { days { date } }`).join(' ');
    return socket.follow(
      `subscription { orderUpdated(orderId: "${order.id}") { ... on LuxuryOrder { settings { threads } ${stats} } } }`,
    );
  });
  await Promise.all(followed.map((events) => events.next()));
  const input = `{ orderId: "${order.id}", threads: 7 }`;
  await sendGraphql(
    other.url,
    reseller.apiKey,
    `mutation { updateSettings(input: ${input}) { __typename } }`,
  );
  await Promise.all(followed.map((events) => events.next()));
  expect(asked).toHaveBeenCalledTimes(1);
  asked.mockRestore();
});

test('a subscription over the limit of complexity is refused', async () => {
  const stats = Array.from({ length: 16 }, (_, i) => `s${i}: stats { days { date } }`).join(' ');
  const order = socket.follow(
    `subscription { orderUpdated(orderId: "1") { ... on LuxuryOrder { ${stats} } } }`,
  );
  expect((await order.next()).errors).toMatchObject([
    { message: expect.stringMatching(/complexity/), extensions: { code: 'INVALID_REQUEST' } },
  ]);
});

test('a text that the database refuses is refused', async () => {
  const query = 'query ($t: String!) { type(tier: $t, type: "x") { id } }';
  await expect(socket.follow(query, { t: '\u0000' }).next()).rejects.toMatchObject([
    { extensions: { code: 'INVALID_REQUEST' } },
  ]);
});

test('sums of a statement are no part of an event, which would add it up each time', async () => {
  const query = 'subscription { balanceUpdated { balanceUsd statementSums { spentUsd } } }';
  const { errors } = await socket.follow(query).next();
  expect(errors).toMatchObject([{ extensions: { code: 'INVALID_REQUEST' } }]);
});

test('the start of a subscription and every root field count toward the rate that HTTP has', async () => {
  const fields = (count: number) =>
    `{ ${Array.from({ length: count }, (_, i) => `v${i}: viewer { name }`).join(' ')} }`;
  const balance = socket.follow(BalanceUpdatedDocument);
  await balance.next();
  for (const count of [20, 20, 19]) await socket.follow(fields(count)).next();
  await expect(socket.follow(BalanceUpdatedDocument).next()).rejects.toMatchObject([
    { extensions: { code: 'RATE_LIMITED', retryAfterSeconds: expect.any(Number) } },
  ]);
  const { status } = await service.graphql(reseller.apiKey, PurchaseDocument, { input: ORDER });
  expect(status).toBe(429);
});
