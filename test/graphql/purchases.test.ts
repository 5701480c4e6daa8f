import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type GivenReseller, givenReseller } from '../support/given.ts';
import { type RunningService, startService } from '../support/service.ts';
import {
  CatalogDocument,
  OrderDocument,
  OrdersDocument,
  PurchaseDocument,
  type PurchaseInput,
  QuoteDocument,
  RenewDocument,
  ViewerDocument,
} from './generated/graphql.ts';

const ORDER = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };
const PROXY = {
  host: '127.0.0.1',
  port: expect.any(Number),
  login: expect.stringMatching(/./),
  password: expect.stringMatching(/./),
};

let service: RunningService;
let reseller: GivenReseller;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

beforeEach(async () => {
  reseller = await givenReseller(service.services, { balanceUsd: '10' });
});

async function purchase(input: Partial<PurchaseInput> = {}) {
  const answer = await service.graphql(reseller.apiKey, PurchaseDocument, { input: { ...ORDER, ...input } });
  expect(answer.body.errors).toBeUndefined();
  return { ...answer, result: answer.body.data?.purchase };
}

async function balance() {
  return (await service.graphql(reseller.apiKey, ViewerDocument, {})).body.data?.viewer.balanceUsd;
}

test('a purchase charges the balance and answers with the order and the credentials of its proxies', async () => {
  const { result, status } = await purchase({ country: 'us', quantity: 2 });
  expect(status).toBe(200);
  expect(result).toMatchObject({
    __typename: 'PurchaseSuccess',
    chargedUsd: '3.60',
    order: {
      __typename: 'TermOrder',
      ...ORDER,
      quantity: 2,
      priceUsd: '3.60',
      status: 'ACTIVE',
      protocol: 'HTTP',
      billing: 'PER_PROXY',
      renewable: true,
      source: 'API',
      proxies: [PROXY, PROXY],
    },
  });
  expect(await balance()).toBe('6.40');
});

test.each<[string, Partial<PurchaseInput>, object]>([
  ['an unknown tier', { tier: 'nope' }, { __typename: 'UnknownProductError', code: 'UNKNOWN_PRODUCT' }],
  ['an unknown type', { type: 'nope' }, { __typename: 'UnknownProductError', code: 'UNKNOWN_PRODUCT' }],
  ['an unknown period', { period: '31d' }, { __typename: 'InvalidPeriodError', code: 'INVALID_PERIOD' }],
  ['no proxy', { quantity: 0 }, { __typename: 'InvalidQuantityError', code: 'INVALID_QUANTITY' }],
  ['51 proxies', { quantity: 51 }, { __typename: 'InvalidQuantityError', code: 'INVALID_QUANTITY' }],
  ['an unknown country', { country: 'ZZ' }, { __typename: 'InvalidCountryError', code: 'INVALID_COUNTRY' }],
  [
    'options',
    { options: { session: 'STICKY' } },
    { __typename: 'InvalidOptionError', code: 'INVALID_OPTION' },
  ],
  [
    'too many for the stock',
    { country: 'TR', quantity: 50 },
    { __typename: 'OutOfStockError', code: 'OUT_OF_STOCK', available: 3 },
  ],
  [
    'too many for the balance',
    { quantity: 6 },
    { __typename: 'InsufficientBalanceError', requiredUsd: '10.80', balanceUsd: '10.00' },
  ],
  [
    'a lower price limit',
    { maxPriceUsd: '1.79' },
    { __typename: 'PriceChangedError', priceUsd: '1.80', maxPriceUsd: '1.79' },
  ],
  [
    'an empty idempotency key',
    { idempotencyKey: '' },
    { __typename: 'InvalidRequestError', code: 'INVALID_REQUEST' },
  ],
  [
    'an idempotency key of 101 characters',
    { idempotencyKey: '🗝'.repeat(101) },
    { __typename: 'InvalidRequestError' },
  ],
])('a purchase with %s is refused with a typed error and charges nothing', async (_name, input, refusal) => {
  expect((await purchase(input)).result).toMatchObject(refusal);
  expect(await balance()).toBe('10.00');
});

test.each([
  ['a NUL', 'prem\u0000'],
  ['a lone surrogate', 'prem\ud800'],
  ['a bidirectional control', 'prem\u200e'],
])(
  'a purchase with %s in its tier is refused as a whole request and charges nothing',
  async (_name, tier) => {
    const { status, body } = await service.graphql(reseller.apiKey, PurchaseDocument, {
      input: { ...ORDER, tier },
    });
    expect([status, body.data, body.errors?.[0]?.extensions]).toEqual([
      400,
      undefined,
      { code: 'INVALID_REQUEST' },
    ]);
    expect(await balance()).toBe('10.00');
  },
);

test('a purchase within the price limit is done', async () => {
  expect((await purchase({ maxPriceUsd: '1.80' })).result?.__typename).toBe('PurchaseSuccess');
});

test('a type that its upstream no longer sells is in the catalog, and answers as one that is not on sale', async () => {
  const { database } = service.services;
  await sql`update product_types set upstream_product = 'withdrawn' where id = 'didc'`.execute(database.sql);
  const withdrawn = { tier: 'di', type: 'didc', country: 'ANY', period: '1gb' };
  expect((await purchase(withdrawn)).result).toMatchObject({ code: 'UNKNOWN_PRODUCT' });
  const { body } = await service.graphql(reseller.apiKey, CatalogDocument, {});
  expect(body.data?.tiers.flatMap(({ types }) => types.map(({ code }) => code))).toContain('didc');
});

