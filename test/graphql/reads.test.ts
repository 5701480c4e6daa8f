import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setSupportContact } from '../../src/kit/program.ts';
import { botBuyerOf, earnCoins } from '../support/coins.ts';
import { type GivenReseller, givenReseller } from '../support/given.ts';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';
import {
  CatalogDocument,
  CountriesDocument,
  OrderDocument,
  OrdersDocument,
  PurchaseDocument,
  ViewerDocument,
} from './generated/graphql.ts';

let service: RunningService;
let reseller: GivenReseller;

beforeAll(async () => {
  service = await startService();
  reseller = await givenReseller(service.services, { balanceUsd: '12.345678' });
  for (let i = 0; i < 5; i++) {
    const input = { tier: 'prem', type: i % 2 ? 'socks5' : 'ipv4', country: 'FR', period: '7d' };
    await service.graphql(reseller.apiKey, PurchaseDocument, { input });
  }
  await sql`truncate rate_windows`.execute(service.services.database.sql);
});

afterAll(() => service.close());

test('the viewer has an exact balance and a threshold', async () => {
  const { body } = await service.graphql(reseller.apiKey, ViewerDocument, {});
  expect(body.data?.viewer).toEqual({
    id: `viewer:${reseller.resellerId}`,
    name: 'Reseller of a test',
    balanceUsd: '9.345678',
    currency: 'USD',
    lowBalanceThresholdUsd: 10,
  });
});

test('the viewer has the coins of the chat bot, and what earns them', async () => {
  const { services, url } = service;
  const owner = await givenReseller(services, { balanceUsd: '20' });
  await earnCoins(services, botBuyerOf(owner), 3);
  const query = '{ viewer { coins { balance cashbackPercent referralPercent payablePercent } } }';
  const { body } = await sendGraphql(url, owner.apiKey, query);
  const coins = { balance: 300, cashbackPercent: 3, referralPercent: 5, payablePercent: 50 };
  expect(body).toEqual({ data: { viewer: { coins } } });
});

test('the catalog has four tiers, in order, with terms or volumes and two prices each', async () => {
  const { body } = await service.graphql(reseller.apiKey, CatalogDocument, {});
  expect(body.data?.tiers.map(({ code, name }) => [code, name])).toEqual([
    ['prem', 'Premium'],
    ['econ', 'Economy'],
    ['tg', 'Telegram'],
    ['di', 'Luxury'],
  ]);
  for (const { billing, maxQuantity, periods } of body.data?.tiers.flatMap(({ types }) => types) ?? []) {
    expect(billing === 'PER_GB' ? maxQuantity : 1).toBe(1);
    for (const { days, gb, priceUsd, retailPriceUsd } of periods) {
      expect([typeof days, typeof gb]).toEqual(
        billing === 'PER_GB' ? ['object', 'number'] : ['number', 'object'],
      );
      expect(Number(retailPriceUsd)).toBeGreaterThan(Number(priceUsd));
    }
  }
});

test('a reseller sees the prices of its own list, and those of the standard list where it has none', async () => {
  const wholesale = await givenReseller(service.services, { priceList: 'wholesale' });
  const { body } = await service.graphql(wholesale.apiKey, CatalogDocument, {});
  const periods = body.data?.tiers[0]?.types[0]?.periods.map(({ code, priceUsd }) => [code, priceUsd]);
  expect(periods).toEqual([
    ['7d', '0.60'],
    ['30d', '1.55'],
    ['90d', '4.90'],
  ]);
});

test('countries come by name with their stock, and one reading of the upstream serves many readers', async () => {
  const readings = await Promise.all(
    Array.from({ length: 10 }, () =>
      service.graphql(reseller.apiKey, CountriesDocument, { tier: 'econ', type: 'ipv6' }),
    ),
  );
  const [countries] = readings.map(({ body }) => body.data?.type?.countries);
  const names = countries?.map(({ name }) => name) ?? [];
  expect(names).toEqual([...names].sort());
  expect(countries).toContainEqual({ code: 'US', name: 'United States', available: expect.any(Number) });
  expect(new Set(readings.map(({ text }) => text)).size).toBe(1);
});

test('an unknown type is null, and a provider that fails is a provider_error', async () => {
  const unknown = await service.graphql(reseller.apiKey, CountriesDocument, { tier: 'prem', type: 'nope' });
  expect(unknown.body).toEqual({ data: { type: null } });
  service.sandbox.arm([{ upstream: 'px6', call: 'getcountry', mode: 'error_before' }]);
  const failed = await service.graphql(reseller.apiKey, CountriesDocument, { tier: 'tg', type: 'socks5' });
  expect(failed.body.errors?.map(({ extensions }) => extensions?.['code'])).toEqual(['PROVIDER_ERROR']);
  service.sandbox.arm([]);
});

