import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBalance } from '../../src/billing/accounts.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { buyerOf, type GivenReseller, givenReseller } from '../support/given.ts';
import { type RunningService, startService } from '../support/service.ts';

const BUY = 'purchase(input: { tier: "prem", type: "ipv4", country: "US", period: "7d" }) { __typename }';
const PRICE = 600_000n;

let service: RunningService;
let reseller: GivenReseller;
/** Its settings cannot be read. */
let broken: number;

beforeAll(async () => {
  service = await startService();
  reseller = await givenReseller(service.services, { balanceUsd: '1000' });
  const luxury = { tier: 'di', type: 'didc', country: 'ANY', period: '1gb' };
  broken = (await purchase(service.services, buyerOf(reseller), luxury)).sale.order.id;
  await sql`alter table luxury_settings rename column paused to gone`.execute(service.services.database.sql);
});
afterAll(() => service.close());

const balance = () => readBalance(service.services.database.sql, reseller.resellerId);

async function send(query: string, { path = '/graphql', ...headers }: Record<string, string> = {}) {
  const { hostname, port } = new URL(service.url);
  const sent = request({
    ...{ hostname, port, path, method: 'POST' },
    headers: { authorization: `Bearer ${reseller.apiKey}`, 'content-type': 'application/json', ...headers },
  });
  sent.end(JSON.stringify({ query }));
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number | undefined; body: string }>();
  sent.on('error', reject);
  sent.on('response', async (response) =>
    resolve({ status: response.statusCode, body: await text(response) }),
  );
  return promise;
}

test.each([
  {},
  { 'content-type': 'application/json ; charset=utf-8' },
  { path: '/%67raphql' },
  { path: '/graphql?x=1' },
  { host: 'a b' },
  { host: '[::1' },
])(
  'a mutation that has charged is answered with what it did and with its error, however it is addressed: %j',
  async (how) => {
    const before = await balance();
    const mutation = `mutation { a: ${BUY} b: updateSettings(input: { orderId: "${broken}" }) { __typename } }`;
    const { status, body } = await send(mutation, how);
    expect(await balance()).toBe(before - PRICE);
    expect(status).toBe(200);
    expect(JSON.parse(body).errors).toMatchObject([{ extensions: { code: 'internal_error' } }]);
    expect(body).toContain('look at the orders');
  },
);

test.each([
  'text/html',
  'image/*',
  'application/json; charset=latin1',
  'application/json; charset="utf-8"',
  'xapplication/json',
])('a mutation whose answer the client would not accept is refused and not executed: %s', async (accept) => {
  const before = await balance();
  const { status, body } = await send(`mutation { ${BUY} }`, { accept });
  expect([status, JSON.parse(body).errors]).toMatchObject([
    406,
    [{ extensions: { code: 'invalid_request' } }],
  ]);
  expect(await balance()).toBe(before);
});
