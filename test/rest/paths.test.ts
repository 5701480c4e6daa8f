import { expect, test } from 'vitest';
import { expectRefusal, restClient } from '../support/rest-client.ts';
import { useRestService } from './rest-service.ts';

const service = useRestService();

test.each([
  '/v1',
  '/v1/',
  '/v1/nothing',
  '/v1/balance/',
  '/v1/Balance',
  '/v1/orders/1/refund',
  '/v1/products/prem/ipv4',
])('%s is unknown: 404 invalid_request, with any method and without a key', async (path) => {
  const rest = restClient(service.running.url);
  for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS', 'PROPFIND']) {
    expectRefusal(await rest.send({ method, path }), 404, 'invalid_request');
  }
});

test.each([
  ['/v1/balance', 'GET, HEAD'],
  ['/v1/products', 'GET, HEAD'],
  ['/v1/products/prem/ipv4/countries', 'GET, HEAD'],
  ['/v1/geo/diresi/countries', 'GET, HEAD'],
  ['/v1/bulk/7', 'GET, HEAD'],
  ['/v1/orders', 'GET, HEAD, POST'],
  ['/v1/orders/1', 'GET, HEAD, PATCH'],
  ['/v1/orders/1/renew', 'POST'],
  ['/v1/orders/1/traffic', 'GET, HEAD, POST'],
  ['/v1/orders/1/settings', 'GET, HEAD, PATCH'],
  ['/v1/orders/1/lines', 'GET, HEAD'],
  ['/v1/orders/1/reset-password', 'POST'],
  ['/v1/orders/1/stats', 'GET, HEAD'],
])('%s takes %s: any other method is 405, without a key', async (path, allow) => {
  const rest = restClient(service.running.url);
  const others = ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'GET', 'POST'];
  for (const method of others.filter((other) => !allow.split(', ').includes(other))) {
    const answer = await rest.send({ method, path });
    expectRefusal(answer, 405, 'invalid_request');
    expect(answer.headers).toMatchObject({ allow });
  }
});

test('a large body does not change what an unknown path is', async () => {
  const rest = restClient(service.running.url);
  expectRefusal(await rest.post('/v1/nothing', Buffer.alloc(200_000)), 404, 'invalid_request');
});

test('HEAD answers like GET, without the body', async () => {
  const { rest } = await service.givenCaller();
  const get = await rest.get('/v1/balance');
  const head = await rest.send({ method: 'HEAD', path: '/v1/balance' });
  expect([head.status, head.text]).toEqual([200, '']);
  expect(head.headers).toMatchObject({
    'content-length': `${get.text.length}`,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  expect((await restClient(service.running.url).send({ method: 'HEAD', path: '/v1/balance' })).status).toBe(
    401,
  );
});

test('no answer invites other sites in', async () => {
  const { rest } = await service.givenCaller();
  const { headers } = await rest.get('/v1/balance', { origin: 'https://elsewhere.example' });
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
});
