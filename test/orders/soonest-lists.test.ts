import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanUp } from '../../src/jobs/clean-up.ts';
import { type EndPlace, placeOf } from '../../src/orders/cursor.ts';
import type { OrderFilter } from '../../src/orders/page.ts';
import { listSoonest, type SoonestQuery } from '../../src/orders/page.ts';
import { givenReseller } from '../support/given.ts';
import {
  everySetOfFilters,
  insertOrder,
  isMet,
  type KnownOrder,
  NUMBERS,
  orderOf,
} from '../support/known-orders.ts';
import { type OpenedServices, openServices } from '../support/services.ts';
import { recordStatements } from '../support/statements.ts';

const HOUR = 3_600_000;
/** For each of the 64 sets of filters. */
const RUNS = 8;
/** A fixed seed: all runs ask for the same lists. */
const SEED = 20_261_123;

const statements = recordStatements();
let opened: OpenedServices;
let resellerId: number;
let known: KnownOrder[];

beforeAll(async () => {
  opened = await openServices({ onPoolCreated: statements.onPoolCreated });
  ({ resellerId } = await givenReseller(opened.services));
  // Ends in whole hours, so that many orders end at the same instant.
  known = NUMBERS.map((id, i) => orderOf(opened, id, i)).map((order) => ({
    ...order,
    end: order.end && Math.round(order.end / HOUR) * HOUR,
  }));
  const stranger = await givenReseller(opened.services);
  for (const order of known) {
    await insertOrder(opened, resellerId, order);
    await insertOrder(opened, stranger.resellerId, order);
  }
});
afterAll(() => opened.close());

/** Where an order stands in the list: its part, how far its end is from now, and its number. */
function standing({ id, end }: KnownOrder, now: Date): [number, number, number] {
  if (end === null) return [2, 0, -id];
  const left = end - now.getTime();
  return left > 0 ? [1, left, id] : [3, -left, -id];
}

/** The orders that meet a filter in the order of the list, by a plain sort. */
function expected(filter: OrderFilter, now: Date, orders = known): KnownOrder[] {
  return orders
    .filter((order) => isMet(filter, order, now))
    .map((order) => ({ order, at: standing(order, now) }))
    .sort((a, b) => a.at[0] - b.at[0] || a.at[1] - b.at[1] || a.at[2] - b.at[2])
    .map(({ order }) => order);
}

/** The cursor of an order. */
function placeOfKnown({ id, end }: KnownOrder, now: Date): EndPlace {
  const iso = end === null ? '' : new Date(end).toISOString();
  return placeOf({ id, end: iso.replace('T', ' ').replace('Z', '') }, now);
}

const list = (query: SoonestQuery, now = opened.clock.now()) =>
  listSoonest(opened.services.database.sql, resellerId, query, now);

const NUMBER = fc.constantFrom(...NUMBERS);
const PAGE = fc.record(
  {
    limit: fc.integer({ min: 1, max: 30 }),
    offset: fc.integer({ min: 0, max: 40 }),
    after: NUMBER,
    before: NUMBER,
    fromLast: fc.boolean(),
  },
  { requiredKeys: ['limit'] },
);

async function checkEverySet(): Promise<void> {
  const now = opened.clock.now();
  const whole = expected({}, now);
  const indexOf = (id: number) => whole.findIndex((order) => order.id === id);
  const placeAt = (id: number | undefined) => {
    const order = whole.find((some) => some.id === id);
    return order && placeOfKnown(order, now);
  };
  for (const filters of everySetOfFilters()) {
    await fc.assert(
      fc.asyncProperty(filters, PAGE, async (filter, { after, before, ...page }) => {
        const all = expected(filter, now).map(({ id }) => id);
        const from = after === undefined ? -1 : indexOf(after);
        const to = before === undefined ? whole.length : indexOf(before);
        const beyond = all.filter((id) => indexOf(id) > from && indexOf(id) < to);
        const { limit, offset = 0, fromLast = false } = page;
        if (fromLast) beyond.reverse();
        const shown = beyond.slice(offset, offset + limit);
        if (fromLast) shown.reverse();
        const places = { after: placeAt(after), before: placeAt(before) };
        const { orders, total, hasMore } = await list({ ...filter, ...page, ...places }, now);
        expect({ ids: orders.map(({ id }) => id), total, hasMore }).toEqual({
          ids: shown,
          total: all.length,
          hasMore: beyond.length > offset + limit,
        });
      }),
      { numRuns: RUNS, seed: SEED },
    );
  }
}

