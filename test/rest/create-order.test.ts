import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readBalance } from '../../src/billing/accounts.ts';
import { logOf } from '../support/log-of.ts';
import { expectRefusal } from '../support/rest-client.ts';
import { type ChargedOrderBody, PURCHASE, useRestService } from './rest-service.ts';

const service = useRestService();
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

test('201: a purchase answers with the order, its proxies and what was charged', async () => {
  const { rest } = await service.givenCaller();
  const { status, body } = await rest.post('/v1/orders', { ...PURCHASE, quantity: 3 });
  const proxy = {
    id: expect.stringMatching(/^proxy:\d+\/[123]$/),
    host: expect.any(String),
    port: expect.any(Number),
    login: expect.any(String),
    password: expect.any(String),
  };
  expect({ status, body }).toEqual({
    status: 201,
    body: {
      id: expect.any(Number),
      tier: 'prem',
      type: 'ipv4',
      country: 'US',
      period: '30d',
      quantity: 3,
      price_usd: 3.3,
      status: 'active',
      protocol: 'http',
      created_at: expect.stringMatching(INSTANT),
      expires_at: expect.stringMatching(INSTANT),
      traffic_gb: null,
      renewable: true,
      source: 'api',
      label: null,
      note: null,
      customer: null,
      proxies: [proxy, proxy, proxy],
      charged_usd: 3.3,
    },
  });
});

test('201: quantity is 1 when left out, unknown fields are ignored, a lower-case country is accepted', async () => {
  const { rest } = await service.givenCaller();
  const { body, status } = await rest.post<ChargedOrderBody>('/v1/orders', {
    ...PURCHASE,
    country: 'us',
    max_price: 'none',
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({ country: 'US', quantity: 1, charged_usd: 1.1 });
});

test.each([
  ['unknown_product', 404, { tier: 'none' }],
  ['unknown_product', 404, { type: 'none' }],
  ['invalid_period', 400, { period: '8d' }],
  ['invalid_country', 400, { country: 'XX' }],
  ['invalid_quantity', 400, { quantity: 0 }],
  ['invalid_quantity', 400, { quantity: -1 }],
  ['invalid_quantity', 400, { quantity: 51 }],
  ['invalid_quantity', 400, { quantity: 2 ** 63 }],
  ['invalid_option', 400, { options: {} }],
  ['invalid_option', 400, { options: { session: 'sticky' } }],
  ['invalid_request', 400, { options: null }],
  ['invalid_request', 400, { options: [] }],
  ['invalid_request', 400, { options: 'sticky' }],
  ['invalid_request', 400, { quantity: 1.5 }],
  ['invalid_request', 400, { quantity: '1' }],
  ['invalid_request', 400, { quantity: null }],
  ['invalid_request', 400, { quantity: true }],
  ['invalid_request', 400, { tier: undefined }],
  ['invalid_request', 400, { type: 7 }],
  ['invalid_request', 400, { country: null }],
  ['invalid_request', 400, { period: ['30d'] }],
  ['invalid_request', 400, { period: 'x'.repeat(201) }],
] as const)('%s (%i): %j', async (code, status, change) => {
  const { rest } = await service.givenCaller();
  const answer = await rest.post<{ error: { message: string } }>('/v1/orders', { ...PURCHASE, ...change });
  expectRefusal(answer, status, code);
  const [field] = Object.keys(change);
  if (code === 'invalid_request') expect(answer.body.error.message).toContain(`${field}: `);
  expect((await rest.get('/v1/balance')).body).toMatchObject({ balance_usd: 100 });
});

test('the refusals come in the contract’s order: product, period, quantity, country, option, stock, balance', async () => {
  const { rest } = await service.givenCaller({ balanceUsd: '0.01' });
  const wrong = { tier: 'none', period: '8d', quantity: 51, country: 'XX', options: {} };
  const mended = { tier: 'prem', period: '30d', quantity: 4, country: 'TR', options: undefined };
  const codes = [
    'unknown_product',
    'invalid_period',
    'invalid_quantity',
    'invalid_country',
    'invalid_option',
  ];
  const fields = Object.keys(wrong) as (keyof typeof wrong)[];
  for (const [i, code] of codes.entries()) {
    const mend = Object.fromEntries(fields.slice(0, i).map((field) => [field, mended[field]]));
    const { body } = await rest.post('/v1/orders', { ...PURCHASE, ...wrong, ...mend });
    expect(body).toMatchObject({ error: { code } });
  }
  const all = await rest.post('/v1/orders', { ...PURCHASE, ...mended });
  expectRefusal(all, 409, 'out_of_stock', { available: 3 });
  const single = await rest.post('/v1/orders', { ...PURCHASE, ...mended, quantity: 1 });
  expectRefusal(single, 402, 'insufficient_balance', { required_usd: 1.1, balance_usd: 0.01 });
});

test('502: when the provider fails, the charge is back on the balance', async () => {
  const { rest } = await service.givenCaller();
  service.running.sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'refuse' }]);
  try {
    expectRefusal(await rest.post('/v1/orders', PURCHASE), 502, 'provider_error');
  } finally {
    service.running.sandbox.arm([]);
  }
  expect((await rest.get('/v1/balance')).body).toMatchObject({ balance_usd: 100 });
});

test('500: a bug is reported to the operator and not to the client', async () => {
  const { rest, resellerId } = await service.givenCaller();
  await service.change(sql`delete from accounts where reseller_id = ${resellerId}`);
  const answer = await rest.get<{ error: { message: string } }>('/v1/balance');
  expectRefusal(answer, 500, 'internal_error');
  expect(answer.body.error.message).not.toMatch(/account|reseller/);
  expect(service.running.logged.join()).toContain('has no account');
});

test('whoever hangs up is told of the money that comes back then, and who waits is answered', async () => {
  const { resellerId, apiKey, rest } = await service.givenCaller();
  const { database } = service.running.services;
  const told = async () =>
    (await logOf(database.sql, resellerId, ['purchase.failed'])).map(({ cause }) => cause);
  const refusal = { upstream: 'px6', call: 'buy', mode: 'refuse', times: 1 } as const;
  service.running.sandbox.arm([refusal]);
  expect((await rest.post('/v1/orders', PURCHASE)).status).toBe(502);
  expect(await told()).toEqual(['api']);

  service.running.sandbox.arm([{ ...refusal, delayMs: 1_000 }]);
  const hangUp = new AbortController();
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const asked = fetch(`${service.running.url}/v1/orders`, {
    ...{ method: 'POST', headers, body: JSON.stringify(PURCHASE), signal: hangUp.signal },
  });
  await expect.poll(() => readBalance(database.sql, resellerId)).toBe(98_900_000n);
  hangUp.abort();
  await expect(asked).rejects.toThrow(/abort/i);
  await expect.poll(told).toEqual(['api', 'recovery']);
  expect(await readBalance(database.sql, resellerId)).toBe(100_000_000n);
});
