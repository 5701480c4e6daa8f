import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { setDisabled } from '../../src/access/sign-out.ts';
import type { OrderProxy } from '../../src/orders/order.ts';
import { sealCredentials } from '../../src/orders/proxies.ts';
import { revokeProxyList } from '../../src/proxy-lists/proxy-lists.ts';
import { type PurchaseInput, purchase } from '../../src/purchases/purchase.ts';
import { disableApi, enableApi } from '../../src/resellers/admission.ts';
import { openTracing } from '../../src/tracing/open-tracing.ts';
import { buyerOf, type GivenReseller, givenReseller } from '../support/given.ts';
import { givenLuxuryOrder } from '../support/given-luxury.ts';
import { insertOrders } from '../support/inserted-orders.ts';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';
import { type OpenedServices, openServices } from '../support/services.ts';
import { TraceCollector } from '../support/trace-collector.ts';

let service: RunningService;
let owner: GivenReseller;

beforeAll(async () => {
  service = await startService({ trustedProxyHops: 1 });
  owner = await givenReseller(service.services, { balanceUsd: '10000' });
});
beforeEach(() => sql`truncate rate_windows`.execute(service.services.database.sql));
afterAll(() => service.close());

const CREATE = `mutation ($input: CreateProxyListInput!) { made: createProxyList(input: $input) {
  ... on CreateProxyListSuccess { url list { id name prefix orderIds filter count sticky allowedIps lastUsedAt createdAt } }
  ... on Error { code message } ... on InvalidInputError { fields { path message } } } }`;
const REVOKE = `mutation ($id: ID!) { revokeProxyList(input: { id: $id }) {
  ... on RevokeProxyListSuccess { listId } ... on Error { code } } }`;

interface Made {
  url: string;
  list: { id: string; name: string; prefix: string; lastUsedAt: string | null };
  code?: string;
  fields?: { path: string[]; message: string }[];
}

async function create(input: object, apiKey = owner.apiKey): Promise<Made> {
  const { body } = await sendGraphql<{ made: Made }>(service.url, apiKey, CREATE, {
    input: { name: 'a list', ...input },
  });
  if (!body.data) throw new Error(JSON.stringify(body));
  return body.data.made;
}

const revoke = (id: string, apiKey = owner.apiKey) => sendGraphql(service.url, apiKey, REVOKE, { id });

/** The path of a list that the input makes. */
async function pathOf(input: object): Promise<string> {
  const { url, ...refused } = await create(input);
  if (url === undefined) throw new Error(JSON.stringify(refused));
  expect(url).toMatch(/^https:\/\/proxies\.example\/lists\/prl_[0-9A-Za-z]{42}$/);
  return new URL(url).pathname;
}

function load(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  return fetch(`${service.url}${path}`, {
    method,
    headers: { 'x-forwarded-for': '203.0.113.7', ...headers },
  });
}

async function text(path: string): Promise<string> {
  const answer = await load(path);
  const body = await answer.text();
  expect([answer.status, body]).toEqual([200, body]);
  return body;
}

async function refusalOf(answer: Response | Promise<Response>): Promise<[number, string, string]> {
  const got = await answer;
  const { error } = (await got.json()) as { error: { code: string; message: string } };
  return [got.status, error.code, error.message];
}

interface Bought {
  id: number;
  proxies: readonly OrderProxy[];
}

async function buy(wanted: Partial<PurchaseInput> = {}): Promise<Bought> {
  const input = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d', ...wanted };
  const { sale } = await purchase(service.services, buyerOf(owner), input);
  return { id: sale.order.id, proxies: sale.proxies };
}

const plainLines = (proxies: readonly OrderProxy[]) =>
  proxies.map(({ host, port, login, password }) => `${host}:${port}:${login}:${password}\n`).join('');

test('a list of orders is lines host:port:login:password, in the order in which they were named', async () => {
  const one = await buy({ quantity: 2 });
  const other = await buy();
  const path = await pathOf({ orderIds: [`${other.id}`, `${one.id}`, `${other.id}`] });
  const answer = await load(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('private, no-cache');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await answer.text()).toBe(plainLines([...other.proxies, ...one.proxies]));
});

