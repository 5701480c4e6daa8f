import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { topUp } from '../../src/billing/top-ups.ts';
import { fromOwnPage, type SignedIn, signedIn } from '../support/console.ts';
import { type GivenReseller, givenReseller } from '../support/given.ts';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';
import { socketClient } from '../support/sockets.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let service: RunningService;
let reseller: GivenReseller;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  reseller = await givenReseller(service.services);
});

const signIn = (userAgent = 'node'): Promise<SignedIn> =>
  signedIn(service, reseller.resellerId, { userAgent });

test('the sessions of a reseller are listed with their browsers, the present one marked', async () => {
  const [firefox, unknown] = [await signIn(FIREFOX), await signIn()];
  const { body } = await firefox.ask(
    '{ viewer { sessions { id browser current createdAt lastUsedAt } session { id browser } } }',
  );
  expect(body.data).toMatchObject({
    viewer: {
      sessions: [
        { id: firefox.sessionId, browser: 'Firefox on Linux', current: true },
        { id: unknown.sessionId, browser: 'Unknown browser', current: false },
      ],
      session: { id: firefox.sessionId, browser: 'Firefox on Linux' },
    },
  });
  const node = await unknown.ask(`{ node(id: "${firefox.sessionId}") { __typename id } }`);
  expect(node.body.data).toEqual({ node: { __typename: 'ConsoleSession', id: firefox.sessionId } });
});

test('an API key lists the sessions, too, and has none itself', async () => {
  const { sessionId } = await signIn();
  const { body } = await sendGraphql(
    service.url,
    reseller.apiKey,
    '{ viewer { sessions { id current } session { id } } }',
  );
  expect(body.data).toEqual({ viewer: { sessions: [{ id: sessionId, current: false }], session: null } });
});

test('a session ends another one, then all others, and goes on itself', async () => {
  const [own, first, ...others] = [await signIn(), await signIn(), await signIn(), await signIn()];
  const ended = await own.ask(
    `mutation { it: endSession(input: { sessionId: "${first?.sessionId}" }) { ... on EndSessionSuccess { sessionId viewer { sessions { id } } } } }`,
  );
  expect(ended.body.data).toMatchObject({
    it: { sessionId: first?.sessionId, viewer: { sessions: { length: 3 } } },
  });
  expect((await first?.ask('{ viewer { name } }'))?.status).toBe(401);
  const { body } = await own.ask<{ it: { sessionIds: string[] } }>(
    'mutation { it: endOtherSessions { sessionIds viewer { sessions { id } } } }',
  );
  expect(body.data?.it.sessionIds.sort()).toEqual(others.map(({ sessionId }) => sessionId).sort());
  expect(body.data?.it).toMatchObject({ viewer: { sessions: [{ id: own.sessionId }] } });
  for (const { ask } of others) expect((await ask('{ viewer { name } }')).status).toBe(401);
  expect((await own.ask('{ viewer { name } }')).headers.get('ratelimit-limit')).toBe('300');
});

test('each subscriber of a balance is told of its own session', async () => {
  const [one, other] = [await signIn(), await signIn()];
  const query = 'subscription { balanceUpdated { balanceUsd session { id } } }';
  const clients = [
    socketClient(service.url, undefined, fromOwnPage(service.url, one.cookie)),
    socketClient(service.url, undefined, fromOwnPage(service.url, other.cookie)),
    socketClient(service.url, reseller.apiKey),
  ];
  const balances = clients.map((client) => client.follow(query));
  const sessions = [{ id: one.sessionId }, { id: other.sessionId }, null];
  const next = () => Promise.all(balances.map((balance) => balance.next()));
  expect(await next()).toMatchObject(
    sessions.map((session) => ({ data: { balanceUpdated: { balanceUsd: '100.00', session } } })),
  );
  const { resellerId } = reseller;
  const at = service.clock.now();
  await topUp(service.services.database, { resellerId, amount: 1_000_000n, reference: 'one', at });
  expect(await next()).toMatchObject(
    sessions.map((session) => ({ data: { balanceUpdated: { balanceUsd: '101.00', session } } })),
  );
  for (const client of clients) await client.close();
});

test('a session says where it was last used from, and what it has last changed or tried to', async () => {
  const [own, other] = [await signIn(FIREFOX), await signIn()];
  const USES = '{ viewer { sessions { id address place lastChange lastChangedAt } } }';
  const usesOf = async () => {
    const { body } = await own.ask<{ viewer: { sessions: { id: string }[] } }>(USES);
    return body.data?.viewer.sessions.find(({ id }) => id === other.sessionId);
  };
  expect(await usesOf()).toMatchObject({ address: null, place: null, lastChange: null, lastChangedAt: null });
  await other.ask('{ viewer { name } }');
  expect(await usesOf()).toMatchObject({ address: '127.0.0.1', place: '127.0.0.0/24', lastChange: null });
  service.clock.advance(16 * 60_000);
  await other.ask('mutation M { ...Of } fragment Of on Mutation { it: createKey(input: {}) { __typename } }');
  const changed = await usesOf();
  expect(changed).toMatchObject({ lastChange: 'createKey', lastChangedAt: expect.stringMatching(/Z$/) });
  await other.ask('{ viewer { name } }');
  expect(await usesOf()).toEqual(changed);
  const { sql: db } = service.services.database;
  await db.updateTable('console_sessions').set({ address: '203.0.113.7' }).execute();
  service.clock.advance(16 * 60_000);
  await other.ask('{ viewer { name } }');
  expect(await usesOf()).toEqual(changed);
});
