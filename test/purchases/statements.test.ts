import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OrdersDocument, OrdersWithProxiesDocument, PurchaseDocument } from '../graphql/generated/graphql.ts';
import { type GivenReseller, givenReseller } from '../support/given.ts';
import { type RunningService, startService } from '../support/service.ts';
import { recordStatements, type Statements } from '../support/statements.ts';

const ORDER = { tier: 'prem', type: 'ipv4', country: 'US', period: '7d' };

let service: RunningService;
let statements: Statements;
let reseller: GivenReseller;

beforeAll(async () => {
  statements = recordStatements();
  service = await startService({ onPoolCreated: statements.onPoolCreated });
  reseller = await givenReseller(service.services);
  for (let i = 0; i < 50; i++) {
    if (i % 25 === 0) await forgetRequests();
    await buy();
  }
});

afterAll(() => service.close());

async function forgetRequests() {
  await sql`truncate rate_windows`.execute(service.services.database.sql);
}

const headers = () => ({ authorization: `Bearer ${reseller.apiKey}` });

function buy(idempotencyKey?: string) {
  return fetch(`${service.url}/v1/orders`, {
    method: 'POST',
    headers: { ...headers(), ...(idempotencyKey && { 'idempotency-key': idempotencyKey }) },
    body: JSON.stringify(ORDER),
  });
}

test('a page of 50 orders over /v1 takes 2 statements, of which one admits it', async () => {
  await forgetRequests();
  const sent = await statements.during(async () => {
    const response = await fetch(`${service.url}/v1/orders`, { headers: headers() });
    expect((await response.json()).orders).toHaveLength(50);
  });
  expect(sent).toHaveLength(2);
});

test('a page of 50 orders over GraphQL takes 2 statements, of which one admits it', async () => {
  const sent = await statements.during(async () => {
    const { body } = await service.graphql(reseller.apiKey, OrdersDocument, { first: 50 });
    expect(body.data?.orders.edges).toHaveLength(50);
  });
  expect(sent).toHaveLength(2);
});

test('50 orders with their proxies over GraphQL take 3 statements', async () => {
  const sent = await statements.during(async () => {
    const { body } = await service.graphql(reseller.apiKey, OrdersWithProxiesDocument, { first: 50 });
    expect(body.errors).toBeUndefined();
    expect(body.data?.orders.nodes.flatMap(({ proxies }) => proxies)).toHaveLength(50);
  });
  expect(sent).toHaveLength(3);
});

test.each([undefined, 'a key'])(
  'a purchase with the Idempotency-Key %j takes 2 transactions and at most 13 statements',
  async (key) => {
    const sent = await statements.during(async () => {
      expect((await buy(key)).status).toBe(201);
    });
    expect(sent.length).toBeLessThanOrEqual(13);
    expect(sent.filter((text) => /^begin/i.test(text))).toHaveLength(2);
    expect(sent.filter((text) => /^commit/i.test(text))).toHaveLength(2);
  },
);

test('a purchase over GraphQL takes no more statements than one over /v1', async () => {
  const sent = await statements.during(async () => {
    const { body } = await service.graphql(reseller.apiKey, PurchaseDocument, {
      input: { ...ORDER, idempotencyKey: 'another' },
    });
    expect(body.data?.purchase.__typename).toBe('PurchaseSuccess');
  });
  expect(sent.length).toBeLessThanOrEqual(13);
});

test('no connection is held while the upstream is asked', async () => {
  service.sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'slow', delayMs: 300, times: 1 }]);
  const held = statements.heldWhen((text) => text.startsWith('commit'));
  const purchase = buy();
  await held.reached;
  expect(held.now()).toBe(0);
  expect((await purchase).status).toBe(201);
});
