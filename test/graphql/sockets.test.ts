import { request } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { disableApi, enableApi } from '../../src/resellers/admission.ts';
import { newApiKey, updateKey } from '../../src/resellers/keys.ts';
import { givenReseller } from '../support/given.ts';
import { type RunningService, startService } from '../support/service.ts';
import { type OpenedServices, openServices } from '../support/services.ts';
import { socketClient } from '../support/sockets.ts';
import { recordStatements, type Statements } from '../support/statements.ts';
import { BalanceUpdatedDocument } from './generated/graphql.ts';
import { initiated, rawSocket } from './raw-socket.ts';

let service: RunningService;
let statements: Statements;
/** The same database as another process sees it. */
let other: OpenedServices;

beforeAll(async () => {
  statements = recordStatements();
  service = await startService({ trustedProxyHops: 1, onPoolCreated: statements.onPoolCreated });
  const { databaseUrl, credentialsKey, sandbox } = service;
  other = await openServices({ databaseUrl, credentialsKey, sandbox });
});
afterAll(async () => {
  await other.close();
  await service.close();
});

test.each(['authorization', 'Authorization', 'AUTHORIZATION'])(
  'a key in the connection’s %s is let in',
  async (name) => {
    const { apiKey } = await givenReseller(service.services);
    const { socket, answer } = await initiated(service.url, { [name]: `Bearer ${apiKey}` });
    expect(await answer).toEqual({ type: 'connection_ack' });
    socket.close();
  },
);

test('a key in the header of the request that opens the socket is let in', async () => {
  const { apiKey } = await givenReseller(service.services);
  const { socket, answer } = await initiated(service.url, {}, { authorization: `Bearer ${apiKey}` });
  expect(await answer).toEqual({ type: 'connection_ack' });
  socket.close();
});

test.each([
  ['no key', {}],
  ['nobody’s key', { authorization: `Bearer ${newApiKey()}` }],
  ['a key that is no text', { authorization: ['Bearer'] }],
])('%s is refused with 4401', async (_name, payload) => {
  const { closed } = await initiated(service.url, payload);
  expect(await closed).toEqual({ code: 4401, reason: 'unauthorized' });
});

test('a key that is given under the same name in several cases is let in, and two keys are refused with the reason', async () => {
  const { apiKey } = await givenReseller(service.services);
  const one = { authorization: `Bearer ${apiKey}`, Authorization: `bearer  ${apiKey}` };
  const { socket, answer } = await initiated(service.url, one);
  expect(await answer).toEqual({ type: 'connection_ack' });
  socket.close();
  for (const second of [`Bearer ${newApiKey()}`, '', null, [`Bearer ${apiKey}`]]) {
    const { closed } = await initiated(service.url, { ...one, AUTHORIZATION: second });
    const reason =
      'unauthorized: "authorization" is given more than once, and not with the same key each time';
    expect(await closed).toEqual({ code: 4401, reason });
  }
});

test('a disabled key, a foreign address and a closed API are refused with 4403 and the code', async () => {
  const { database } = service.services;
  const disabled = await givenReseller(service.services);
  await updateKey(database, { keyId: disabled.keyId, disabled: true });
  const foreign = await givenReseller(service.services, { allowedIps: ['203.0.113.0/24'] });
  const reasonOf = async (apiKey: string) =>
    (await initiated(service.url, { authorization: `Bearer ${apiKey}` })).closed;
  expect(await reasonOf(disabled.apiKey)).toEqual({ code: 4403, reason: 'key_disabled' });
  expect(await reasonOf(foreign.apiKey)).toEqual({ code: 4403, reason: 'ip_not_allowed' });
  await disableApi(database, 'Back at noon.');
  expect(await reasonOf(newApiKey())).toEqual({ code: 4403, reason: 'api_disabled' });
  await enableApi(database);
});

test.each([
  ['203.0.113.7', true],
  ['::ffff:203.0.113.7', true],
  ['198.51.100.7', false],
  ['203.0.113.7, 198.51.100.7', false],
  ['198.51.100.7, 203.0.113.7', true],
  ['not an address', false],
  ['', false],
])('behind one trusted proxy, X-Forwarded-For %j counts as over HTTP', async (forwardedFor, allowed) => {
  const { apiKey } = await givenReseller(service.services, { allowedIps: ['203.0.113.0/24'] });
  const headers = { authorization: `Bearer ${apiKey}`, 'x-forwarded-for': forwardedFor };
  const http = await fetch(`${service.url}/v1/balance`, { headers });
  expect(http.status).toBe(allowed ? 200 : 403);
  const { socket, answer, closed } = await initiated(service.url, {}, headers);
  expect(await Promise.race([answer, closed])).toEqual(
    allowed ? { type: 'connection_ack' } : { code: 4403, reason: 'ip_not_allowed' },
  );
  socket.close();
});

