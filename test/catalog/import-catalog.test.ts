import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findType, readCatalog } from '../../src/catalog/catalog.ts';
import { showCatalog } from '../../src/catalog/catalog-file.ts';
import { importCatalog } from '../../src/catalog/import-catalog.ts';
import type { Database } from '../../src/kit/database.ts';
import { findOrder } from '../../src/orders/order.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { buyerOf, givenReseller } from '../support/given.ts';
import { type OpenedServices, openServices } from '../support/services.ts';

const SAMPLE = JSON.parse(
  await readFile(new URL('../../src/catalog/sample-catalog.json', import.meta.url), 'utf8'),
);

let opened: OpenedServices;

beforeAll(async () => {
  opened = await openServices();
});
afterAll(() => opened.close());

/** Services with a database, and so a catalog, of their own. */
async function openAlone(stack: AsyncDisposableStack) {
  const alone = await openServices({ sandbox: opened.sandbox });
  stack.defer(() => alone.close());
  return alone.services;
}

/** A complete catalog of one type, with the given changes. */
function catalogOf(type: object = {}, rest: object = {}) {
  const sold = {
    id: 'ipv4',
    name: 'IPv4',
    description: 'An address.',
    billing: 'per_proxy',
    renewable: true,
    protocol: 'http',
    upstream: { network: 'px6', product: 'ipv4:http' },
    periods: [{ id: '7d', name: '7 days', days: 7, priceUsd: '1', retailPriceUsd: '2' }],
    ...type,
  };
  return { tiers: [{ id: 'prem', name: 'Premium', types: [sold] }], ...rest };
}

const PERIOD = { id: '7d', name: '7 days', days: 7, priceUsd: '1', retailPriceUsd: '2' };
const LISTED = { tier: 'prem', type: 'ipv4', period: '7d', priceUsd: '0.50' };

/** Without its version, which every import replaces. */
async function shownCatalog(database: Database) {
  const { version: _, ...catalog } = await showCatalog(database);
  return catalog;
}

test('what is imported is what is shown', async () => {
  expect(await shownCatalog(opened.services.database)).toEqual(SAMPLE);
});

test('show, edit and import is a round trip', async () => {
  await using stack = new AsyncDisposableStack();
  const { database } = await openAlone(stack);
  const shown = await shownCatalog(database);
  const edited = {
    ...shown,
    tiers: shown.tiers.toReversed(),
    priceLists: [{ id: 'empty', name: 'Empty', prices: [] }],
    coins: { cashback: 0, referral: 100, payable: 1 },
  };
  await importCatalog(database, JSON.stringify(edited));
  expect(await shownCatalog(database)).toEqual(edited);
});

test.each([
  ['all of them', {}, { cashback: 3, referral: 5, payable: 50 }],
  ['one of them', { coins: { cashback: 7, payable: 0 } }, { cashback: 7, referral: 5, payable: 0 }],
])('a file that leaves out %s gets the usual rates of coins', async (_name, rest, coins) => {
  await using stack = new AsyncDisposableStack();
  const { database } = await openAlone(stack);
  await importCatalog(
    database,
    JSON.stringify({ ...SAMPLE, coins: { cashback: 9, referral: 9, payable: 9 } }),
  );
  await importCatalog(database, JSON.stringify(catalogOf({}, rest)), { force: true });
  expect((await shownCatalog(database)).coins).toEqual(coins);
});

test('prices are exact to the micro-dollar on the way in and out', async () => {
  await using stack = new AsyncDisposableStack();
  const { database } = await openAlone(stack);
  const prices = { priceUsd: '0.000001', retailPriceUsd: '999999999999.999999' };
  await importCatalog(database, JSON.stringify(catalogOf({ periods: [{ ...PERIOD, ...prices }] })), {
    force: true,
  });
  const [tier] = (await showCatalog(database)).tiers;
  expect(tier?.types[0]?.periods[0]).toMatchObject(prices);
});

