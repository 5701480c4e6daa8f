import { connect } from 'node:net';
import { print } from 'graphql';
import { createClient } from 'graphql-sse';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { topUp } from '../../src/billing/top-ups.ts';
import { updateKey } from '../../src/resellers/keys.ts';
import { type GivenReseller, givenReseller } from '../support/given.ts';
import { givenLuxuryOrder } from '../support/given-luxury.ts';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';
import { collect } from '../support/sockets.ts';
import {
  BalanceUpdatedDocument,
  type BalanceUpdatedSubscription,
  OrdersUpdatedDocument,
  type OrdersUpdatedSubscription,
} from './generated/graphql.ts';

const QUERY = print(BalanceUpdatedDocument);

let service: RunningService;
let reseller: GivenReseller;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  reseller = await givenReseller(service.services);
});

const headers = () => ({ authorization: `Bearer ${reseller.apiKey}` });

function follow(url = service.url) {
  const client = createClient({ url: `${url}/graphql`, headers: headers(), retryAttempts: 0 });
  return collect<BalanceUpdatedSubscription>((sink) =>
    client.subscribe<BalanceUpdatedSubscription>({ query: QUERY }, sink as never),
  );
}

function open(signal: AbortSignal | null = null, accept = 'text/event-stream'): Promise<Response> {
  return fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { ...headers(), 'content-type': 'application/json', accept },
    body: JSON.stringify({ query: QUERY }),
    signal,
  });
}

async function addMoney(): Promise<void> {
  const { database, clock } = service.services;
  const { resellerId } = reseller;
  await topUp(database, {
    resellerId,
    amount: 1_000_000n,
    reference: crypto.randomUUID(),
    at: clock.now(),
  });
}

test('a stream begins with the present state and goes on with changes', async () => {
  const balance = follow();
  expect((await balance.next()).data?.balanceUpdated.balanceUsd).toBe('100.00');
  await addMoney();
  expect((await balance.next()).data?.balanceUpdated.balanceUsd).toBe('101.00');
  balance.stop();
});

test('a stream of all orders begins with those that are there and goes on with a new one', async () => {
  const client = createClient({ url: `${service.url}/graphql`, headers: headers(), retryAttempts: 0 });
  const orders = collect<OrdersUpdatedSubscription>((sink) =>
    client.subscribe<OrdersUpdatedSubscription>({ query: print(OrdersUpdatedDocument) }, sink as never),
  );
  expect(await orders.next()).toEqual({ data: { ordersUpdated: [] } });
  const { order } = await givenLuxuryOrder(service.services, { reseller });
  expect((await orders.next()).data?.ordersUpdated).toEqual([
    {
      __typename: 'LuxuryOrder',
      id: String(order.id),
      status: 'ACTIVE',
      expiresAt: null,
      renewable: false,
    },
  ]);
  orders.stop();
});

test('a stream is not to be stored or held back on its way', async () => {
  const leaving = new AbortController();
  const { headers } = await open(leaving.signal);
  expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-accel-buffering')).toBe('no');
  expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  leaving.abort();
});

test('a client that goes away ends its subscription at once', async () => {
  const leaving = new AbortController();
  const response = await open(leaving.signal);
  await response.body?.getReader().read();
  expect(service.live.subscribers).toBe(1);
  leaving.abort();
  await expect.poll(() => service.live.subscribers, { interval: 10 }).toBe(0);
});

test('a GET opens a stream, too', async () => {
  const leaving = new AbortController();
  const response = await fetch(`${service.url}/graphql?query=${encodeURIComponent(QUERY)}`, {
    headers: { ...headers(), accept: 'text/event-stream' },
    signal: leaving.signal,
  });
  const { value } = (await response.body?.getReader().read()) ?? {};
  expect(Buffer.from(value ?? []).toString()).toMatch(/^event: next\ndata: \{"data"/);
  leaving.abort();
});

test('a stream whose key is disabled gets that error and ends', async () => {
  const balance = follow();
  await balance.next();
  await updateKey(service.services.database, { keyId: reseller.keyId, disabled: true });
  expect((await balance.next()).errors).toMatchObject([{ extensions: { code: 'KEY_DISABLED' } }]);
  await balance.completed;
  await expect.poll(() => service.live.subscribers).toBe(0);
});

test('the sixth stream of a key is refused, and another is accepted when one has ended', async () => {
  const leaving = Array.from({ length: 5 }, () => new AbortController());
  await Promise.all(leaving.map(({ signal }) => open(signal)));
  const sixth = await open();
  expect([sixth.status, (await sixth.json()).errors[0].extensions.code]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  leaving[0]?.abort();
  const again = new AbortController();
  await expect
    .poll(async () => {
      const { status, body } = await open(again.signal);
      if (status !== 200) await body?.cancel();
      return status;
    })
    .toBe(200);
  for (const controller of [...leaving, again]) controller.abort();
});

test.each([
  ['no key', {}, 'text/event-stream', 401, 'UNAUTHORIZED'],
  ['another type than an event stream', undefined, 'application/json', 406, 'INVALID_REQUEST'],
])('a subscription with %s is refused', async (_name, given, accept, status, code) => {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { ...(given ?? headers()), 'content-type': 'application/json', accept },
    body: JSON.stringify({ query: QUERY }),
  });
  expect([response.status, (await response.json()).errors[0].extensions.code]).toEqual([status, code]);
});

