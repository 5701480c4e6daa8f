import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { expectRefusal } from '../support/rest-client.ts';
import { type ChargedOrderBody, type OrderPageBody, PURCHASE, useRestService } from './rest-service.ts';

const service = useRestService();

async function givenOrders(count: number) {
  const caller = await service.givenCaller();
  const ids: number[] = [];
  for (let i = 0; i < count; i++) {
    const { body } = await caller.rest.post<ChargedOrderBody>('/v1/orders', { ...PURCHASE, period: '7d' });
    ids.unshift(body.id);
  }
  return { ...caller, ids };
}

const idsOf = ({ orders }: OrderPageBody) => orders.map(({ id }) => id);

test('a listed order has every field but its proxies and what was charged', async () => {
  const { rest } = await service.givenCaller();
  const bought = await rest.post<ChargedOrderBody>('/v1/orders', PURCHASE);
  const { proxies: _proxies, charged_usd: _charged, ...fields } = bought.body;
  const { body } = await rest.get('/v1/orders');
  expect(body).toEqual({ orders: [fields], total: 1, limit: 50, offset: 0 });
});

test('without orders the list is empty', async () => {
  const { rest } = await service.givenCaller();
  expect((await rest.get('/v1/orders')).body).toEqual({ orders: [], total: 0, limit: 50, offset: 0 });
});

test('the newest come first, and limit and offset walk through them', async () => {
  const { rest, ids } = await givenOrders(5);
  const page = async (query: string) => (await rest.get<OrderPageBody>(`/v1/orders${query}`)).body;
  expect(idsOf(await page(''))).toEqual(ids);
  expect(idsOf(await page('?limit=2'))).toEqual(ids.slice(0, 2));
  expect(idsOf(await page('?limit=2&offset=2'))).toEqual(ids.slice(2, 4));
  expect(await page('?limit=2&offset=9')).toEqual({ orders: [], total: 5, limit: 2, offset: 9 });
});

test('orders of others are not listed, orders from the chat bot are', async () => {
  const { rest, ids, resellerId } = await givenOrders(2);
  await givenOrders(1);
  await service.change(
    sql`update orders set source = 'bot' where (reseller_id, id) = (${resellerId}, ${ids[1]})`,
  );
  const { body } = await rest.get<OrderPageBody>('/v1/orders');
  expect(body.orders.map(({ id, source }) => [id, source])).toEqual([
    [ids[0], 'api'],
    [ids[1], 'bot'],
  ]);
});

test('a status selects, and the total counts what it selects', async () => {
  const { rest, ids, resellerId } = await givenOrders(3);
  await service.change(sql`update orders set expires_at = now() - interval '1 day'
    where (reseller_id, id) = (${resellerId}, ${ids[1]})`);
  const select = async (status: string) =>
    (await rest.get<OrderPageBody>(`/v1/orders?status=${status}`)).body;
  expect(await select('active')).toMatchObject({ orders: [{ id: ids[0] }, { id: ids[2] }], total: 2 });
  expect(await select('expired')).toMatchObject({ orders: [{ id: ids[1], status: 'expired' }], total: 1 });
  expect(await select('paused')).toMatchObject({ orders: [], total: 0 });
  expect(await select('exhausted')).toMatchObject({ orders: [], total: 0 });
});

test.each([
  'limit=1',
  'limit=200',
  'limit=007',
  'offset=2147483647',
  'unknown=1&unknown=2',
  '',
  '&&',
  'l%69mit=3',
  '%zz=1',
])('?%s is accepted', async (query) => {
  const { rest } = await service.givenCaller();
  expect((await rest.get(`/v1/orders?${query}`)).status).toBe(200);
});

test.each([
  'limit=0',
  'limit=201',
  'limit=-1',
  'limit=5x',
  'limit=',
  'limit',
  'limit=1e1',
  'limit=%2B5',
  'limit=+5',
  'limit=5.0',
  'limit=0x10',
  `limit=${'9'.repeat(400)}`,
  'limit=1&limit=1',
  'limit=1&l%69mit=2',
  'limit=%zz',
  'limit=%ff',
  'offset=-1',
  'offset=2147483648',
  'offset=none',
  'status=lost',
  'status=ACTIVE',
  'status=',
  'status=active&status=active',
  'status=active%00',
])('?%s is 400 invalid_request, and the message names the parameter', async (query) => {
  const { rest } = await service.givenCaller();
  const answer = await rest.get<{ error: { message: string } }>(`/v1/orders?${query}`);
  expectRefusal(answer, 400, 'invalid_request');
  expect(answer.body.error.message).toContain(`${/^\w+/.exec(query)}: `);
});
