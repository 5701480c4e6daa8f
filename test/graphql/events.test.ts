import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { EVENT_TYPES } from '../../src/events/event-types.ts';
import { createKey } from '../../src/resellers/keys.ts';
import { type GivenReseller, givenReseller } from '../support/given.ts';
import { type RunningService, startService } from '../support/service.ts';
import {
  EventNodeDocument,
  EventsDocument,
  type EventsQueryVariables,
  PurchaseDocument,
} from './generated/graphql.ts';

let service: RunningService;
let reseller: GivenReseller;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  // Its balance and its key are the first two events.
  reseller = await givenReseller(service.services);
});

const ask = async (variables: EventsQueryVariables = {}, apiKey = reseller.apiKey) =>
  (await service.graphql(apiKey, EventsDocument, variables)).body;

async function read(variables: EventsQueryVariables = {}) {
  const { data, errors } = await ask(variables);
  if (!data) throw new Error(JSON.stringify(errors));
  const { edges, pageInfo } = data.events;
  return { events: edges.map(({ node }) => node), cursors: edges.map(({ cursor }) => cursor), pageInfo };
}

async function addKeys(count: number): Promise<void> {
  const { database, clock } = service.services;
  const { resellerId } = reseller;
  for (let i = 0; i < count; i++) await createKey(database, { resellerId, at: clock.now() });
}

async function buy(): Promise<string> {
  const input = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };
  const { body } = await service.graphql(reseller.apiKey, PurchaseDocument, { input });
  if (body.data?.purchase.__typename !== 'PurchaseSuccess') throw new Error(JSON.stringify(body));
  return body.data.purchase.order.id;
}

test('a reseller reads its events from the oldest on, page by page, with a cursor or a sequence', async () => {
  await addKeys(3);
  const first = await read({ first: 2 });
  expect(first.events.map(({ sequence, type }) => [sequence, type])).toEqual([
    [1, 'balance.topped_up'],
    [2, 'key.created'],
  ]);
  expect(first.cursors).toEqual(['1', '2']);
  expect(first.pageInfo).toEqual({ hasNextPage: true, endCursor: '2' });
  const rest = await read({ after: first.pageInfo.endCursor ?? null });
  expect(rest.events.map(({ sequence }) => sequence)).toEqual([3, 4, 5]);
  expect(rest.pageInfo).toEqual({ hasNextPage: false, endCursor: '5' });
  expect((await read({ after: '4' })).events.map(({ sequence }) => sequence)).toEqual([5]);
});

test('beyond the end a page is empty and ends where it was asked for; an empty log ends nowhere', async () => {
  expect(await read({ after: '900' })).toEqual({
    events: [],
    cursors: [],
    pageInfo: { hasNextPage: false, endCursor: '900' },
  });
  await sql`delete from events where reseller_id = ${reseller.resellerId}`.execute(
    service.services.database.sql,
  );
  expect((await read()).pageInfo).toEqual({ hasNextPage: false, endCursor: null });
});

test('only events of some types, or of an order, are read, and the page ends behind what was looked at', async () => {
  const orderId = await buy();
  await addKeys(1);
  const ofOrder = await read({ orderId });
  expect(ofOrder.events.map(({ type, order }) => [type, order])).toEqual([
    ['order.created', { id: orderId, status: 'ACTIVE' }],
  ]);
  expect(ofOrder.pageInfo).toEqual({ hasNextPage: false, endCursor: '4' });
  const keys = await read({ types: ['key.created', 'key.deleted'] });
  expect(keys.events.map(({ sequence }) => sequence)).toEqual([2, 4]);
  expect((await read({ types: ['key.created'], orderId })).events).toEqual([]);
  expect((await read({ types: [] })).events).toHaveLength(4);
});

test('an event has an id of its own, by which its owner finds it as a node', async () => {
  const [event] = (await read()).events;
  expect(event?.id).toMatch(/^evt_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const id = event?.id ?? '';
  const node = async (apiKey: string, wanted: string) =>
    (await service.graphql(apiKey, EventNodeDocument, { id: wanted })).body.data?.node;
  const { order, ...shown } = event ?? {};
  expect(await node(reseller.apiKey, id)).toEqual({ __typename: 'Event', ...shown });
  const other = await givenReseller(service.services);
  expect(await node(other.apiKey, id)).toBeNull();
  expect(await node(reseller.apiKey, id.replace(/.$/, '0'))).toBeNull();
  expect(await node(reseller.apiKey, `evt_00000000${id.slice(12)}`)).toBeNull();
  expect(await node(reseller.apiKey, 'evt_1')).toBeNull();
});

test('a place whose events are partly gone is refused with the oldest sequence that is kept', async () => {
  await addKeys(2);
  await sql`delete from events where reseller_id = ${reseller.resellerId} and sequence < 3`.execute(
    service.services.database.sql,
  );
  const { errors, data } = await ask({ after: '1' });
  expect(data).toBeNull();
  expect(errors?.[0]?.extensions).toEqual({ code: 'CURSOR_EXPIRED', oldest: 3 });
  expect((await read({ after: '2' })).events.map(({ sequence }) => sequence)).toEqual([3, 4]);
  expect((await read()).events.map(({ sequence }) => sequence)).toEqual([3, 4]);
});

test.each([
  ['first', { first: 0 }],
  ['first', { first: 201 }],
  ['after', { after: 'b3JkZXI6MQ' }],
  ['after', { after: '-1' }],
  ['types', { types: ['order.created', 'order.bought'] }],
  ['types', { types: ['toString'] }],
  ['orderId', { orderId: 'x' }],
])('a wrong %s is refused by its name: %j', async (argument, variables) => {
  const { errors } = await ask(variables);
  expect(errors?.[0]?.extensions?.['code']).toBe('INVALID_REQUEST');
  expect(errors?.[0]?.extensions?.['fields']).toEqual([
    expect.objectContaining({ path: expect.arrayContaining([argument]) }),
  ]);
});

test('two hundred events with their orders are not more than a document may cost', async () => {
  expect((await ask({ first: 200 })).errors).toBeUndefined();
});

test('every type may be asked for, also those that nothing writes yet', async () => {
  expect((await ask({ types: Object.keys(EVENT_TYPES) })).errors).toBeUndefined();
});
