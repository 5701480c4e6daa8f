import { expect, test } from 'vitest';
import { carryOut, givenOrders } from '../bulk/fixture.ts';
import { buyerOf } from '../support/given.ts';
import { expectRefusal } from '../support/rest-client.ts';
import { useRestService } from './rest-service.ts';

const service = useRestService();

interface Job {
  id: number;
  state: string;
  items: object[];
}

async function given(count: number) {
  const caller = await service.givenCaller();
  const order_ids = await givenOrders(service.running.services, buyerOf(caller), count);
  return { ...caller, order_ids };
}

const KEY = { 'idempotency-key': 'renewals' };

test('201 with the job, which is retrieved with what has become of each order, by pages', async () => {
  const { rest, order_ids, resellerId } = await given(3);
  const body = { order_ids, period: '30d', max_total_usd: 3.3 };
  const accepted = await rest.post<Job>('/v1/bulk/renewals', body, KEY);
  expect(accepted.status).toBe(201);
  expect(accepted.body).toEqual({
    id: expect.any(Number),
    state: 'pending',
    kind: 'renew',
    count: 3,
    done: 0,
    failed: 0,
    charged_usd: 0,
    created_at: expect.any(String),
    ended_at: null,
  });
  const { id } = accepted.body;
  await carryOut(service.running.services, { resellerId, jobId: id });
  const read = await rest.get<Job>(`/v1/bulk/${id}?limit=2`);
  expect(read.body).toMatchObject({
    id,
    state: 'done',
    done: 3,
    charged_usd: 3.3,
    has_more: true,
    items: order_ids
      .slice(0, 2)
      .map((order_id, i) => ({ place: i + 1, order_id, state: 'done', charged_usd: 1.1, error: null })),
  });
  expect((await rest.get<Job>(`/v1/bulk/${id}?after=2`)).body).toMatchObject({
    has_more: false,
    items: [{ place: 3 }],
  });
});

test('a retry with the same key is the same job, with the header that says so', async () => {
  const { rest, order_ids } = await given(1);
  const body = { order_ids, period: '30d', max_total_usd: 1.1 };
  const first = await rest.post<Job>('/v1/bulk/renewals', body, KEY);
  const again = await rest.post<Job>('/v1/bulk/renewals', body, KEY);
  expect(again.body).toEqual(first.body);
  expect([first, again].map(({ headers }) => headers['idempotent-replayed'])).toEqual([undefined, 'true']);
  expectRefusal(
    await rest.post('/v1/bulk/renewals', { ...body, max_total_usd: 2 }, KEY),
    400,
    'invalid_request',
  );
});

test('an order that cannot be renewed is an item that has failed', async () => {
  const { rest, order_ids } = await given(1);
  const body = { order_ids, period: '31d', max_total_usd: 0 };
  const { id } = (await rest.post<Job>('/v1/bulk/renewals', body, KEY)).body;
  expect((await rest.get<Job>(`/v1/bulk/${id}`)).body).toMatchObject({
    failed: 1,
    items: [
      { state: 'failed', charged_usd: null, error: { code: 'invalid_period', message: expect.any(String) } },
    ],
  });
});

test('409 price_changed for a total above the limit', async () => {
  const { rest, order_ids } = await given(2);
  const body = { order_ids, period: '30d', max_total_usd: 2.199999 };
  expectRefusal(await rest.post('/v1/bulk/renewals', body, KEY), 409, 'price_changed');
});

test.each([
  ['without orders', { order_ids: [] }],
  ['with more than a thousand', { order_ids: Array.from({ length: 1_001 }, (_, i) => i + 1) }],
  ['with a number that is none', { order_ids: ['1'] }],
  ['with a negative limit', { max_total_usd: -1 }],
  ['without a limit', { max_total_usd: undefined }],
  ['without a period', { period: undefined }],
])('400 invalid_request for a request %s', async (_name, change) => {
  const { rest, order_ids } = await given(1);
  const body = { order_ids, period: '30d', max_total_usd: 1.1, ...change };
  expectRefusal(await rest.post('/v1/bulk/renewals', body, KEY), 400, 'invalid_request');
});

test('400 invalid_request without the key that names the request', async () => {
  const { rest, order_ids } = await given(1);
  const body = { order_ids, period: '30d', max_total_usd: 1.1 };
  expectRefusal(await rest.post('/v1/bulk/renewals', body), 400, 'invalid_request');
});

test('404 for another reseller’s order and job, and for what is not there', async () => {
  const { rest, order_ids } = await given(1);
  const stranger = await service.givenCaller();
  const body = { order_ids, period: '30d', max_total_usd: 1.1 };
  expectRefusal(await stranger.rest.post('/v1/bulk/renewals', body, KEY), 404, 'order_not_found');
  const { id } = (await rest.post<Job>('/v1/bulk/renewals', body, KEY)).body;
  expectRefusal(await stranger.rest.get(`/v1/bulk/${id}`), 404, 'bulk_job_not_found');
  expectRefusal(await rest.get('/v1/bulk/999999'), 404, 'bulk_job_not_found');
  expectRefusal(await rest.get('/v1/bulk/0'), 404, 'bulk_job_not_found');
  expectRefusal(await rest.get('/v1/bulk/x'), 400, 'invalid_request');
});
