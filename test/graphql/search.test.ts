import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { topUp } from '../../src/billing/top-ups.ts';
import type { OrderProxy } from '../../src/orders/order.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { adjustBalance, buyerOf, type GivenReseller, givenReseller } from '../support/given.ts';
import { givenLuxuryOrder } from '../support/given-luxury.ts';
import { insertOrders } from '../support/inserted-orders.ts';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';

let service: RunningService;
let reseller: GivenReseller;
let stranger: GivenReseller;
/** Two proxies, and a Luxury order. */
let term: { id: number; proxies: readonly OrderProxy[] };
let luxury: { id: number; proxy: OrderProxy };

beforeAll(async () => {
  service = await startService();
  const { services } = service;
  reseller = await givenReseller(services);
  stranger = await givenReseller(services);
  const wanted = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d', quantity: 2 };
  const { sale } = await purchase(services, buyerOf(reseller), wanted);
  // The sandbox has one address for all proxies.
  const proxies = sale.proxies.map((proxy, position) => ({ ...proxy, host: `198.51.100.${position}` }));
  term = { id: sale.order.id, proxies };
  await sql`update proxies set host = '198.51.100.' || position where order_id = ${term.id}`.execute(
    services.database.sql,
  );
  const { order, proxy } = await givenLuxuryOrder(services, { reseller });
  luxury = { id: order.id, proxy };
});
beforeEach(() => sql`truncate rate_windows`.execute(service.services.database.sql));
afterAll(() => service.close());

const SEARCH = `query ($text: String!) { search(text: $text) {
  __typename id ... on Movement { reference } ... on ApiKey { prefix } } }`;

interface Found {
  __typename: string;
  id: string;
  reference?: string;
}

async function ask(text: string, by: string | undefined = reseller.apiKey) {
  return (await sendGraphql<{ search: Found[] }>(service.url, by, SEARCH, { text })).body;
}

/** The ids of what is found. */
async function found(text: string, by?: string) {
  const { data, errors } = await ask(text, by);
  if (!data) throw new Error(JSON.stringify(errors));
  return data.search.map(({ id }) => id);
}

const second = () => term.proxies[1] as OrderProxy;

test('an order is found by its number in every way that people write it', async () => {
  const { id } = term;
  for (const text of [
    `${id}`,
    `#${id}`,
    ` # ${id} `,
    `order ${id}`,
    `Order #${id}`,
    `заказ ${id}`,
    `Заказ № ${id}`,
  ])
    expect(await found(text), text).toEqual([`${id}`]);
});

test('an order is found by the address of any of its proxies, with and without the port', async () => {
  const { host, port } = second();
  for (const text of [host, `${host}:${port}`]) expect(await found(text), text).toEqual([`${term.id}`]);
  expect(await found(`${host}:${port === 1 ? 2 : 1}`)).toEqual([]);
});

test('an order is found by the login of any of its proxies, and by a whole line once', async () => {
  const { host, port, login, password } = second();
  for (const text of [
    login,
    `${host}:${port}:${login}:${password}`,
    `http://${login}:${password}@${host}:${port}`,
    // Its address has changed since.
    `203.0.113.99:${port}:${login}:${password}`,
  ])
    expect(await found(text), text).toEqual([`${term.id}`]);
  expect(await found(login.slice(0, -1))).toEqual([]);
});

test('the gateway stands for the newest Luxury orders, and the login tells which', async () => {
  const { host, port, login, password } = luxury.proxy;
  const { order } = await givenLuxuryOrder(service.services, { reseller });
  for (const text of [host, `${host}:${port}`])
    expect(await found(text), text).toEqual([`${order.id}`, `${luxury.id}`]);
  for (const text of [login, `${login}__cr.us`, `${host}:${port}:${login}:${password}`])
    expect(await found(text), text).toEqual([`${luxury.id}`]);
});

test('at most twenty orders are found, the newest first', async () => {
  const own = await givenReseller(service.services);
  await insertOrders(service.services, own.resellerId, 25);
  await sql`insert into proxies (reseller_id, order_id, position, upstream_id, host, port, credentials)
    select reseller_id, id, 0, id, '198.51.100.77', 8080, '' from orders where reseller_id = ${own.resellerId}`.execute(
    service.services.database.sql,
  );
  const numbers = (await found('198.51.100.77', own.apiKey)).map(Number);
  expect(numbers).toHaveLength(20);
  expect(numbers).toEqual(numbers.toSorted((one, other) => other - one));
});

test('a movement is found by the reference of its payment or correction', async () => {
  const { services } = service;
  const payment = { resellerId: reseller.resellerId, amount: 5_000_000n, at: services.clock.now() };
  await topUp(services.database, { ...payment, reference: 'contract 12/b', name: 'charge-12' });
  const { data } = await ask('contract 12/b');
  expect(data?.search).toMatchObject([{ __typename: 'Movement', reference: 'contract 12/b' }]);
  expect(await found('charge-12')).toEqual([data?.search[0]?.id]);
  await adjustBalance(services, reseller, 1_000_000n);
  const { rows } = await sql<{ reference: string }>`
    select reference from corrections where reseller_id = ${reseller.resellerId}`.execute(
    services.database.sql,
  );
  expect(await found(rows[0]?.reference ?? '')).toEqual([expect.stringMatching(/^movement:/)]);
});

test('a key is found by its beginning, and by the whole of it', async () => {
  const prefix = reseller.apiKey.slice(0, 8);
  for (const text of ['prk_', prefix.slice(0, 6), prefix, reseller.apiKey])
    expect(await found(text)).toEqual([`key:${reseller.keyId}`]);
});

test('nobody finds what is another reseller’s', async () => {
  const { host, port, login } = second();
  const texts = [`${term.id}`, host, `${host}:${port}`, login, luxury.proxy.host, luxury.proxy.login];
  for (const text of [...texts, 'contract 12/b', 'charge-12', reseller.apiKey])
    expect(await found(text, stranger.apiKey), text).toEqual([]);
});

test('nothing is found by a text that names nothing, whatever is typed', async () => {
  const odd = [
    '',
    '   ',
    '0',
    '007',
    '9'.repeat(200),
    '#',
    'order',
    "'; drop table orders; --",
    '%',
    '%_%',
    '{',
    '{"host":1}',
    'a\nb',
    'x'.repeat(201),
  ];
  for (const text of [
    ...odd,
    '::',
    '[::1]',
    '1.2.3.4:99999',
    '1.2.3.4:0',
    '@',
    'a@b',
    'a:b:c:d:e',
    'http://%zz@1.2.3.4:1',
  ])
    expect(await found(text), text).toEqual([]);
});

test('a document of many searches is over the limit', async () => {
  const many = Array.from({ length: 8 }, (_, i) => `s${i}: search(text: "user${i}") { id }`).join(' ');
  const { body } = await sendGraphql(service.url, reseller.apiKey, `{ ${many} }`);
  expect(body.errors?.[0]?.message).toMatch(/over the limit of complexity/);
});