test('another subprotocol is refused with 4406, and a request before the key with 4401', async () => {
  expect((await (await rawSocket(service.url, [])).closed).code).toBe(4406);
  const early = await rawSocket(service.url);
  early.say({ type: 'subscribe', id: '1', payload: { query: '{ viewer { name } }' } });
  expect((await early.closed).code).toBe(4401);
});

test.each([
  ['no JSON', 'hello', 4400],
  ['65 KiB', JSON.stringify({ type: 'ping', payload: { text: 'x'.repeat(65 * 1024) } }), 1009],
])('a message of %s closes the socket', async (_name, text, code) => {
  const { socket, closed } = await rawSocket(service.url);
  socket.send(text);
  expect((await closed).code).toBe(code);
});

test('the sixth socket of a key is closed with 4429, and another is accepted when one has closed', async () => {
  const { apiKey } = await givenReseller(service.services);
  const payload = { authorization: `Bearer ${apiKey}` };
  const five = await Promise.all(Array.from({ length: 5 }, () => initiated(service.url, payload)));
  await Promise.all(five.map(({ answer }) => answer));
  const sixth = await initiated(service.url, payload);
  expect(await sixth.closed).toMatchObject({ code: 4429, reason: expect.stringMatching(/At most 5/) });
  five[0]?.socket.close();
  await five[0]?.closed;
  await expect
    .poll(async () => {
      const { socket, answer, closed } = await initiated(service.url, payload);
      const outcome = await Promise.race([answer, closed]);
      socket.close();
      return outcome;
    })
    .toEqual({ type: 'connection_ack' });
  for (const { socket } of five) socket.close();
});

test('the 33rd operation of a socket is refused, and the others go on', async () => {
  const { apiKey } = await givenReseller(service.services);
  const client = socketClient(service.url, apiKey);
  const following = Array.from({ length: 32 }, () => client.follow(BalanceUpdatedDocument));
  await Promise.all(following.map((events) => events.next()));
  await expect(client.follow(BalanceUpdatedDocument).next()).rejects.toMatchObject([
    { message: expect.stringMatching(/at most 32/), extensions: { code: 'INVALID_REQUEST' } },
  ]);
  following[0]?.stop();
  await expect.poll(() => service.live.subscribers).toBe(31);
  await client.follow(BalanceUpdatedDocument).next();
  await client.close();
});

test('when the operator closes the API, the sockets that are open are closed, too', async () => {
  const { database } = service.services;
  const { apiKey } = await givenReseller(service.services);
  const client = socketClient(service.url, apiKey);
  await client.follow(BalanceUpdatedDocument).next();
  await disableApi(other.services.database, 'Back at noon.');
  expect(await client.closed).toMatchObject({ code: 4403, reason: 'api_disabled' });
  await enableApi(database);
});

test('a client that does not read is dropped before much waits for it', async () => {
  const { apiKey } = await givenReseller(service.services);
  const { socket, say, answer, closed } = await initiated(service.url, { authorization: `Bearer ${apiKey}` });
  await answer;
  socket.pause();
  // Each message is answered with as many bytes; what the network buffers is not memory of the service.
  const before = process.memoryUsage().external;
  const text = 'x'.repeat(60 * 1024);
  let sent = 0;
  while (socket.readyState === socket.OPEN && sent < 2_000) {
    say({ type: 'ping', payload: { text } });
    sent += 1;
    await setImmediate();
  }
  socket.resume();
  expect((await closed).code).toBe(1006);
  expect(sent).toBeLessThan(2_000);
  expect(process.memoryUsage().external - before).toBeLessThan(50 * 1024 * 1024);
});

test('a request to upgrade elsewhere, or to something else, is answered over HTTP', async () => {
  const statusOf = (path: string, upgrade: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { connection: 'upgrade', upgrade };
      request(`${service.url}${path}`, { headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .on('error', reject)
        .end();
    });
  expect(await statusOf('/healthz', 'websocket')).toBe(200);
  expect(await statusOf('/healthz', 'h2c')).toBe(200);
  expect(await statusOf('/nowhere', 'websocket')).toBe(404);
});

test('no log line has the key that a socket sends', async () => {
  const { apiKey } = await givenReseller(service.services);
  const client = socketClient(service.url, apiKey);
  await client.follow(BalanceUpdatedDocument).next();
  await client.close();
  await expect.poll(() => service.logged.some((line) => line.includes('socket closed'))).toBe(true);
  expect(service.logged.filter((line) => line.includes(apiKey))).toEqual([]);
});
