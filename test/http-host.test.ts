import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type GivenReseller, givenReseller } from './support/given.ts';
import { type RunningService, sendGraphql, startService } from './support/service.ts';

let service: RunningService;
let reseller: GivenReseller;

beforeAll(async () => {
  service = await startService({ trustedProxyHops: 1 });
  reseller = await givenReseller(service.services, { allowedIps: ['203.0.113.0/24', '2001:db8::/32'] });
});

afterAll(() => service.close());

async function balanceFrom(forwardedFor: string | undefined): Promise<number> {
  const response = await fetch(`${service.url}/v1/balance`, {
    headers: {
      authorization: `Bearer ${reseller.apiKey}`,
      ...(forwardedFor !== undefined && { 'x-forwarded-for': forwardedFor }),
    },
  });
  await response.arrayBuffer();
  return response.status;
}

test.each([
  ['203.0.113.7', 200],
  ['::ffff:203.0.113.7', 200],
  ['2001:db8::1', 200],
  ['198.51.100.7', 403],
  ['203.0.113.7, 198.51.100.7', 403],
  ['198.51.100.7, 203.0.113.7', 200],
  ['not an address', 403],
  ['', 403],
  [undefined, 403],
])(
  'behind one trusted proxy, the caller of X-Forwarded-For %j is answered with %i',
  async (forwardedFor, status) => {
    expect(await balanceFrom(forwardedFor)).toBe(status);
  },
);

test('the addresses are the same for GraphQL', async () => {
  const { status, body } = await sendGraphql(service.url, reseller.apiKey, '{ viewer { name } }');
  expect([status, body.errors?.[0]?.extensions?.['code']]).toEqual([403, 'IP_NOT_ALLOWED']);
});

