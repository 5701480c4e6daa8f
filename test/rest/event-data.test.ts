import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { adjust } from '../../src/billing/corrections.ts';
import { topUp } from '../../src/billing/top-ups.ts';
import { findEvents } from '../../src/events/log.ts';
import { tell } from '../../src/events/tell.ts';
import { showEvents } from '../../src/live/event-log.ts';
import { UsageReader } from '../../src/luxury/usage-reader.ts';
import { fileLapsedOrders, tellOfEnds } from '../../src/orders/ends.ts';
import { credit } from '../../src/payments/credit.ts';
import { beginRefund, refundOne } from '../../src/payments/refunds.ts';
import { createTelegramRefunds, starsReceipt } from '../../src/payments/stars/stars.ts';
import { expirePayments } from '../../src/payments/unpaid-payments.ts';
import { refundSettled } from '../../src/purchases/refund-settled.ts';
import { createKey, deleteKey, reissueKey, updateKey } from '../../src/resellers/keys.ts';
import { CHAT, usePayments } from '../support/payment-fixture.ts';
import { type RestClient, restClient } from '../support/rest-client.ts';
import { json, UpstreamServer } from '../support/upstream-server.ts';

const { service, resellerId, paymentsWith, wants } = usePayments();

const HOUR_MS = 3_600_000;
const GB = 2 ** 30;

interface EventBody {
  id: string;
  sequence: number;
  type: string;
  created_at: string;
  data: Record<string, unknown>;
}

let rest: RestClient;
let last: number;

let provider: UpstreamServer;
let telegram: ReturnType<typeof createTelegramRefunds>;

beforeAll(async () => {
  provider = await UpstreamServer.start();
  provider.otherwise = json({ ok: true, result: true });
  telegram = createTelegramRefunds({ url: provider.url, token: '4711:secret-of-the-bot' });
});
afterAll(async () => {
  await provider[Symbol.asyncDispose]();
  await telegram.close();
});
beforeEach(async () => {
  const { database, clock } = service.services;
  await topUp(database, {
    resellerId: resellerId(),
    amount: 50_000_000n,
    reference: randomUUID(),
    at: clock.now(),
  });
  const { apiKey } = await createKey(database, { resellerId: resellerId(), at: clock.now() });
  rest = restClient(service.url, apiKey);
  last = 0;
  await added();
});

/** The events that were added since this was asked last. */
async function added(): Promise<EventBody[]> {
  const { body } = await rest.get<{ events: EventBody[]; next: string }>(
    `/v1/events?after=${last}&limit=200`,
  );
  last = Number(body.next);
  return body.events;
}

const brief = (events: EventBody[]) =>
  events.map(({ type, data: { order, ...data } }) => ({ type, ...data }));

/** An order as `/v1` shows it now, without its proxies. */
async function shown(id: unknown): Promise<unknown> {
  const { proxies, ...order } = (await rest.get<Record<string, unknown>>(`/v1/orders/${id}`)).body;
  return order;
}

async function buy(body: object): Promise<number> {
  const answer = await rest.post<{ id: number }>('/v1/orders', body);
  expect(answer.status).toBe(201);
  return answer.body.id;
}

const PROXIES = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d', quantity: 2 };
const LUXURY = { tier: 'di', type: 'diresi', country: 'ANY', period: '1gb' };

test.each([
  ['proxies', PROXIES, { period: '30d', quantity: 2 }],
  ['one proxy', { tier: 'prem', type: 'socks5', country: 'US', period: '7d' }, { period: '7d', quantity: 1 }],
  [
    'proxies of a shared network',
    { tier: 'econ', type: 'ipv6', country: 'DE', period: '7d', quantity: 3 },
    { period: '7d', quantity: 3 },
  ],
  ['traffic', LUXURY, { period: '1gb', gb: 1 }],
])('the purchase of %s has what was bought and the order as /v1 lists it', async (_what, body, bought) => {
  const before = (await rest.get<{ balance_usd: number }>('/v1/balance')).body.balance_usd;
  const id = await buy(body);
  const after = (await rest.get<{ balance_usd: number }>('/v1/balance')).body.balance_usd;
  const events = await added();
  const order = await shown(id);
  expect(events).toEqual([
    {
      id: expect.stringMatching(/^evt_/),
      sequence: last,
      type: 'order.created',
      created_at: expect.any(String),
      data: {
        cause: 'api',
        operation_id: expect.any(String),
        ...bought,
        amount_usd: Number((after - before).toFixed(6)),
        balance_usd: after,
        order,
      },
    },
  ]);
  const listed = (await rest.get<{ orders: unknown[] }>('/v1/orders?limit=1')).body.orders[0];
  expect(events[0]?.data['order']).toEqual(listed);
});

