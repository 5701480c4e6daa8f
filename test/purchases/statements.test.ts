import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { OrdersDocument, OrdersWithProxiesDocument, PurchaseDocument } from '../graphql/generated/graphql.ts';
import { type GivenReseller, givenReseller } from '../support/given.ts';
import { type RunningService, startService } from '../support/service.ts';
import { recordStatements, type Statements } from '../support/statements.ts';

const ORDER = { tier: 'prem', type: 'ipv4', country: 'US', period: '7d' };
const LUXURY = { tier: 'di', type: 'diresi', country: 'US', period: '1gb' };

let service: RunningService;
let statements: Statements;
let reseller: GivenReseller;
/** The paths of an order of each kind. */
let termOrder: string;
let luxuryOrder: string;

beforeAll(async () => {
  statements = recordStatements();
  service = await startService({ onPoolCreated: statements.onPoolCreated });
  reseller = await givenReseller(service.services);
  luxuryOrder = await buy(LUXURY);
  for (let i = 0; i < 50; i++) {
    if (i % 25 === 0) await forgetRequests();
    termOrder = await buy(ORDER);
  }
});
beforeEach(forgetRequests);
afterAll(() => service.close());

async function forgetRequests() {
  await sql`truncate rate_windows`.execute(service.services.database.sql);
}

/** Sends a request to `/v1`, and returns the body of an answer that is a success. */
async function send(method: string, path: string, body?: object, idempotencyKey?: string) {
  const headers = {
    authorization: `Bearer ${reseller.apiKey}`,
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  };
  const response = await fetch(service.url + path, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(JSON.stringify(answer));
  // Nobody waits for the end of a slot, and the next end waits for it.
  await vi.waitFor(() => expect(statements.held()).toBe(0), { interval: 1, timeout: 120_000 });
  return answer;
}

async function buy(wanted: object, idempotencyKey?: string): Promise<string> {
  return `/v1/orders/${(await send('POST', '/v1/orders', wanted, idempotencyKey)).id}`;
}

/** How many statements the work sends, those of its transactions apart. */
async function countOf(work: () => Promise<unknown>) {
  const sent = await statements.during(async () => {
    await work();
  });
  const count = (name: string) => sent.filter((text) => text.toLowerCase() === name).length;
  const [begin, commit, rollback] = ['begin', 'commit', 'rollback'].map(count) as [number, number, number];
  return { statements: sent.length - begin - commit - rollback, begin, commit, rollback };
}

const READING = { begin: 0, commit: 0, rollback: 0 };
const CHANGING = { begin: 1, commit: 1, rollback: 0 };

// test/bench/results.md has these counts. One statement of each admits the request.

test('a page of 50 orders takes 2 statements, over /v1 and over GraphQL, with and without their proxies', async () => {
  const overRest = await countOf(async () => {
    expect((await send('GET', '/v1/orders')).orders).toHaveLength(50);
  });
  expect(overRest).toEqual({ ...READING, statements: 2 });
  const overGraphql = await countOf(async () => {
    const { body } = await service.graphql(reseller.apiKey, OrdersDocument, { first: 50 });
    expect(body.data?.orders.edges).toHaveLength(50);
  });
  expect(overGraphql).toEqual({ ...READING, statements: 2 });
  const withProxies = await countOf(async () => {
    const { body } = await service.graphql(reseller.apiKey, OrdersWithProxiesDocument, { first: 50 });
    expect(body.data?.orders.nodes.flatMap(({ proxies }) => proxies)).toHaveLength(50);
  });
  expect(withProxies).toEqual({ ...READING, statements: 2 });
});

test('an order with its proxies takes 2 statements, and 3 if it is a Luxury order', async () => {
  for (const [path, count] of [
    [termOrder, 2],
    [luxuryOrder, 3],
  ] as const) {
    const counted = await countOf(async () => {
      expect((await send('GET', path)).proxies).toHaveLength(1);
    });
    expect(counted).toEqual({ ...READING, statements: count });
  }
});

test.each([undefined, 'a key'])(
  'a purchase with the Idempotency-Key %j takes 5 statements, without a transaction around any of them',
  async (key) => {
    expect(await countOf(() => buy(ORDER, key))).toEqual({ ...READING, statements: 5 });
  },
);

test('a purchase goes five times to the database', async () => {
  const gone = await statements.writesDuring(async () => {
    await buy(ORDER, 'counted');
  });
  expect(gone).toBe(5);
});

test('a purchase over GraphQL takes as many statements as one over /v1', async () => {
  const counted = await countOf(async () => {
    const { body } = await service.graphql(reseller.apiKey, PurchaseDocument, { input: ORDER });
    expect(body.data?.purchase.__typename).toBe('PurchaseSuccess');
  });
  expect(counted).toEqual({ ...READING, statements: 5 });
});

test('what the API buys, renews and adds to sends no statement about coins, and nothing of it stores any', async () => {
  const sent = await statements.during(async () => {
    await buy(ORDER, 'without coins');
    await send('POST', `${termOrder}/renew`, { period: '7d' });
    await send('POST', `${luxuryOrder}/traffic`, { period: '1gb' });
  });
  expect(sent.filter((text) => /coin|referr/.test(text))).toEqual([]);
  const { rows } = await sql`select from operations where request ? 'coins'`.execute(
    service.services.database.sql,
  );
  expect(rows).toHaveLength(0);
});

test('a replayed purchase takes 3 statements', async () => {
  await buy(ORDER, 'replayed');
  const counted = await countOf(() => buy(ORDER, 'replayed'));
  expect(counted).toEqual({ ...READING, statements: 3 });
});

test('a purchase of a Luxury order takes 6 statements, in 1 transaction', async () => {
  expect(await countOf(() => buy(LUXURY))).toEqual({ ...CHANGING, statements: 6 });
});

test('a renewal takes 16 statements, in 1 transaction', async () => {
  const counted = await countOf(() => send('POST', `${termOrder}/renew`, { period: '7d' }));
  expect(counted).toEqual({ ...CHANGING, statements: 16 });
});

test('an addition of traffic takes 9 statements, in 1 transaction', async () => {
  const counted = await countOf(() => send('POST', `${luxuryOrder}/traffic`, { period: '1gb' }));
  expect(counted).toEqual({ ...CHANGING, statements: 9 });
});

test('a settings change takes 9 statements, in 1 transaction, and one more when the protocol changes', async () => {
  const change = (settings: object) => countOf(() => send('PATCH', `${luxuryOrder}/settings`, settings));
  expect(await change({ threads: 7 })).toEqual({ ...CHANGING, statements: 9 });
  expect(await change({ protocol: 'http' })).toEqual({ ...CHANGING, statements: 10 });
});

test('a new password takes 7 statements, in 1 transaction', async () => {
  const counted = await countOf(() => send('POST', `${luxuryOrder}/reset-password`));
  expect(counted).toEqual({ ...CHANGING, statements: 7 });
});

test('no connection is held while the upstream is asked', async () => {
  const { term } = service.services;
  const ask = term.buy;
  const held: number[] = [];
  vi.spyOn(term, 'buy').mockImplementation(async (wanted) => {
    held.push(statements.held());
    const bought = await ask(wanted);
    held.push(statements.held());
    return bought;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  await buy(ORDER);
  expect(held).toEqual([0, 0]);
});