test('csv has the header of the contract, RFC 4180, and no cell that a spreadsheet takes for a formula', async () => {
  const { id, proxies } = await buy({ label: '=1+1, "shop"', customer: '@7' });
  const path = await pathOf({ orderIds: [`${id}`] });
  const answer = await load(`${path}?format=csv`);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const { host, port, login, password } = proxies[0] as OrderProxy;
  const [header, line, ...rest] = (await answer.text()).split('\r\n');
  expect(header).toBe('id,order_id,label,customer,country,protocol,host,port,login,password,expires_at');
  expect(line).toMatch(
    new RegExp(
      `^proxy:${id}/1,${id},"'=1\\+1, ""shop""",'@7,US,http,${host},${port},${login},${password},\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$`,
    ),
  );
  expect(rest).toEqual(['']);
});

test('json is an array of objects with the same names, whose ids are those of the proxies', async () => {
  const { id, proxies } = await buy({ label: 'shop', quantity: 2 });
  const path = await pathOf({ orderIds: [`${id}`] });
  const answer = await load(`${path}?format=json`);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const lines = (await answer.json()) as object[];
  expect(lines).toEqual(
    proxies.map((proxy, place) => ({
      id: `proxy:${id}/${place + 1}`,
      order_id: id,
      label: 'shop',
      customer: null,
      country: 'US',
      protocol: 'http',
      ...proxy,
      expires_at: expect.stringMatching(/Z$/),
    })),
  );
  expect(Object.keys(lines[0] as object).join()).toBe(
    'id,order_id,label,customer,country,protocol,host,port,login,password,expires_at',
  );
});

test('a template is filled for each proxy, and its values are escaped where it is a URL', async () => {
  const { id, proxies } = await buy({ label: 'a b/c@d' });
  const path = await pathOf({ orderIds: [`${id}`] });
  const { host, port, login, password } = proxies[0] as OrderProxy;
  const filled = (template: string) => text(`${path}?template=${encodeURIComponent(template)}`);
  expect(await filled('{login}:{password}@{host}:{port}')).toBe(`${login}:${password}@${host}:${port}\n`);
  expect(await filled('{"label":"{label}"}\t{order_id} {id} {country} {protocol}')).toBe(
    `{"label":"a b/c@d"}\t${id} proxy:${id}/1 US http\n`,
  );
  expect(await filled('{protocol}://{login}:{password}@{host}:{port}#{label}')).toBe(
    `http://${encodeURIComponent(login)}:${encodeURIComponent(password)}@${host}:${port}#a%20b%2Fc%40d\n`,
  );
  const [status, code, message] = await refusalOf(load(`${path}?template={host}:{secret}`));
  expect([status, code]).toEqual([400, 'invalid_request']);
  expect(message).toContain('{secret}');
  for (const name of 'host port login password country order_id id label protocol'.split(' '))
    expect(message).toContain(`{${name}}`);
  for (const wrong of ['%0A', '{}', 'x'.repeat(501), '{host}&format=csv', '{host}&template=1', '%zz'])
    expect((await refusalOf(load(`${path}?template=${wrong}`))).slice(0, 2), wrong).toEqual([
      400,
      'invalid_request',
    ]);
});

test('programs that split a line at its colons, and those that parse it as a URL, get host, port, login and password', async () => {
  const { id, proxies } = await buy({ quantity: 2 });
  const path = await pathOf({ orderIds: [`${id}`] });
  const lines = (await text(path)).split('\n').filter(Boolean);
  expect(
    lines.map((line) => {
      const [host, port, login, password, ...more] = line.split(':');
      expect(more).toEqual([]);
      return { host, port: Number(port), login, password };
    }),
  ).toEqual(proxies);
  const odd = [{ login: 'a:b@c', password: 'p/w%20?#é' }, ...proxies.slice(1)];
  const sealed = sealCredentials(service.services.vault, { resellerId: owner.resellerId, orderId: id }, odd);
  await sql`update proxies set credentials = ${sealed} where order_id = ${id} and position = 0`.execute(
    service.services.database.sql,
  );
  const template = encodeURIComponent('{protocol}://{login}:{password}@{host}:{port}');
  const urls = (await text(`${path}?template=${template}`)).split('\n').filter(Boolean);
  expect(
    urls.map((line) => {
      const { protocol, hostname, port, username, password } = new URL(line);
      expect(protocol).toBe('http:');
      const [login, secret] = [username, password].map(decodeURIComponent);
      return { host: hostname, port: Number(port), login, password: secret };
    }),
  ).toEqual(proxies.map((proxy, i) => ({ ...proxy, ...odd[i] })));
});

