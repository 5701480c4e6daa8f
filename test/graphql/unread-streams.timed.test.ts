import { on, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { topUp } from '../../src/billing/top-ups.ts';
import { updateKey } from '../../src/resellers/keys.ts';
import { givenReseller } from '../support/given.ts';
import { type GivenLuxuryOrder, givenLuxuryOrder } from '../support/given-luxury.ts';
import { type RunningService, startService } from '../support/service.ts';
import { socketClient } from '../support/sockets.ts';

/** The service for clients that read nothing from their event streams, or misuse the connection. */
let service: RunningService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** Another instance over the same database, to be stopped. */
function startAnother(): Promise<RunningService> {
  const { databaseUrl, credentialsKey, sandbox } = service;
  return startService({ databaseUrl, credentialsKey, sandbox });
}

function openStream(url: string, apiKey: string, query: string): Socket {
  const { hostname, port } = new URL(url);
  const body = JSON.stringify({ query });
  const socket = connect({ host: hostname, port: Number(port) });
  socket.write(
    `POST /graphql HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${apiKey}\r\naccept: text/event-stream\r\n` +
      `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  return socket;
}

/**
 * Starts a stream whose first event has 20 MB, more than the network's buffers hold, and stops reading once
 * it has begun.
 */
async function openUnread(url: string, { apiKey, order }: GivenLuxuryOrder): Promise<Socket> {
  await sql`update luxury_settings set blocked_hosts = array_fill(repeat('x', 2000), array[100])
    where order_id = ${order.id}`.execute(service.services.database.sql);
  const hosts = Array.from({ length: 100 }, (_, i) => `h${i}: blockedHosts`).join(' ');
  const stream = openStream(
    url,
    apiKey,
    `subscription { orderUpdated(orderId: "${order.id}") { ... on LuxuryOrder { settings { ${hosts} } } } }`,
  );
  for await (const [chunk] of on(stream, 'data')) if (String(chunk).includes('event: next')) break;
  stream.pause();
  return stream;
}

test('a client that does not read keeps the service from stopping for some 2 s at most', async () => {
  const stopping = await startAnother();
  const stream = await openUnread(stopping.url, await givenLuxuryOrder(service.services));
  const since = performance.now();
  await stopping.close();
  expect(performance.now() - since).toBeLessThan(3_500);
  stream.destroy();
});

test('events that wait for their reseller’s share are counted, and do not keep the service from stopping', async () => {
  const stopping = await startAnother();
  const { apiKey, resellerId } = await givenLuxuryOrder(service.services);
  // As if 50 MB had just been made and sent: what comes next has to wait for some 8 s.
  stopping.live.queueOf(resellerId).use(100_000_000);
  const stream = openStream(stopping.url, apiKey, 'subscription { balanceUpdated { name } }');
  await expect.poll(stopping.figures).toMatch(/^gateway_events_waiting 1$/m);
  const since = performance.now();
  await stopping.close();
  expect(performance.now() - since).toBeLessThan(3_500);
  stream.destroy();
});

test('when the service stops, the connection of a stream is closed with it', async () => {
  const stopping = await startAnother();
  const { apiKey } = await givenLuxuryOrder(service.services);
  const stream = openStream(stopping.url, apiKey, 'subscription { balanceUpdated { name } }');
  const [head] = await once(stream, 'data');
  expect(String(head)).toMatch(/^connection: close\r$/im);
  stream.resume();
  const since = performance.now();
  await Promise.all([stopping.close(), once(stream, 'close')]);
  expect(performance.now() - since).toBeLessThan(2_000);
});

test('a key that is disabled loses its streams within some 3 s, also when nobody reads them', async () => {
  const given = await givenLuxuryOrder(service.services);
  const stream = await openUnread(service.url, given);
  await updateKey(service.services.database, { keyId: given.keyId, disabled: true });
  await expect
    .poll(() => service.logged.some((line) => line.includes('stream closed')), { timeout: 4_000 })
    .toBe(true);
  stream.destroy();
});

test('of 51 MB that one reseller follows, some 16 are sent at once and 4 a second from then on, and others get their events meanwhile', async () => {
  const { apiKey, order } = await givenLuxuryOrder(service.services);
  await sql`update luxury_settings set blocked_hosts = array_fill(repeat('x', 2000), array[100])
    where order_id = ${order.id}`.execute(service.services.database.sql);
  const neighbour = await givenReseller(service.services);
  const [client, beside] = [apiKey, neighbour.apiKey].map((key) => socketClient(service.url, key));
  const balance = beside?.follow('subscription { balanceUpdated { balanceUsd } }');
  await balance?.next();
  const since = performance.now();
  const results = Array.from({ length: 32 }, (_, n) => {
    const hosts = Array.from({ length: 8 }, (_hosts, i) => `h${n}_${i}: blockedHosts`).join(' ');
    return client?.follow(
      `subscription { orderUpdated(orderId: "${order.id}") { ... on LuxuryOrder { settings { ${hosts} } } } }`,
    );
  });
  const come = () => results.filter((events) => events && events.waiting() > 0).length;
  await expect.poll(come).toBeGreaterThanOrEqual(8);
  const { database, clock } = service.services;
  const { resellerId } = neighbour;
  const toppedUpAt = performance.now();
  await topUp(database, { resellerId, amount: 1_000_000n, reference: 'beside', at: clock.now() });
  expect(await balance?.next()).toMatchObject({ data: { balanceUpdated: { balanceUsd: '101.00' } } });
  expect(performance.now() - toppedUpAt).toBeLessThan(1_000);
  await expect.poll(come).toBeGreaterThanOrEqual(20);
  const seconds = (performance.now() - since) / 1_000;
  expect(come() * 1.6).toBeLessThan(16 + 4 * seconds + 1.6);
  await client?.close();
  await beside?.close();
});
