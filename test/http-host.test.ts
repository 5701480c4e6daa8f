import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
  expect([status, body.errors?.[0]?.extensions?.['code']]).toEqual([403, 'ip_not_allowed']);
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
