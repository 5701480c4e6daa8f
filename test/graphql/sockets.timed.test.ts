import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { topUp } from '../../src/billing/top-ups.ts';
import { reissueKey, updateKey } from '../../src/resellers/keys.ts';
import { endSession } from '../../src/sessions/sessions.ts';
import { fromOwnPage, type SignedIn, signedIn } from '../support/console.ts';
import { givenReseller } from '../support/given.ts';
import { type RunningService, startService } from '../support/service.ts';
import { type OpenedServices, openServices } from '../support/services.ts';
import { socketClient, socketUrl } from '../support/sockets.ts';
import { recordStatements, type Statements } from '../support/statements.ts';
import { BalanceUpdatedDocument } from './generated/graphql.ts';
import { PROTOCOL } from './raw-socket.ts';

let service: RunningService;
let statements: Statements;
/** The same database as another process sees it. */
let other: OpenedServices;

beforeAll(async () => {
  statements = recordStatements();
  service = await startService({ onPoolCreated: statements.onPoolCreated });
  const { databaseUrl, credentialsKey, sandbox } = service;
  other = await openServices({ databaseUrl, credentialsKey, sandbox });
});
afterAll(async () => {
  await other.close();
  await service.close();
});

type Given = Awaited<ReturnType<typeof givenReseller>>;
test.each<[string, string, (given: Given) => Promise<unknown>]>([
  [
    'is reissued',
    'unauthorized',
    ({ keyId }) => reissueKey(other.services.database, { keyId, at: new Date() }),
  ],
  [
    'is disabled',
    'key_disabled',
    ({ keyId }) => updateKey(other.services.database, { keyId, disabled: true }),
  ],
  [
    'may be used from elsewhere only',
    'ip_not_allowed',
    ({ keyId }) => updateKey(other.services.database, { keyId, allowedIps: ['203.0.113.0/24'] }),
  ],
])('a key that %s in another process loses its sockets within 2 s', async (_name, reason, change) => {
  const given = await givenReseller(service.services);
  const client = socketClient(service.url, given.apiKey);
  const balance = client.follow(BalanceUpdatedDocument);
  await balance.next();
  await change(given);
  const since = performance.now();
  expect(await client.closed).toMatchObject({ code: 4403, reason });
  expect(performance.now() - since).toBeLessThan(2_000);
  await expect.poll(() => service.live.subscribers).toBe(0);
});

test('a session that ends in another process loses its sockets and event streams within 2 s, and no other does', async () => {
  const { resellerId } = await givenReseller(service.services);
  const [ending, staying] = [await signedIn(service, resellerId), await signedIn(service, resellerId)];
  const open = async ({ cookie }: SignedIn) => {
    const client = socketClient(service.url, undefined, fromOwnPage(service.url, cookie));
    const balance = client.follow(BalanceUpdatedDocument);
    await balance.next();
    return { client, balance };
  };
  const [lost, kept] = [await open(ending), await open(staying)];
  const stream = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: {
      ...fromOwnPage(service.url, ending.cookie),
      accept: 'text/event-stream',
      'content-type': 'application/json',
    },
    body: '{"query":"subscription { balanceUpdated { name } }"}',
  });
  expect(stream.status).toBe(200);
  const sessionId = Number(ending.sessionId.replace('session:', ''));
  await endSession(other.services.database, { resellerId, sessionId });
  const since = performance.now();
  expect(await lost.client.closed).toMatchObject({ code: 4403, reason: 'unauthorized' });
  expect(await stream.text()).toMatch(/event: next\ndata: .*"code":"UNAUTHORIZED".*\n\nevent: complete/);
  expect(performance.now() - since).toBeLessThan(2_000);
  await topUp(service.services.database, { resellerId, amount: 1_000_000n, reference: 'x', at: new Date() });
  await kept.balance.next();
  await kept.client.close();
});

test('one statement a second checks all sockets, and none is sent when there are no sockets', async () => {
  const givens = await Promise.all(Array.from({ length: 4 }, () => givenReseller(service.services)));
  const clients = givens.flatMap(({ apiKey }) =>
    Array.from({ length: 5 }, () => socketClient(service.url, apiKey)),
  );
  await Promise.all(clients.map((client) => client.follow(BalanceUpdatedDocument).next()));
  const checks = async (seconds: number) => {
    const sent = await statements.during(() => setTimeout(seconds * 1_000));
    return sent.filter((text) => text.includes('with ordinality')).length;
  };
  expect(await checks(2.5)).toBeOneOf([2, 3]);
  for (const client of clients) await client.close();
  await expect.poll(() => service.live.subscribers).toBe(0);
  expect(await checks(1.5)).toBe(0);
});

test('when the service stops, sockets are closed with 1001 at once', async () => {
  const { databaseUrl, credentialsKey, sandbox } = service;
  const stopping = await startService({ databaseUrl, credentialsKey, sandbox });
  const { apiKey } = await givenReseller(stopping.services);
  const client = socketClient(stopping.url, apiKey);
  await client.follow(BalanceUpdatedDocument).next();
  const deaf = new WebSocket(socketUrl(stopping.url), [PROTOCOL]);
  await once(deaf, 'open');
  deaf.pause();
  const since = performance.now();
  await stopping.close();
  expect(performance.now() - since).toBeLessThan(2_000);
  expect(await client.closed).toMatchObject({ code: 1001 });
});
