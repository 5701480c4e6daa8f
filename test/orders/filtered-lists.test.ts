import { randomUUIDv7 } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanUp } from '../../src/housekeeping.ts';
import { listOrders, type OrderFilter, type OrderQuery } from '../../src/orders/list-orders.ts';
import { ORDER_STATUSES, type OrderStatus } from '../../src/orders/status.ts';
import { givenReseller } from '../support/given.ts';
import { type OpenedServices, openServices } from '../support/services.ts';
import { recordStatements } from '../support/statements.ts';

const HOUR = 3_600_000;
/** For each of the 64 sets of filters. */
const RUNS = 8;
/** A fixed seed: all runs ask for the same lists. */
const SEED = 20_261_123;

const PRODUCTS = [
  ['prem', 'ipv4'],
  ['prem', 'socks5'],
  ['econ', 'ipv4'],
  ['di', 'diresi'],
] as const;
const COUNTRIES = ['US', 'FR', 'ANY'];
/** Numbers of one to fifteen digits, many of which begin alike. */
const NUMBERS = [
  ...[1, 2, 9, 10, 12, 13, 19, 20, 99, 100, 112, 119, 999, 1_000, 1_199, 1_200, 1_299, 1_300, 11_999],
  ...[12_000, 12_999, 13_000, 120_000, 123_456, 999_999, 1_234_567, 123_456_789_012, 120_000_000_000_000],
  ...[129_999_999_999_999, 999_999_999_999_999],
  ...Array.from({ length: 70 }, (_, i) => 2_001 + i * 7),
];

interface Known {
  id: number;
  tier: string;
  type: string;
  country: string;
  /** Null for a Luxury order. */
  end: number | null;
  filed: OrderStatus;
}

const statements = recordStatements();
let opened: OpenedServices;
let resellerId: number;
let known: Known[];

beforeAll(async () => {
  opened = await openServices({ onPoolCreated: statements.onPoolCreated });
  ({ resellerId } = await givenReseller(opened.services));
  known = NUMBERS.map((id, i) => orderOf(id, i));
  for (const order of known) await insertOrder(resellerId, order);
  const stranger = await givenReseller(opened.services);
  for (const order of known) await insertOrder(stranger.resellerId, order);
});
afterAll(() => opened.close());

/** One in four is a Luxury order; of the others one in three has ended, and one ends within a day. */
function orderOf(id: number, i: number): Known {
  const [tier, type] = PRODUCTS[(i * 7 + (i % 5)) % PRODUCTS.length] ?? PRODUCTS[0];
  const country = COUNTRIES[(i + (i % 4)) % COUNTRIES.length] ?? 'US';
  const isLuxury = tier === 'di';
  const end = opened.clock.now().getTime() + ([-HOUR, 12 * HOUR, 48 * HOUR][i % 3] ?? 0) * (1 + (i % 7));
  const filed = isLuxury ? (['active', 'paused', 'exhausted'] as const)[i % 3] : 'active';
  return { id, tier, type, country, end: isLuxury ? null : end, filed: filed ?? 'active' };
}

async function insertOrder(owner: number, { id, tier, type, country, end, filed }: Known): Promise<void> {
  const operation = randomUUIDv7();
  const now = opened.clock.now();
  const billing = end === null ? 'per_gb' : 'per_proxy';
  await sql`
    with operation as (
      insert into operations (id, reseller_id, kind, order_id, request, amount, state, lease_token, leased_until,
        decide_by, created_at, decided_at)
      values (${operation}, ${owner}, 'purchase', ${id}, '{}', 1, 'settled', ${operation}, ${now}, ${now}, ${now}, ${now})
    )
    insert into orders (reseller_id, id, operation_id, tier, type, country, period, quantity, price, protocol, billing,
      upstream, renewable, source, created_at, expires_at, filed_status)
    values (${owner}, ${id}, ${operation}, ${tier}, ${type}, ${country}, '7d', 1, 1, 'http', ${billing}, 'px6', true, 'api',
      ${now}, ${end === null ? null : new Date(end)}, ${filed})`.execute(opened.services.database.sql);
}

