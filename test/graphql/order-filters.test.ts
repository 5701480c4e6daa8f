import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type GivenReseller, givenReseller } from '../support/given.ts';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';
import {
  FilteredOrdersDocument,
  type FilteredOrdersQueryVariables,
  PurchaseDocument,
} from './generated/graphql.ts';

const DAY = 24 * 3_600_000;
const BOUGHT = [
  { tier: 'prem', type: 'ipv4', country: 'US', period: '7d' },
  { tier: 'prem', type: 'ipv4', country: 'FR', period: '30d' },
  { tier: 'econ', type: 'ipv4', country: 'US', period: '30d' },
  { tier: 'di', type: 'diresi', country: 'ANY', period: '1gb' },
];

let service: RunningService;
let reseller: GivenReseller;
/** The numbers of the orders above, which were bought three times over; newest first. */
const numbers: string[] = [];

beforeAll(async () => {
  service = await startService();
  reseller = await givenReseller(service.services, { balanceUsd: '1000' });
  for (const input of [...BOUGHT, ...BOUGHT, ...BOUGHT]) {
    const { body } = await service.graphql(reseller.apiKey, PurchaseDocument, { input });
    if (body.data?.purchase.__typename !== 'PurchaseSuccess') throw new Error(JSON.stringify(body));
    numbers.unshift(body.data.purchase.order.id);
  }
});
afterEach(() => sql`truncate rate_windows`.execute(service.services.database.sql));
afterAll(() => service.close());

async function ask(variables: FilteredOrdersQueryVariables) {
  const { body } = await service.graphql(reseller.apiKey, FilteredOrdersDocument, variables);
  if (!body.data) throw new Error(JSON.stringify(body));
  return body.data.orders;
}

/** What the orders were bought as that are found, with the total. */
async function found(variables: FilteredOrdersQueryVariables) {
  const { nodes, totalCount } = await ask(variables);
  return [totalCount, ...nodes.map(({ id }) => id)];
}

/** The numbers of the orders that were bought as these of the list above, with how many there are. */
function bought(...places: number[]) {
  // The list above is oldest first.
  const those = numbers.filter((_, i) => places.includes(BOUGHT.length - 1 - (i % BOUGHT.length)));
  return [those.length, ...those];
}

test('orders are filtered by tier, type and country, together and with the status', async () => {
  expect(await found({})).toEqual(bought(0, 1, 2, 3));
  expect(await found({ tier: 'prem' })).toEqual(bought(0, 1));
  expect(await found({ type: 'ipv4' })).toEqual(bought(0, 1, 2));
  expect(await found({ country: 'US' })).toEqual(bought(0, 2));
  expect(await found({ tier: 'prem', type: 'ipv4', country: 'US', status: 'ACTIVE' })).toEqual(bought(0));
  expect(await found({ tier: 'di', status: 'EXPIRED' })).toEqual([0]);
});

test('endsBefore finds the terms that end before it, and no order that ends with its traffic', async () => {
  const now = service.clock.now().getTime();
  const inDays = (days: number) => new Date(now + days * DAY).toISOString();
  expect(await found({ endsBefore: inDays(8) })).toEqual(bought(0));
  expect(await found({ endsBefore: inDays(40), country: 'US' })).toEqual(bought(0, 2));
  expect(await found({ endsBefore: inDays(4_000), status: 'ACTIVE' })).toEqual(bought(0, 1, 2));
  for (const status of ['EXPIRED', 'PAUSED', 'EXHAUSTED'] as const)
    expect(await found({ endsBefore: inDays(40), status })).toEqual([0]);
  expect(await found({ endsBefore: inDays(-1) })).toEqual([0]);
});

test('a search finds the numbers that begin with what was typed', async () => {
  const beginning = numbers.filter((number) => number.startsWith('1'));
  expect(beginning.length).toBeGreaterThan(1);
  expect(await found({ search: '1' })).toEqual([beginning.length, ...beginning]);
  expect(await found({ search: ' #1 ' })).toEqual([beginning.length, ...beginning]);
  expect(await found({ search: '  ' })).toEqual(bought(0, 1, 2, 3));
  expect(await found({ search: '12', tier: 'di' })).toEqual([1, '12']);
  for (const search of ['99', '0', 'x', "1' or true", '%', '１'])
    expect(await found({ search }), search).toEqual([0]);
});

test('a filtered list is paged by cursors and by offset, with the proxies of its orders', async () => {
  const [total, ...all] = bought(0, 1, 2);
  const first = await ask({ type: 'ipv4', first: 4 });
  expect(first.nodes.every(({ proxies }) => proxies.length === 1)).toBe(true);
  const second = await ask({ type: 'ipv4', first: 5, after: first.pageInfo.endCursor });
  expect([...first.nodes, ...second.nodes].map(({ id }) => id)).toEqual(all);
  expect([first, second].map(({ totalCount, pageInfo }) => [totalCount, pageInfo.hasNextPage])).toEqual([
    [total, true],
    [total, false],
  ]);
  const skipped = await ask({ type: 'ipv4', first: 2, offset: 3 });
  expect(skipped.nodes.map(({ id }) => id)).toEqual(all.slice(3, 5));
});

test('what is not in the catalog finds nothing, and null limits nothing', async () => {
  for (const unknown of ['nope', '', 'PREM', '"', "'; drop table orders", '\u{1f600}'])
    for (const name of ['tier', 'type', 'country']) expect(await found({ [name]: unknown })).toEqual([0]);
  const nothing = { tier: null, type: null, country: null, endsBefore: null, search: null, status: null };
  expect(await found(nothing)).toEqual(bought(0, 1, 2, 3));
});

test.each(['tier', 'type', 'country', 'search'])(
  'a %s that holds a NUL or is of 10,000 characters is refused by name',
  async (name) => {
    const tooLong = 'must be at most 200 characters long';
    for (const [text, message] of [
      ['a\\u0000b', 'contains a NUL character'],
      ['\\u202e', 'contains a bidirectional control character'],
      ['x'.repeat(10_000), tooLong],
      ['1'.repeat(10_000), tooLong],
    ]) {
      const query = `{ orders(${name}: "${text}") { totalCount } }`;
      const { body } = await sendGraphql(service.url, reseller.apiKey, query);
      expect(body.errors?.map(({ extensions }) => extensions)).toEqual([
        { code: 'INVALID_REQUEST', fields: [{ path: [name], message }] },
      ]);
    }
  },
);

test.each(['', 'tomorrow', '2026-02-30T00:00:00Z', '2026-12-01', '2026-12-01T00:00:00', '-1', 5, true, {}])(
  'endsBefore takes no %j',
  async (endsBefore) => {
    const query = 'query ($at: DateTime) { orders(endsBefore: $at) { totalCount } }';
    const { body } = await sendGraphql(service.url, reseller.apiKey, query, { at: endsBefore });
    expect(body.errors?.map(({ extensions }) => extensions?.['code'])).toEqual(['INVALID_REQUEST']);
  },
);
