import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findByLabel } from '../../src/orders/annotations.ts';
import type { OrderProxy } from '../../src/orders/order.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { MAX_LISTED, MAX_SELECTED, selectOrders } from '../../src/purchases/search.ts';
import { recordPlans } from '../growth/plans.ts';
import { buyerOf, type GivenReseller, givenReseller } from '../support/given.ts';
import { insertOrders } from '../support/inserted-orders.ts';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';

const plans = recordPlans();
let service: RunningService;
let reseller: GivenReseller;
/** The numbers of the reseller's orders, by their labels. */
const numbers = new Map<string, string>();
let proxies: readonly OrderProxy[];

const LABELS = ['Shop 7', 'shop 71', 'workshop', '7 days', 'скрапер'];

beforeAll(async () => {
  service = await startService({ onPoolCreated: plans.onPoolCreated });
  reseller = await givenReseller(service.services, { balanceUsd: '1000' });
  const stranger = await givenReseller(service.services);
  const wanted = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };
  for (const label of LABELS) {
    const { sale } = await purchase(service.services, buyerOf(reseller), { ...wanted, label });
    numbers.set(label, String(sale.order.id));
    proxies = sale.proxies;
  }
  await purchase(service.services, buyerOf(stranger), { ...wanted, label: 'shop 7' });
});
beforeEach(() => sql`truncate rate_windows`.execute(service.services.database.sql));
afterAll(() => service.close());

async function ask<Data>(query: string, variables: object = {}): Promise<Data> {
  const { body } = await sendGraphql<Data>(service.url, reseller.apiKey, query, variables);
  if (!body.data) throw new Error(JSON.stringify(body));
  return body.data;
}

interface Page {
  orders: { totalCount: number; nodes: { label: string | null; id: string }[] };
}

/** The labels of the orders that are found, and how many there are. */
async function found(search: string, args = '') {
  const query = `query ($search: String!) { orders(search: $search${args}) { totalCount nodes { id label } } }`;
  const { orders } = await ask<Page>(query, { search });
  return [orders.totalCount, ...orders.nodes.map(({ label }) => label)];
}

test.each([['NEWEST'], ['ENDS_SOONEST']])(
  'by %s, labels are found by their beginning, in either case',
  async (orderBy) => {
    const args = `, orderBy: ${orderBy}`;
    expect((await found('shop', args)).toSorted()).toEqual([2, 'Shop 7', 'shop 71'].toSorted());
    expect(await found(' SHOP 71 ', args)).toEqual([1, 'shop 71']);
    expect(await found('СКР', args)).toEqual([1, 'скрапер']);
    expect(await found('hop', args)).toEqual([0]);
  },
);

test('digits find numbers and labels, each order once', async () => {
  const all = await found('7');
  expect(all).toContain('7 days');
  const number = numbers.get('7 days') ?? '';
  await ask('mutation ($input: UpdateOrderInput!) { updateOrder(input: $input) { __typename } }', {
    input: { orderId: number, label: number },
  });
  expect(await found(number)).toEqual([1, number]);
  expect(await found(number, ', status: EXPIRED')).toEqual([0]);
});

test('an order is found in the list by an address, with and without the port, and by a login', async () => {
  const { host, port, login, password } = proxies[0] as OrderProxy;
  for (const text of [`${host}:${port}`, login, `${host}:${port}:${login}:${password}`])
    expect(await found(text), text).toContain('скрапер');
  expect(await found('203.0.113.99:1')).toEqual([0]);
});

test('of many labels the first ones are found, of equal ones the newest, and no more are read', async () => {
  const { services } = service;
  const { resellerId, apiKey } = await givenReseller(services);
  await insertOrders(services, resellerId, MAX_LISTED + 200);
  const { rows } = await sql<{ id: number }>`
    update orders set label = case when n < 4 then 'Shop' else 'shop ' || n end
    from (select id, row_number() over (order by id) n from orders where reseller_id = ${resellerId}) numbered
    where orders.reseller_id = ${resellerId} and orders.id = numbered.id returning orders.id`.execute(
    services.database.sql,
  );
  const [first = 0, second = 0, third = 0] = rows.map(({ id }) => id).sort((a, b) => a - b);
  await sql`analyze orders`.execute(services.database.sql);
  const asked = { resellerId, begun: 'shop', limit: 3 };
  let ids: number[] = [];
  const reads = await plans.during(async () => {
    ids = await findByLabel(services.database.sql, asked);
  });
  expect(ids).toEqual([third, second, first]);
  expect(reads.rows.get('orders')).toBe(3);
  const { body } = await sendGraphql<Page>(
    service.url,
    apiKey,
    '{ orders(search: "SHOP", first: 1) { totalCount nodes { id label } } }',
    {},
  );
  expect(body.data?.orders.totalCount).toBe(MAX_LISTED);
  const selection = { filter: { search: 'shop' } };
  await expect(selectOrders(services, resellerId, selection, services.clock.now())).rejects.toThrow(
    `may select ${MAX_SELECTED}`,
  );
});

test.each([
  'first: 0',
  'last: 201',
  'first: 1, last: 1',
  'offset: -1',
  'after: "none"',
  'before: "none", orderBy: ENDS_SOONEST',
])('with the page arguments %s no order is searched for', async (args) => {
  const query = `query { orders(search: "shop", ${args}) { totalCount } }`;
  const reads = await plans.during(async () => {
    const { body } = await sendGraphql(service.url, reseller.apiKey, query, {});
    expect(body.errors).toMatchObject([{ extensions: { code: 'INVALID_REQUEST' } }]);
  });
  expect([...reads.rows.keys()]).not.toContain('orders');
});

test('no character of a search is a pattern', async () => {
  for (const text of ['%', '_', '\\', 'shop%']) expect(await found(text), text).toEqual([0]);
});

test('a customer is filtered by exactly, together with other filters', async () => {
  const input = { orderId: numbers.get('workshop'), customer: ' ACME ' };
  await ask('mutation ($input: UpdateOrderInput!) { updateOrder(input: $input) { __typename } }', { input });
  const query =
    'query ($by: String) { orders(customer: $by, tier: "prem") { totalCount nodes { id label } } }';
  const of = async (by: string | null) => (await ask<Page>(query, { by })).orders;
  expect(await of('ACME')).toMatchObject({ totalCount: 1, nodes: [{ label: 'workshop' }] });
  expect(await of('acme')).toMatchObject({ totalCount: 0 });
  expect(await of(null)).toMatchObject({ totalCount: LABELS.length });
});

test('a proxy is a node, whose id an order shows', async () => {
  const id = numbers.get('скрапер');
  const { order } = await ask<{ order: { proxies: { id: string; host: string }[] } }>(
    'query ($id: ID!) { order(id: $id) { proxies { id host } } }',
    { id },
  );
  expect(order.proxies).toEqual([{ id: `proxy:${id}/1`, host: proxies[0]?.host }]);
  const node = async (one: string) =>
    (await ask<{ node: object | null }>('query ($id: ID!) { node(id: $id) { __typename id } }', { id: one }))
      .node;
  expect(await node(`proxy:${id}/1`)).toEqual({ __typename: 'Proxy', id: `proxy:${id}/1` });
  for (const other of [
    `proxy:${id}/2`,
    `proxy:${id}/0`,
    `proxy:${id}`,
    `proxy:${id}/1/1`,
    'proxy:999999/1',
    'proxy:x/1',
  ])
    expect(await node(other), other).toBe(null);
});