test('an order has its product as it is sold today and its proxies', async () => {
  const { body } = await service.graphql(reseller.apiKey, OrderDocument, { id: '1' });
  expect(body.data?.order).toMatchObject({
    id: '1',
    type: 'ipv4',
    product: { id: 'product:prem/ipv4', code: 'ipv4', name: 'IPv4 HTTP' },
    proxies: [
      {
        host: '127.0.0.1',
        port: expect.any(Number),
        login: expect.any(String),
        password: expect.any(String),
      },
    ],
  });
});

test('pages by cursor, from either end, say whether there is more', async () => {
  const page = async (variables: object) => {
    const { body } = await service.graphql(reseller.apiKey, OrdersDocument, variables);
    const { edges, pageInfo, totalCount } = body.data?.orders ?? { edges: [] };
    return {
      ids: edges.map(({ node }) => node.id),
      more: [pageInfo?.hasPreviousPage, pageInfo?.hasNextPage],
      start: pageInfo?.startCursor,
      end: pageInfo?.endCursor,
      totalCount,
    };
  };
  const first = await page({ first: 2 });
  expect(first).toMatchObject({ ids: ['5', '4'], more: [false, true], totalCount: 5 });
  const second = await page({ first: 2, after: first.end });
  expect(second).toMatchObject({ ids: ['3', '2'], more: [true, true] });
  expect(await page({ first: 2, after: second.end })).toMatchObject({ ids: ['1'], more: [true, false] });
  expect(await page({ last: 2 })).toMatchObject({ ids: ['2', '1'], more: [true, false] });
  expect(await page({ last: 2, before: second.start })).toMatchObject({
    ids: ['5', '4'],
    more: [false, true],
  });
  expect(await page({ first: 2, offset: 3 })).toMatchObject({ ids: ['2', '1'], more: [true, false] });
  expect(await page({ status: 'EXPIRED' })).toMatchObject({ ids: [], totalCount: 0 });
});

test.each([
  { first: 0 },
  { first: 201 },
  { first: -1 },
  { last: 0 },
  { first: 1, last: 1 },
  { offset: -1 },
  { after: 'x' },
])('a page of %j is refused as invalid_request', async (variables) => {
  const { body } = await service.graphql(reseller.apiKey, OrdersDocument, variables);
  expect(body.errors?.map(({ extensions }) => extensions?.['code'])).toEqual(['INVALID_REQUEST']);
});

test('an anonymous caller may read the schema, where the chat bot is, and nothing else', async () => {
  const schema = await sendGraphql(service.url, undefined, '{ __schema { queryType { name } } __typename }');
  expect(schema.body.errors).toBeUndefined();
  service.services.chat.url = 'https://t.me/proxies_bot';
  const chat = await sendGraphql(service.url, undefined, '{ chatUrl }');
  service.services.chat.url = undefined;
  expect(chat.body.data).toEqual({ chatUrl: 'https://t.me/proxies_bot' });
  for (const query of [
    '{ viewer { name } }',
    '{ tiers { id } }',
    '{ order(id: "1") { id } }',
    '{ __typename orders { totalCount } }',
  ]) {
    const { status, body } = await sendGraphql(service.url, undefined, query);
    expect([status, body.errors?.[0]?.extensions?.['code']], query).toEqual([401, 'UNAUTHORIZED']);
  }
});

test.each([
  ['@acme_help', 'https://t.me/acme_help'],
  ['help@proxies.example', 'mailto:help@proxies.example'],
  ['https://proxies.example/help', 'https://proxies.example/help'],
  [undefined, null],
])('the support %s is reached at %s, which the sign-in page may know, too', async (contact, supportUrl) => {
  setSupportContact(contact);
  try {
    const { body } = await sendGraphql(service.url, undefined, '{ supportUrl }');
    expect(body.data).toEqual({ supportUrl });
  } finally {
    setSupportContact(undefined);
  }
});

test('every root field of an operation counts as a request, and an operation over the rest of the rate counts nothing', async () => {
  const { apiKey } = await givenReseller(service.services);
  const fields = (count: number) =>
    `{ ${Array.from({ length: count }, (_, i) => `v${i}: viewer { name }`).join(' ')} }`;
  const send = (count: number) => sendGraphql(service.url, apiKey, fields(count));
  for (const count of [20, 20, 15]) expect((await send(count)).status).toBe(200);
  const refused = await send(6);
  expect([refused.status, refused.body.errors?.[0]?.extensions?.['code']]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect((await send(4)).status).toBe(200);
  const flawed = await sendGraphql(service.url, apiKey, '{ nothing }');
  expect(flawed.body.errors?.[0]?.extensions).toEqual({ code: 'INVALID_REQUEST' });
  expect((await sendGraphql(service.url, apiKey, '{ nothing }')).status).toBe(429);
});
