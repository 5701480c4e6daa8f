import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { purchase } from '../../src/purchases/purchase.ts';
import { authenticate, presentedKeyOf } from '../../src/resellers/admission.ts';
import { givenReseller } from '../support/given.ts';
import { type OpenedServices, openServices } from '../support/services.ts';
import { operatorOn, type Ran } from './run-operator.ts';

let opened: OpenedServices;
/** A second process, which shares only the database with the first. */
let other: OpenedServices;
let operator: (...args: string[]) => Promise<Ran>;

beforeAll(async () => {
  opened = await openServices();
  other = await openServices(opened);
  operator = operatorOn(opened);
});
afterAll(async () => {
  await other.close();
  await opened.close();
});

const SAMPLE = fileURLToPath(new URL('../../src/catalog/sample-catalog.json', import.meta.url));
const WEEK = ['--product', 'prem/ipv4', '--period', '7d'];
const setPrice = async (...args: string[]) => (await operator('catalog', 'set-price', ...args)).result;

/** What the other process charges for a week. */
async function charged(apiKey: string): Promise<bigint> {
  const [caller] = await authenticate(other.services.database.sql, [presentedKeyOf(apiKey, '127.0.0.1')]);
  if (!caller || caller instanceof Error) throw new Error('The key is not accepted.');
  const input = { tier: 'prem', type: 'ipv4', country: 'US', period: '7d' };
  return (await purchase(other.services, { ...caller, source: 'api' }, input)).sale.charged;
}

interface Period {
  id: string;
  priceUsd: string;
}
interface Catalog {
  version: string;
  tiers: { id: string; name: string; types: { id: string; periods: Period[] }[] }[];
  priceLists: { id: string; name: string; prices: object[] }[];
}

/** The catalog as a file, changed by the test. */
async function changedFile(change: (catalog: Catalog) => void): Promise<string> {
  const catalog = (await operator('catalog', 'show')).result as unknown as Catalog;
  change(catalog);
  const file = join(inject('runDirectory'), `${randomUUID()}.json`);
  await writeFile(file, JSON.stringify(catalog));
  return file;
}

test('one price is changed for every process, and the old one is shown with the new one', async () => {
  const { apiKey } = await givenReseller(opened.services);
  expect(await charged(apiKey)).toBe(600_000n);
  expect(await setPrice(...WEEK, '--usd', '0.65')).toEqual({
    tier: 'prem',
    type: 'ipv4',
    period: '7d',
    priceList: 'standard',
    oldUsd: '0.60',
    newUsd: '0.65',
  });
  expect(await charged(apiKey)).toBe(650_000n);
  expect(await setPrice(...WEEK, '--usd', '0.60')).toMatchObject({ oldUsd: '0.65', newUsd: '0.60' });
  const { result } = await operator('audit', 'list', '--command', 'catalog set-price', '--limit', '1');
  expect(result?.['commands']).toMatchObject([
    { arguments: [...WEEK, '--usd', '0.60'], message: 'priceUsd: "0.65" -> "0.60"' },
  ]);
});

test('a price list gets a price of its own and gives it up; the others keep theirs', async () => {
  const { apiKey } = await givenReseller(opened.services, { priceList: 'wholesale' });
  const standard = await givenReseller(opened.services);
  const own = [...WEEK, '--price-list', 'wholesale'];
  const { newUsd: before } = (await setPrice(...own, '--reset')) as { newUsd: string };
  expect(before).toBe('0.60');
  expect(await setPrice(...own, '--usd', '0.40')).toMatchObject({ oldUsd: '0.60', newUsd: '0.40' });
  expect(await charged(apiKey)).toBe(400_000n);
  expect(await charged(standard.apiKey)).toBe(600_000n);
  expect(await setPrice(...own, '--reset')).toMatchObject({ oldUsd: '0.40', newUsd: '0.60' });
  expect(await setPrice(...own, '--reset')).toMatchObject({ oldUsd: '0.60', newUsd: '0.60' });
});

test('the retail price is that of the chat bot alone', async () => {
  const { apiKey } = await givenReseller(opened.services);
  expect(await setPrice(...WEEK, '--retail', '--usd', '0.99')).toMatchObject({
    priceList: 'retail',
    oldUsd: '0.75',
    newUsd: '0.99',
  });
  expect(await charged(apiKey)).toBe(600_000n);
  await setPrice(...WEEK, '--retail', '--usd', '0.75');
});