test('an event keeps the order as it was right after it, whatever happens to it later', async () => {
  const id = await buy({ ...PROXIES, period: '7d' });
  const bought = await shown(id);
  await rest.post(`/v1/orders/${id}/renew`, { period: '30d' });
  const renewed = await shown(id);
  expect(renewed).not.toEqual(bought);
  const events = await added();
  expect(events.map(({ type, data }) => [type, data['order']])).toEqual([
    ['order.created', bought],
    ['order.renewed', renewed],
  ]);
  expect(brief(events)[1]).toEqual({
    type: 'order.renewed',
    cause: 'api',
    operation_id: expect.any(String),
    period: '30d',
    quantity: 2,
    amount_usd: expect.any(Number),
    balance_usd: expect.any(Number),
  });
});

test('traffic, settings, a pause and a password are told with the order after each', async () => {
  const id = await buy(LUXURY);
  const bought = await shown(id);
  await rest.post(`/v1/orders/${id}/traffic`, { period: '5gb' });
  const withTraffic = await shown(id);
  await rest.send({
    method: 'PATCH',
    path: `/v1/orders/${id}/settings`,
    body: { protocol: 'socks5', paused: true },
  });
  const paused = await shown(id);
  await rest.send({ method: 'PATCH', path: `/v1/orders/${id}/settings`, body: { paused: false } });
  await rest.post(`/v1/orders/${id}/reset-password`, {});
  const events = await added();
  expect(brief(events).slice(1)).toEqual([
    {
      type: 'order.traffic_added',
      cause: 'api',
      operation_id: expect.any(String),
      period: '5gb',
      gb: 5,
      amount_usd: expect.any(Number),
      balance_usd: expect.any(Number),
    },
    { type: 'order.settings_changed', cause: 'api', changed: ['protocol'] },
    { type: 'order.paused', cause: 'api' },
    { type: 'order.resumed', cause: 'api' },
    { type: 'order.password_changed', cause: 'api' },
  ]);
  const orders = events.map(({ data }) => data['order']);
  expect(orders.slice(0, 4)).toEqual([bought, withTraffic, paused, paused]);
  expect(orders[4]).toEqual(await shown(id));
  expect(withTraffic).toMatchObject({ traffic_gb: 6 });
  expect(paused).toMatchObject({ status: 'paused', protocol: 'socks5' });
});

test('use of the traffic is told at 80 and 95 percent, and its end', async () => {
  const { services, sandbox } = service;
  const id = await buy(LUXURY);
  await added();
  const reader = new UsageReader(services, 60);
  const { upstream_id } = await services.database.sql
    .selectFrom('luxury_traffic')
    .select('upstream_id')
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow();
  const body = JSON.stringify([{ subUserId: Number(upstream_id), bytes: GB }]);
  await fetch(`${sandbox.url}/control/usage`, { method: 'PUT', body });
  await reader.round();
  await reader.round();
  await reader.close();
  const events = await added();
  expect(brief(events)).toEqual([
    { type: 'order.traffic_used', cause: 'upstream', percent: 80 },
    { type: 'order.traffic_used', cause: 'upstream', percent: 95 },
    { type: 'order.exhausted', cause: 'upstream' },
  ]);
  expect(events[2]?.data['order']).toEqual(await shown(id));
  expect(events[2]?.data['order']).toMatchObject({ status: 'exhausted', traffic_gb: 1 });
});

test('the end of an order is told of before and when it comes', async () => {
  const { database, clock } = service.services;
  const id = await buy({ ...PROXIES, period: '7d' });
  await added();
  service.clock.advance(6 * 24 * HOUR_MS + HOUR_MS);
  await tellOfEnds(database.sql, clock.now());
  const before = await shown(id);
  service.clock.advance(24 * HOUR_MS);
  await fileLapsedOrders(database.sql, clock.now());
  const events = (await added()).filter(({ data }) => (data['order'] as { id: number }).id === id);
  expect(brief(events)).toEqual([
    { type: 'order.ending', cause: 'upstream', hours_left: 23, auto_renew: false },
    { type: 'order.ended', cause: 'upstream' },
  ]);
  expect(events.map(({ data }) => data['order'])).toEqual([before, await shown(id)]);
  expect(events[1]?.created_at).toBe((before as { expires_at: string }).expires_at);
});

