import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readClue } from '../../src/purchases/proxy-text.ts';
import { givenReseller } from '../support/given.ts';
import { type OpenedServices, openServices } from '../support/services.ts';
import { operatorOn, type Ran } from './run-operator.ts';

let opened: OpenedServices;
let operator: (...args: string[]) => Promise<Ran>;

beforeAll(async () => {
  opened = await openServices();
  operator = operatorOn(opened);
});
afterAll(() => opened.close());

interface Bought {
  orderId: number;
  proxies: { host: string; port: number; login: string; password: string }[];
}

async function bought(resellerId: number, ...options: string[]): Promise<Bought> {
  const { result } = await operator('order', 'buy', '--reseller', `${resellerId}`, ...options);
  return result as unknown as Bought;
}
const PROXIES = ['--tier', 'prem', '--type', 'ipv4', '--country', 'us', '--period', '7d', '--quantity', '2'];
const LUXURY = ['--tier', 'di', '--type', 'diresi', '--country', 'ANY', '--period', '1gb'];

async function found(...args: string[]): Promise<Record<string, unknown>[]> {
  const { result, error } = await operator('order', 'find', ...args);
  if (error) throw new Error(error.message);
  return result?.['proxies'] as Record<string, unknown>[];
}

test('a line without its password finds the order', async () => {
  const { resellerId } = await givenReseller(opened.services, { balanceUsd: '10' });
  const { orderId, proxies } = await bought(resellerId, ...PROXIES);
  const { host = '', port = 0, login = '' } = proxies[0] ?? {};
  const shown = { orderId, position: 0, loginMatches: true, passwordMatches: null };
  expect(await found(`${host}:${port}:${login}`)).toMatchObject([shown]);
  expect(readClue('[2001:db8::7]:8000:ann')).toEqual({
    kind: 'proxy',
    host: '2001:db8::7',
    port: 8000,
    login: 'ann',
  });
});

test('an order is found by a line in every form that customers have it in', async () => {
  const { resellerId } = await givenReseller(opened.services, { balanceUsd: '10' });
  await bought(resellerId, ...PROXIES);
  const { orderId, proxies } = await bought(resellerId, ...PROXIES);
  const [, proxy = { host: '', port: 0, login: '', password: '' }] = proxies;
  const { host, port, login, password } = proxy;
  for (const line of [
    `${host}:${port}:${login}:${password}`,
    `${login}:${password}@${host}:${port}`,
    `http://${login}:${password}@${host}:${port}`,
    `socks5h://${login}:${password}@${host}:${port}/`,
    `${host},${port},${login},"${password}"`,
    JSON.stringify(proxy),
  ]) {
    expect(await found(line), line).toEqual([
      expect.objectContaining({
        orderId,
        resellerId,
        position: 1,
        host,
        port,
        loginMatches: true,
        passwordMatches: true,
      }),
    ]);
  }
  expect(await found(login)).toMatchObject([{ orderId, position: 1, passwordMatches: null }]);
  expect(await found(`${login}:wrong@${host}:${port}`)).toMatchObject([
    { orderId, position: 1, loginMatches: true, passwordMatches: false },
  ]);
});

test('a Luxury order is found by its login at any port of the gateway, also with parameters', async () => {
  const { resellerId } = await givenReseller(opened.services, { balanceUsd: '20' });
  const { orderId, proxies } = await bought(resellerId, ...LUXURY);
  const [{ host, login, password } = { host: '', login: '', password: '' }] = proxies;
  for (const line of [login, `${login}__cr.us`, `${host}:10007:${login}:${password}`])
    expect(await found(line), line).toMatchObject([{ orderId, loginMatches: true }]);
});

test('an order is found by its address, by the upstream’s number and by our reference there', async () => {
  const { resellerId } = await givenReseller(opened.services, { balanceUsd: '10' });
  const { orderId, proxies } = await bought(resellerId, ...PROXIES);
  const [{ host, port } = { host: '', port: 0 }] = proxies;
  const ofReseller = ['--reseller', `${resellerId}`];
  const positions = async (...args: string[]) =>
    (await found(...args)).map((proxy) => [proxy['orderId'], proxy['position']]);
  const both = [
    [orderId, 0],
    [orderId, 1],
  ];
  expect(await positions(host, ...ofReseller)).toEqual(both);
  expect(await positions(`${host}:${port}`, ...ofReseller)).toContainEqual([orderId, 0]);
  const { result } = await operator('operation', 'list', '--order', `${orderId}`);
  const [operation] = (result?.['operations'] ?? []) as { operationId: string }[];
  expect(await positions(`${operation?.operationId}`)).toEqual(both);
  const [first] = await found(`${operation?.operationId}`);
  expect(await positions(`${first?.['upstreamId']}`)).toEqual([[orderId, 0]]);
  const page = (await operator('order', 'find', host, ...ofReseller, '--limit', '1')).result;
  expect(page).toMatchObject({ proxies: [{ orderId, position: 0 }], hasMore: true });
});

