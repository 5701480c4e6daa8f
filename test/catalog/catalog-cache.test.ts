import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CatalogCache } from '../../src/catalog/catalog.ts';
import { importCatalog } from '../../src/catalog/import-catalog.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { authenticate, presentedKeyOf } from '../../src/resellers/admission.ts';
import { givenReseller } from '../support/given.ts';
import { type OpenedServices, openServices } from '../support/services.ts';
import { recordStatements } from '../support/statements.ts';

const SAMPLE = await readFile(new URL('../../src/catalog/sample-catalog.json', import.meta.url), 'utf8');
const ITEM = { tier: 'prem', type: 'ipv4', country: 'US', period: '7d' };

const statements = recordStatements();
let opened: OpenedServices;
/** A second process, which shares only the database with the first. */
let other: OpenedServices;

beforeAll(async () => {
  opened = await openServices({ onPoolCreated: statements.onPoolCreated });
  other = await openServices(opened);
});
afterAll(async () => {
  await other.close();
  await opened.close();
});

/** The sample catalog with another price of the item, in dollars. */
function priced(priceUsd: string): string {
  const catalog = JSON.parse(SAMPLE);
  const tier = catalog.tiers.find(({ id }: { id: string }) => id === ITEM.tier);
  const type = tier.types.find(({ id }: { id: string }) => id === ITEM.type);
  Object.assign(
    type.periods.find(({ id }: { id: string }) => id === ITEM.period),
    { priceUsd },
  );
  return JSON.stringify(catalog);
}

/** The buyer of a request that is authenticated now. */
async function buyerNow(apiKey: string) {
  const [caller] = await authenticate(opened.services.database.sql, [presentedKeyOf(apiKey, '127.0.0.1')]);
  if (!caller || caller instanceof Error) throw new Error('The key is not accepted.');
  return { ...caller, source: 'api' as const };
}

async function versionNow(): Promise<string> {
  const { catalog_version } = await opened.services.database.sql
    .selectFrom('service_state')
    .select('catalog_version')
    .executeTakeFirstOrThrow();
  return catalog_version;
}

test('rates of coins are read once for a version of the catalog, and anew when they were changed', async () => {
  const { apiKey } = await givenReseller(opened.services);
  const cache = new CatalogCache(opened.services.database);
  for (const cashback of [4, 6]) {
    const coins = { cashback, referral: 5, payable: 50 };
    await importCatalog(other.services.database, JSON.stringify({ ...JSON.parse(SAMPLE), coins }));
    const buyer = await buyerNow(apiKey);
    const sent = await statements.during(async () => {
      expect(await cache.coinRates(buyer)).toEqual(coins);
      expect(await cache.coinRates(buyer)).toEqual(coins);
    });
    expect(sent).toHaveLength(1);
  }
});

test('a purchase that is admitted after a price was changed pays the new price, in every process', async () => {
  const { apiKey } = await givenReseller(opened.services, { balanceUsd: '1000' });
  for (const priceUsd of ['1.11', '2.22', '3.33']) {
    await importCatalog(other.services.database, priced(priceUsd), { force: true });
    const buyer = await buyerNow(apiKey);
    const sales = await Promise.all(
      [opened, other, opened, other].map(({ services }) => purchase(services, buyer, ITEM)),
    );
    const price = BigInt(priceUsd.replace('.', '')) * 10_000n;
    expect(sales.map(({ sale }) => sale.charged)).toEqual([price, price, price, price]);
  }
});

test('one process reads the catalog once for each version and price list', async () => {
  const { database } = opened.services;
  const catalog = new CatalogCache(database);
  const view = { priceList: 'standard', catalogVersion: await versionNow() };
  const reading = async () => {
    await Promise.all([catalog.read(view), catalog.findType(view, 'prem', 'ipv4'), catalog.read(view)]);
    await catalog.findType(view, 'prem', 'ipv4');
  };
  expect(await statements.during(reading)).toHaveLength(1);
  expect(await statements.during(reading)).toEqual([]);
  const another = { ...view, priceList: 'other' };
  const read = () => catalog.read(another).then(() => {});
  expect(await statements.during(read)).toHaveLength(1);
});

test('a reading that failed is not kept', async () => {
  const { database } = opened.services;
  let isAway = true;
  const failing = Object.create(database, {
    sql: { get: () => (isAway ? { executeQuery: () => Promise.reject(new Error('away')) } : database.sql) },
  });
  const catalog = new CatalogCache(failing);
  const view = { priceList: 'standard', catalogVersion: await versionNow() };
  await expect(catalog.read(view)).rejects.toThrow('away');
  isAway = false;
  expect(await catalog.read(view)).not.toEqual([]);
});

test.each(['tiers', 'product_types', 'periods', 'prices'])(
  'every change of %s gives the catalog a version that it never had',
  async (table) => {
    const { sql: db } = opened.services.database;
    const versions = [await versionNow()];
    const column = { tiers: 'name', product_types: 'name', periods: 'name', prices: 'price' }[table] ?? '';
    for (const change of [
      sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)}`,
      sql`delete from ${sql.table(table)} where false`,
    ]) {
      await change.execute(db);
      versions.push(await versionNow());
    }
    expect(new Set(versions).size).toBe(3);
  },
);

test('a change that is rolled back leaves the version as it was', async () => {
  const before = await versionNow();
  const undone = new Error('undone');
  const changing = opened.services.database.inTransaction(async (tx) => {
    await sql`update prices set price = price + 1`.execute(tx);
    throw undone;
  });
  await expect(changing).rejects.toBe(undone);
  expect(await versionNow()).toBe(before);
});
