import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type GivenReseller, givenReseller } from '../support/given.ts';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';

let service: RunningService;
let reseller: GivenReseller;

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  reseller = await givenReseller(service.services);
  await sql`truncate rate_windows`.execute(service.services.database.sql);
});
afterAll(() => service.close());

async function ask(query: string, variables: object = {}): Promise<Record<string, unknown>> {
  const { body } = await sendGraphql(service.url, reseller.apiKey, query, variables);
  if (!body.data) throw new Error(JSON.stringify(body));
  return body.data;
}

const BUY = `mutation ($input: PurchaseInput!) { purchase(input: $input) { __typename
  ... on PurchaseSuccess { order { id autoRenew { period maxPriceUsd until nextTryAt lastRefusal { code } } } }
  ... on Error { message } } }`;
const WANTED = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };

interface Bought {
  order: { id: string; autoRenew: { nextTryAt: string } | null };
}

async function buy(input: object = {}): Promise<Bought['order']> {
  const { purchase } = await ask(BUY, { input: { ...WANTED, ...input } });
  return (purchase as Bought).order;
}

const SET = `mutation ($input: SetAutoRenewInput!) { setAutoRenew(input: $input) { __typename
  ... on SetAutoRenewSuccess { count orders { id autoRenew { period maxPriceUsd until } } }
  ... on Error { message } ... on InvalidRequestError { fields { path message } } } }`;

const set = async (input: object) => (await ask(SET, { input }))['setAutoRenew'];

test('an order bought with renewing by itself says how and when', async () => {
  const until = '2099-01-01T00:00:00.000Z';
  const { id, autoRenew } = await buy({ autoRenew: { period: '7d', maxPriceUsd: '0.70', until } });
  expect(autoRenew).toMatchObject({ period: '7d', maxPriceUsd: '0.70', until, lastRefusal: null });
  const { expires_at } = await service.services.database.sql
    .selectFrom('orders')
    .select('expires_at')
    .where('id', '=', Number(id))
    .executeTakeFirstOrThrow();
  const hours = ((expires_at?.getTime() ?? 0) - new Date(autoRenew?.nextTryAt ?? 0).getTime()) / 3_600_000;
  expect(hours).toBeGreaterThan(47.5);
  expect(hours).toBeLessThanOrEqual(48);
  expect((await buy()).autoRenew).toBeNull();
});

test('it is switched on and off for orders by their numbers, and for those of a filter', async () => {
  const [one, other] = [await buy({ customer: 'Ann' }), await buy()];
  const terms = { enabled: true, period: '30d', maxPriceUsd: '2.00' };
  expect(await set({ orderIds: [one.id, other.id], ...terms })).toMatchObject({
    count: 2,
    orders: [
      { id: one.id, autoRenew: { period: '30d', maxPriceUsd: '2.00', until: null } },
      { id: other.id, autoRenew: { period: '30d' } },
    ],
  });
  expect(await set({ filter: { customer: 'Ann' }, enabled: false })).toEqual({
    __typename: 'SetAutoRenewSuccess',
    count: 1,
    orders: [{ id: one.id, autoRenew: null }],
  });
});

test.each([
  [{ enabled: true }, 'period: is required to switch it on. maxPriceUsd: is required to switch it on.'],
  [
    { enabled: true, period: '30d', maxPriceUsd: '1.00', until: '2020-01-01T00:00:00Z' },
    'until: must be in the future.',
  ],
])('%j is refused', async (terms, message) => {
  const { id } = await buy();
  expect(await set({ orderIds: [id], ...terms })).toMatchObject({
    __typename: 'InvalidRequestError',
    message,
  });
});

test('a selection is one or the other, of own orders, all of which are renewed for that term, or none is', async () => {
  const { id } = await buy();
  const luxury = await buy({ tier: 'di', type: 'diresi', country: 'ANY', period: '1gb' });
  const terms = { enabled: true, period: '30d', maxPriceUsd: '2.00' };
  const typeOf = async (input: object) =>
    ((await set({ ...terms, ...input })) as { __typename: string }).__typename;
  expect(await typeOf({})).toBe('InvalidRequestError');
  expect(await typeOf({ orderIds: [id], filter: {} })).toBe('InvalidRequestError');
  expect(await typeOf({ orderIds: [id, '999999'] })).toBe('OrderNotFoundError');
  expect(await typeOf({ orderIds: [id, luxury.id] })).toBe('NotRenewableError');
  expect(await typeOf({ orderIds: [id], period: '5d' })).toBe('InvalidPeriodError');
  const stranger = await givenReseller(service.services);
  const { body } = await sendGraphql(service.url, stranger.apiKey, SET, {
    input: { ...terms, orderIds: [id] },
  });
  expect(body.data?.['setAutoRenew']).toMatchObject({ __typename: 'OrderNotFoundError' });
  const { order } = await ask(`{ order(id: "${id}") { autoRenew { period } } }`);
  expect(order).toEqual({ autoRenew: null });
});

test('limits are set and read, and taken away by null', async () => {
  const limit = 'viewer { spendingLimit { perDayUsd perMonthUsd spentTodayUsd spentThisMonthUsd } }';
  const change = `mutation ($input: SetSpendingLimitInput!) { setSpendingLimit(input: $input) {
    ... on SetSpendingLimitSuccess { ${limit} } ... on Error { message } } }`;
  const none = { perDayUsd: null, perMonthUsd: null, spentTodayUsd: '0.00', spentThisMonthUsd: '0.00' };
  expect(await ask(`{ ${limit} }`)).toEqual({ viewer: { spendingLimit: none } });
  expect(await ask(change, { input: { perDayUsd: '0.00', perMonthUsd: '12.50' } })).toEqual({
    setSpendingLimit: { viewer: { spendingLimit: { ...none, perDayUsd: '0.00', perMonthUsd: '12.50' } } },
  });
  expect(await ask(change, { input: { perMonthUsd: null } })).toEqual({
    setSpendingLimit: { viewer: { spendingLimit: none } },
  });
});

test('a forecast has its days, what they cost, and what is lost', async () => {
  const { id } = await buy({ autoRenew: { period: '30d', maxPriceUsd: '1.80' } });
  const lost = await buy({ autoRenew: { period: '30d', maxPriceUsd: '1.79' } });
  const query = `{ renewalForecast(days: 40) { coveredUntil lostCount lost { code order { id } }
    days { date count totalUsd balanceUsd } } }`;
  const { renewalForecast } = await ask(query);
  const forecast = renewalForecast as {
    days: { count: number; totalUsd: string; balanceUsd: string; date: string }[];
  };
  expect(forecast).toMatchObject({
    coveredUntil: forecast.days.at(-1)?.date,
    lostCount: 1,
    lost: [{ code: 'price_changed', order: { id: lost.id } }],
  });
  expect(forecast.days).toHaveLength(40);
  expect(forecast.days.filter(({ count }) => count > 0)).toEqual([
    expect.objectContaining({ count: 1, totalUsd: '1.80', balanceUsd: '94.60' }),
  ]);
  expect(id).not.toBe(lost.id);
  for (const days of [0, 91]) {
    const { body } = await sendGraphql(
      service.url,
      reseller.apiKey,
      `{ renewalForecast(days: ${days}) { lostCount } }`,
    );
    expect(body.errors?.[0]?.message).toBe('days: must be from 1 to 90.');
  }
});
