import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createKey, updateKey } from '../../src/resellers/keys.ts';
import { type EventStreamClient, openEventStream } from '../support/event-stream.ts';
import { expectRefusal, type RestClient } from '../support/rest-client.ts';
import { PURCHASE, useRestService } from './rest-service.ts';

const service = useRestService();

interface Listed {
  events: { id: string; sequence: number; type: string; created_at: string; data: object }[];
  next: string | null;
  has_more: boolean;
}

let rest: RestClient;
let resellerId: number;
let apiKey: string;
let keyId: number;
let streams: EventStreamClient[];

beforeEach(async () => {
  // Its balance and its key are the first two events.
  ({ rest, resellerId, apiKey, keyId } = await service.givenCaller());
  streams = [];
});
afterEach(() => {
  for (const stream of streams) stream.cut();
});

const list = async (query = '') => (await rest.get<Listed>(`/v1/events${query}`)).body;
const sequences = ({ events }: Listed) => events.map(({ sequence }) => sequence);

async function addKey(): Promise<void> {
  const { database, clock } = service.running.services;
  await createKey(database, { resellerId, at: clock.now() });
}

async function follow(query = '', headers: Record<string, string> = {}): Promise<EventStreamClient> {
  const stream = await openEventStream(`${service.running.url}/v1/events/stream${query}`, {
    headers: { authorization: `Bearer ${apiKey}`, ...headers },
  });
  streams.push(stream);
  return stream;
}

async function ids(stream: EventStreamClient, count: number): Promise<number[]> {
  const found: number[] = [];
  while (found.length < count) found.push(Number((await stream.next())?.id));
  return found;
}

test('the list begins with the oldest event and goes on with its next', async () => {
  await addKey();
  const all = await list();
  expect(all).toEqual({
    events: [
      {
        id: expect.stringMatching(/^evt_/),
        sequence: 1,
        type: 'balance.topped_up',
        created_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
        data: { cause: 'operator', reference: expect.any(String), amount_usd: 100, balance_usd: 100 },
      },
      expect.objectContaining({ sequence: 2, type: 'key.created' }),
      expect.objectContaining({ sequence: 3, type: 'key.created' }),
    ],
    next: '3',
    has_more: false,
  });
  const first = await list('?limit=2');
  expect([sequences(first), first.next, first.has_more]).toEqual([[1, 2], '2', true]);
  expect(sequences(await list(`?after=${first.next}`))).toEqual([3]);
});

test('beyond the end a page is empty and its next is what was given; an empty log has none', async () => {
  expect(await list('?after=77')).toEqual({ events: [], next: '77', has_more: false });
  await service.change(sql`delete from events where reseller_id = ${resellerId}`);
  expect(await list()).toEqual({ events: [], next: null, has_more: false });
});

test('types and an order limit the list', async () => {
  const { id } = (await rest.post<{ id: number }>('/v1/orders', PURCHASE)).body;
  await addKey();
  expect(sequences(await list('?types=key.created,order.created'))).toEqual([2, 3, 4]);
  expect(sequences(await list(`?order_id=${id}`))).toEqual([3]);
  expect(await list(`?order_id=${id + 1}`)).toEqual({ events: [], next: '4', has_more: false });
  expect(await list('?types=order.ended')).toEqual({ events: [], next: '4', has_more: false });
});

test.each([
  'limit=0',
  'limit=201',
  'after=x',
  'after=',
  'types=order.bought',
  'types=constructor',
  'order_id=0',
  'order_id=x',
])('a wrong parameter is refused: %s', async (query) => {
  expectRefusal(await rest.get(`/v1/events?${query}`), 400, 'invalid_request');
});

test('a place whose events are partly gone is 410 with the oldest sequence that is kept', async () => {
  await addKey();
  await service.change(sql`delete from events where reseller_id = ${resellerId} and sequence < 2`);
  expectRefusal(await rest.get('/v1/events?after=0'), 410, 'cursor_expired', { oldest: 2 });
  expect(sequences(await list('?after=1'))).toEqual([2, 3]);
});

test('only a key reads events, and each page counts as a request', async () => {
  const { url } = service.running;
  for (const path of ['/v1/events', '/v1/events/stream']) expect((await fetch(url + path)).status).toBe(401);
  await list();
  expect(await service.admitted(keyId)).toBe(1);
});

test('a stream sends what follows a place, then each event as it is added, as the list has it', async () => {
  const stream = await follow('?after=1');
  expect([stream.status, stream.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
  const stored = await stream.next();
  await rest.post('/v1/orders', PURCHASE);
  const added = await stream.next();
  const { events } = await list('?after=1');
  expect([stored, added]).toEqual(
    events.map((event) => ({ id: String(event.sequence), event: event.type, data: JSON.stringify(event) })),
  );
});

test('without a place a stream begins now, and has only the types that are asked for', async () => {
  const stream = await follow('?types=order.created');
  await addKey();
  await rest.post('/v1/orders', PURCHASE);
  expect(await stream.next()).toMatchObject({ id: '4', event: 'order.created' });
});

test('the last event that a client has goes before the place in the address', async () => {
  await addKey();
  const stream = await follow('?after=0', { 'last-event-id': '2' });
  expect(await ids(stream, 1)).toEqual([3]);
});

test('streams that are cut and opened again with the last event have every event once', async () => {
  const found: number[] = [];
  const adding = (async () => {
    for (let i = 0; i < 30; i++) await addKey();
  })();
  while (found.length < 32) {
    const last = found.at(-1);
    const stream = await follow('?after=0', last === undefined ? {} : { 'last-event-id': String(last) });
    found.push(...(await ids(stream, Math.min(4, 32 - found.length))));
    stream.cut();
  }
  await adding;
  expect(found).toEqual(Array.from({ length: 32 }, (_, place) => place + 1));
});

test('a stream from a place that has expired ends with that error', async () => {
  await addKey();
  await service.change(sql`delete from events where reseller_id = ${resellerId} and sequence < 3`);
  const stream = await follow('?after=1');
  const { event, data } = (await stream.next()) ?? {};
  expect([event, JSON.parse(data ?? '')]).toEqual([
    'error',
    { error: { code: 'cursor_expired', message: expect.stringContaining('3'), oldest: 3 } },
  ]);
  expect(await stream.next()).toBeUndefined();
});

test('a wrong place of a stream is refused before it begins', async () => {
  const { url } = service.running;
  for (const headers of [{}, { 'last-event-id': 'x' }]) {
    const answer = await fetch(`${url}/v1/events/stream?after=${'last-event-id' in headers ? 1 : 'x'}`, {
      headers: { authorization: `Bearer ${apiKey}`, ...headers },
    });
    expect(answer.status).toBe(400);
  }
});

test('a key has at most five streams and sockets open', async () => {
  for (let i = 0; i < 5; i++) await follow();
  const refused = await fetch(`${service.running.url}/v1/events/stream`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
  expect(await refused.json()).toMatchObject({ error: { code: 'rate_limited' } });
});

test('a stream whose key is disabled ends with that error', async () => {
  const { database } = service.running.services;
  const stream = await follow();
  await updateKey(database, { keyId, resellerId, disabled: true });
  let frame = await stream.next();
  // The event of it may come first.
  if (frame?.event === 'key.disabled') frame = await stream.next();
  expect(JSON.parse(frame?.data ?? '')).toMatchObject({ error: { code: 'key_disabled' } });
});

test('HEAD says what a stream is, without opening one', async () => {
  const answer = await fetch(`${service.running.url}/v1/events/stream`, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${apiKey}` },
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
});