test('a proxy of the address is found when its login was mistyped, and nothing for what nobody has', async () => {
  const { resellerId } = await givenReseller(opened.services, { balanceUsd: '10' });
  const { orderId, proxies } = await bought(resellerId, ...PROXIES);
  const [{ host, port } = { host: '', port: 0 }] = proxies;
  const wrong = await found(`${host}:${port}:mistyped:secret`, '--reseller', `${resellerId}`);
  expect(wrong[0]).toMatchObject({ orderId, loginMatches: false, passwordMatches: false });
  expect(await found('nobody')).toEqual([]);
  expect(await found('192.0.2.1:8000')).toEqual([]);
  expect(await found('987654321987654321')).toEqual([]);
  expect(await found('12345', '--login')).toEqual([]);
});

test('where a thousand proxies share an address, the login decides among those at it', async () => {
  const { resellerId } = await givenReseller(opened.services, { balanceUsd: '10' });
  const { orderId, proxies } = await bought(resellerId, ...PROXIES);
  const [{ login, password } = { login: '', password: '' }] = proxies;
  const { sql: db } = opened.services.database;
  await sql`update proxies set host = 'gw.example.com', port = 823 where order_id = ${orderId}`.execute(db);
  await sql`insert into proxies (reseller_id, order_id, position, upstream_id, host, port)
    select ${resellerId}, ${orderId}, n, 'shared ' || n, 'gw.example.com', 823
    from generate_series(2, 1001) n`.execute(db);
  await expect(found('gw.example.com:823')).rejects.toThrow(/More than 1000 proxies .* give the login/);
  expect(await found(`gw.example.com:823:${login}:${password}`)).toMatchObject([
    { orderId, position: 0, passwordMatches: true },
  ]);
  expect(await found('gw.example.com:823:nobody:secret')).toEqual([]);
});

test('what no key opens is counted, so that nobody takes it for searched', async () => {
  const other = await openServices({ databaseUrl: opened.databaseUrl, sandbox: opened.sandbox });
  try {
    const { result } = await operatorOn(other)('order', 'find', 'nobody');
    expect(result).toMatchObject({ proxies: [], unreadable: expect.any(Number) });
  } finally {
    await other.close();
  }
});

test('neither the answer nor the progress has a password', async () => {
  const { resellerId } = await givenReseller(opened.services, { balanceUsd: '10' });
  const { proxies } = await bought(resellerId, ...PROXIES);
  const [{ host, port, login, password } = { host: '', port: 0, login: '', password: '' }] = proxies;
  const { stdout, stderr } = await operator('order', 'find', `${login}:${password}@${host}:${port}`);
  expect(stdout).toContain(host);
  expect(stdout + stderr).not.toContain(password);
});

test.each([
  ['2001:db8::1:8000:login:secret', { host: '2001:db8::1', port: 8000, login: 'login', password: 'secret' }],
  [
    'login:secret@[2001:db8::1]:8000',
    { host: '2001:db8::1', port: 8000, login: 'login', password: 'secret' },
  ],
  ['2001:db8::1', { host: '2001:db8::1' }],
  ['gw.example.com:823', { host: 'gw.example.com', port: 823 }],
  ['http://gw.example.com:823', { host: 'gw.example.com', port: 823 }],
  [
    'http://log%2Fin:secret@gw.example.com:823',
    { host: 'gw.example.com', port: 823, login: 'log/in', password: 'secret' },
  ],
  ['login:secret', { login: 'login', password: 'secret' }],
  ["192.0.2.1,8000,'=login,secret", { host: '192.0.2.1', port: 8000, login: '=login', password: 'secret' }],
])('"%s" is read as a proxy', (text, proxy) => {
  expect(readClue(text)).toEqual({ kind: 'proxy', ...proxy });
});

test.each([
  'two words',
  'https://example.com/path/of/a/page',
  '{"host":',
  '{}',
  '192.0.2.1,99999,login,secret',
  'a:b:c:d:e@192.0.2.1:8000',
  'http://%zz:secret@192.0.2.1:8000',
])('"%s" is no proxy', async (text) => {
  expect(readClue(text)).toBeUndefined();
  expect((await operator('order', 'find', text)).error?.message).toMatch(/^That is no proxy/);
});