test('a repetition with the same key answers alike, byte for byte and over either door, also after a renewal', async () => {
  const first = await purchase({ idempotencyKey: 'once' });
  const again = await purchase({ idempotencyKey: 'once' });
  expect(again.text).toBe(first.text);
  expect([first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')]).toEqual([
    null,
    'true',
  ]);

  const order = first.result?.__typename === 'PurchaseSuccess' ? first.result.order : undefined;
  const renewed = await service.graphql(reseller.apiKey, RenewDocument, {
    input: { orderId: order?.id ?? '', period: '30d' },
  });
  expect(renewed.body.data?.renew.__typename).toBe('RenewSuccess');
  expect((await purchase({ idempotencyKey: 'once' })).text).toBe(first.text);

  const rest = await fetch(`${service.url}/v1/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${reseller.apiKey}`, 'idempotency-key': 'once' },
    body: JSON.stringify(ORDER),
  });
  expect([rest.status, rest.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
  expect(await rest.json()).toMatchObject({
    id: Number(order?.id),
    expires_at: order?.expiresAt,
    charged_usd: 1.8,
  });
  expect(await balance()).toBe('6.40');
});

test('the same key with other input, or for a renewal, is refused', async () => {
  const first = await purchase({ idempotencyKey: 'mine' });
  expect((await purchase({ idempotencyKey: 'mine', quantity: 2 })).result).toMatchObject({
    code: 'INVALID_REQUEST',
  });
  const orderId = first.result?.__typename === 'PurchaseSuccess' ? first.result.order.id : '';
  const { body } = await service.graphql(reseller.apiKey, RenewDocument, {
    input: { orderId, period: '30d', idempotencyKey: 'mine' },
  });
  expect(body.data?.renew).toMatchObject({ code: 'INVALID_REQUEST' });
  expect(await balance()).toBe('8.20');
});

test('another reseller’s key of the same name is another key', async () => {
  await purchase({ idempotencyKey: 'shared name' });
  const other = await givenReseller(service.services);
  const { headers, body } = await service.graphql(other.apiKey, PurchaseDocument, {
    input: { ...ORDER, idempotencyKey: 'shared name' },
  });
  expect([body.data?.purchase.__typename, headers.get('idempotent-replayed')]).toEqual([
    'PurchaseSuccess',
    null,
  ]);
});

test('after 24 hours a key is free again', async () => {
  const lonely = await startService();
  try {
    const { apiKey } = await givenReseller(lonely.services);
    const buy = () =>
      lonely.graphql(apiKey, PurchaseDocument, { input: { ...ORDER, idempotencyKey: 'daily' } });
    const first = await buy();
    lonely.clock.advance(24 * 60 * 60_000 - 60_000);
    expect((await buy()).text).toBe(first.text);
    lonely.clock.advance(60_000);
    const next = await buy();
    expect(next.text).not.toBe(first.text);
    expect(next.headers.get('idempotent-replayed')).toBeNull();
  } finally {
    await lonely.close();
  }
});

test('a renewal adds its term to the same proxies and charges for all of them', async () => {
  const bought = await purchase({ quantity: 2 });
  const order = bought.result?.__typename === 'PurchaseSuccess' ? bought.result.order : undefined;
  const { body } = await service.graphql(reseller.apiKey, RenewDocument, {
    input: { orderId: order?.id ?? '', period: '7d', maxPriceUsd: '1.20' },
  });
  expect(body.data?.renew).toMatchObject({
    __typename: 'RenewSuccess',
    chargedUsd: '1.20',
    order: {
      id: order?.id,
      proxies: order?.proxies,
      period: '30d',
      priceUsd: '3.60',
      expiresAt: new Date(Date.parse(order?.expiresAt ?? '') + 7 * 86_400_000).toISOString(),
    },
  });
  expect(await balance()).toBe('5.20');
});

test('a quote has the price, the stock and whether the balance covers it, and changes nothing', async () => {
  const input = { ...ORDER, quantity: 6 };
  const { body } = await service.graphql(reseller.apiKey, QuoteDocument, { input });
  expect(body.data?.quote).toMatchObject({
    __typename: 'Quote',
    unitPriceUsd: '1.80',
    priceUsd: '10.80',
    balanceUsd: '10.00',
    affordable: false,
  });
  const covered = await service.graphql(reseller.apiKey, QuoteDocument, {
    input: { ...ORDER, country: 'TR', quantity: 2 },
  });
  expect(covered.body.data?.quote).toMatchObject({ priceUsd: '3.60', available: 3, affordable: true });
  const refused = await service.graphql(reseller.apiKey, QuoteDocument, {
    input: { ...input, country: 'ZZ' },
  });
  expect(refused.body.data?.quote).toMatchObject({ __typename: 'InvalidCountryError' });
  expect(await balance()).toBe('10.00');
});

test('a reseller can neither see nor renew another reseller’s order', async () => {
  const bought = await purchase();
  const id = bought.result?.__typename === 'PurchaseSuccess' ? bought.result.order.id : '';
  const stranger = await givenReseller(service.services);
  expect((await service.graphql(stranger.apiKey, OrderDocument, { id })).body.data?.order).toBeNull();
  const orders = (await service.graphql(stranger.apiKey, OrdersDocument, {})).body.data?.orders;
  expect([orders?.totalCount, orders?.edges]).toEqual([0, []]);
  const { body } = await service.graphql(stranger.apiKey, RenewDocument, {
    input: { orderId: id, period: '30d' },
  });
  expect(body.data?.renew).toMatchObject({
    __typename: 'OrderNotFoundError',
    message: `You have no order ${id}.`,
  });
});