test('a protocol leaves out what does not speak it, and formats and protocols that there are not are refused', async () => {
  const http = await buy();
  const socks = await buy({ type: 'socks5' });
  const luxury = await givenLuxuryOrder(service.services, { reseller: owner });
  const path = await pathOf({ orderIds: [http.id, socks.id, luxury.order.id].map(String) });
  const { host, httpPort, socks5Port } = service.services.traffic.gateway;
  const { login, password } = luxury.proxy;
  const gateway = (port: number) => plainLines([{ host, port, login, password }]);
  expect(await text(path)).toBe(plainLines([...http.proxies, ...socks.proxies]) + gateway(httpPort));
  expect(await text(`${path}?protocol=http`)).toBe(plainLines(http.proxies) + gateway(httpPort));
  expect(await text(`${path}?protocol=socks5`)).toBe(plainLines(socks.proxies) + gateway(socks5Port));
  expect(await text(`${path}?template={protocol}`)).toBe('http\nsocks5\nhttp\n');
  for (const query of ['format=xml', 'format=', 'protocol=ftp', 'format=txt&format=csv'])
    expect((await refusalOf(load(`${path}?${query}`))).slice(0, 2)).toEqual([400, 'invalid_request']);
  expect((await load(`${path}?nobody=knows`)).status).toBe(200);
});

test('a Luxury order has as many lines as are asked for, rotating or sticky', async () => {
  const { order, proxy } = await givenLuxuryOrder(service.services, { reseller: owner });
  const { host, httpPort, socks5Port, stickyPorts } = service.services.traffic.gateway;
  const linesAt = (ports: number[]) => plainLines(ports.map((port) => ({ ...proxy, host, port })));
  const orderIds = [`${order.id}`];
  const rotating = await pathOf({ orderIds, count: 3 });
  expect(await text(rotating)).toBe(linesAt([httpPort, httpPort, httpPort]));
  expect(await text(`${rotating}?protocol=socks5`)).toBe(linesAt([socks5Port, socks5Port, socks5Port]));
  const sticky = await pathOf({ orderIds, count: 3, sticky: true });
  const { first, last } = stickyPorts;
  expect(await text(sticky)).toBe(linesAt([first, first + 1, first + 2]));
  const ids = await text(`${sticky}?template={id}`);
  expect(ids).toBe([1, 2, 3].map((place) => `proxy:${order.id}/${place}\n`).join(''));
  const all = await pathOf({ orderIds, count: 1_000, sticky: true });
  expect((await text(all)).split('\n')).toHaveLength(Math.min(1_000, last - first + 1) + 1);
  for (const count of [0, 1_001])
    expect(await create({ orderIds, count })).toMatchObject({ code: 'INVALID_REQUEST' });
});

test('an IPv6 host is in brackets where a port or a URL follows', async () => {
  const { id } = await buy();
  await sql`update proxies set host = '2001:db8::7', port = 8000 where order_id = ${id}`.execute(
    service.services.database.sql,
  );
  const path = await pathOf({ orderIds: [`${id}`] });
  expect(await text(path)).toMatch(/^\[2001:db8::7\]:8000:/);
  expect(await text(`${path}?template=http://{host}`)).toBe('http://[2001:db8::7]\n');
  expect(await text(`${path}?template={host} {port}`)).toBe('2001:db8::7 8000\n');
  expect(await (await load(`${path}?format=json`)).json()).toMatchObject([{ host: '2001:db8::7' }]);
});

test('orders that a filter selects join by themselves, and those that end leave', async () => {
  const customer = 'joins';
  const path = await pathOf({ filter: { customer } });
  expect(await text(path)).toBe('');
  expect(await (await load(`${path}?format=json`)).json()).toEqual([]);
  const short = await buy({ customer, period: '7d' });
  const long = await buy({ customer });
  const named = await pathOf({ orderIds: [short.id, long.id].map(String) });
  expect(await text(path)).toBe(plainLines([...long.proxies, ...short.proxies]));
  const { body } = await sendGraphql<{ viewer: { proxyLists: { filter: object }[] } }>(
    service.url,
    owner.apiKey,
    '{ viewer { proxyLists { filter } } }',
  );
  expect(body.data?.viewer.proxyLists.at(-2)?.filter).toEqual({ customer });
  service.clock.advance(8 * 24 * 60 * 60_000);
  for (const one of [path, named]) expect(await text(one)).toBe(plainLines(long.proxies));
});