test('a price list is read where it has a price, and the standard one where it has none', async () => {
  const price = async (list: string, period: string) => {
    const type = await findType(opened.services.database.sql, list, 'prem', 'ipv4');
    return type?.periods.find(({ id }) => id === period)?.price;
  };
  expect(await price('wholesale', '30d')).toBe(1_550_000n);
  expect(await price('wholesale', '7d')).toBe(600_000n);
  expect(await price('standard', '30d')).toBe(1_800_000n);
});

test('of a catalog of thousands of prices, which takes several statements, none is left out', async () => {
  await using stack = new AsyncDisposableStack();
  const { database } = await openAlone(stack);
  const periods = Array.from({ length: 50 }, (_, i) => ({ ...PERIOD, id: `${i + 1}d`, days: i + 1 }));
  const [tier] = catalogOf({ periods, maxQuantity: 50 }).tiers;
  const types = Array.from({ length: 25 }, (_, i) => ({ ...tier?.types[0], id: `type${i}` }));
  const prices = types.flatMap((type) =>
    periods.map((period) => ({ ...LISTED, type: type.id, period: period.id })),
  );
  const file = { tiers: [{ ...tier, types }], priceLists: [{ id: 'l', name: 'L', prices }] };
  expect(prices).toHaveLength(1_250);
  await importCatalog(database, JSON.stringify(file));
  const shown = await shownCatalog(database);
  expect(shown.priceLists).toEqual(file.priceLists);
  expect(shown.tiers[0]?.types.flatMap((type) => type.periods)).toHaveLength(1_250);
});

const REFUSALS: [string, object, string[]][] = [
  ['a field that nobody knows', catalogOf({ colour: 'red' }), ['tiers.0.types.0', 'colour']],
  ['a price that is a number', catalogOf({ periods: [{ ...PERIOD, priceUsd: 1 }] }), ['periods.0.priceUsd']],
  ['a price of nothing', catalogOf({ periods: [{ ...PERIOD, priceUsd: '0.00' }] }), ['periods.0.priceUsd']],
  [
    'a price finer than a micro-dollar',
    catalogOf({ periods: [{ ...PERIOD, priceUsd: '0.0000001' }] }),
    ['periods.0.priceUsd'],
  ],
  ['an id with capitals', catalogOf({ id: 'IPv4' }), ['tiers.0.types.0.id']],
  ['a type without periods', catalogOf({ periods: [] }), ['tiers.0.types.0.periods']],
  ['a period twice', catalogOf({ periods: [PERIOD, PERIOD] }), ['periods.1.id', 'twice']],
  [
    'a type twice',
    { tiers: [{ ...SAMPLE.tiers[0], types: [SAMPLE.tiers[0].types[0], SAMPLE.tiers[0].types[0]] }] },
    ['tiers.0.types.1.id', 'twice'],
  ],
  ['a tier twice', { tiers: [SAMPLE.tiers[0], SAMPLE.tiers[0]] }, ['tiers.1.id', 'twice']],
  [
    'a product that PX6 does not sell',
    catalogOf({ upstream: { network: 'px6', product: 'ipv5' } }),
    ['upstream.product', 'ipv4:http'],
  ],
  [
    'days from the traffic network',
    catalogOf({ upstream: { network: 'dataimpulse', product: 'mobile' } }),
    ['upstream.network'],
  ],
  [
    'traffic in days',
    catalogOf({ billing: 'per_gb', upstream: { network: 'dataimpulse', product: 'mobile' } }),
    ['periods.0', 'gb'],
  ],
  ['a term in GB', catalogOf({ periods: [{ ...PERIOD, gb: 1 }] }), ['periods.0', 'days']],
  ['51 in one order', catalogOf({ maxQuantity: 51 }), ['maxQuantity']],
  [
    'a list named standard',
    catalogOf({}, { priceLists: [{ id: 'standard', name: 'S', prices: [] }] }),
    ['priceLists.0.id', 'reserved'],
  ],
  [
    'a list with a price for nothing',
    catalogOf({}, { priceLists: [{ id: 'l', name: 'L', prices: [{ ...LISTED, period: '8d' }] }] }),
    ['priceLists.0.prices.0'],
  ],
  [
    'a list with a price twice',
    catalogOf({}, { priceLists: [{ id: 'l', name: 'L', prices: [LISTED, LISTED] }] }),
    ['priceLists.0.prices.1', 'twice'],
  ],
  ['a cashback of more than all', catalogOf({}, { coins: { cashback: 101 } }), ['coins.cashback']],
  ['a referral below nothing', catalogOf({}, { coins: { referral: -1 } }), ['coins.referral']],
  ['a share of half a percent', catalogOf({}, { coins: { payable: 0.5 } }), ['coins.payable']],
  ['a rate of coins that nobody knows', catalogOf({}, { coins: { bonus: 1 } }), ['coins', 'bonus']],
  ['a text with a NUL', catalogOf({ name: 'a\u0000b' }), ['tiers.0.types.0.name']],
];