test('a purchase that fails has what was asked for, a renewal that fails its order', async () => {
  const { sandbox } = service;
  sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'refuse' }]);
  await rest.post('/v1/orders', PROXIES);
  sandbox.arm([{ upstream: 'dataimpulse', call: '*', mode: 'refuse' }]);
  const options = { session: 'sticky', sticky_minutes: 30 };
  await rest.post('/v1/orders', { ...LUXURY, options });
  sandbox.arm([]);
  const id = await buy({ ...PROXIES, period: '7d' });
  sandbox.arm([{ upstream: 'px6', call: 'prolong', mode: 'refuse' }]);
  await rest.post(`/v1/orders/${id}/renew`, { period: '7d' });
  const events = await added();
  const balance_usd = expect.any(Number);
  expect(events.filter(({ type }) => type === 'purchase.failed').map(({ data }) => data)).toEqual([
    {
      cause: 'api',
      operation_id: expect.any(String),
      kind: 'purchase',
      code: expect.stringMatching(/^[a-z_]+$/),
      request: PROXIES,
      amount_usd: 0,
      balance_usd,
    },
    {
      cause: 'api',
      operation_id: expect.any(String),
      kind: 'purchase',
      code: 'provider_error',
      request: { ...LUXURY, quantity: 1, options: expect.objectContaining(options) },
      amount_usd: 0,
      balance_usd,
    },
    {
      cause: 'api',
      operation_id: expect.any(String),
      kind: 'renewal',
      code: expect.stringMatching(/^[a-z_]+$/),
      amount_usd: 0,
      balance_usd,
      order: await shown(id),
    },
  ]);
  const luxury = events.find(({ data }) => 'request' in data && 'options' in (data['request'] as object));
  expect(luxury).toBeDefined();
  const retried = await rest.post('/v1/orders', luxury?.data['request']);
  expect(retried.body).toMatchObject({ status: 'active' });
});

test('money that comes and goes by the operator and by payments has amount, balance and reference', async () => {
  const { database, clock } = service.services;
  const at = clock.now();
  const own = { resellerId: resellerId(), at };
  await topUp(database, { ...own, amount: 1_000_000n, reference: `top-${resellerId()}` });
  await adjust(database, {
    ...own,
    amount: -45_500_000n,
    reference: `cut-${resellerId()}`,
    reason: 'a test',
  });
  const id = await buy({ ...PROXIES, quantity: 1 });
  const { operation_id: operationId } = await database.sql
    .selectFrom('orders')
    .select('operation_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await refundSettled(database, { operationId, reference: `back-${resellerId()}`, reason: 'a test', at });
  const stars = await wants('stars', 2n);
  const receipt = { currency: 'XTR', total_amount: 154, invoice_payload: stars.id };
  await credit(
    service.payments,
    starsReceipt({ ...receipt, telegram_payment_charge_id: randomUUID() }, CHAT),
  );
  const payments = paymentsWith({ stars: telegram });
  await beginRefund(payments, stars.id);
  await refundOne(payments, stars.id);
  const unpaid = await wants('crypto_pay');
  service.clock.advance(2 * HOUR_MS);
  await expirePayments(service.payments);
  const events = await added();
  const created = events.find(({ type }) => type === 'order.created')?.data ?? {};
  const left = 5.5 + Number(created['amount_usd']);
  expect(brief(events).filter(({ type }) => type !== 'order.created')).toEqual([
    {
      type: 'balance.topped_up',
      cause: 'operator',
      reference: `top-${resellerId()}`,
      amount_usd: 1,
      balance_usd: 51,
    },
    {
      type: 'balance.adjusted',
      cause: 'operator',
      reference: `cut-${resellerId()}`,
      amount_usd: -45.5,
      balance_usd: 5.5,
    },
    { type: 'balance.low', cause: 'operator', balance_usd: 5.5, threshold_usd: 10 },
    {
      type: 'balance.refunded',
      cause: 'operator',
      reference: `back-${resellerId()}`,
      operation_id: created['operation_id'],
      amount_usd: -Number(created['amount_usd']),
      balance_usd: 5.5,
    },
    {
      type: 'balance.topped_up',
      cause: 'chat',
      reference: expect.stringContaining('stars:'),
      payment_id: stars.id,
      amount_usd: 2,
      balance_usd: 7.5,
    },
    {
      type: 'payment.refunded',
      cause: 'operator',
      payment_id: stars.id,
      provider: 'stars',
      amount_usd: -2,
      balance_usd: 5.5,
    },
    { type: 'payment.expired', cause: 'chat', payment_id: unpaid.id, provider: 'crypto_pay' },
  ]);
  expect(created['balance_usd']).toBe(Number(left.toFixed(6)));
});

test('the balance can be reckoned from events alone', async () => {
  const { sandbox } = service;
  const id = await buy({ ...PROXIES, period: '7d' });
  sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'refuse' }]);
  await rest.post('/v1/orders', PROXIES);
  sandbox.arm([]);
  await rest.post(`/v1/orders/${id}/renew`, { period: '7d' });
  last = 0;
  let sum = 0;
  for (const { data } of await added()) {
    sum += Number(data['amount_usd'] ?? 0);
    if ('balance_usd' in data) expect(Number(sum.toFixed(6))).toBe(data['balance_usd']);
  }
  expect((await rest.get('/v1/balance')).body).toMatchObject({ balance_usd: Number(sum.toFixed(6)) });
});