test('a filter may be of a tier, type, country, end and label, and of active orders alone', async () => {
  const { id, proxies } = await buy({ label: 'Shelf 9', country: 'US', period: '7d' });
  const soon = new Date(service.clock.now().getTime() + 8 * 24 * 60 * 60_000).toISOString();
  const filter = { tier: 'prem', type: 'ipv4', country: 'US', search: 'shelf', endsBefore: soon };
  expect(await text(await pathOf({ filter: { ...filter, status: 'ACTIVE' } }))).toBe(plainLines(proxies));
  expect(await text(await pathOf({ filter: { search: `#${id}` } }))).toBe(plainLines(proxies));
  const refused = await create({ filter: { statuses: ['EXPIRED', 'PAUSED'] } });
  expect(refused.fields).toEqual([{ path: ['filter'], message: expect.stringContaining('active') }]);
});

test('a list that selects too much has the newest orders, each whole, and says how many are left out', async () => {
  const many = await givenReseller(service.services, { balanceUsd: '10000' });
  const pathOfMany = async (input: object) =>
    new URL((await create({ name: 'x', ...input }, many.apiKey)).url).pathname;
  const orders = [];
  for (let bought = 0; bought < 51; bought++)
    orders.push((await givenLuxuryOrder(service.services, { reseller: many })).order);
  const answer = await load(`${await pathOfMany({ filter: {}, count: 999 })}?template={order_id}`);
  expect(answer.headers.get('list-orders-left-out')).toBe('1');
  const listed = (await answer.text()).trimEnd().split('\n');
  expect(listed).toHaveLength(50 * 999);
  expect(new Set(listed)).toEqual(new Set(orders.slice(1).map(({ id }) => `${id}`)));
  await insertOrders(service.services, many.resellerId, 951);
  const next = await load(await pathOfMany({ filter: {} }));
  expect(next.headers.get('list-orders-left-out')).toBe('2');
  expect(
    (await load(await pathOfMany({ filter: { type: 'diresi' } }))).headers.has('list-orders-left-out'),
  ).toBe(false);
});

test('what is wrong with a list is told at its fields, and no order of another reseller gets into one', async () => {
  const stranger = await givenReseller(service.services);
  const { id } = await buy();
  const orderIds = [`${id}`];
  expect(await create({ orderIds }, stranger.apiKey)).toMatchObject({ code: 'ORDER_NOT_FOUND' });
  const paths = async (input: object) => (await create(input)).fields?.map(({ path }) => path.join('.'));
  expect(await paths({})).toEqual(['orderIds']);
  expect(await paths({ orderIds, filter: {} })).toEqual(['orderIds']);
  expect(await paths({ orderIds: [] })).toEqual(['orderIds']);
  expect(await paths({ orderIds, name: ' x', count: 0 })).toEqual(['name', 'count']);
  expect(await paths({ orderIds, name: 'a\nb' })).toEqual(['name']);
  expect(await paths({ orderIds, allowedIps: ['203.0.113.7', 'nonsense'] })).toEqual(['allowedIps.1']);
});

test('the content has a strong tag, by which an unchanged list is answered with 304', async () => {
  const one = await buy();
  const path = await pathOf({ filter: { customer: 'tagged' } });
  const etag = (await load(path)).headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]{43}"$/);
  for (const known of [etag, `"other", W/${etag}`, '*', ' * ']) {
    const answer = await load(path, { 'if-none-match': known });
    expect([known, answer.status, await answer.text()]).toEqual([known, 304, '']);
    expect(answer.headers.get('etag')).toBe(etag);
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
  }
  for (const other of ['"other"', '""', 'nonsense', etag.slice(1, -1)])
    expect((await load(path, { 'if-none-match': other })).status).toBe(200);
  expect((await load(`${path}?format=csv`, { 'if-none-match': etag })).status).toBe(200);
  await sql`update orders set customer = 'tagged' where id = ${one.id}`.execute(
    service.services.database.sql,
  );
  const changed = await load(path, { 'if-none-match': etag });
  expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false]);
});

