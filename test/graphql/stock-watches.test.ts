import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lookAtStocks } from '../../src/catalog/stock-watches.ts';
import { type GivenReseller, givenReseller } from '../support/given.ts';
import { logOf } from '../support/log-of.ts';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';

let service: RunningService;
let reseller: GivenReseller;
beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  await run(sql`truncate stock_watches, stock_counts`);
  reseller = await givenReseller(service.services);
});
afterAll(() => service.close());

const run = (statement: ReturnType<typeof sql>) => statement.execute(service.services.database.sql);

async function ask<Data>(query: string, variables: object = {}, by = reseller): Promise<Data> {
  const { body } = await sendGraphql<Data>(service.url, by.apiKey, query, variables);
  if (!body.data) throw new Error(JSON.stringify(body));
  return body.data;
}

interface Watched {
  watchStock: { code?: string; fields?: { path: string[] }[]; watch?: { id: string; state: string | null } };
}
const WATCH = `mutation ($input: WatchStockInput!) { watchStock(input: $input) {
  ... on WatchStockSuccess { watch { id tier type country below available state } }
  ... on Error { code message } ... on InvalidInputError { fields { path } } } }`;
const US = { tier: 'prem', type: 'ipv4', country: 'US', below: 100 };
const watch = async (asked: object = {}, by = reseller) =>
  (await ask<Watched>(WATCH, { input: { ...US, ...asked } }, by)).watchStock;

const unwatch = async (id: string | undefined, by = reseller) => {
  const query = `mutation ($input: UnwatchStockInput!) { unwatchStock(input: $input) {
    ... on UnwatchStockSuccess { watchId } ... on Error { code } } }`;
  return (await ask<{ unwatchStock: object }>(query, { input: { id } }, by)).unwatchStock;
};

const watches = async () =>
  (
    await ask<{ viewer: { stockWatches: { id: string; available: number | null; state: string | null }[] } }>(
      '{ viewer { stockWatches { id below available state } } }',
    )
  ).viewer.stockWatches;

/** What happens when so many are left and the counts are a minute old. */
async function leave(available: number): Promise<void> {
  service.sandbox.setStock('4', 'us', available);
  await run(sql`update stock_counts set read_at = read_at - interval '1 minute'`);
  await lookAtStocks(service.services);
}

const told = async ({ resellerId } = reseller) =>
  (await logOf(service.services.database.sql, resellerId, ['stock.low', 'stock.back'])).map(
    ({ type, cause, facts }) => [type, cause, facts],
  );

const asTold = (type: string, available: number) => [
  type,
  'upstream',
  { tier: 'prem', type: 'ipv4', country: 'US', available, below: 100 },
];

test('each change of side is told once, with what is left', async () => {
  await watch();
  for (const available of [100, 99, 40, 99, 100, 5_000, 7]) await leave(available);
  const expected = [asTold('stock.low', 99), asTold('stock.back', 100), asTold('stock.low', 7)];
  expect(await told()).toEqual(expected);
  const [shown] = await watches();
  expect(shown).toMatchObject({ below: 100, available: 7, state: 'LOW' });
  const node = await ask('query ($id: ID!) { node(id: $id) { __typename id } }', { id: shown?.id });
  expect(node).toEqual({ node: { __typename: 'StockWatch', id: shown?.id } });
});

test('one that is low from the start is told so, and has no state before the first reading', async () => {
  service.sandbox.setStock('4', 'us', 3);
  await service.services.countries.of((await typeOf()) as never);
  const { watch: made } = await watch();
  expect(made?.state).toBe(null);
  await lookAtStocks(service.services);
  expect(await told()).toEqual([asTold('stock.low', 3)]);
});

const typeOf = () => service.services.catalog.findType({ priceList: 'standard' }, 'prem', 'ipv4');

test('looking at the same time tells once, and each watch of its own', async () => {
  const other = await givenReseller(service.services);
  await watch();
  await watch({}, other);
  await leave(200);
  service.sandbox.setStock('4', 'us', 1);
  await run(sql`update stock_counts set read_at = read_at - interval '1 minute'`);
  await Promise.all(Array.from({ length: 4 }, () => lookAtStocks(service.services)));
  for (const one of [reseller, other]) expect(await told(one)).toEqual([asTold('stock.low', 1)]);
});

test('what is watched no more is told no more', async () => {
  const { watch: made } = await watch();
  const stranger = await givenReseller(service.services);
  expect(await unwatch(made?.id, stranger)).toMatchObject({ code: 'INVALID_REQUEST' });
  expect(await unwatch(made?.id)).toEqual({ watchId: made?.id });
  expect(await unwatch(made?.id)).toMatchObject({ code: 'INVALID_REQUEST' });
  await leave(1);
  expect([await told(), await watches()]).toEqual([[], []]);
});

test.each([
  ['UNKNOWN_PRODUCT', { type: 'ipv5' }, []],
  ['INVALID_COUNTRY', { country: 'XX' }, [['country']]],
  ['INVALID_REQUEST', { tier: 'di', type: 'diresi', country: 'ANY' }, [['type']]],
  ['INVALID_REQUEST', { below: 0 }, [['below']]],
  ['INVALID_REQUEST', { below: 1_000_001 }, [['below']]],
])('%s for %j', async (code, asked, paths) => {
  const { fields = [], ...refused } = await watch(asked);
  expect([refused.code, fields.map(({ path }) => path)]).toEqual([code, paths]);
});

test('a reseller has at most 50, also when many are made at once', async () => {
  await run(sql`insert into stock_watches (reseller_id, tier, type, stock, country, below, created_at)
    select ${reseller.resellerId}, 'prem', 'ipv4', 'ipv4', 'DE', n, now() from generate_series(1, 48) n`);
  const made = await Promise.all([1, 2, 3, 4].map((below) => watch({ below })));
  expect(made.filter(({ code }) => code === 'INVALID_REQUEST')).toHaveLength(2);
  expect(await watches()).toHaveLength(50);
});
