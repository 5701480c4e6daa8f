import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addReseller } from '../../src/billing/resellers.ts';
import { topUp } from '../../src/billing/top-ups.ts';
import { CursorExpiredError, type EventPage, findNewest, readEvents } from '../../src/events/log.ts';
import { tell } from '../../src/events/tell.ts';
import { recordPlans } from '../growth/plans.ts';
import { type OpenedServices, openServices } from '../support/services.ts';

let opened: OpenedServices;
let reseller: { resellerId: number };
const plans = recordPlans();

beforeAll(async () => {
  opened = await openServices({ onPoolCreated: plans.onPoolCreated });
});
afterAll(() => opened.close());
beforeEach(async () => {
  reseller = { resellerId: await givenReseller() };
});

/** A reseller whose balance is the first event. */
function givenReseller(balance = 1_000_000n): Promise<number> {
  const { database } = opened.services;
  return addReseller(database, { name: 'Reseller of a log', priceList: undefined, balance, at: new Date() });
}

const db = () => opened.services.database.sql;
const read = (query: Partial<Parameters<typeof readEvents>[1]> = {}) =>
  readEvents(db(), { resellerId: reseller.resellerId, limit: 200, ...query });
const sequences = ({ events }: EventPage) => events.map(({ sequence }) => sequence);

type Written = Parameters<typeof tell>[1][number]['type'];

async function write(...types: Written[]): Promise<void> {
  const { resellerId } = reseller;
  await tell(
    db(),
    types.map((type) => ({ type, resellerId, at: new Date() })),
  );
}

/** Has the events up to a sequence dropped with their days, and the last of them carried on if it is one. */
async function drop(upTo: number): Promise<void> {
  const { resellerId } = reseller;
  await sql`
    with dropped as (delete from events where reseller_id = ${resellerId} and sequence <= ${upTo} returning *)
    insert into events
    select reseller_id, sequence, xid, created_at, 0, balance, null, null, day, false, 'carried', cause, '', '', ''
    from dropped where sequence = ${upTo}
      and not exists (select from events where reseller_id = ${resellerId} and sequence > ${upTo})`.execute(
    db(),
  );
}

test('whoever reads on from the next of each page gets every event once, in order, to the end', async () => {
  await write('key.created', 'key.disabled', 'key.enabled', 'key.deleted');
  const first = await read({ limit: 2 });
  const second = await read({ limit: 2, after: first.next });
  const third = await read({ limit: 2, after: second.next });
  expect([first, second, third].map(sequences)).toEqual([[1, 2], [3, 4], [5]]);
  expect([first, second, third].map(({ hasMore }) => hasMore)).toEqual([true, true, false]);
  expect(third.next?.sequence).toBe(5);
  const end = await read({ after: third.next });
  expect(end).toEqual({ events: [], next: third.next, hasMore: false });
  await write('key.created');
  expect(sequences(await read({ after: end.next }))).toEqual([6]);
});

test('beyond the end a page is empty, and its next is what was given', async () => {
  expect(await read({ after: { sequence: 900 } })).toEqual({
    events: [],
    next: { sequence: 900 },
    hasMore: false,
  });
});

test('a log without events has no next', async () => {
  const resellerId = await givenReseller(0n);
  expect(await read({ resellerId })).toEqual({ events: [], next: undefined, hasMore: false });
  expect(await findNewest(db(), resellerId)).toEqual({ sequence: 0 });
});

test('a page of some types has no others, and goes on behind those that it has looked at', async () => {
  await write('key.created', 'key.deleted', 'key.created', 'key.deleted', 'key.disabled');
  const types = ['key.created', 'key.enabled'];
  const first = await read({ types, limit: 1 });
  expect([sequences(first), first.next?.sequence, first.hasMore]).toEqual([[2], 2, true]);
  const second = await read({ types, limit: 10, after: first.next });
  expect([sequences(second), second.next?.sequence, second.hasMore]).toEqual([[4], 6, false]);
});

test('a type is looked for in ten thousand events a page', async () => {
  await sql`
    insert into events select reseller_id, sequence + n, xid, created_at, 0, balance, null, null, day, false,
      case n when 15000 then 'key.created' else 'key.deleted' end, cause, '', '', ''
    from events, generate_series(1, 15000) n where reseller_id = ${reseller.resellerId}`.execute(db());
  const first = await read({ types: ['key.created'] });
  expect([sequences(first), first.next?.sequence, first.hasMore]).toEqual([[], 10_000, true]);
  const second = await read({ types: ['key.created'], after: first.next });
  expect([sequences(second), second.next?.sequence, second.hasMore]).toEqual([[15_001], 15_001, false]);
});

test('no other reseller’s events are read', async () => {
  const resellerId = await givenReseller();
  await write('key.created');
  expect(sequences(await read({ resellerId }))).toEqual([1]);
});

