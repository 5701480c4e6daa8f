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

const SEARCH = `query ($text: String!, $first: Int) { search(text: $text, first: $first) {
  match matched found { __typename id ... on Movement { reference } ... on ApiKey { prefix } } } }`;

interface Hit {
  match: string;
  matched: string;
  found: { __typename: string; id: string; reference?: string };
}

async function ask(text: string, by: string | undefined = reseller.apiKey, first?: number) {
  return (await sendGraphql<{ search: Hit[] }>(service.url, by, SEARCH, { text, first })).body;
}

/** What is found, as its match, what was matched and the id. */
async function found(text: string, by?: string, first?: number) {
  const { data, errors } = await ask(text, by, first);
  if (!data) throw new Error(JSON.stringify(errors));
  return data.search.map(({ match, matched, found: { id } }) => [match, matched, id]);
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
    expect((await found(text))[0], text).toEqual(['ORDER_NUMBER', `${id}`, `${id}`]);
});

test('the exact number comes first, then the newest of those that begin so, up to twenty', async () => {
  const own = await givenReseller(service.services);
  await sql`select setval('order_ids', 700)`.execute(service.services.database.sql);
  await insertOrders(service.services, own.resellerId, 30);
  await sql`select setval('order_ids', 7011)`.execute(service.services.database.sql);
  await insertOrders(service.services, own.resellerId, 2);
  const numbers = async (text: string, first?: number) =>
    (await found(text, own.apiKey, first)).map(([, , id]) => id);
  expect(await numbers('701')).toEqual(['701', '7013', '7012']);
  const all = await numbers('7');
  expect(all).toHaveLength(20);
  expect(all.slice(0, 3)).toEqual(['7013', '7012', '730']);
  expect(await numbers('7', 2)).toEqual(['7013', '7012']);
});

test('an order is found by the address of any of its proxies, with and without the port', async () => {
  const { host, port } = second();
  const hit = ['PROXY_ADDRESS', `${host}:${port}`, `${term.id}`];
  for (const text of [host, `${host}:${port}`]) expect(await found(text), text).toEqual([hit]);
  expect(await found(`${host}:${port === 1 ? 2 : 1}`)).toEqual([]);
});

test('an order is found by the login of any of its proxies, and by a whole line once', async () => {
  const { host, port, login, password } = second();
  const hit = ['PROXY_LOGIN', login, `${term.id}`];
  expect(await found(login)).toEqual([hit]);
  for (const line of [`${host}:${port}:${login}:${password}`, `http://${login}:${password}@${host}:${port}`])
    expect(await found(line), line).toEqual([hit]);
  expect(await found(login.slice(0, -1))).toEqual([]);
});

test('the gateway stands for the Luxury orders, and the login tells which', async () => {
  const { host, port, login, password } = luxury.proxy;
  const { order } = await givenLuxuryOrder(service.services, { reseller });
  expect((await found(`${host}:${port}`)).map(([, , id]) => id)).toEqual([`${order.id}`, `${luxury.id}`]);
  expect((await found(host)).map(([, , id]) => id)).toEqual([`${order.id}`, `${luxury.id}`]);
  expect(await found(`${host}:${port === 1 ? 2 : 1}`)).toEqual([]);
  for (const text of [login, `${login}__cr.us`, `${host}:${port}:${login}:${password}`])
    expect(await found(text), text).toMatchObject([['PROXY_LOGIN', expect.any(String), `${luxury.id}`]]);
});

test('a movement is found by the reference of its payment or correction', async () => {
  const { services } = service;
  const payment = { resellerId: reseller.resellerId, amount: 5_000_000n, at: services.clock.now() };
  await topUp(services.database, { ...payment, reference: 'contract 12/b', name: 'charge-12' });
  const { data } = await ask('contract 12/b');
  expect(data?.search).toMatchObject([
    { match: 'REFERENCE', found: { __typename: 'Movement', reference: 'contract 12/b' } },
  ]);
  expect((await found('charge-12'))[0]?.[2]).toBe(data?.search[0]?.found.id);
  await adjustBalance(services, reseller, 1_000_000n);
  const { rows } = await sql<{ reference: string }>`
    select reference from corrections where reseller_id = ${reseller.resellerId}`.execute(
    services.database.sql,
  );
  expect(await found(rows[0]?.reference ?? '')).toMatchObject([
    ['REFERENCE', rows[0]?.reference, /^movement:/],
  ]);
});

test('a key is found by its beginning, and by the whole of it', async () => {
  const prefix = reseller.apiKey.slice(0, 8);
  const hit = ['KEY_PREFIX', prefix, `key:${reseller.keyId}`];
  for (const text of ['prk_', prefix.slice(0, 6), prefix, reseller.apiKey])
    expect(await found(text)).toEqual([hit]);
});

test('nobody finds what is another reseller’s', async () => {
  const { host, port, login } = second();
  const texts = [`${term.id}`, host, `${host}:${port}`, login, luxury.proxy.host, luxury.proxy.login];
  for (const text of [...texts, 'contract 12/b', 'charge-12', reseller.apiKey])
    expect(await found(text, stranger.apiKey), text).toEqual([]);
});

test('whatever is typed is answered: refused for what is wrong with it, or not found', async () => {
  for (const text of ['a\u0000b', 'a\nb', '\ud800', '\u202e7', 'x'.repeat(201)]) {
    const { errors } = await ask(text);
    expect(errors?.[0]?.extensions?.['code'], JSON.stringify(text)).toBe('INVALID_REQUEST');
  }
  for (const first of [0, -1, 21]) {
    const { errors } = await ask('7', undefined, first);
    expect(errors?.[0]?.extensions?.['code']).toBe('INVALID_REQUEST');
  }
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
  const many = Array.from({ length: 8 }, (_, i) => `s${i}: search(text: "user${i}") { match }`).join(' ');
  const { body } = await sendGraphql(service.url, reseller.apiKey, `{ ${many} }`);
  expect(body.errors?.[0]?.message).toMatch(/over the limit of complexity/);
});