test.each([
  [[...WEEK], /--usd, or --reset/],
  [[...WEEK, '--usd', '1', '--reset'], /--usd, or --reset/],
  [[...WEEK, '--reset'], /standard price has nothing to go back to/],
  [[...WEEK, '--retail', '--reset'], /retail price has nothing to go back to/],
  [[...WEEK, '--retail', '--usd', '1', '--price-list', 'wholesale'], /--retail or --price-list/],
  [[...WEEK, '--usd', '1', '--price-list', 'nope'], /no price list "nope"; "catalog show"/],
  [['--product', 'prem/ipv4', '--period', '8d', '--usd', '1'], /sold as 7d, 30d, 90d/],
  [['--product', 'prem/ipv9', '--period', '7d', '--usd', '1'], /"prem\/ipv9" is not on sale/],
  [['--product', 'ipv4', '--period', '7d', '--usd', '1'], /such as prem\/ipv4/],
  [[...WEEK, '--usd', '0'], /above 0/],
])('catalog set-price %j is refused and changes nothing', async (args, message) => {
  const before = (await operator('catalog', 'show')).result;
  expect((await operator('catalog', 'set-price', ...args)).error?.message).toMatch(message);
  expect((await operator('catalog', 'show')).result).toEqual(before);
});

test('a price that changes by more than a half, or is below its cost, is taken only by force', async () => {
  const refused = async (...args: string[]) =>
    (await operator('catalog', 'set-price', ...WEEK, ...args)).error?.message;
  expect(await refused('--usd', '0.001')).toMatch(/0.60 -> 0.001 .*more than a half; give --force/);
  expect(await refused('--usd', '6')).toMatch(/0.60 -> 6.00 .*more than a half/);
  expect(await refused('--retail', '--usd', '7.5')).toMatch(/0.75 -> 7.50/);
  expect(await setPrice(...WEEK, '--usd', '0.31')).toMatchObject({ newUsd: '0.31' });
  expect(await refused('--usd', '0.16')).toMatch(/0.16 is less than the 0\.\d+ that the upstream takes/);
  opened.sandbox.arm([{ upstream: 'px6', call: 'getprice', mode: 'refuse' }]);
  expect(await setPrice(...WEEK, '--usd', '0.16')).toMatchObject({ newUsd: '0.16' });
  opened.sandbox.arm([]);
  expect(await setPrice(...WEEK, '--usd', '0.60', '--force')).toMatchObject({ newUsd: '0.60' });

  const file = await changedFile(({ tiers }) => {
    const period = tiers[0]?.types[0]?.periods[0];
    if (period) period.priceUsd = '0.001';
  });
  expect((await operator('catalog', 'import', file)).error?.message).toMatch(
    /0.001 .*"catalog diff".*--force/,
  );
  expect((await operator('catalog', 'import', file, '--force')).status).toBe(0);
  expect((await operator('catalog', 'import', SAMPLE, '--force')).status).toBe(0);
});

/** The standard price of each period, by `tier/type period`. */
async function standardPrices(): Promise<Map<string, string>> {
  const { tiers } = (await operator('catalog', 'show')).result as unknown as Catalog;
  return new Map(
    tiers.flatMap((tier) =>
      tier.types.flatMap((type) =>
        type.periods.map(({ id, priceUsd }) => [`${tier.id}/${type.id} ${id}`, priceUsd] as const),
      ),
    ),
  );
}

/** Sets these prices at once: 7 USD for the first one, and so on. */
async function setAtOnce(paths: readonly string[]): Promise<[string, string][]> {
  const wanted = paths.map((path, i): [string, string] => [path, `${7 + i}.00`]);
  const set = wanted.map(([path, usdOfPath]) => {
    const [product = '', period = ''] = path.split(' ');
    return operator(
      'catalog',
      'set-price',
      '--product',
      product,
      '--period',
      period,
      '--usd',
      usdOfPath,
      '--force',
    );
  });
  for (const { error } of await Promise.all(set)) expect(error).toBeUndefined();
  return wanted;
}

test('ten prices that are set at once are all set, and the others stay', async () => {
  const before = await standardPrices();
  const wanted = await setAtOnce([...before.keys()].slice(0, 10));
  expect(wanted).toHaveLength(10);
  expect(await standardPrices()).toEqual(new Map([...before, ...wanted]));
  await operator('catalog', 'import', SAMPLE, '--force');
});

test('an import beside changes of prices waits for its turn: what is set after it stays, and what it sets back is on record', async () => {
  const before = await standardPrices();
  const file = await changedFile(({ tiers: [tier] }) => {
    if (tier) tier.name = 'Best';
  });
  const [imported, wanted] = await Promise.all([
    operator('catalog', 'import', file, '--force'),
    // So few that the record of the import has room for all.
    setAtOnce([...before.keys()].slice(0, 7)),
  ]);
  expect(imported.status).toBe(0);
  const shown = (await operator('catalog', 'show')).result as unknown as Catalog;
  expect(shown.tiers[0]?.name).toBe('Best');
  const after = await standardPrices();
  const { result } = await operator('audit', 'list', '--command', 'catalog import', '--limit', '1');
  const { message } = (result as { commands: [{ message: string }] }).commands[0];
  expect(message).not.toContain('more');
  for (const [path, usdOfPath] of wanted) {
    const setBack = message.includes(`changed period ${path.replace(' ', '/')} priceUsd: "${usdOfPath}" -> `);
    expect([path, after.get(path)]).toEqual([path, setBack ? before.get(path) : usdOfPath]);
  }
  await operator('catalog', 'import', SAMPLE, '--force');
});