test('keys are told with their name and prefix, and no event has a secret', async () => {
  const { database, clock } = service.services;
  const named = { resellerId: resellerId() };
  const secrets: string[] = [];
  const created = await createKey(database, { ...named, name: 'A shop', at: clock.now() });
  secrets.push(created.apiKey);
  const { keyId } = created;
  secrets.push((await reissueKey(database, { keyId, ...named, at: clock.now() })).apiKey);
  await updateKey(database, { keyId, ...named, disabled: true });
  await updateKey(database, { keyId, ...named, disabled: false });
  await updateKey(database, { keyId, ...named, name: 'Another shop' });
  await deleteKey(database, { keyId, ...named });
  const bought = await rest.post<{ id: number; proxies: { login: string; password: string }[] }>(
    '/v1/orders',
    LUXURY,
  );
  const { id, proxies } = bought.body;
  secrets.push(...proxies.flatMap(({ login, password }) => [login, password]));
  secrets.push((await rest.post<{ password: string }>(`/v1/orders/${id}/reset-password`, {})).body.password);
  const other = await rest.post<typeof bought.body>('/v1/orders', PROXIES);
  secrets.push(...other.body.proxies.flatMap(({ login, password }) => [login, password]));
  last = 0;
  const events = await added();
  const keys = events.filter(({ type }) => type.startsWith('key.')).slice(2);
  expect(keys.map(({ type, data }) => [type, (data['key'] as { name: string }).name])).toEqual([
    ['key.created', 'A shop'],
    ['key.reissued', 'A shop'],
    ['key.disabled', 'A shop'],
    ['key.enabled', 'A shop'],
    ['key.changed', 'Another shop'],
    ['key.deleted', 'Another shop'],
  ]);
  expect(keys[0]?.data).toEqual({
    cause: 'api',
    key: { id: keyId, name: 'A shop', prefix: expect.any(String) },
  });
  const text = JSON.stringify(events);
  for (const secret of secrets) expect(text).not.toContain(secret);
  expect(text).not.toMatch(/password"|login"|token"|secret"|host"/);
});

test('data of more than 20 KB is cut in its lists, and says so', async () => {
  const { database } = service.services;
  const failed = Array.from({ length: 900 }, (_, place) => `${place}:${'x'.repeat(50)}`);
  await tell(database.sql, [
    { type: 'bulk.ended', resellerId: resellerId(), at: new Date(), facts: { job: { id: 1, failed } } },
  ]);
  const [event] = await added();
  const left = Object(event?.data['job']).failed as string[];
  expect(event?.data['truncated']).toBe(true);
  expect(left.length).toBeGreaterThan(100);
  expect(left).toEqual(failed.slice(0, left.length));
  expect(Buffer.byteLength(JSON.stringify(event?.data))).toBeLessThanOrEqual(20 * 1024);
});

test('a renewal of the version before, which kept no period, is shown with its days', async () => {
  const { database } = service.services;
  const id = await buy({ ...PROXIES, period: '7d' });
  await rest.post(`/v1/orders/${id}/renew`, { period: '7d' });
  const found = await findEvents(database.sql, resellerId(), [last + 1, last + 2]);
  const before = await showEvents(database.sql, found);
  await sql`update operations set request = request - 'period'
    where order_id = ${id} and kind = 'renewal'`.execute(database.sql);
  expect(await showEvents(database.sql, found)).toEqual(before);
});