test('a place whose events are partly gone is refused with the oldest that is kept', async () => {
  await write('key.created', 'key.deleted', 'key.created', 'key.deleted');
  await drop(2);
  await expect(read({ after: { sequence: 1 } })).rejects.toThrow(CursorExpiredError);
  await expect(read({ after: { sequence: 0 } })).rejects.toMatchObject({ code: 'cursor_expired', oldest: 3 });
  await expect(read({ after: { sequence: 1 }, types: ['key.created'] })).rejects.toMatchObject({ oldest: 3 });
  await expect(read({ after: { sequence: 1 }, orderId: 1 })).rejects.toMatchObject({ oldest: 3 });
  expect(sequences(await read({ after: { sequence: 2 } }))).toEqual([3, 4, 5]);
  expect(sequences(await read())).toEqual([3, 4, 5]);
});

test('a reseller without an event for a month goes on where it was', async () => {
  await write('key.created', 'key.deleted');
  await drop(3);
  expect(await read()).toMatchObject({ events: [], next: { sequence: 3 }, hasMore: false });
  await expect(read({ after: { sequence: 2 } })).rejects.toMatchObject({ oldest: 4 });
  expect(await read({ after: { sequence: 3 } })).toEqual({
    events: [],
    next: { sequence: 3 },
    hasMore: false,
  });
  await write('key.created');
  expect(sequences(await read())).toEqual([4]);
  expect(sequences(await read({ after: { sequence: 3 } }))).toEqual([4]);
});

test('events of a transaction that commits last have the last numbers, so none appears behind a reader', async () => {
  const { database } = opened.services;
  const { resellerId } = reseller;
  const begun = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const slow = database.inTransaction(async (tx) => {
    const [amount, at] = [1_000_000n, new Date()];
    await topUp(database.joinedTo(tx), { resellerId, amount, reference: randomUUID(), at });
    begun.resolve();
    await mayCommit.promise;
  });
  await begun.promise;
  await write('key.created');
  const before = await read();
  expect(before.events.map(({ type }) => type)).toEqual(['balance.topped_up', 'key.created']);
  mayCommit.resolve();
  await slow;
  const { events } = await read({ after: before.next });
  expect(events.map(({ type, sequence }) => [type, sequence])).toEqual([['balance.topped_up', 3]]);
});

/** Events of 30 days before today, so many for each of twenty resellers and day, each about another order. */
async function fill(first: number, perDay: number): Promise<void> {
  const client = new Client(opened.databaseUrl);
  await client.connect();
  await client.query("select add_day('events', today() - n) from generate_series(2, 30) n");
  await client.query(`
    insert into events
    select reseller, (30 - ago) * ${perDay} + n, 1, now(), 0, 0, (30 - ago) * ${perDay} + n, null,
      today() - ago, false, 'order.paused', 'api', 'active', 'http', ''
    from generate_series(30, 1, -1) ago, generate_series(${first}, ${first + 19}) reseller,
      generate_series(1, ${perDay}) n`);
  await client.query('vacuum (analyze) events');
  await client.end();
}

/** What a page has read, by the plan that a connection keeps. */
async function readsOf(query: Parameters<typeof readEvents>[1]) {
  for (let times = 0; times < 20; times += 1) await readEvents(db(), query);
  const reads = await plans.during(() => readEvents(db(), query));
  const tables = [...reads.rows].filter(([table, rows]) => table.startsWith('events_') && rows > 0);
  return { blocks: reads.blocks, days: tables.length, rows: tables.reduce((sum, [, rows]) => sum + rows, 0) };
}

test('a page reads as little of a long log as of a short one, of a day or two', async () => {
  await fill(7_000, 50);
  await fill(8_000, 400);
  const short = { resellerId: 7_003, after: { sequence: 30 * 50 - 60 }, limit: 40 };
  const long = { resellerId: 8_003, after: { sequence: 30 * 400 - 60 }, limit: 40 };
  const [ofShort, ofLong] = [await readsOf(short), await readsOf(long)];
  expect(ofLong.rows).toBeLessThanOrEqual(41 + 1);
  expect(ofLong.days).toBe(1);
  expect(ofLong.blocks).toBeLessThanOrEqual(ofShort.blocks * 1.5);
  const { next } = await readEvents(db(), long);
  const readingOn = await readsOf({ ...long, after: next });
  expect(readingOn.rows).toBeLessThanOrEqual(21);
  expect(readingOn.blocks).toBeLessThan(ofLong.blocks / 2);
  const oldest = await readsOf({ resellerId: 8_003, limit: 40 });
  expect(oldest.blocks).toBeLessThanOrEqual(ofLong.blocks * 1.5);
});

test('the events of an order are found among those of its reseller, and nobody else’s are read', async () => {
  await fill(9_000, 400);
  const query = { resellerId: 9_003, orderId: 5_500, limit: 40 };
  const first = await readEvents(db(), query);
  expect([sequences(first), first.next?.sequence, first.hasMore]).toEqual([[5_500], 10_000, true]);
  const second = await readEvents(db(), { ...query, after: first.next });
  expect([sequences(second), second.hasMore]).toEqual([[], false]);
  // And the first behind the place of each day.
  expect((await readsOf(query)).rows).toBeLessThanOrEqual(10_000 + 31);
});