test('a file from before another change of the catalog is refused, and that change stays', async () => {
  const file = await changedFile(({ tiers: [tier] }) => {
    if (tier) tier.name = 'Best';
  });
  await setPrice(...WEEK, '--usd', '0.77');
  const changed = (await operator('catalog', 'show')).result;
  const { status, error } = await operator('catalog', 'import', file);
  expect(status).toBe(1);
  expect(error).toEqual({
    code: 'invalid_request',
    message:
      'The catalog has changed since this file was made of it; nothing was changed. An import would make this of it: ' +
      'changed tier prem name: "Premium" -> "Best"; changed period prem/ipv4/7d priceUsd: "0.77" -> "0.60". ' +
      '"catalog diff" lists all of it; take a new "catalog show", or --force.',
  });
  expect((await operator('catalog', 'show')).result).toEqual(changed);
  expect((await operator('catalog', 'import', file, '--force')).status).toBe(0);
  expect((await operator('catalog', 'import', SAMPLE, '--force')).status).toBe(0);
});

test('a file without a version is imported whatever the catalog was', async () => {
  const file = await changedFile((catalog) => {
    Reflect.deleteProperty(catalog, 'version');
  });
  await setPrice(...WEEK, '--usd', '0.77');
  expect((await operator('catalog', 'import', file)).status).toBe(0);
});

test('an import is on record with what it has changed, as far as there is room, and how much more', async () => {
  const file = await changedFile(({ tiers }) => {
    for (const { types } of tiers)
      for (const { periods } of types)
        for (const period of periods) Object.assign(period, { priceUsd: '99.99' });
  });
  await operator('catalog', 'import', file, '--force');
  const { result } = await operator('audit', 'list', '--command', 'catalog import', '--limit', '1');
  const { message } = (result as { commands: [{ message: string }] }).commands[0];
  expect(message).toMatch(/^changed period prem\/ipv4\/7d priceUsd: "0\.60" -> "99\.99"; .*; and \d+ more$/);
  expect(message.length).toBeLessThanOrEqual(600);
  await operator('catalog', 'import', SAMPLE, '--force');
});

test('a catalog that somebody else is changing is not changed, and the operator is told to wait', async () => {
  // The service's own connections may not be idle in a transaction for so long.
  const somebody = new Client({ connectionString: opened.databaseUrl });
  await somebody.connect();
  await somebody.query('begin');
  await somebody.query('lock table tiers in share row exclusive mode');
  const { error } = await operator('catalog', 'set-price', ...WEEK, '--usd', '5');
  await somebody.end();
  expect(error).toEqual({
    code: 'invalid_request',
    message: 'Another command is changing the catalog; nothing was changed. Try again when it has ended.',
  });
});

test('a file that was not changed differs in nothing', async () => {
  const file = await changedFile(() => {});
  const { status, result } = await operator('catalog', 'diff', file);
  expect({ status, result }).toEqual({ status: 0, result: { ok: true, differences: [] } });
});

test('what an import would change is listed, and nothing is changed', async () => {
  const before = (await operator('catalog', 'show')).result;
  const file = await changedFile(({ tiers, priceLists }) => {
    const [first, second] = tiers;
    const [type] = first?.types ?? [];
    if (!first || !second || !type) throw new Error('The sample catalog has other tiers.');
    first.name = 'Best';
    Object.assign(type.periods[0] ?? {}, { priceUsd: '0.70' });
    type.periods.splice(1, 1, {
      id: '14d',
      name: '14 days',
      days: 14,
      priceUsd: '1.00',
      retailPriceUsd: '1.20',
    } as Period);
    tiers.reverse();
    priceLists.push({ id: 'fresh', name: 'Fresh', prices: [] });
    const wholesale = priceLists.find(({ id }) => id === 'wholesale');
    if (wholesale) wholesale.prices = [];
  });
  const { status, result, error } = await operator('catalog', 'diff', file);
  expect({ status, error }).toEqual({ status: 1, error: undefined });
  const differences = result?.['differences'] as { of: string; name: string }[];
  const change = { of: 'period', name: 'prem/ipv4/30d', change: 'removed' };
  for (const one of [
    { of: 'tier', name: 'prem', change: 'changed', field: 'name', old: 'Premium', new: 'Best' },
    { of: 'period', name: 'prem/ipv4/7d', change: 'changed', field: 'priceUsd', old: '0.60', new: '0.70' },
    { of: 'period', name: 'prem/ipv4/14d', change: 'added', field: 'priceUsd', old: null, new: '1.00' },
    { of: 'period', name: 'prem/ipv4/14d', change: 'added', field: 'retailPriceUsd', old: null, new: '1.20' },
    { ...change, field: 'priceUsd', old: '1.80', new: null },
    { of: 'price_list', name: 'fresh', change: 'added', field: null, old: null, new: null },
  ])
    expect(differences).toContainEqual(one);
  expect(differences).toContainEqual(
    expect.objectContaining({ of: 'catalog', name: 'tiers', field: 'order' }),
  );
  expect(differences).toContainEqual(expect.objectContaining({ of: 'listed_price', change: 'removed' }));
  expect((await operator('catalog', 'show')).result).toEqual(before);
});

