import { expect, test } from 'vitest';
import { purchase } from '../../src/purchases/purchase.ts';
import { buyerOf } from '../support/given.ts';
import { expectRefusal } from '../support/rest-client.ts';
import { LUXURY, useLuxuryService } from './luxury-service.ts';
import type { ChargedOrderBody } from './rest-service.ts';

const { service, givenLuxury } = useLuxuryService();

test('201: a Luxury purchase has traffic instead of an end, and one proxy', async () => {
  const { rest } = await service.givenCaller();
  const { status, body } = await rest.post('/v1/orders', { ...LUXURY, period: '5gb' });
  expect({ status, body }).toEqual({
    status: 201,
    body: {
      id: expect.any(Number),
      ...LUXURY,
      period: '5gb',
      quantity: 1,
      price_usd: 4.8,
      status: 'active',
      protocol: 'both',
      created_at: expect.any(String),
      expires_at: null,
      traffic_gb: 5,
      renewable: false,
      source: 'api',
      label: null,
      note: null,
      customer: null,
      proxies: [
        {
          id: expect.stringMatching(/^proxy:\d+\/1$/),
          host: '127.0.0.1',
          port: service.running.sandbox.gateway.httpPort,
          login: expect.any(String),
          password: expect.any(String),
        },
      ],
      charged_usd: 4.8,
    },
  });
});

test('an order reads as it was bought, and is listed without proxies', async () => {
  const { rest, order, path } = await givenLuxury();
  const { charged_usd: _charged, ...retrieved } = order;
  const { proxies: _proxies, ...listed } = retrieved;
  expect((await rest.get(path)).body).toEqual(retrieved);
  expect((await rest.get('/v1/orders')).body).toMatchObject({ orders: [listed], total: 1 });
});

test('every option is taken, and shows in the settings', async () => {
  const options = {
    session: 'sticky',
    sticky_minutes: 120,
    protocol: 'socks5',
    state: 'california',
    city: 'losangeles',
    zip: '90001',
    asn: '7922',
    exclude_asn: ['7018', '209'],
    anonymous: true,
    threads: 2_000,
  };
  const { rest, path, order } = await givenLuxury({ options });
  const { gateway } = service.running.sandbox;
  expect(order).toMatchObject({ protocol: 'socks5', proxies: [{ port: gateway.stickyPorts.first }] });
  expect((await rest.get(`${path}/settings`)).body).toMatchObject(options);
});

test('without options an order rotates over the whole country and speaks both protocols', async () => {
  const { rest, path, order } = await givenLuxury({ options: {} });
  const { host, httpPort, socks5Port, stickyPorts } = service.running.sandbox.gateway;
  expect((await rest.get(`${path}/settings`)).body).toEqual({
    country: 'US',
    state: null,
    city: null,
    zip: null,
    asn: null,
    exclude_asn: [],
    anonymous: false,
    session: 'rotating',
    sticky_minutes: 30,
    protocol: 'both',
    threads: 100,
    allowed_ips: [],
    blocked_hosts: [],
    paused: false,
    login: order.proxies[0]?.login,
    gateway: {
      host,
      http_port: httpPort,
      socks5_port: socks5Port,
      sticky_ports: [stickyPorts.first, stickyPorts.last],
    },
  });
});

test('the country may be in lower case, or any', async () => {
  expect((await givenLuxury({ country: 'de' })).order.country).toBe('DE');
  expect((await givenLuxury({ country: 'ANY' })).order.country).toBe('ANY');
});

test.each(['diresi', 'dipremium', 'dimobile', 'didc'])('the type %s is sold', async (type) => {
  expect((await givenLuxury({ type })).order).toMatchObject({ type, traffic_gb: 1 });
});

test.each([
  ['invalid_quantity', { quantity: 2 }, 'quantity'],
  ['invalid_quantity', { quantity: 0 }, 'quantity'],
  ['invalid_period', { period: '30d' }, '1gb, 5gb, 10gb, 50gb'],
  ['invalid_country', { country: 'XX' }, 'XX'],
  ['invalid_country', { country: '' }, 'country'],
  ['invalid_option', { country: 'ANY', options: { state: 'texas' } }, 'options.state: '],
  ['invalid_option', { country: 'ANY', options: { city: 'houston' } }, 'options.city: '],
  ['invalid_option', { country: 'ANY', options: { zip: '77002' } }, 'options.zip: '],
  ['invalid_option', { country: 'ANY', options: { asn: '7922' } }, 'options.asn: '],
  ['invalid_option', { options: { state: 'Texas' } }, 'options.state: '],
  ['invalid_option', { options: { state: 'texas', city: 'miami' } }, 'options.city: '],
  ['invalid_option', { options: { zip: '00000' } }, 'options.zip: '],
  ['invalid_option', { options: { asn: '3320' } }, 'options.asn: '],
  ['invalid_option', { options: { exclude_asn: ['AS7922'] } }, 'options.exclude_asn.0: '],
  ['invalid_option', { options: { sticky_minutes: 0 } }, 'options.sticky_minutes: '],
  ['invalid_option', { options: { sticky_minutes: 121 } }, 'options.sticky_minutes: '],
  ['invalid_option', { options: { threads: 0 } }, 'options.threads: '],
  ['invalid_option', { options: { threads: 2_001 } }, 'options.threads: '],
  ['invalid_option', { options: { threads: '5' } }, 'options.threads: '],
  ['invalid_option', { options: { session: 'slow' } }, 'options.session: '],
  // These are settings, which are not options of a purchase.
  ['invalid_option', { options: { paused: true } }, 'options.paused: is not known'],
  ['invalid_option', { options: { blocked_hosts: [] } }, 'options.blocked_hosts: is not known'],
  ['invalid_request', { options: null }, 'options: '],
  ['invalid_request', { options: [] }, 'options: '],
  ['invalid_request', { quantity: '1' }, 'quantity: '],
])('400 %s: %j, and nothing is charged', async (code, input, words) => {
  const { rest } = await service.givenCaller();
  const answer = await rest.post('/v1/orders', { ...LUXURY, ...input });
  expectRefusal(answer, 400, code);
  expect(answer.body).toMatchObject({ error: { message: expect.stringContaining(words) } });
  expect((await rest.get('/v1/balance')).body).toMatchObject({ balance_usd: 100 });
});

