import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { givenReseller } from '../support/given.ts';
import { givenLuxuryOrder } from '../support/given-luxury.ts';
import { type RunningService, startService } from '../support/service.ts';
import { socketClient } from '../support/sockets.ts';
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
  // A service that sends no pings: behind 48 MB one can be answered too late on a busy machine.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { url, services, close } = await startService();
  onTestFinished(close);
  const { apiKey, order } = await givenLuxuryOrder(services);
  await sql`update luxury_settings set blocked_hosts = array_fill(repeat('x', 2000), array[100])
    where order_id = ${order.id}`.execute(services.database.sql);
  const client = socketClient(url, apiKey);
  const results = Array.from({ length: 32 }, (_, n) => {
    const hosts = Array.from({ length: 8 }, (_hosts, i) => `h${n}_${i}: blockedHosts`).join(' ');
    return client.follow(
      `subscription { orderUpdated(orderId: "${order.id}") { ... on LuxuryOrder { settings { ${hosts} } } } }`,
    );
  });
  const received = await Promise.all(results.map((events) => events.next()));
  for (const result of received) expect(JSON.stringify(result).length).toBeGreaterThan(1_500_000);
  await client.close();
});

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
