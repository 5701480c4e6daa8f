import { expect, test } from 'vitest';
import { expectRefusal } from '../support/rest-client.ts';
import { type ChargedOrderBody, type OrderPageBody, PURCHASE, useRestService } from './rest-service.ts';

const service = useRestService();
const WRITTEN = { label: 'shop 7', note: 'first line\nsecond line', customer: 'ACME-12' };
const NOTHING = { label: null, note: null, customer: null };

interface Event {
  type: string;
  data: { cause: string; changed?: string[]; order: ChargedOrderBody; request?: object };
}

async function givenOrder(written: object = {}) {
  const caller = await service.givenCaller();
  const { body } = await caller.rest.post<ChargedOrderBody>('/v1/orders', { ...PURCHASE, ...written });
  return { ...caller, order: body };
}

test('what is written at the purchase is in its answer, the order, the list and the event', async () => {
  const { rest, order } = await givenOrder(WRITTEN);
  expect(order).toMatchObject(WRITTEN);
  expect((await rest.get(`/v1/orders/${order.id}`)).body).toMatchObject(WRITTEN);
  const { body } = await rest.get<OrderPageBody>('/v1/orders');
  expect(body.orders).toMatchObject([WRITTEN]);
  const events = await rest.get<{ events: Event[] }>('/v1/events?types=order.created');
  expect(events.body.events).toMatchObject([{ data: { order: WRITTEN } }]);
});

test('an order on which nothing is written says so by null, also where it was asked for by blanks', async () => {
  expect((await givenOrder()).order).toMatchObject(NOTHING);
  expect((await givenOrder({ label: ' ', note: '\n', customer: null })).order).toMatchObject(NOTHING);
});

test('what is left out stays, blanks and null take away, and white space around it is taken off', async () => {
  const { rest, order } = await givenOrder(WRITTEN);
  const path = `/v1/orders/${order.id}`;
  const changed = await rest.patch<ChargedOrderBody>(path, { label: '  shop 8 ', note: null });
  expect(changed.status).toBe(200);
  expect(changed.body).toMatchObject({ label: 'shop 8', note: null, customer: 'ACME-12' });
  expect(changed.body.proxies).toEqual(order.proxies);
  expect((await rest.patch(path, { customer: '  ' })).body).toMatchObject({
    label: 'shop 8',
    customer: null,
  });
});

test('each change is an event with the names of what has changed, and what changes nothing is none', async () => {
  const { rest, order } = await givenOrder(WRITTEN);
  const path = `/v1/orders/${order.id}`;
  await rest.patch(path, { label: 'shop 8' });
  await rest.patch(path, { label: 'shop 8', customer: 'ACME-12' });
  await rest.patch(path, {});
  await rest.patch(path, { label: null, note: null });
  const { body } = await rest.get<{ events: Event[] }>('/v1/events?types=order.updated');
  expect(body.events.map(({ data }) => [data.cause, data.changed, data.order.label])).toEqual([
    ['api', ['label'], 'shop 8'],
    ['api', ['label', 'note'], null],
  ]);
});

test.each([
  ['a label of 65 characters', { label: 'x'.repeat(65) }],
  ['a note of 501 characters', { note: 'x'.repeat(501) }],
  ['a customer of 65 characters', { customer: 'x'.repeat(65) }],
  ['a line feed in a label', { label: 'one\ntwo' }],
  ['a tab in a note', { note: 'one\ttwo' }],
  ['a character that turns the text round', { customer: 'one\u202etwo' }],
  ['a number', { label: 7 }],
])(
  '400 invalid_request for %s, at the purchase and later, and nothing is charged or written',
  async (_of, written) => {
    const { rest, order } = await givenOrder();
    expectRefusal(await rest.post('/v1/orders', { ...PURCHASE, ...written }), 400, 'invalid_request');
    expectRefusal(await rest.patch(`/v1/orders/${order.id}`, written), 400, 'invalid_request');
    expect((await rest.get('/v1/balance')).body).toMatchObject({ balance_usd: 98.9 });
    expect((await rest.get(`/v1/orders/${order.id}`)).body).toMatchObject(NOTHING);
  },
);

test('64 characters are counted as people count them', async () => {
  const label = '🛒'.repeat(64);
  expect((await givenOrder({ label })).order).toMatchObject({ label });
});

test('400 invalid_request for a name that there is not', async () => {
  const { rest, order } = await givenOrder();
  expectRefusal(await rest.patch(`/v1/orders/${order.id}`, { lable: 'shop 7' }), 400, 'invalid_request');
});

test('404 for another reseller’s order, on which nothing is written', async () => {
  const { rest, order } = await givenOrder();
  const stranger = await service.givenCaller();
  expectRefusal(await stranger.rest.patch(`/v1/orders/${order.id}`, WRITTEN), 404, 'order_not_found');
  expect((await rest.get(`/v1/orders/${order.id}`)).body).toMatchObject(NOTHING);
});

test('a repetition with the same Idempotency-Key must repeat what is written', async () => {
  const { rest } = await service.givenCaller();
  const headers = { 'idempotency-key': 'one' };
  const first = await rest.post('/v1/orders', { ...PURCHASE, label: 'shop 7' }, headers);
  const again = await rest.post('/v1/orders', { ...PURCHASE, label: ' shop 7 ' }, headers);
  expect(again.body).toEqual(first.body);
  const other = await rest.post('/v1/orders', { ...PURCHASE, label: 'shop 8' }, headers);
  expectRefusal(other, 400, 'invalid_request');
});

test('a list has only the orders of a customer, exactly', async () => {
  const { rest, order } = await givenOrder(WRITTEN);
  await rest.post('/v1/orders', { ...PURCHASE, customer: 'ACME-1' });
  const list = async (query: string) => (await rest.get<OrderPageBody>(`/v1/orders?${query}`)).body;
  expect(await list('customer=ACME-12')).toMatchObject({ orders: [{ id: order.id }], total: 1 });
  expect(await list('customer=acme-12')).toMatchObject({ orders: [], total: 0 });
  expect(await list('customer=ACME-12&status=paused')).toMatchObject({ total: 0 });
});

test('a proxy has an id that its renewal does not change', async () => {
  const { rest, order } = await givenOrder({ quantity: 2 });
  const ids = [`proxy:${order.id}/1`, `proxy:${order.id}/2`];
  expect(order.proxies.map(({ id }) => id)).toEqual(ids);
  const { body } = await rest.post<ChargedOrderBody>(`/v1/orders/${order.id}/renew`, { period: '7d' });
  expect(body.proxies).toEqual(order.proxies);
});