test('for an order that does not exist the stream gets that error and ends', async () => {
  const client = createClient({ url: `${service.url}/graphql`, headers: headers(), retryAttempts: 0 });
  const order = collect((sink) =>
    client.subscribe({ query: 'subscription { orderUpdated(orderId: "999999") { id } }' }, sink as never),
  );
  expect((await order.next()).errors).toMatchObject([{ extensions: { code: 'ORDER_NOT_FOUND' } }]);
  await order.completed;
});

test.each([
  'subscription { nothing }',
  'subscription {',
  'subscription { balanceUpdated { name } b: balanceUpdated { name } }',
])('the document %s is refused as invalid_request', async (query) => {
  const client = createClient({ url: `${service.url}/graphql`, headers: headers(), retryAttempts: 0 });
  const events = collect((sink) => client.subscribe({ query }, sink as never));
  expect((await events.next()).errors).toMatchObject([{ extensions: { code: 'INVALID_REQUEST' } }]);
});

test('the start of a stream counts toward the rate', async () => {
  const fields = (count: number) =>
    `{ ${Array.from({ length: count }, (_, i) => `v${i}: viewer { name }`).join(' ')} }`;
  for (const count of [20, 20, 20]) await sendGraphql(service.url, reseller.apiKey, fields(count));
  const refused = await open();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  await refused.body?.cancel();
});

test('a query of a client that takes event streams only is answered as one', async () => {
  const client = createClient({ url: `${service.url}/graphql`, headers: headers(), retryAttempts: 0 });
  const viewer = collect((sink) => client.subscribe({ query: '{ viewer { name } }' }, sink as never));
  expect(await viewer.next()).toEqual({ data: { viewer: { name: 'Reseller of a test' } } });
  await viewer.completed;
});

test('a client that does not read for a while gets the latest state then, and nothing piles up for it meanwhile', async () => {
  const { services, live } = service;
  const { resellerId } = reseller;
  await sql`update resellers set name = repeat('x', 200) where id = ${resellerId}`.execute(
    services.database.sql,
  );
  const names = Array.from({ length: 290 }, (_, i) => `n${i}: name`).join(' ');
  const body = JSON.stringify({ query: `subscription { balanceUpdated { ${names} balanceUsd } }` });
  const { hostname, port } = new URL(service.url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.write(
    `POST /graphql HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${reseller.apiKey}\r\naccept: text/event-stream\r\n` +
      `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  await expect.poll(() => live.subscribers).toBe(1);
  socket.pause();
  const changes = 400;
  for (let i = 0; i < changes; i++) {
    // The balance is changed directly: top-ups take five statements each, and all of them together may take
    // longer than an unread stream is kept.
    await services.database.sql
      .updateTable('accounts')
      .set((eb) => ({ balance: sql<bigint>`${eb.ref('balance')} + 1000000` }))
      .where('reseller_id', '=', resellerId)
      .execute();
    live.onChanges([{ topic: 'balance', resellerId }]);
  }
  let received = '';
  socket.setEncoding('utf8').on('data', (text) => {
    received += text;
  });
  socket.resume();
  await expect.poll(() => received.slice(-100)).toContain('"balanceUsd":"500.00"');
  // An event has 60 KB, and the network's buffers hold some MB.
  expect(received.length).toBeLessThan((changes / 2) * 60_000);
  socket.destroy();
});

test('when the service stops, its streams end', async () => {
  const { databaseUrl, credentialsKey, sandbox } = service;
  const stopping = await startService({ databaseUrl, credentialsKey, sandbox });
  const balance = follow(stopping.url);
  await balance.next();
  const ended = balance.next().catch(() => 'ended');
  await stopping.close();
  expect(await ended).toBe('ended');
});
