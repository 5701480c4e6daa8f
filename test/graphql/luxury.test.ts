import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type GivenReseller, givenReseller } from '../support/given.ts';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';
import {
  AddTrafficDocument,
  type AddTrafficInput,
  GeoDocument,
  LuxuryOrderDocument,
  PurchaseDocument,
  type PurchaseInput,
  QuoteDocument,
  type QuoteInput,
  ResetPasswordDocument,
  UpdateSettingsDocument,
  type UpdateSettingsInput,
  ViewerDocument,
} from './generated/graphql.ts';

const ORDER = { tier: 'di', type: 'diresi', country: 'US', period: '1gb' };
const TERM = { tier: 'prem', type: 'ipv4', country: 'US', period: '7d' };

let service: RunningService;
let reseller: GivenReseller;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

beforeEach(async () => {
  reseller = await givenReseller(service.services, { balanceUsd: '10' });
});

async function buy(input: Partial<PurchaseInput> = {}) {
  const { body } = await service.graphql(reseller.apiKey, PurchaseDocument, {
    input: { ...ORDER, ...input },
  });
  if (body.data?.purchase.__typename !== 'PurchaseSuccess') throw new Error(JSON.stringify(body));
  return body.data.purchase.order;
}

const read = async (id: string, variables: object = {}) =>
  (await service.graphql(reseller.apiKey, LuxuryOrderDocument, { id, ...variables })).body;
const add = async (input: AddTrafficInput) =>
  (await service.graphql(reseller.apiKey, AddTrafficDocument, { input })).body.data?.addTraffic;
const update = async (input: UpdateSettingsInput) =>
  (await service.graphql(reseller.apiKey, UpdateSettingsDocument, { input })).body.data?.updateSettings;
const reset = async (orderId: string) =>
  (await service.graphql(reseller.apiKey, ResetPasswordDocument, { input: { orderId } })).body.data
    ?.resetPassword;
const balance = async () =>
  (await service.graphql(reseller.apiKey, ViewerDocument, {})).body.data?.viewer.balanceUsd;

test('a Luxury order shows its traffic, settings, gateway, lines and stats', async () => {
  const { id, proxies } = await buy({ options: { session: 'STICKY', excludeAsn: ['7018'] } });
  const [proxy] = proxies;
  const { errors, data } = await read(id, { format: 'UPHP', count: 2, protocol: 'SOCKS5' });
  expect(errors).toBeUndefined();
  const { host, httpPort, socks5Port, stickyPorts } = service.sandbox.gateway;
  const user = `${proxy?.login}:${proxy?.password}`;
  expect(data?.order).toMatchObject({
    __typename: 'LuxuryOrder',
    ...ORDER,
    id,
    billing: 'PER_GB',
    protocol: 'BOTH',
    status: 'ACTIVE',
    expiresAt: null,
    renewable: false,
    trafficGb: 1,
    traffic: { orderId: id, totalGb: 1, usedGb: 0, leftGb: 1, usedPercent: 0 },
    settings: {
      country: 'US',
      state: null,
      excludeAsn: ['7018'],
      session: 'STICKY',
      stickyMinutes: 30,
      threads: 100,
      paused: false,
      login: proxy?.login,
    },
    gateway: { host, httpPort, socks5Port, stickyPorts },
    lines: [`${user}@${host}:${stickyPorts.first}`, `${user}@${host}:${stickyPorts.first + 1}`],
    stats: { days: Array(7).fill({ date: expect.any(String), trafficGb: 0, requests: 0 }), errors: [] },
  });
});

test('a quote of traffic has its price and how many addresses there are, and refuses as the purchase would', async () => {
  const quote = async (input: Partial<QuoteInput> = {}) =>
    (await service.graphql(reseller.apiKey, QuoteDocument, { input: { ...ORDER, ...input } })).body.data
      ?.quote;
  expect(await quote({ period: '50gb', country: 'any' })).toMatchObject({
    __typename: 'Quote',
    unitPriceUsd: '43.00',
    priceUsd: '43.00',
    available: expect.any(Number),
    affordable: false,
  });
  expect(await quote({ quantity: 2 })).toMatchObject({ __typename: 'InvalidQuantityError' });
  expect(await quote({ country: 'ANY', options: { state: 'texas' } })).toMatchObject({
    __typename: 'InvalidOptionError',
  });
});

test('a term order has no such fields', async () => {
  const { id } = await buy(TERM);
  const { data } = await read(id);
  expect(data?.order).toMatchObject({ __typename: 'TermOrder', trafficGb: null });
  expect(data?.order).not.toHaveProperty('traffic');
});