test('the refusals come in the contract’s order: product, period, quantity, country, option, balance', async () => {
  const { rest } = await service.givenCaller({ balanceUsd: '0.5' });
  const wrong = { type: 'dinone', period: '2gb', quantity: 2, country: 'XX', options: { threads: 0 } };
  const mended = { type: 'diresi', period: '1gb', quantity: 1, country: 'US', options: { threads: 1 } };
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
    const { body } = await rest.post('/v1/orders', { ...LUXURY, ...wrong, ...mend });
    expect(body).toMatchObject({ error: { code } });
  }
  const poor = await rest.post('/v1/orders', { ...LUXURY, ...mended });
  expectRefusal(poor, 402, 'insufficient_balance', { required_usd: 1, balance_usd: 0.5 });
});

test('502: when the provider fails, the charge is back and there is no order', async () => {
  const { rest } = await service.givenCaller();
  const { sandbox } = service.running;
  sandbox.arm([{ upstream: 'dataimpulse', call: 'create', mode: 'refuse' }]);
  try {
    expectRefusal(await rest.post('/v1/orders', LUXURY), 502, 'provider_error');
  } finally {
    sandbox.arm([]);
  }
  expect((await rest.get('/v1/balance')).body).toMatchObject({ balance_usd: 100 });
  expect((await rest.get('/v1/orders')).body).toMatchObject({ total: 0 });
});

test('a retry with the same key is answered as the first request was, whatever was set or added since', async () => {
  const { rest } = await service.givenCaller();
  const key = { 'idempotency-key': 'luxury' };
  const first = await rest.post<ChargedOrderBody>('/v1/orders', { ...LUXURY, options: { threads: 5 } }, key);
  const path = `/v1/orders/${first.body.id}`;
  await rest.send({ method: 'PATCH', path: `${path}/settings`, body: { paused: true, protocol: 'socks5' } });
  await rest.post(`${path}/traffic`, { period: '1gb' });
  await rest.send({ method: 'POST', path: `${path}/reset-password` });
  const retry = await rest.post('/v1/orders', { ...LUXURY, options: { threads: 5 } }, key);
  expect([retry.status, retry.headers['idempotent-replayed'], retry.text]).toEqual([201, 'true', first.text]);
  const other = await rest.post('/v1/orders', { ...LUXURY, options: { threads: 6 } }, key);
  expectRefusal(other, 400, 'invalid_request');
});

test('what the chat bot has sold is listed and managed like any other order', async () => {
  const { rest, resellerId } = await service.givenCaller();
  const buyer = { ...buyerOf({ resellerId }), source: 'bot' as const };
  const { sale } = await purchase(service.running.services, buyer, LUXURY);
  const { id } = sale.order;
  const { body } = await rest.get('/v1/orders');
  expect(body).toMatchObject({ orders: [{ id, source: 'bot', price_usd: 1.3, traffic_gb: 1 }], total: 1 });
  const added = await rest.post(`/v1/orders/${id}/traffic`, { period: '1gb' });
  expect(added.body).toMatchObject({ total_gb: 2, charged_usd: 1 });
});

test('409 not_renewable: a Luxury order has no term', async () => {
  const { rest, path } = await givenLuxury();
  expectRefusal(await rest.post(`${path}/renew`, { period: '1gb' }), 409, 'not_renewable');
});

test('lists show both kinds, and filter by the states that only Luxury orders have', async () => {
  const { rest, order, change, use } = await givenLuxury();
  await rest.post('/v1/orders', { tier: 'prem', type: 'ipv4', country: 'US', period: '7d' });
  const listed = async (query = '') =>
    (await rest.get<{ orders: { id: number; traffic_gb: number | null }[] }>(`/v1/orders${query}`)).body
      .orders;
  expect((await listed()).map(({ traffic_gb }) => traffic_gb)).toEqual([null, 1]);
  await change({ paused: true });
  expect(await listed('?status=paused')).toMatchObject([{ id: order.id, status: 'paused' }]);
  await use(2 ** 30);
  // This request reads the traffic from the upstream.
  await rest.get(`/v1/orders/${order.id}/traffic`);
  await change({ paused: false });
  expect(await listed('?status=exhausted')).toMatchObject([{ id: order.id, status: 'exhausted' }]);
  expect(await listed('?status=paused')).toEqual([]);
  expect(await listed('?status=active')).toHaveLength(1);
});
