import { expect, test } from 'vitest';
import { expectRefusal } from '../support/rest-client.ts';
import { useLuxuryService } from './luxury-service.ts';

const { service, givenLuxury } = useLuxuryService();
const GB = 2 ** 30;

test('traffic shows what was bought, used and left, as the provider counts it now', async () => {
  const { rest, path, use } = await givenLuxury({ period: '5gb' });
  expect((await rest.get(`${path}/traffic`)).body).toEqual({
    total_gb: 5,
    used_gb: 0,
    left_gb: 5,
    used_percent: 0,
  });
  await use(GB / 4);
  expect((await rest.get(`${path}/traffic`)).body).toEqual({
    total_gb: 5,
    used_gb: 0.25,
    left_gb: 4.75,
    used_percent: 5,
  });
});

test('a provider that does not answer leaves the last reading', async () => {
  const { rest, path, use } = await givenLuxury();
  await use(GB / 2);
  service.running.sandbox.arm([{ upstream: 'dataimpulse', call: '*', mode: 'refuse' }]);
  try {
    expect((await rest.get(`${path}/traffic`)).body).toMatchObject({ total_gb: 1, used_gb: 0 });
  } finally {
    service.running.sandbox.arm([]);
  }
  expect((await rest.get(`${path}/traffic`)).body).toMatchObject({ used_gb: 0.5 });
});

test('traffic beyond the total is not charged: an exhausted order has used all and has nothing left', async () => {
  const { rest, path, use } = await givenLuxury();
  await use(GB + 65_536);
  expect((await rest.get(`${path}/traffic`)).body).toEqual({
    total_gb: 1,
    used_gb: 1,
    left_gb: 0,
    used_percent: 100,
  });
  expect((await rest.get(path)).body).toMatchObject({ status: 'exhausted', traffic_gb: 1 });
});

test('200: traffic is added to the same login with the same settings, and an exhausted order is active at once', async () => {
  const { rest, order, path, use } = await givenLuxury({ options: { threads: 7 } });
  await use(GB);
  await rest.get(`${path}/traffic`);
  const { status, body } = await rest.post(`${path}/traffic`, { period: '5gb' });
  expect({ status, body }).toEqual({
    status: 200,
    body: { total_gb: 6, used_gb: 1, left_gb: 5, used_percent: 16.66, charged_usd: 4.8 },
  });
  const { charged_usd: _charged, ...fields } = order;
  expect((await rest.get(path)).body).toEqual({ ...fields, traffic_gb: 6 });
  expect((await rest.get(`${path}/settings`)).body).toMatchObject({ threads: 7 });
  expect((await rest.get('/v1/balance')).body).toMatchObject({ balance_usd: 94.2 });
});

test('traffic that is added to a paused order leaves it paused', async () => {
  const { rest, path, change } = await givenLuxury();
  await change({ paused: true });
  expect((await rest.post(`${path}/traffic`, { period: '1gb' })).body).toMatchObject({ total_gb: 2 });
  expect((await rest.get(path)).body).toMatchObject({ status: 'paused', traffic_gb: 2 });
});

test('a retry with the same key adds nothing, and says so', async () => {
  const { rest, path, use } = await givenLuxury();
  const key = { 'idempotency-key': 'more' };
  const first = await rest.post(`${path}/traffic`, { period: '1gb' }, key);
  expect(first.headers).not.toHaveProperty('idempotent-replayed');
  await use(GB / 2);
  const retry = await rest.post(`${path}/traffic`, { period: '1gb' }, key);
  expect([retry.status, retry.headers['idempotent-replayed'], retry.text]).toEqual([200, 'true', first.text]);
  expect((await rest.get(`${path}/traffic`)).body).toMatchObject({ total_gb: 2, used_gb: 0.5 });
  expectRefusal(await rest.post(`${path}/traffic`, { period: '5gb' }, key), 400, 'invalid_request');
  expect((await rest.get('/v1/balance')).body).toMatchObject({ balance_usd: 98 });
});