test('lines that make no sense are refused by their place in the answer', async () => {
  const { id } = await buy();
  const { data, errors } = await read(id, { count: 1_001 });
  expect(errors).toMatchObject([{ path: ['order', 'lines'], extensions: { code: 'INVALID_REQUEST' } }]);
  expect(data?.order).toBeNull();
});

test('lines for one protocol in a format of another are refused in words that hold at this door, too', async () => {
  const { id } = await buy();
  const { errors } = await read(id, { format: 'HTTP', protocol: 'SOCKS5' });
  expect(errors?.[0]?.message).toBe(
    'protocol: is SOCKS5 and "format" is for http:// URLs: leave it out for http:// URLs, or choose the format of socks5:// URLs.',
  );
});

test('what a type can be narrowed to is listed with most addresses first', async () => {
  const geo = async (variables: { kind: 'COUNTRIES' | 'CITIES'; country?: string; state?: string }) => {
    const { body } = await service.graphql(reseller.apiKey, GeoDocument, { type: 'diresi', ...variables });
    return body.data?.geo.__typename === 'GeoItems' ? body.data.geo.items : undefined;
  };
  expect((await geo({ kind: 'COUNTRIES' }))?.[0]).toMatchObject({ code: 'US', name: 'United States' });
  const cities = await geo({ kind: 'CITIES', country: 'us', state: 'texas' });
  expect(cities?.map(({ code }) => code)).toEqual(['houston', 'austin', 'dallas']);
  const counts = cities?.map(({ count }) => count) ?? [];
  expect(counts).toEqual(counts.toSorted((a, b) => b - a));
});

test('traffic that is added is charged, and answered with the order as it then is', async () => {
  const { id } = await buy();
  expect(await add({ orderId: id, period: '5gb', maxPriceUsd: '4.80' })).toMatchObject({
    __typename: 'AddTrafficSuccess',
    chargedUsd: '4.80',
    traffic: { orderId: id, totalGb: 6, leftGb: 6 },
    order: { id, status: 'ACTIVE', trafficGb: 6 },
  });
  expect(await balance()).toBe('4.20');
});