test.each([
  ['no HTTP at all', 'hello\r\n\r\n'],
  ['an oversized header', `GET /v1/balance HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['two lengths', 'POST /v1/orders HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx'],
])('%s is answered with a refusal in the contract’s form', async (_name, bytes) => {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.end(bytes);
  const answer = Buffer.concat(await socket.toArray()).toString();
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('{"error":{"code":"invalid_request"');
});

test.each([
  ['/healthz', ''],
  ['/v1/balance', ''],
  ['/graphql', ''],
  ['/graphql', 'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n'],
])('a request with two hosts is refused, whatever it asks for: %s %j', async (path, more) => {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.end(`GET ${path} HTTP/1.1\r\nhost: proxies.example\r\nHOST: evil.example\r\n${more}\r\n`);
  const answer = Buffer.concat(await socket.toArray()).toString();
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('{"error":{"code":"invalid_request","message":"The request has more than one');
});

test('no log line and no error has a key, a login or a password', async () => {
  const open = await givenReseller(service.services);
  const bought = await fetch(`${service.url}/v1/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${open.apiKey}` },
    body: JSON.stringify({ tier: 'prem', type: 'ipv4', country: 'US', period: '7d' }),
  });
  const [proxy] = (await bought.json()).proxies;
  await sendGraphql(service.url, open.apiKey, '{ orders { nodes { proxies { login password } } } }');
  await fetch(`${service.url}/v1/orders/${open.apiKey}`, {
    headers: { authorization: `Bearer ${open.apiKey}` },
  });
  expect(service.logged.length).toBeGreaterThan(0);
  for (const secret of [open.apiKey, proxy.login, proxy.password]) {
    expect(service.logged.filter((line) => line.includes(secret))).toEqual([]);
  }
});

test('every answer carries a request id, which the log line has, too', async () => {
  const response = await fetch(`${service.url}/healthz`);
  const id = response.headers.get('x-request-id');
  expect(service.logged.some((line) => JSON.parse(line).reqId === id)).toBe(true);
});

test.each([
  ['QUERY', '/v1/balance', 405],
  ['PROPFIND', '/v1/orders', 405],
  ['QUERY', '/nowhere', 404],
  ['DELETE', '/healthz', 405],
  ['POST', '/docs', 405],
  ['GET', '/nowhere', 404],
])('%s %s is refused with %i in the contract’s form', async (method, path, status) => {
  const response = await fetch(`${service.url}${path}`, { method });
  expect([response.status, (await response.json()).error.code]).toEqual([status, 'invalid_request']);
  if (status === 405) expect(response.headers.get('allow')).toMatch(/GET/);
});

const PURCHASE = 'POST /v1/orders HTTP/1.1\r\nhost: x\r\n';
const DOCUMENT = 'POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';

test.each([
  ['a purchase over /v1', PURCHASE],
  ['a GraphQL request', DOCUMENT],
])('a client that goes away while the body of %s is read is no error of ours', async (_name, head) => {
  const { apiKey, keyId } = await givenReseller(service.services);
  const before = service.logged.length;
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  await once(socket, 'connect');
  const begun = `${head}authorization: Bearer ${apiKey}\r\ncontent-length: 1000\r\n\r\n{`;
  await new Promise((resolve) => void socket.write(begun, resolve));
  socket.destroy();
  // It counts toward the rate of its key.
  const { database } = service.services;
  const counted = database.sql.selectFrom('rate_windows').select('key_id').where('key_id', '=', keyId);
  await expect.poll(() => counted.execute()).toHaveLength(1);
  await (await fetch(`${service.url}/healthz`)).arrayBuffer();
  const lines = service.logged.slice(before).map((line) => JSON.parse(line));
  expect(lines.filter(({ level }) => level > 30)).toEqual([]);
});

const from = (address: string, path = '/healthz', apiKey = '') =>
  fetch(`${service.url}${path}`, {
    headers: { 'x-forwarded-for': address, ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
  });
const delayed = async () =>
  Number(/^gateway_answers_delayed_total (\d+)$/m.exec(await service.figures())?.[1]);

test('40 answers without a valid credential are sent to a network at once, the others one after another; who has a key is answered as ever', async () => {
  const { apiKey } = await givenReseller(service.services);
  const before = await delayed();
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  // Two addresses of one site, with wrong keys, paths that do not exist, and pages.
  const asked = Array.from({ length: 40 }, (_, n) =>
    from(
      `2001:db8:77::${n % 2}`,
      ['/healthz', '/v1/balance', '/nowhere'][n % 3],
      n % 3 === 1 ? 'prk_no' : '',
    ),
  );
  for (const { headers } of await Promise.all(asked)) expect(headers.get('connection')).toBe('keep-alive');
  expect(await delayed()).toBe(before);
  // The first is late by as much as nothing, since the clock stands still.
  const next = [
    from('2001:db8:77::5'),
    from('2001:db8:77::6', '/v1/balance', 'prk_no'),
    from('2001:db8:77::6'),
  ];
  const late = await Promise.all(next);
  expect(late.map(({ status, headers }) => [status, headers.get('connection')])).toEqual([
    [200, expect.stringMatching(/^(?:keep-alive|close)$/)],
    [401, expect.stringMatching(/^(?:keep-alive|close)$/)],
    [200, expect.stringMatching(/^(?:keep-alive|close)$/)],
  ]);
  expect(await delayed()).toBe(before + 2);
  expect((await from('2001:db8:77::5', '/v1/balance', apiKey)).status).toBe(200);
  expect((await from('2001:db8:78::5')).status).toBe(200);
  expect(await delayed()).toBe(before + 2);
});

test('no answer may be stored or taken for another type unless it says so, and browsers ask by https only', async () => {
  const paths = [
    '/',
    '/developers',
    '/healthz',
    '/readyz',
    '/nowhere',
    '/docs',
    '/graphql',
    '/console',
    '/v1/balance',
    '/v1/%zz',
  ];
  for (const accept of ['application/json', 'text/html'])
    for (const path of paths) {
      const { headers } = await fetch(`${service.url}${path}`, { headers: { accept } });
      expect([headers.get('x-content-type-options'), headers.get('cache-control')], path).toEqual([
        'nosniff',
        expect.stringMatching(/^no-(?:store|cache)$/),
      ]);
      expect(headers.get('strict-transport-security'), path).toBe('max-age=31536000');
    }
});
