import { expect, test } from 'vitest';
import { expectRefusal } from '../support/rest-client.ts';
import { type ChargedOrderBody, PURCHASE, useRestService } from './rest-service.ts';

const service = useRestService();

test('an order is retrieved with its proxies, and without what was charged', async () => {
  const { rest } = await service.givenCaller();
  const bought = await rest.post<ChargedOrderBody>('/v1/orders', { ...PURCHASE, quantity: 2 });
  const { charged_usd: _charged, ...order } = bought.body;
  const { status, body } = await rest.get(`/v1/orders/${order.id}`);
  expect({ status, body }).toEqual({ status: 200, body: order });
  expect((await rest.get(`/v1/orders/00${order.id}`)).body).toEqual(order);
});

test('404: an order of another reseller is answered like one that does not exist', async () => {
  const owner = await service.givenCaller();
  const { body } = await owner.rest.post<ChargedOrderBody>('/v1/orders', PURCHASE);
  const stranger = await service.givenCaller();
  expectRefusal(await stranger.rest.get(`/v1/orders/${body.id}`), 404, 'order_not_found');
});

test.each(['999999999999999', '1000000000000000', '9'.repeat(500), '0', '000'])(
  '%s is the number of no order: 404 order_not_found',
  async (id) => {
    const { rest } = await service.givenCaller();
    expectRefusal(await rest.get(`/v1/orders/${id}`), 404, 'order_not_found');
    expectRefusal(await rest.post(`/v1/orders/${id}/renew`, { period: '30d' }), 404, 'order_not_found');
  },
);

test.each(['abc', '1x', '-1', '+1', '1.0', '1e3', '0x1', '%20', '%31%00', '١', '1%2F2', 'null'])(
  '%s is no number: 400 invalid_request',
  async (id) => {
    const { rest } = await service.givenCaller();
    expectRefusal(
      await rest.get(`/v1/orders/${encodeURI(id).replaceAll('%25', '%')}`),
      400,
      'invalid_request',
    );
  },
);
