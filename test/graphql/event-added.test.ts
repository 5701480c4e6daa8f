import { print } from 'graphql';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { topUp } from '../../src/billing/top-ups.ts';
import { createKey } from '../../src/resellers/keys.ts';
import { type EventStreamClient, openEventStream } from '../support/event-stream.ts';
import { type GivenReseller, givenReseller } from '../support/given.ts';
import { givenLuxuryOrder } from '../support/given-luxury.ts';
import { givenToken, PAGE } from '../support/given-token.ts';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';
import { type Events, type SocketClient, socketClient } from '../support/sockets.ts';
import { EventAddedDocument, type EventAddedSubscription, EventsDocument } from './generated/graphql.ts';

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
  // Its balance and its key are the first two events.
  reseller = await givenReseller(service.services);
  socket = socketClient(service.url, reseller.apiKey);
});
afterEach(() => socket.close());

async function addKeys(count = 1, of = other): Promise<void> {
  const { database, clock } = of.services;
  for (let i = 0; i < count; i++)
    await createKey(database, { resellerId: reseller.resellerId, at: clock.now() });
}

async function sequences(events: Events<EventAddedSubscription>, count: number): Promise<number[]> {
  const found: number[] = [];
  while (found.length < count) {
    const { data, errors } = await events.next();
    if (!data) throw new Error(JSON.stringify(errors));
    found.push(data.eventAdded.sequence);
  }
  return found;
}

const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, place) => first + place);

test('from now on, a subscriber gets each event that any process adds', async () => {
  const events = socket.follow(EventAddedDocument);
  // A subscription has no first result to wait for.
  await expect.poll(() => service.live.subscribers).toBe(1);
  await addKeys();
  expect(await events.next()).toEqual({
    data: {
      eventAdded: {
        id: expect.stringMatching(/^evt_/),
        sequence: 3,
        type: 'key.created',
        createdAt: expect.any(String),
        data: { cause: 'api', key: { id: expect.any(Number), name: null, prefix: expect.any(String) } },
      },
    },
  });
  events.stop();
  await expect.poll(() => service.live.subscribers).toBe(0);
});

test('from a place, it gets what is there and then what is added, in order, none twice', async () => {
  await addKeys(120);
  const events = socket.follow(EventAddedDocument, { after: '0' });
  const adding = addKeys(40);
  expect(await sequences(events, 162)).toEqual(upTo(162));
  await adding;
  await addKeys(1);
  expect(await sequences(events, 1)).toEqual([163]);
});

test('only the types that it asks for come, from a place between them, too', async () => {
  const events = socket.follow(EventAddedDocument, { after: '1', types: ['balance.topped_up'] });
  await addKeys(3);
  const { database, clock } = other.services;
  const { resellerId } = reseller;
  await topUp(database, { resellerId, amount: 5n, reference: `more-${resellerId}`, at: clock.now() });
  expect(await sequences(events, 1)).toEqual([6]);
});

test('events whose selected fields are equal all come', async () => {
  const events = socket.follow<{ eventAdded: object }, Record<string, unknown>>(
    'subscription { eventAdded(after: "1", types: ["key.created"]) { type } }',
  );
  await addKeys(2);
  for (let i = 0; i < 3; i++)
    expect(await events.next()).toEqual({ data: { eventAdded: { type: 'key.created' } } });
});

test('none is passed over whose transaction commits behind that of a later one', async () => {
  const { database } = other.services;
  const { resellerId } = reseller;
  const events = socket.follow(EventAddedDocument, { after: '2' });
  const begun = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const slow = database.inTransaction(async (tx) => {
    const [amount, at] = [1_000_000n, new Date()];
    await topUp(database.joinedTo(tx), { resellerId, amount, reference: `slow-${resellerId}`, at });
    begun.resolve();
    await mayCommit.promise;
  });
  await begun.promise;
  await addKeys(1);
  expect((await events.next()).data?.eventAdded).toMatchObject({ sequence: 3, type: 'key.created' });
  mayCommit.resolve();
  await slow;
  expect((await events.next()).data?.eventAdded).toMatchObject({ sequence: 4, type: 'balance.topped_up' });
});

test('a place that has expired ends it with the oldest sequence that is kept', async () => {
  await addKeys(1);
  await sql`delete from events where reseller_id = ${reseller.resellerId} and sequence < 3`.execute(
    service.services.database.sql,
  );
  const { errors } = await socket.follow(EventAddedDocument, { after: '1' }).next();
  expect(errors?.[0]?.extensions).toEqual({ code: 'CURSOR_EXPIRED', oldest: 3 });
  expect(service.live.subscribers).toBe(0);
});

test('a frontend token reads no events', async () => {
  const { order } = await givenLuxuryOrder(service.services, { reseller });
  const { secret } = await givenToken(service.services, reseller, { orderIds: [order.id] });
  for (const document of [EventAddedDocument, EventsDocument]) {
    const { body } = await sendGraphql(service.url, secret, print(document), {}, { origin: PAGE });
    expect(body.errors?.[0]?.message).toMatch(/^No frontend token allows "\w+.event/);
  }
});

async function stream(
  after: string | null,
  headers: Record<string, string> = {},
): Promise<EventStreamClient> {
  return openEventStream(`${service.url}/graphql`, {
    headers: {
      authorization: `Bearer ${reseller.apiKey}`,
      'content-type': 'application/json',
      accept: 'text/event-stream',
      ...headers,
    },
    body: JSON.stringify({ query: print(EventAddedDocument), variables: { after } }),
  });
}

test('over an event stream each has its sequence as id, and the last id that a client has goes before its place', async () => {
  await addKeys(2);
  const first = await stream('0');
  expect([(await first.next())?.id, (await first.next())?.id]).toEqual(['1', '2']);
  first.cut();
  const second = await stream('0', { 'last-event-id': '2' });
  const frame = await second.next();
  expect(frame).toMatchObject({ id: '3', event: 'next' });
  expect(JSON.parse(frame?.data ?? '').data.eventAdded).toMatchObject({ sequence: 3, type: 'key.created' });
  second.cut();
  const strange = await stream('2', { 'last-event-id': 'x' });
  expect(await strange.next()).toMatchObject({ id: '3' });
  strange.cut();
});

test('a subscriber who reads nothing for a while gets every event afterwards', async () => {
  const slow = await stream('0');
  await addKeys(300, service);
  const found: number[] = [];
  while (found.length < 302) found.push(Number((await slow.next())?.id));
  expect(found).toEqual(upTo(302));
  slow.cut();
});
