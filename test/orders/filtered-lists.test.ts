import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanUp } from '../../src/jobs/clean-up.ts';
import { FILTERED_FACTS } from '../../src/orders/order.ts';
import { listOrders, type OrderFilter, type OrderQuery } from '../../src/orders/page.ts';
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
  known = NUMBERS.map((id, i) => orderOf(opened, id, i));
  for (const order of known) await insertOrder(opened, resellerId, order);
  const stranger = await givenReseller(opened.services);
  for (const order of known) await insertOrder(opened, stranger.resellerId, order);
});
afterAll(() => opened.close());

/** The numbers of the orders that meet a filter, newest first. */
function expected(filter: OrderFilter, now: Date): number[] {
  return known
    .filter((order) => isMet(filter, order, now))
    .map(({ id }) => id)
    .sort((a, b) => b - a);
}

const list = (query: OrderQuery, now = opened.clock.now()) =>
  listOrders(opened.services.database.sql, resellerId, query, now);

const PAGE = fc.record(
  {
    limit: fc.integer({ min: 1, max: 30 }),
    offset: fc.integer({ min: 0, max: 40 }),
    before: fc.constantFrom(...NUMBERS),
    after: fc.constantFrom(...NUMBERS),
    fromLast: fc.boolean(),
  },
  { requiredKeys: ['limit'] },
);

/** Every set of filters, each with some values and pages. */
async function checkEverySet(): Promise<void> {
  for (const filters of everySetOfFilters()) {
    await fc.assert(
      fc.asyncProperty(filters, PAGE, async (filter, page) => {
        const now = opened.clock.now();
        const all = expected(filter, now);
        const { limit, offset = 0, before = Number.POSITIVE_INFINITY, after = 0, fromLast = false } = page;
        const beyond = all.filter((id) => id < before && id > after);
        if (fromLast) beyond.reverse();
        const shown = beyond.slice(offset, offset + limit);
        if (fromLast) shown.reverse();
        const { orders, total, hasMore } = await list({ ...filter, ...page }, now);
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

test('every set of filters selects what a plain filter over all orders does, on any page and with the exact total', async () => {
  await checkEverySet();
  await cleanUp(opened.services);
  await checkEverySet();
  opened.clock.advance(24 * HOUR);
  await checkEverySet();
});

test.each([
  'x',
  '12x',
  '1.5',
  '-1',
  '+1',
  '1e3',
  '１２',
  '0',
  '012',
  '1 2',
  '# #1',
  '1'.repeat(16),
  '9'.repeat(10_000),
])('a search for %j, which no number begins with, finds nothing and asks nothing', async (search) => {
  const sent = await statements.during(async () => {
    expect(await list({ search, limit: 5 })).toEqual({ orders: [], hasMore: false, total: 0 });
  });
  expect(sent).toEqual([]);
});

test.each([
  [{ country: 'US' }, { tier: 'prem', type: 'ipv4', before: 99 }],
  [{ search: '1' }, { search: ' #20', after: 7, offset: 3 }],
  [
    { search: '1', type: 'ipv4' },
    { search: '12', country: 'FR', before: 99 },
  ],
  [{ endsBefore: new Date() }, { endsBefore: new Date(0), tier: 'di', offset: 9 }],
])(
  'a list by %j is one statement, and lists by %j have the same text, so that it is planned once',
  async (one, other) => {
    const sent = await statements.during(async () => {
      await list({ ...one, limit: 5 });
      await list({ ...other, limit: 50 });
    });
    expect(sent).toHaveLength(2);
    expect(new Set(sent).size).toBe(1);
  },
);

test.each(FILTERED_FACTS)('orders are found by reseller and $name in an index', async ({ column }) => {
  const { rows } = await sql<{ columns: string }>`
    select (select string_agg(attname, ' ' order by attnum) from pg_attribute where attrelid = indexrelid) as columns
    from pg_index where indrelid = 'orders'::regclass`.execute(opened.services.database.sql);
  const indexes = rows.filter(
    ({ columns }) => columns.startsWith('reseller_id ') && columns.split(' ').includes(column),
  );
  expect(indexes).not.toEqual([]);
});

test('while orders are bought, end, are filed and renewed, each list has exactly as many orders as its total says', async () => {
  const { services } = opened;
  const { sql: db } = services.database;
  const { resellerId: owner } = await givenReseller(services);
  const filters: OrderFilter[] = [
    { tier: 'prem' },
    { country: 'US', statuses: ['active'] },
    { type: 'ipv4', statuses: ['expired'] },
    { search: '3' },
    { search: '30', tier: 'prem', statuses: ['expired'] },
    { endsBefore: new Date(opened.clock.now().getTime() + 1_000 * HOUR) },
  ];
  const buy = async (first: number) => {
    for (let i = 0; i < 25; i++) await insertOrder(opened, owner, orderOf(opened, first + i, first + i));
  };
  const renew = async () => {
    for (let i = 0; i < 15; i++) {
      const end = new Date(opened.clock.now().getTime() + 24 * HOUR);
      await sql`update orders set expires_at = ${end}, filed_status = 'active' where (reseller_id, id) in (
        select reseller_id, id from orders where reseller_id = ${owner} and expires_at is not null
        order by expires_at limit 3 for update skip locked)`.execute(db);
    }
  };
  const file = async () => {
    for (let i = 0; i < 15; i++) {
      opened.clock.advance(HOUR);
      await cleanUp(services);
    }
  };
  const read = async () => {
    for (let i = 0; i < 60; i++) {
      const filter = filters[i % filters.length];
      const page = await listOrders(db, owner, { ...filter, limit: 200 }, opened.clock.now());
      expect(page.orders).toHaveLength(page.total);
    }
  };
  await Promise.all([buy(3_000), buy(3_025), buy(30_000), renew(), file(), read(), read()]);
  const { rows: counted } = await sql`
    select filed_status, tier, type, country, count::int from order_groups
    where reseller_id = ${owner} and count <> 0 order by 1, 2, 3, 4`.execute(db);
  const { rows: there } = await sql`
    select filed_status, tier, type, country, count(*)::int from orders
    where reseller_id = ${owner} group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(db);
  expect(counted).toEqual(there);
  expect((await listOrders(db, owner, { search: '3', limit: 1 }, opened.clock.now())).total).toBe(75);
});