test('HEAD has the headers of GET, and other methods are not taken', async () => {
  const { id } = await buy();
  const path = await pathOf({ orderIds: [`${id}`] });
  const [get, head] = [await load(path), await load(path, {}, 'HEAD')];
  expect([head.status, head.headers.get('etag')]).toEqual([200, get.headers.get('etag')]);
  expect(head.headers.get('content-length')).toBe(`${(await get.text()).length}`);
  const posted = await load(path, { 'content-type': 'application/json' }, 'POST');
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

test('a list takes 60 requests in a minute of its own, and says when there are more again', async () => {
  const orderIds = [`${(await buy()).id}`];
  const [path, other] = [await pathOf({ orderIds }), await pathOf({ orderIds })];
  const statuses = await Promise.all(Array.from({ length: 61 }, async () => (await load(path)).status));
  expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  const refused = await load(path);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers.get('ratelimit-limit')).toBe('60');
  expect((await refusalOf(refused)).slice(0, 2)).toEqual([429, 'rate_limited']);
  expect((await load(other)).headers.get('ratelimit-remaining')).toBe('59');
  expect((await sendGraphql(service.url, owner.apiKey, '{ viewer { id } }')).status).toBe(200);
});

test('another network is refused, by the address that a trusted proxy names', async () => {
  const orderIds = [`${(await buy()).id}`];
  const path = await pathOf({ orderIds, allowedIps: ['203.0.113.0/24', '2001:db8::/32'] });
  for (const from of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::9'])
    expect((await load(path, { 'x-forwarded-for': from })).status, from).toBe(200);
  for (const from of ['198.51.100.1', '203.0.113.9, 198.51.100.1', 'nonsense'])
    expect((await refusalOf(load(path, { 'x-forwarded-for': from }))).slice(0, 2)).toEqual([
      403,
      'ip_not_allowed',
    ]);
});

test('an address that no list has, or has any more, is not found', async () => {
  const orderIds = [`${(await buy()).id}`];
  const { url, list } = await create({ orderIds });
  const path = new URL(url).pathname;
  const stranger = await givenReseller(service.services);
  expect((await revoke(list.id, stranger.apiKey)).body.data).toEqual({
    revokeProxyList: { code: 'LIST_NOT_FOUND' },
  });
  expect((await load(path)).status).toBe(200);
  expect((await revoke(list.id)).body.data).toEqual({ revokeProxyList: { listId: list.id } });
  const unknown = `/lists/prl_${'x'.repeat(42)}`;
  for (const gone of [path, unknown, '/lists/x', `/lists/${'x'.repeat(5_000)}`])
    expect((await refusalOf(load(gone))).slice(0, 2), gone).toEqual([404, 'list_not_found']);
  expect((await revoke(list.id)).body.data).toEqual({ revokeProxyList: { code: 'LIST_NOT_FOUND' } });
});

test('a list that another process has revoked is not found at the next request', async () => {
  const other: OpenedServices = await openServices(service);
  onTestFinished(() => other.close());
  const { url, list } = await create({ filter: {} });
  const path = new URL(url).pathname;
  expect((await load(path)).status).toBe(200);
  const listId = Number(list.id.slice('list:'.length));
  await revokeProxyList(other.services.database, { resellerId: owner.resellerId, listId, at: new Date() });
  expect((await load(path)).status).toBe(404);
});

test('while the API is closed, or the reseller disabled, its lists are refused', async () => {
  const { database } = service.services;
  const path = await pathOf({ filter: {} });
  await disableApi(database, 'Back soon.');
  expect(await refusalOf(load(path))).toEqual([503, 'api_disabled', 'Back soon.']);
  await enableApi(database);
  await setDisabled(database, { resellerId: owner.resellerId, reason: 'unpaid invoices' });
  const [status, code, message] = await refusalOf(load(path));
  expect([status, code]).toEqual([403, 'key_disabled']);
  expect(message).not.toContain('unpaid');
  await setDisabled(database, { resellerId: owner.resellerId, reason: null });
  expect((await load(path)).status).toBe(200);
});

test('a reseller has at most a hundred lists, however many are made at once', async () => {
  const many = await givenReseller(service.services);
  await sql`
    insert into proxy_lists (reseller_id, name, hash, prefix, filter, count, sticky, allowed_ips, created_at)
    select ${many.resellerId}, 'x', sha256(('many' || n)::bytea), 'prl_test', '{}', 1, false, '{}', now()
    from generate_series(1, 98) n`.execute(service.services.database.sql);
  const made = await Promise.all(Array.from({ length: 5 }, () => create({ filter: {} }, many.apiKey)));
  expect(made.filter(({ url }) => url !== undefined)).toHaveLength(2);
  expect(made.filter(({ code }) => code === 'INVALID_REQUEST')).toHaveLength(3);
});

test('the making and the end of a list are events, and its last use is shown to within minutes', async () => {
  const { services, clock } = service;
  const { list, url } = await create({ filter: {}, name: 'scraper', allowedIps: ['203.0.113.7'] });
  expect(list).toMatchObject({
    name: 'scraper',
    prefix: new URL(url).pathname.slice('/lists/'.length, '/lists/prl_1234'.length),
    orderIds: null,
    count: 1,
    sticky: false,
    allowedIps: ['203.0.113.7/32'],
    lastUsedAt: null,
  });
  const lastUsed = async () => {
    const query = 'query ($id: ID!) { node(id: $id) { ... on ProxyList { lastUsedAt } } }';
    const { body } = await sendGraphql<{ node: { lastUsedAt: string } }>(service.url, owner.apiKey, query, {
      id: list.id,
    });
    return Date.parse(body.data?.node.lastUsedAt ?? '');
  };
  const path = new URL(url).pathname;
  await text(path);
  const first = await lastUsed();
  expect(Math.abs(first - clock.now().getTime())).toBeLessThan(60_000);
  await text(path);
  expect(await lastUsed()).toBe(first);
  clock.advance(6 * 60_000);
  await text(path);
  expect(await lastUsed()).toBeGreaterThan(first);
  await revoke(list.id);
  const { rows } = await sql<{ type: string; facts: string }>`
    select type, facts from events where reseller_id = ${owner.resellerId} and type like 'list.%'
    order by sequence desc limit 2`.execute(services.database.sql);
  const told = { id: Number(list.id.slice('list:'.length)), name: 'scraper', prefix: list.prefix };
  expect(rows.map(({ type, facts }) => [type, JSON.parse(facts).list])).toEqual([
    ['list.revoked', told],
    ['list.created', told],
  ]);
});

test('the token is in no line of the log, span or figure, nor clear in the database, however it is asked for', async () => {
  await using collector = await TraceCollector.start();
  const stop = openTracing(
    { url: `${collector.endpoint}/v1/traces`, share: 1, followsClients: false },
    { info() {}, warn() {} },
  );
  const path = await pathOf({ filter: {} });
  const token = path.slice('/lists/'.length);
  const asked = [path, `${path}?format=csv`, `${path}?format=xml`, `${path}/more`, `${path}%zz`, `${path}x`];
  for (const one of asked) await (await load(one)).arrayBuffer();
  for (const method of ['HEAD', 'POST', 'DELETE', 'OPTIONS'])
    await (await load(path, {}, method)).arrayBuffer();
  // A bug of the service, whose error is logged.
  await sql`alter table service_state rename to moved`.execute(service.services.database.sql);
  expect((await load(path)).status).toBe(500);
  await sql`alter table moved rename to service_state`.execute(service.services.database.sql);
  await (await load(path, { accept: 'text/html' })).arrayBuffer();
  await expect.poll(() => service.logged.join('')).toContain('/lists/:token');
  await stop();
  expect(collector.texts.join('')).toContain('/lists/:token');
  const told = [service.logged.join(''), collector.texts.join(''), await service.figures()].join('');
  const { rows } = await sql<{ row: string }>`
    select proxy_lists::text as row from proxy_lists union all select events::text from events`.execute(
    service.services.database.sql,
  );
  for (const secret of [token, token.slice(8)]) {
    expect(told).not.toContain(secret);
    expect(rows.map(({ row }) => row).join()).not.toContain(secret);
  }
});
