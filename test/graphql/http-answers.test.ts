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

interface Answer {
  status: number | undefined;
  type: string | undefined;
  body: string;
}

async function send(query: string, { path = '/graphql', ...headers }: Record<string, string> = {}) {
  const { hostname, port } = new URL(service.url);
  const sent = request({
    ...{ hostname, port, path, method: 'POST' },
    headers: { authorization: `Bearer ${reseller.apiKey}`, 'content-type': 'application/json', ...headers },
  });
  sent.end(JSON.stringify({ query }));
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  sent.on('error', reject);
  sent.on('response', async (response) =>
    resolve({
      status: response.statusCode,
      type: response.headers['content-type'],
      body: await text(response),
    }),
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
    expect(JSON.parse(body).errors).toMatchObject([{ extensions: { code: 'INTERNAL_ERROR' } }]);
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
    [{ extensions: { code: 'INVALID_REQUEST' } }],
  ]);
  expect(await balance()).toBe(before);
});

const WRONG = [{ line: 1, column: 3 }];
const UNFINISHED = [{ line: 1, column: 9 }];

test.each([
  ['application/json', 200, 'application/json'],
  ['*/*', 200, 'application/json'],
  ['application/graphql-response+json, application/json', 400, 'application/graphql-response+json'],
])(
  'what is wrong with a document is told in the JSON that the client accepts: %s',
  async (accept, ...told) => {
    for (const [query, locations] of [
      ['{ salary }', WRONG],
      ['{ viewer', UNFINISHED],
    ] as const) {
      const { status, type, body } = await send(query, { accept });
      expect([status, type]).toEqual([told[0], `${told[1]}; charset=utf-8`]);
      const message = expect.any(String);
      expect(JSON.parse(body)).toEqual({
        errors: [{ message, locations, extensions: { code: 'INVALID_REQUEST' } }],
      });
    }
  },
);
