import { afterAll, beforeAll, expect, test } from 'vitest';
import { purchase } from '../../src/purchases/purchase.ts';
import { CALL_MILLIS } from '../../src/upstreams/http.ts';
import { buyerOf, givenKeys, givenReseller } from '../support/given.ts';
import { givenLuxuryOrder } from '../support/given-luxury.ts';
import { restClient } from '../support/rest-client.ts';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';
import { recordStatements, type Statements } from '../support/statements.ts';
import { upstreamCalls } from '../support/upstream-calls.ts';
import { ManualTimer } from '../upstreams/manual-timer.ts';
import { OrdersOfBothKindsDocument } from './generated/graphql.ts';

/** In ms: after this a reading is too old to be shown for a single order. */
const STALE_MS = 10_000;

const timer = new ManualTimer();
let service: RunningService;
let statements: Statements;

beforeAll(async () => {
  statements = recordStatements();
  // The upstreams' timer stands still, so a request that waits for a hanging call never ends.
  service = await startService({ onPoolCreated: statements.onPoolCreated, timer });
});
afterAll(() => service.close());

/** A reseller with this many Luxury orders and one term order. */
async function givenOrders(luxury: number): Promise<string> {
  const reseller = await givenReseller(service.services, { balanceUsd: '1000' });
  const term = { tier: 'prem', type: 'ipv4', country: 'US', period: '7d' };
  await purchase(service.services, buyerOf(reseller), term);
  for (let i = 0; i < luxury; i++) await givenLuxuryOrder(service.services, { reseller });
  service.clock.advance(STALE_MS);
  return reseller.apiKey;
}

async function list(apiKey: string) {
  const { body } = await service.graphql(apiKey, OrdersOfBothKindsDocument, { first: 50 });
  expect(body.errors).toBeUndefined();
  return body.data?.orders;
}

test('a list has both kinds, each with the fields of its kind', async () => {
  const orders = await list(await givenOrders(2));
  expect(orders?.totalCount).toBe(3);
  expect(orders?.nodes).toMatchObject([
    { __typename: 'LuxuryOrder', trafficGb: 1, traffic: { totalGb: 1 }, settings: { threads: 100 } },
    { __typename: 'LuxuryOrder', trafficGb: 1, traffic: { totalGb: 1 }, lines: [expect.any(String)] },
    { __typename: 'TermOrder', trafficGb: null, proxies: [{ host: '127.0.0.1' }] },
  ]);
  expect(orders?.nodes[2]).not.toHaveProperty('settings');
});

test('Luxury orders with traffic, settings, proxies and lines cost as many statements when they are 30 as when they are 3', async () => {
  const [few, many] = [await givenOrders(3), await givenOrders(30)];
  const counted = async (apiKey: string, count: number) => {
    const sent = await statements.during(async () => {
      expect((await list(apiKey))?.nodes).toHaveLength(count + 1);
    });
    return sent.length;
  };
  const forFew = await counted(few, 3);
  expect(await counted(many, 30)).toBe(forFew);
  // Admission, the list, settings, proxies, and the traffic for each of the two fields that show it.
  expect(forFew).toBeLessThanOrEqual(7);
});

test('a list asks nothing of the upstream: one that hangs does not delay it', async () => {
  const apiKey = await givenOrders(3);
  service.sandbox.arm([{ upstream: 'dataimpulse', call: '*', mode: 'hang' }]);
  try {
    const orders = await list(apiKey);
    expect(orders?.nodes.filter(({ __typename }) => __typename === 'LuxuryOrder')).toHaveLength(3);
    const rest = await fetch(`${service.url}/v1/orders`, { headers: { authorization: `Bearer ${apiKey}` } });
    expect((await rest.json()).total).toBe(4);
  } finally {
    service.sandbox.arm([]);
  }
});

test('however many stats one reseller asks for with fifteen keys while the upstream hangs, what another one buys is delivered', async () => {
  const { services, sandbox, url } = service;
  const attacker = await givenReseller(services, { balanceUsd: '1000' });
  const keys = await givenKeys(services, attacker.resellerId, 15);
  const fields: string[] = [];
  for (let i = 0; i < 14; i++) {
    const { order } = await givenLuxuryOrder(services, { reseller: attacker });
    fields.push(`o${i}: order(id: "${order.id}") { ... on LuxuryOrder { stats { days { date } } } }`);
  }
  const buyer = restClient(url, (await givenReseller(services)).apiKey);
  const { names } = upstreamCalls(services.traffic);
  const asked = () => names.filter((name) => name === 'stats').length;

  sandbox.arm(
    ['usage-stat', 'usage-errors'].map((call) => ({ upstream: 'dataimpulse', call, mode: 'hang' })),
  );
  const attack = keys.map((key) => sendGraphql(url, key, `{ ${fields.join(' ')} }`));
  await expect.poll(asked).toBeGreaterThanOrEqual(8);
  const bought = { tier: 'di', type: 'diresi', country: 'ANY', period: '1gb' };
  for (let i = 0; i < 6; i++) expect((await buyer.post('/v1/orders', bought)).status).toBe(201);
  expect(asked()).toBe(8);

  // Sixteen calls fail at once, which is not taken for an upstream that sells nothing.
  timer.advance(CALL_MILLIS);
  const answers = await Promise.all(attack);
  expect((await buyer.post('/v1/orders', bought)).status).toBe(201);
  sandbox.arm([]);
  expect(answers.map(({ headers }) => headers.get('ratelimit-remaining'))).toEqual(keys.map(() => '46'));
  const codes = answers.flatMap(
    ({ body }) => body.errors?.map(({ extensions }) => extensions?.['code']) ?? [],
  );
  expect(['PROVIDER_ERROR', 'RATE_LIMITED']).toEqual(expect.arrayContaining([...new Set(codes)]));
});