test('a file that an import would refuse is refused by diff, too', async () => {
  await givenReseller(opened.services, { priceList: 'wholesale' });
  const file = await changedFile((catalog) => {
    catalog.priceLists = [];
  });
  const { error } = await operator('catalog', 'diff', file);
  expect(error?.message).toMatch(/Resellers use the price list "wholesale"/);
  expect((await operator('catalog', 'import', file)).error).toEqual(error);
});

const losses = async () => {
  const { status, result } = await operator('catalog', 'check');
  return { status, losses: result?.['losses'] };
};

test('what would be sold below its cost is named, with what is lost by it', async () => {
  expect(await losses()).toEqual({ status: 0, losses: [] });
  await setPrice(...WEEK, '--usd', '0.000001', '--force');
  const found = await losses();
  expect(found).toMatchObject({
    status: 1,
    losses: [{ tier: 'prem', type: 'ipv4', period: '7d', priceList: 'standard', priceUsd: '0.000001' }],
  });
  await setPrice(...WEEK, '--usd', '0.60', '--force');
});

test('a cost that the upstream does not tell is listed with the reason, and is no loss', async () => {
  opened.sandbox.arm([{ upstream: 'px6', call: 'getprice', mode: 'refuse' }]);
  const { result } = await operator('catalog', 'check');
  opened.sandbox.arm([]);
  expect(result?.['losses']).toEqual([]);
  expect(result?.['unknownCosts']).toContainEqual({
    tier: 'prem',
    type: 'ipv4',
    period: '7d',
    reason: expect.stringMatching(/px6/i),
  });
});

test('stock is listed by type: proxies by the last counts, and what is left to us of traffic', async () => {
  const { result } = await operator('catalog', 'check');
  const stock = result?.['stock'] as { tier: string; type: string }[];
  expect(stock.find(({ tier, type }) => `${tier}/${type}` === 'prem/ipv4')).toMatchObject({
    upstream: 'px6',
    availableGb: null,
    countries: expect.any(Number),
  });
  expect(stock.find(({ tier, type }) => `${tier}/${type}` === 'di/diresi')).toMatchObject({
    upstream: 'dataimpulse',
    availableProxies: null,
    availableGb: expect.any(Number),
  });
});

test('stock that was counted in some countries only says in how many of them, and is empty only when all were counted', async () => {
  const { term, database } = opened.services;
  const stock = term.stockOf('ipv4:http');
  const countries = await term.countriesOf(stock, 'background');
  const count = (country: string, available: number) =>
    sql`insert into stock_counts values (${stock}, ${country}, ${available}, now())
      on conflict (stock, country) do update set available = excluded.available`.execute(database.sql);
  const checked = async () => {
    const { status, result } = await operator('catalog', 'check');
    const all = result?.['stock'] as { tier: string; type: string }[];
    return { status, ...all.find(({ tier, type }) => `${tier}/${type}` === 'prem/ipv4') };
  };
  await sql`delete from stock_counts`.execute(database.sql);
  expect(await checked()).toMatchObject({
    status: 0,
    isEmpty: null,
    availableProxies: null,
    countriesCounted: 0,
    reason: `0 of ${countries.length} countries counted`,
  });
  const [first = '', ...others] = countries;
  await count(first, 0);
  // It is not sold there any more.
  await count('XX', 9);
  expect(await checked()).toMatchObject({
    status: 0,
    isEmpty: null,
    availableProxies: 0,
    countries: countries.length,
    countriesCounted: 1,
    reason: `1 of ${countries.length} countries counted`,
  });
  await count(first, 3);
  expect(await checked()).toMatchObject({ isEmpty: false, availableProxies: 3, countriesCounted: 1 });
  await count(first, 0);
  for (const country of others) await count(country, 0);
  expect(await checked()).toMatchObject({
    status: 1,
    isEmpty: true,
    availableProxies: 0,
    countriesCounted: countries.length,
    reason: null,
  });
  await sql`delete from stock_counts`.execute(database.sql);
});
