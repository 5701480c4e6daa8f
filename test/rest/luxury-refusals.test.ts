import { expect, test } from 'vitest';
import { expectRefusal } from '../support/rest-client.ts';
import { useLuxuryService } from './luxury-service.ts';
import { type ChargedOrderBody, PURCHASE } from './rest-service.ts';

const { service, givenLuxury } = useLuxuryService();

/** The management of Luxury orders: endpoints 9 to 15. */
const MANAGEMENT = [
  { method: 'GET', action: 'traffic' },
  { method: 'POST', action: 'traffic', body: { period: '1gb' } },
  { method: 'GET', action: 'settings' },
  { method: 'PATCH', action: 'settings', body: { threads: 5 } },
  { method: 'GET', action: 'lines' },
  { method: 'POST', action: 'reset-password' },
  { method: 'GET', action: 'stats' },
];

test.each(MANAGEMENT)(
  '$method $action is 409 not_luxury for a term order',
  async ({ action, ...request }) => {
    const { rest } = await service.givenCaller();
    const { body } = await rest.post<ChargedOrderBody>('/v1/orders', PURCHASE);
    const answer = await rest.send({ ...request, path: `/v1/orders/${body.id}/${action}` });
    expectRefusal(answer, 409, 'not_luxury');
    expect((await rest.get('/v1/balance')).body).toMatchObject({ balance_usd: 98.9 });
  },
);

test.each(MANAGEMENT)(
  '$method $action is 404 order_not_found for an order of somebody else, or of nobody',
  async ({ action, ...request }) => {
    const { rest: owner, order, path } = await givenLuxury();
    const before = [(await owner.get(path)).text, (await owner.get(`${path}/settings`)).text];
    const { rest } = await service.givenCaller();
    for (const id of [order.id, 999_999, '9'.repeat(30), 0]) {
      const answer = await rest.send({ ...request, path: `/v1/orders/${id}/${action}` });
      expectRefusal(answer, 404, 'order_not_found');
    }
    expect([(await owner.get(path)).text, (await owner.get(`${path}/settings`)).text]).toEqual(before);
    expect((await rest.get('/v1/balance')).body).toMatchObject({ balance_usd: 100 });
  },
);

test.each(MANAGEMENT)(
  '$method $action is 400 invalid_request for no number',
  async ({ action, ...request }) => {
    const { rest } = await service.givenCaller();
    for (const id of ['mine', '-1', '1.5', '1e3']) {
      const answer = await rest.send({ ...request, path: `/v1/orders/${id}/${action}` });
      expectRefusal(answer, 400, 'invalid_request');
      expect(answer.text).toContain('order_id');
    }
  },
);

test.each(MANAGEMENT)('$method $action is 401 without a key', async ({ action, ...request }) => {
  const { rest, path } = await givenLuxury();
  const headers = { authorization: 'Bearer prk_none' };
  expectRefusal(await rest.send({ ...request, headers, path: `${path}/${action}` }), 401, 'unauthorized');
});

test.each([
  ['PUT', 'settings', 'GET, PATCH'],
  ['DELETE', 'traffic', 'GET, POST'],
  ['GET', 'reset-password', 'POST'],
  ['POST', 'lines', 'GET'],
])('405: %s %s names the methods that there are', async (method, action, methods) => {
  const { rest, path } = await givenLuxury();
  const answer = await rest.send({ method, path: `${path}/${action}` });
  expectRefusal(answer, 405, 'invalid_request');
  expect(
    answer.headers.allow
      ?.split(', ')
      .filter((name) => name !== 'HEAD')
      .sort()
      .join(', '),
  ).toBe(methods);
});
