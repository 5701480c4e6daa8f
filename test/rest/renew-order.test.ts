import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { expectRefusal } from '../support/rest-client.ts';
import { type ChargedOrderBody, PURCHASE, useRestService } from './rest-service.ts';

const service = useRestService();
const DAY_MS = 24 * 60 * 60_000;

async function givenOrder(change: object = {}) {
  const caller = await service.givenCaller();
  const { body } = await caller.rest.post<ChargedOrderBody>('/v1/orders', { ...PURCHASE, ...change });
  return { ...caller, order: body };
}

test('200: the same proxies for longer, the price at creation, and what the renewal cost', async () => {
  const { rest, order } = await givenOrder({ quantity: 3 });
  const { status, body } = await rest.post<ChargedOrderBody>(`/v1/orders/${order.id}/renew`, {
    period: '7d',
  });
  expect(status).toBe(200);
  expect(body).toEqual({ ...order, expires_at: expect.any(String), charged_usd: 0.3 });
  expect(Date.parse(body.expires_at ?? '') - Date.parse(order.expires_at ?? '')).toBe(7 * DAY_MS);
});

test.each([
  ['invalid_request', {}],
  ['invalid_request', { period: 30 }],
  ['invalid_request', { period: null }],
  ['invalid_period', { period: '8d' }],
  ['invalid_period', { period: '' }],
])('400 %s: %j', async (code, body) => {
  const { rest, order } = await givenOrder();
  expectRefusal(await rest.post(`/v1/orders/${order.id}/renew`, body), 400, code);
});

test('404: an order of another reseller', async () => {
  const { order } = await givenOrder();
  const stranger = await service.givenCaller();
  const answer = await stranger.rest.post(`/v1/orders/${order.id}/renew`, { period: '30d' });
  expectRefusal(answer, 404, 'order_not_found');
});

test('409: an order that is not renewable', async () => {
  const { rest, order } = await givenOrder({ tier: 'econ', type: 'ipv6' });
  expect(order.renewable).toBe(false);
  expectRefusal(await rest.post(`/v1/orders/${order.id}/renew`, { period: '30d' }), 409, 'not_renewable');
});

test('402: too little money', async () => {
  const { rest, order, resellerId } = await givenOrder({ quantity: 2 });
  await service.change(sql`update accounts set balance = 2199999 where reseller_id = ${resellerId}`);
  const answer = await rest.post(`/v1/orders/${order.id}/renew`, { period: '30d' });
  expectRefusal(answer, 402, 'insufficient_balance', { required_usd: 2.2, balance_usd: 2.199999 });
});

test('502: when the provider fails, nothing is charged and the end stays', async () => {
  const { rest, order } = await givenOrder();
  service.running.sandbox.arm([{ upstream: 'px6', call: 'prolong', mode: 'refuse' }]);
  try {
    expectRefusal(await rest.post(`/v1/orders/${order.id}/renew`, { period: '30d' }), 502, 'provider_error');
  } finally {
    service.running.sandbox.arm([]);
  }
  expect((await rest.get('/v1/balance')).body).toMatchObject({ balance_usd: 98.9 });
  expect((await rest.get(`/v1/orders/${order.id}`)).body).toMatchObject({ expires_at: order.expires_at });
});