test.each(REFUSALS)('%s is refused by its path, and nothing changes', async (_name, file, words) => {
  const { database } = opened.services;
  const error = await importCatalog(database, JSON.stringify(file)).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'invalid_request' });
  for (const word of words) expect((error as Error).message).toContain(word);
  expect(await shownCatalog(database)).toEqual(SAMPLE);
});

test('all problems are listed at once', async () => {
  const file = catalogOf(
    { id: 'IPv4', renewable: 'yes', periods: [{ ...PERIOD, priceUsd: 'free' }] },
    { priceLists: [{ id: 'standard', name: '', prices: [] }] },
  );
  const error = await importCatalog(opened.services.database, JSON.stringify(file)).catch(
    (reason: unknown) => reason,
  );
  for (const path of ['types.0.id', 'types.0.renewable', 'periods.0.priceUsd', 'priceLists.0.name']) {
    expect((error as Error).message).toContain(path);
  }
});

test('what is no JSON is refused', async () => {
  for (const contents of ['', '{', 'null', '[]']) {
    await expect(importCatalog(opened.services.database, contents)).rejects.toMatchObject({
      code: 'invalid_request',
    });
  }
});

test('a price list that a reseller uses must not vanish', async () => {
  await using stack = new AsyncDisposableStack();
  const services = await openAlone(stack);
  await givenReseller(services, { priceList: 'wholesale' });
  await expect(
    importCatalog(services.database, JSON.stringify({ tiers: SAMPLE.tiers })),
  ).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('"wholesale"'),
  });
  expect(await shownCatalog(services.database)).toEqual(SAMPLE);
});

test('an order stays what it was bought as when its type leaves the catalog', async () => {
  await using stack = new AsyncDisposableStack();
  const services = await openAlone(stack);
  const { resellerId } = await givenReseller(services);
  const buyer = buyerOf({ resellerId });
  const item = { tier: 'prem', type: 'socks5', country: 'US', period: '7d' };
  const { order } = (await purchase(services, buyer, item)).sale;
  await importCatalog(services.database, JSON.stringify(catalogOf()), { force: true });
  expect(await findOrder(services.database.sql, resellerId, order.id, services.clock.now())).toEqual(order);
  await expect(purchase(services, buyer, item)).rejects.toMatchObject({ code: 'unknown_product' });
});

test('readers see the old catalog or the new one, never a part, while eight imports run at once', async () => {
  await using stack = new AsyncDisposableStack();
  const { database } = await openAlone(stack);
  const small = JSON.stringify({ ...catalogOf(), priceLists: [] });
  const imports = Promise.all(
    Array.from({ length: 8 }, () => importCatalog(database, small, { force: true })),
  );
  const sizes = await Promise.all(
    Array.from({ length: 20 }, async () => (await readCatalog(database.sql, 'standard')).length),
  );
  await imports;
  for (const size of sizes) expect([1, 4]).toContain(size);
  const { rows } = await sql`select count(*)::int as count from prices`.execute(database.sql);
  expect(rows).toEqual([{ count: 1 }]);
});
