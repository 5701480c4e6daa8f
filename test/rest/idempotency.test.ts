import { expect, test } from 'vitest';
import { expectRefusal } from '../support/rest-client.ts';
import { type ChargedOrderBody, PURCHASE, useRestService } from './rest-service.ts';

const service = useRestService();
const key = (value: string | string[]) => ({ 'idempotency-key': value });

test('a retry returns the first answer, byte for byte, says so, and charges once', async () => {
  const { rest } = await service.givenCaller();
  const first = await rest.post('/v1/orders', PURCHASE, key('k'));
  const retry = await rest.post('/v1/orders', PURCHASE, key('k'));
  expect(first.headers).not.toHaveProperty('idempotent-replayed');
  expect(retry.headers).toHaveProperty('idempotent-replayed', 'true');
  expect([retry.status, retry.text]).toEqual([first.status, first.text]);
  expect((await rest.get('/v1/balance')).body).toMatchObject({ balance_usd: 98.9 });
});

test('a refusal that was decided is replayed too', async () => {
  const { rest } = await service.givenCaller({ balanceUsd: '1' });
  const first = await rest.post('/v1/orders', PURCHASE, key('k'));
  const retry = await rest.post('/v1/orders', PURCHASE, key('k'));
  expectRefusal(retry, 402, 'insufficient_balance', { required_usd: 1.1, balance_usd: 1 });
  expect(retry.text).toBe(first.text);
  expect(retry.headers).toHaveProperty('idempotent-replayed', 'true');
});

test('a renewal is retried alike', async () => {
  const { rest } = await service.givenCaller();
  const { body } = await rest.post<ChargedOrderBody>('/v1/orders', PURCHASE);
  const first = await rest.post(`/v1/orders/${body.id}/renew`, { period: '7d' }, key('k'));
  const retry = await rest.post(`/v1/orders/${body.id}/renew`, { period: '7d' }, key('k'));
  expect([retry.status, retry.text]).toEqual([200, first.text]);
  expect(retry.headers).toHaveProperty('idempotent-replayed', 'true');
  expect((await rest.get('/v1/balance')).body).toMatchObject({ balance_usd: 98.8 });
});

test('a key that was used for another request is 400 invalid_request', async () => {
  const { rest } = await service.givenCaller();
  await rest.post('/v1/orders', PURCHASE, key('k'));
  expectRefusal(
    await rest.post('/v1/orders', { ...PURCHASE, quantity: 2 }, key('k')),
    400,
    'invalid_request',
  );
});

test('of two requests with one key at the same time, one is carried out and the other is 409', async () => {
  const { rest } = await service.givenCaller();
  service.running.sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'slow', delayMs: 500, times: 1 }]);
  const answers = await Promise.all([
    rest.post('/v1/orders', PURCHASE, key('k')),
    rest.post('/v1/orders', PURCHASE, key('k')),
  ]);
  const [done, refused] = answers.toSorted((a, b) => a.status - b.status);
  expect(done?.status).toBe(201);
  if (refused) expectRefusal(refused, 409, 'request_in_progress');
});

test.each([
  ['one character', 'k'],
  ['100 characters', 'k'.repeat(100)],
  ['100 characters outside the basic plane, in UTF-8', Buffer.from('😀'.repeat(100)).toString('latin1')],
])('%s are a key', async (_name, value) => {
  const { rest } = await service.givenCaller();
  const first = await rest.post('/v1/orders', PURCHASE, key(value));
  const retry = await rest.post('/v1/orders', PURCHASE, key(value));
  expect([first.status, retry.text]).toEqual([201, first.text]);
});

test.each([
  ['none', ''],
  ['101 characters', 'k'.repeat(101)],
  ['bytes that are no UTF-8', '\xff\xfe'],
  ['a bidirectional control', Buffer.from('a\u202eb').toString('latin1')],
  ['two headers', ['a', 'b']],
  ['two equal headers', ['a', 'a']],
])('%s are 400 invalid_request', async (_name, value) => {
  const { rest } = await service.givenCaller();
  const answer = await rest.post<{ error: { message: string } }>('/v1/orders', PURCHASE, key(value));
  expectRefusal(answer, 400, 'invalid_request');
  expect(answer.body.error.message).toContain('Idempotency-Key: ');
  expect((await rest.get('/v1/balance')).body).toMatchObject({ balance_usd: 100 });
});