/** The numbers of the orders that meet a filter, newest first, found in a simple way. */
function expected(filter: OrderFilter, now: Date): number[] {
  const digits = filter.search?.replaceAll(/[\s#]/g, '') ?? '';
  return known
    .filter(({ id, tier, type, country, end, filed }) => {
      const status = end === null ? filed : end <= now.getTime() ? 'expired' : 'active';
      const { endsBefore } = filter;
      return (
        (filter.status ?? status) === status &&
        (filter.tier ?? tier) === tier &&
        (filter.type ?? type) === type &&
        (filter.country ?? country) === country &&
        (!endsBefore || (end !== null && end > now.getTime() && end < endsBefore.getTime())) &&
        String(id).startsWith(digits)
      );
    })
    .map(({ id }) => id)
    .sort((a, b) => b - a);
}

const list = (query: OrderQuery, now = opened.clock.now()) =>
  listOrders(opened.services.database.sql, resellerId, query, now);

const FILTERS = {
  status: fc.constantFrom(...ORDER_STATUSES),
  tier: fc.constantFrom('prem', 'econ', 'di', 'none', ''),
  type: fc.constantFrom('ipv4', 'socks5', 'diresi', 'none'),
  country: fc.constantFrom('US', 'FR', 'ANY', 'XX', 'us'),
  endsBefore: fc.integer({ min: -10, max: 400 }).map((hours) => new Date(Date.now() + hours * HOUR)),
  search: fc.oneof(
    fc.constantFrom('1', '12', '2', '20', '9', '999999999999999', '0', '', ' ', '#', '#12', ' # 13 ', '12 '),
    fc.constantFrom(...NUMBERS).map(String),
  ),
};
const PAGE = fc.record(
  {
    limit: fc.integer({ min: 1, max: 30 }),
    offset: fc.integer({ min: 0, max: 40 }),
    before: fc.constantFrom(...NUMBERS),
    after: fc.constantFrom(...NUMBERS),
    fromOldest: fc.boolean(),
  },
  { requiredKeys: ['limit'] },
);

/** Every set of filters, each with some values and pages. */
async function checkEverySet(): Promise<void> {
  const names = Object.keys(FILTERS) as (keyof typeof FILTERS)[];
  for (let set = 0; set < 2 ** names.length; set++) {
    const chosen = Object.fromEntries(
      names.filter((_, i) => set & (1 << i)).map((name) => [name, FILTERS[name]]),
    );
    const filters: fc.Arbitrary<OrderFilter> = fc.record(chosen as Partial<typeof FILTERS>);
    await fc.assert(
      fc.asyncProperty(filters, PAGE, async (filter, page) => {
        const now = opened.clock.now();
        const all = expected(filter, now);
        const { limit, offset = 0, before = Number.POSITIVE_INFINITY, after = 0, fromOldest = false } = page;
        const beyond = all.filter((id) => id < before && id > after);
        if (fromOldest) beyond.reverse();
        const shown = beyond.slice(offset, offset + limit);
        if (fromOldest) shown.reverse();
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

test('while orders are bought, end, are filed and renewed, each list has exactly as many orders as its total says', async () => {
  const { services } = opened;
  const { sql: db } = services.database;
  const { resellerId: owner } = await givenReseller(services);
  const filters: OrderFilter[] = [
    { tier: 'prem' },
    { country: 'US', status: 'active' },
    { type: 'ipv4', status: 'expired' },
    { search: '3' },
    { search: '30', tier: 'prem', status: 'expired' },
    { endsBefore: new Date(opened.clock.now().getTime() + 1_000 * HOUR) },
  ];
  const buy = async (first: number) => {
    for (let i = 0; i < 25; i++) await insertOrder(owner, orderOf(first + i, first + i));
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