test('with every set of filters and on any page the orders are those of a plain sort by the end, with the exact total', async () => {
  await checkEverySet();
  await cleanUp(opened.services);
  await checkEverySet();
  opened.clock.advance(24 * HOUR);
  await checkEverySet();
});

test('two pages of other values are one statement with one text, so that it is planned once', async () => {
  const now = opened.clock.now();
  const after = known[5] && placeOfKnown(known[5], now);
  const sent = await statements.during(async () => {
    await list({ limit: 5, country: 'US' });
    await list({ limit: 50, tier: 'prem', offset: 3, after, before: { part: 'ended', end: 1, id: 1 } });
  });
  expect(sent).toHaveLength(2);
  expect(new Set(sent).size).toBe(1);
});

test('whoever pages on while orders are bought, renewed and end gets each order that stays as it is exactly once', async () => {
  const { resellerId: owner } = await givenReseller(opened.services);
  const { sql: db } = opened.services.database;
  const steady = Array.from({ length: 60 }, (_, i) => orderOf(opened, 20_000 + i, i));
  const renewed = Array.from({ length: 20 }, (_, i) => orderOf(opened, 30_000 + i, i));
  for (const order of [...steady, ...renewed]) await insertOrder(opened, owner, order);
  const seen: number[] = [];
  let after: EndPlace | undefined;
  for (let round = 0; ; round++) {
    const now = opened.clock.now();
    const page = await listSoonest(db, owner, { limit: 7, after }, now);
    seen.push(...page.orders.map(({ id }) => id));
    const last = page.orders.at(-1);
    if (!page.hasMore || !last) break;
    after = placeOf(last, now);
    await insertOrder(opened, owner, orderOf(opened, 40_000 + round, round));
    await db
      .updateTable('orders')
      .set({ expires_at: new Date(now.getTime() + round * 9 * HOUR), filed_status: 'active' })
      .where('reseller_id', '=', owner)
      .where('id', '=', 30_000 + round)
      .where('expires_at', 'is not', null)
      .execute();
    // Some terms end meanwhile, and are filed.
    opened.clock.advance(2 * HOUR);
    if (round % 3 === 0) await cleanUp(opened.services);
  }
  const counts = steady.map(({ id }) => seen.filter((one) => one === id).length);
  expect(counts).toEqual(steady.map(() => 1));
});

test('ends that differ by a microsecond are told apart by a cursor', async () => {
  const { resellerId: owner } = await givenReseller(opened.services);
  const { sql: db } = opened.services.database;
  const now = opened.clock.now();
  const end = new Date(Math.ceil(now.getTime() / HOUR) * HOUR + HOUR);
  for (const id of [50_003, 50_002, 50_001])
    await insertOrder(opened, owner, { ...orderOf(opened, id, 0), end: end.getTime() });
  // The larger the number, the sooner the end.
  await db
    .updateTable('orders')
    .set({ expires_at: sql<Date>`expires_at + (50003 - id) * interval '1 microsecond'` })
    .where('reseller_id', '=', owner)
    .execute();
  const seen: number[] = [];
  for (let after: EndPlace | undefined; seen.length < 3; ) {
    const { orders } = await listSoonest(db, owner, { limit: 1, after }, now);
    seen.push(...orders.map(({ id }) => id));
    after = orders[0] && placeOf(orders[0], now);
  }
  expect(seen).toEqual([50_003, 50_002, 50_001]);
});
