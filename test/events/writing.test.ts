import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adjust } from '../../src/billing/corrections.ts';
import { topUp } from '../../src/billing/top-ups.ts';
import { eventId, placeOfEvent } from '../../src/events/event-types.ts';
import { tell } from '../../src/events/tell.ts';
import { fileLapsedOrders, tellOfEnds } from '../../src/orders/ends.ts';
import { createKey, deleteKey, updateKey } from '../../src/resellers/keys.ts';
import { givenReseller } from '../support/given.ts';
import { type OpenedServices, openServices } from '../support/services.ts';

let opened: OpenedServices;
beforeAll(async () => {
  opened = await openServices();
});
afterAll(() => opened.close());

interface Row {
  sequence: number;
  type: string;
  cause: string;
  amount: number;
  balance: number;
  order_id: number | null;
  facts: string;
}

const database = () => opened.services.database;

async function eventsOf(resellerId: number, after = 0): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select sequence, type, cause, amount, balance, order_id, facts from events
    where reseller_id = ${resellerId} and sequence > ${after} order by sequence`.execute(database().sql);
  return rows;
}

const at = new Date('2026-11-29T12:00:00.000Z');

test('each movement of money is an event with the balance after it, numbered from 1 without gaps', async () => {
  const { resellerId } = await givenReseller(opened.services, { balanceUsd: '20' });
  await topUp(database(), { resellerId, amount: 5_000_000n, reference: `a-${resellerId}`, at });
  await topUp(database(), { resellerId, amount: 5_000_000n, reference: `a-${resellerId}`, at });
  await adjust(database(), {
    resellerId,
    amount: -17_000_000n,
    reference: `b-${resellerId}`,
    reason: 'r',
    at,
  });
  const found = (await eventsOf(resellerId)).filter(({ type }) => type.startsWith('balance'));
  expect(found.map(({ type, amount, balance }) => [type, amount, balance])).toEqual([
    ['balance.topped_up', 20_000_000, 20_000_000],
    ['balance.topped_up', 5_000_000, 25_000_000],
    ['balance.adjusted', -17_000_000, 8_000_000],
    ['balance.low', 0, 8_000_000],
  ]);
  expect(JSON.parse(found[1]?.facts ?? '')).toEqual({ reference: `a-${resellerId}` });
  expect(JSON.parse(found[3]?.facts ?? '')).toEqual({ threshold: 10_000_000 });
  const all = await eventsOf(resellerId);
  expect(all.map(({ sequence }) => sequence)).toEqual(all.map((_, place) => place + 1));
});

test('of two writers the first of which commits last, the number goes by the commits, and a rollback leaves no gap', async () => {
  const { resellerId } = await givenReseller(opened.services, { balanceUsd: '20' });
  const before = (await eventsOf(resellerId)).length;
  const mayCommit = Promise.withResolvers<void>();
  const hasWritten = Promise.withResolvers<void>();
  const amount = 1_000_000n;
  const slow = database()
    .inTransaction(async (tx) => {
      await topUp(database().joinedTo(tx), { resellerId, amount, reference: `slow-${resellerId}`, at });
      hasWritten.resolve();
      await mayCommit.promise;
      throw new Error('given up');
    })
    .catch(() => {});
  await hasWritten.promise;
  const key = await createKey(database(), { resellerId, name: 'meanwhile', at });
  mayCommit.resolve();
  await slow;
  await updateKey(database(), { keyId: key.keyId, resellerId, disabled: true });
  await deleteKey(database(), { keyId: key.keyId, resellerId });
  const written = (await eventsOf(resellerId)).slice(before);
  expect(written.map(({ sequence, type }) => [sequence - before, type])).toEqual([
    [1, 'key.created'],
    [2, 'key.disabled'],
    [3, 'key.deleted'],
  ]);
});

test('sixteen writers at once of one reseller and of several leave each log without a gap', async () => {
  const resellers = await Promise.all(
    [1, 2, 3].map(() => givenReseller(opened.services, { balanceUsd: '20' })),
  );
  const writes = Array.from({ length: 48 }, (_, place) => {
    const resellerId = resellers[place % 3]?.resellerId ?? 0;
    if (place % 4 === 0)
      return database().inTransaction((tx) =>
        tell(
          tx,
          resellers.toReversed().map((one) => ({ type: 'order.paused', resellerId: one.resellerId, at })),
        ),
      );
    return topUp(database(), {
      resellerId,
      amount: 1_000_000n,
      reference: `many-${resellerId}-${place}`,
      at,
    });
  });
  await Promise.all(writes);
  for (const { resellerId } of resellers) {
    const all = await eventsOf(resellerId);
    expect(all.map(({ sequence }) => sequence)).toEqual(all.map((_, place) => place + 1));
    const balances = all.map((_, place) =>
      all.slice(0, place + 1).reduce((sum, { amount }) => sum + amount, 0),
    );
    expect(all.map(({ balance }) => balance)).toEqual(balances);
  }
});

test('an end is told of three days and one day before it, each once, the nearer alone after a pause, and when it has come', async () => {
  const { resellerId } = await givenReseller(opened.services, { balanceUsd: '20' });
  const HOUR = 3_600_000;
  const start = new Date(Date.now() + 60_000);
  const later = (hours: number) => new Date(start.getTime() + hours * HOUR);
  const insert = (id: number, endsAt: Date) =>
    sql`
    insert into orders (reseller_id, id, operation_id, tier, type, country, period, quantity, price, protocol, billing,
      upstream, renewable, source, created_at, expires_at, filed_status)
    values (${resellerId}, ${id}, gen_random_uuid(), 'prem', 'ipv4', 'US', '7d', 1, 1, 'both', 'per_proxy', 'px6',
      true, 'api', ${start}, ${endsAt}, 'active')`.execute(database().sql);
  const first = 900_000_000;
  await insert(first, later(100));
  await insert(first + 1, later(70 + 24));
  const tellAt = async (hours: number) => {
    const [last] = (await eventsOf(resellerId)).slice(-1);
    await tellOfEnds(database().sql, later(hours));
    await fileLapsedOrders(database().sql, later(hours));
    return (await eventsOf(resellerId, last?.sequence)).map(({ type, order_id, facts }) => [
      type,
      (order_id ?? 0) - first,
      ...(facts ? [JSON.parse(facts).hours_left] : []),
    ]);
  };
  expect(await tellAt(20)).toEqual([]);
  expect(await tellAt(29)).toEqual([
    ['order.ending', 1, 65],
    ['order.ending', 0, 71],
  ]);
  expect(await tellAt(29)).toEqual([]);
  const many = await Promise.all(Array.from({ length: 4 }, () => tellAt(71)));
  expect(many.flat()).toContainEqual(['order.ending', 1, 23]);
  expect((await eventsOf(resellerId)).filter(({ type }) => type === 'order.ending')).toHaveLength(3);
  expect(await tellAt(95)).toEqual([
    ['order.ending', 0, 5],
    ['order.ended', 1],
  ]);
});

test('an id is made of the instant, the reseller and the number, and leads back to them', () => {
  const place = { resellerId: 2 ** 30 - 1, sequence: 2 ** 44 - 1, createdAt: at };
  expect(eventId(place)).toMatch(/^evt_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(placeOfEvent(eventId(place))).toEqual(place);
  expect(placeOfEvent(eventId({ ...place, resellerId: 7, sequence: 1 }))).toEqual({
    ...place,
    resellerId: 7,
    sequence: 1,
  });
  expect(placeOfEvent('evt_1')).toBeUndefined();
});