test('a repetition with the same key adds nothing, over either door', async () => {
  const { id } = await buy();
  const input = { orderId: id, period: '1gb', idempotencyKey: 'once' };
  const send = () => service.graphql(reseller.apiKey, AddTrafficDocument, { input });
  const [first, again] = [await send(), await send()];
  expect(again.text).toBe(first.text);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  const rest = await fetch(`${service.url}/v1/orders/${id}/traffic`, {
    method: 'POST',
    headers: { authorization: `Bearer ${reseller.apiKey}`, 'idempotency-key': 'once' },
    body: JSON.stringify({ period: '1gb' }),
  });
  expect([rest.status, rest.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
  expect(await rest.json()).toMatchObject({ total_gb: 2, charged_usd: 1 });
  expect(await balance()).toBe('8.00');
});

test.each<[string, Partial<AddTrafficInput>, object]>([
  ['an unknown volume', { period: '30d' }, { __typename: 'InvalidPeriodError', code: 'INVALID_PERIOD' }],
  [
    'more than the balance',
    { period: '10gb' },
    { __typename: 'InsufficientBalanceError', requiredUsd: '9.20', balanceUsd: '9.00' },
  ],
  [
    'a lower price limit',
    { maxPriceUsd: '0.99' },
    { __typename: 'PriceChangedError', priceUsd: '1.00', maxPriceUsd: '0.99' },
  ],
  ['no order of the caller', { orderId: '999999' }, { __typename: 'OrderNotFoundError' }],
  ['no order number', { orderId: 'mine' }, { __typename: 'InvalidRequestError', code: 'INVALID_REQUEST' }],
  ['an empty key', { idempotencyKey: '' }, { __typename: 'InvalidRequestError' }],
])('an addition with %s is refused with a typed error and charges nothing', async (_name, input, refusal) => {
  const { id } = await buy();
  expect(await add({ orderId: id, period: '1gb', ...input })).toMatchObject(refusal);
  expect(await balance()).toBe('9.00');
});

test('settings change, and the answer has them and the order as it then is', async () => {
  const { id } = await buy({ options: { state: 'texas', city: 'houston' } });
  const changed = await update({ orderId: id, city: null, threads: 5, protocol: 'HTTP', paused: true });
  expect(changed).toMatchObject({
    __typename: 'UpdateSettingsSuccess',
    order: { id, status: 'PAUSED', protocol: 'HTTP' },
    settings: { state: 'texas', city: null, threads: 5, protocol: 'HTTP', paused: true },
  });
  // Null clears a place, and leaves everything else as it is.
  expect(await update({ orderId: id, threads: null, paused: null, blockedHosts: null })).toMatchObject({
    settings: { threads: 5, paused: true, blockedHosts: [] },
  });
});

test.each<[string, Partial<UpdateSettingsInput>, object]>([
  ['a number out of range', { threads: 0 }, { __typename: 'InvalidOptionError', code: 'INVALID_OPTION' }],
  ['a code that is not listed', { city: 'miami', state: 'texas' }, { __typename: 'InvalidOptionError' }],
  ['an address that is none', { allowedIps: ['everybody'] }, { __typename: 'InvalidOptionError' }],
  ['an unknown country', { country: 'XX' }, { __typename: 'InvalidCountryError', code: 'INVALID_COUNTRY' }],
  ['an empty country', { country: '' }, { __typename: 'InvalidCountryError' }],
  ['no order of the caller', { orderId: '999999' }, { __typename: 'OrderNotFoundError' }],
  ['no order number', { orderId: 'mine' }, { __typename: 'InvalidRequestError' }],
])('a change with %s is refused with a typed error', async (_name, input, refusal) => {
  const { id } = await buy();
  expect(await update({ orderId: id, anonymous: true, ...input })).toMatchObject(refusal);
  expect((await read(id)).data?.order).toMatchObject({ settings: { anonymous: false } });
});

test('a field that the settings do not have is refused with the whole document', async () => {
  const { id } = await buy();
  const { status, body } = await sendGraphql(
    service.url,
    reseller.apiKey,
    `mutation { updateSettings(input: { orderId: "${id}", login: "mine" }) { __typename } }`,
  );
  expect([status, body.errors?.[0]?.extensions?.['code']]).toEqual([400, 'INVALID_REQUEST']);
});

test('a new password comes with a line that has it, and the order shows it', async () => {
  const { id, proxies } = await buy();
  const result = await reset(id);
  if (result?.__typename !== 'ResetPasswordSuccess') throw new Error(JSON.stringify(result));
  const { login, password, line } = result;
  const { host, httpPort } = service.sandbox.gateway;
  expect(password).not.toBe(proxies[0]?.password);
  expect(line).toBe(`${host}:${httpPort}:${login}:${password}`);
  expect((await read(id)).data?.order).toMatchObject({ proxies: [{ login, password }], lines: [line] });
});

test('a term order takes no traffic, settings or password', async () => {
  const { id } = await buy(TERM);
  const refusal = { __typename: 'NotLuxuryError', code: 'NOT_LUXURY' };
  expect(await add({ orderId: id, period: '1gb' })).toMatchObject(refusal);
  expect(await update({ orderId: id, threads: 5 })).toMatchObject(refusal);
  expect(await reset(id)).toMatchObject(refusal);
});

test('a reseller can neither change nor find another reseller’s order', async () => {
  const { id } = await buy();
  const owner = reseller;
  reseller = await givenReseller(service.services);
  const refusal = { __typename: 'OrderNotFoundError', message: `You have no order ${id}.` };
  expect(await add({ orderId: id, period: '1gb' })).toMatchObject(refusal);
  expect(await update({ orderId: id, paused: true })).toMatchObject(refusal);
  expect(await reset(id)).toMatchObject(refusal);
  expect((await read(id)).data?.order).toBeNull();
  reseller = owner;
  expect((await read(id)).data?.order).toMatchObject({ status: 'ACTIVE', trafficGb: 1 });
});

test('a provider that fails is answered with a typed error, and costs nothing', async () => {
  const { id } = await buy();
  service.sandbox.arm([{ upstream: 'dataimpulse', call: '*', mode: 'refuse' }]);
  try {
    const refusal = { __typename: 'ProviderError', code: 'PROVIDER_ERROR' };
    expect(await add({ orderId: id, period: '1gb' })).toMatchObject(refusal);
    expect(await update({ orderId: id, threads: 5 })).toMatchObject(refusal);
    expect(await reset(id)).toMatchObject(refusal);
  } finally {
    service.sandbox.arm([]);
  }
  expect(await balance()).toBe('9.00');
});

test('a type that is withdrawn takes no more traffic', async () => {
  const { id } = await buy({ type: 'didc' });
  const { sql: client } = service.services.database;
  await sql`update product_types set upstream_product = 'withdrawn' where id = 'didc'`.execute(client);
  expect(await add({ orderId: id, period: '1gb' })).toMatchObject({ __typename: 'UnknownProductError' });
});