test('a key is one of the reseller’s, whatever the order and the route', async () => {
  const { rest, path } = await givenLuxury();
  const key = { 'idempotency-key': 'one' };
  await rest.post('/v1/orders', { tier: 'prem', type: 'ipv4', country: 'US', period: '7d' }, key);
  expectRefusal(await rest.post(`${path}/traffic`, { period: '1gb' }, key), 400, 'invalid_request');
});

test.each([
  ['invalid_request', {}],
  ['invalid_request', { period: 1 }],
  ['invalid_request', { period: null }],
  ['invalid_period', { period: '2gb' }],
  ['invalid_period', { period: '' }],
  ['invalid_json', '[]'],
  ['invalid_json', ''],
])('400 %s: %j', async (code, body) => {
  const { rest, path } = await givenLuxury();
  expectRefusal(await rest.post(`${path}/traffic`, body), 400, code);
  expect((await rest.get('/v1/balance')).body).toMatchObject({ balance_usd: 99 });
});

test.each([
  ['an empty key', ''],
  ['101 characters', 'k'.repeat(101)],
  ['two keys', ['a', 'b']],
])('400 invalid_request: %s', async (_name, value) => {
  const { rest, path } = await givenLuxury();
  const answer = await rest.post(`${path}/traffic`, { period: '1gb' }, { 'idempotency-key': value });
  expectRefusal(answer, 400, 'invalid_request');
  expect(answer.text).toContain('Idempotency-Key: ');
});

test('of two requests with one key at the same time, one is charged and the other has to wait or is replayed', async () => {
  const { rest, path } = await givenLuxury();
  const { sandbox } = service.running;
  sandbox.arm([{ upstream: 'dataimpulse', call: 'balance-add', mode: 'slow', delayMs: 500, times: 1 }]);
  const add = () => rest.post(`${path}/traffic`, { period: '1gb' }, { 'idempotency-key': 'twice' });
  const answers = await Promise.all([add(), add()]);
  const [done, other] = answers.toSorted((a, b) => a.status - b.status);
  expect(done?.body).toMatchObject({ total_gb: 2, charged_usd: 1 });
  if (other?.status === 200) expect(other.text).toBe(done?.text);
  else if (other) expectRefusal(other, 409, 'request_in_progress');
  expect((await rest.get('/v1/balance')).body).toMatchObject({ balance_usd: 98 });
});

test('unknown fields are ignored', async () => {
  const { rest, path } = await givenLuxury();
  expect((await rest.post(`${path}/traffic`, { period: '1gb', threads: 'many' })).status).toBe(200);
});

test('402: the balance is too low, and a retry gets the same answer', async () => {
  const { rest, path } = await givenLuxury({ balanceUsd: '1.25' });
  const key = { 'idempotency-key': 'poor' };
  const refused = await rest.post(`${path}/traffic`, { period: '1gb' }, key);
  expectRefusal(refused, 402, 'insufficient_balance', { required_usd: 1, balance_usd: 0.25 });
  const retry = await rest.post(`${path}/traffic`, { period: '1gb' }, key);
  expect([retry.status, retry.headers['idempotent-replayed'], retry.text]).toEqual([
    402,
    'true',
    refused.text,
  ]);
});

test('502: when the provider fails, the charge is back on the balance', async () => {
  const { rest, path } = await givenLuxury();
  service.running.sandbox.arm([{ upstream: 'dataimpulse', call: 'balance-add', mode: 'refuse' }]);
  try {
    expectRefusal(await rest.post(`${path}/traffic`, { period: '1gb' }), 502, 'provider_error');
  } finally {
    service.running.sandbox.arm([]);
  }
  expect((await rest.get('/v1/balance')).body).toMatchObject({ balance_usd: 99 });
  expect((await rest.get(`${path}/traffic`)).body).toMatchObject({ total_gb: 1 });
});
