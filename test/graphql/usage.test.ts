import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readTraffic } from '../../src/luxury/traffic.ts';
import { UsageReader } from '../../src/luxury/usage-reader.ts';
import { byForwarding, openTarget } from '../e2e/through-proxy.ts';
import { givenReseller } from '../support/given.ts';
import { type GivenLuxuryOrder, givenLuxuryOrder } from '../support/given-luxury.ts';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';
import { socketClient } from '../support/sockets.ts';
import { recordStatements, type Statements } from '../support/statements.ts';
import { upstreamCalls } from '../support/upstream-calls.ts';
import { UsageDocument, type UsageUnit } from './generated/graphql.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const UNITS: readonly UsageUnit[] = ['MINUTE', 'HOUR', 'DAY'];

let statements: Statements;
let service: RunningService;
let given: GivenLuxuryOrder;
let reader: UsageReader;

beforeAll(async () => {
  statements = recordStatements();
  service = await startService({ onPoolCreated: statements.onPoolCreated });
});
afterAll(() => service.close());
/** Ten seconds after the next midnight, and it stays so: no test runs into the end of a minute. */
beforeEach(async () => {
  service.clock.stop();
  const now = service.clock.now().getTime();
  service.clock.advance(Math.ceil(now / DAY) * DAY + 10_000 - now);
  await sql`delete from leases`.execute(service.services.database.sql);
  reader = new UsageReader(service.services, 5);
  given = await givenLuxuryOrder(service.services);
});

const ago = (milliseconds: number) => new Date(service.clock.now().getTime() - milliseconds).toISOString();
const nameOf = (of: GivenLuxuryOrder) => ({ resellerId: of.resellerId, orderId: of.order.id });
const trafficOf = async (of: GivenLuxuryOrder) =>
  (await readTraffic(service.services.database.sql, [nameOf(of)])).get(of.order.id);

/** Counts bytes at the sandbox, and has the service read them. */
async function use(bytes: number, of = given): Promise<void> {
  const body = JSON.stringify([{ subUserId: Number((await trafficOf(of))?.upstreamId), bytes }]);
  await fetch(`${service.sandbox.url}/control/usage`, { method: 'PUT', body });
  await reader.round();
}

const ask = async (variables: { by: UsageUnit; from: string; to?: string }, { apiKey } = given) =>
  (await service.graphql(apiKey, UsageDocument, { id: String(given.order.id), ...variables })).body;
async function usage(by: UsageUnit, from = ago(DAY), to?: string) {
  const { data, errors } = await ask({ by, from, ...(to !== undefined && { to }) });
  expect(errors).toBeUndefined();
  return data?.order && 'usage' in data.order ? data.order.usage : undefined;
}

test('what goes through the gateway is in the samples of the minute, the hour and the day, to the byte', async () => {
  const { login, password, host, port } = given.proxy;
  const url = await openTarget();
  await byForwarding(`http://${login}:${password}@${host}:${port}`, `${url}/100000`);
  await expect
    .poll(async () => {
      await reader.round();
      return Number((await trafficOf(given))?.usedBytes);
    })
    .toBeGreaterThan(100_000);
  const bytes = Number((await trafficOf(given))?.usedBytes);
  const midnight = `${ago(0).slice(0, 10)}T00:00:00.000Z`;
  for (const by of UNITS) expect(await usage(by)).toEqual([{ at: midnight, bytes }]);
});

test('a range begins with the unit that has its first instant, and ends before its last one', async () => {
  const start = Math.floor(service.clock.now().getTime() / DAY) * DAY;
  const at = (minutes: number) => new Date(start + minutes * MINUTE).toISOString();
  for (const bytes of [1, 20, 300]) {
    await use(bytes);
    service.clock.advance(MINUTE);
  }
  const samples = [
    { at: at(0), bytes: 1 },
    { at: at(1), bytes: 20 },
    { at: at(2), bytes: 300 },
  ];
  expect(await usage('MINUTE')).toEqual(samples);
  expect(await usage('MINUTE', at(1))).toEqual(samples.slice(1));
  expect(await usage('MINUTE', at(1.9))).toEqual(samples.slice(1));
  expect(await usage('MINUTE', at(0), at(2))).toEqual(samples.slice(0, 2));
  expect(await usage('MINUTE', at(0), at(2.1))).toEqual(samples);
  expect(await usage('MINUTE', at(1.1), at(1.1))).toEqual([samples[1]]);
  expect(await usage('HOUR', at(1), at(1.1))).toEqual([{ at: at(0), bytes: 321 }]);
  expect(await usage('DAY', at(1))).toEqual([{ at: at(0), bytes: 321 }]);
  // The same instant as another offset writes it.
  const elsewhere = `${new Date(start + MINUTE + 5.5 * HOUR).toISOString().slice(0, -1)}+05:30`;
  expect(await usage('MINUTE', elsewhere)).toEqual(samples.slice(1));
});

test('minutes that are no longer kept are not shown, although they are not deleted yet', async () => {
  await use(5);
  service.clock.advance(MINUTE);
  await use(6);
  service.clock.advance(2 * DAY + MINUTE);
  expect(await usage('MINUTE', ago(2 * DAY))).toEqual([]);
  expect(await usage('MINUTE', ago(3 * DAY), ago(2 * DAY))).toEqual([]);
  expect(await usage('HOUR', ago(3 * DAY))).toMatchObject([{ bytes: 11 }]);
  service.clock.advance(91 * DAY);
  expect(await usage('HOUR', ago(90 * DAY))).toEqual([]);
  expect(await usage('DAY', ago(100 * DAY))).toMatchObject([{ bytes: 11 }]);
});

test('days of a time zone are added up from hours, and are there as long as all of their hours', async () => {
  const days = async (timeZone: string, from: string) => {
    const variables = { id: String(given.order.id), by: 'DAY' as const, from, timeZone };
    const { data, errors } = (await service.graphql(given.apiKey, UsageDocument, variables)).body;
    expect(errors).toBeUndefined();
    return data?.order && 'usage' in data.order ? data.order.usage : undefined;
  };
  const midnight = Math.floor(service.clock.now().getTime() / DAY) * DAY;
  const at = (hours: number) => new Date(midnight + hours * HOUR).toISOString();
  await use(1);
  service.clock.advance(4 * HOUR);
  await use(20);
  service.clock.advance(16 * HOUR);
  await use(300);
  // New York is five hours behind in winter and four in summer, Tokyo is nine ahead.
  const [first, second, ...more] = (await days('America/New_York', at(-24))) ?? [];
  expect([first?.bytes, second?.bytes, more]).toEqual([
    expect.toBeOneOf([1, 21]),
    expect.toBeOneOf([300, 320]),
    [],
  ]);
  expect(await days('Asia/Tokyo', at(0))).toEqual([
    { at: at(-9), bytes: 21 },
    { at: at(15), bytes: 300 },
  ]);
  expect(await days('UTC', at(0))).toEqual([{ at: at(0), bytes: 321 }]);
  service.clock.advance(91 * DAY);
  expect(await days('Asia/Tokyo', at(0))).toEqual([]);
});

test.each<[string, { by: UsageUnit; from: () => string; to?: () => string }, RegExp]>([
  ['begins after its end', { by: 'DAY', from: () => ago(0), to: () => ago(MINUTE) }, /is after the end/],
  ['begins in the future', { by: 'MINUTE', from: () => ago(-MINUTE) }, /is after the end/],
  ['has more than 2,880 minutes', { by: 'MINUTE', from: () => ago(2_881 * MINUTE) }, /at most 2880/],
  ['has more than 2,160 hours', { by: 'HOUR', from: () => ago(2_161 * HOUR) }, /at most 2160/],
  ['has more than 3,660 days', { by: 'DAY', from: () => ago(3_661 * DAY) }, /at most 3660/],
  [
    'is all of time',
    { by: 'DAY', from: () => '1900-01-01T00:00:00Z', to: () => '9998-12-31T23:59:59Z' },
    /at most/,
  ],
])('a range that %s is refused at its place in the answer, with the field', async (_name, range, message) => {
  const { by, from, to } = range;
  const { data, errors } = await ask({ by, from: from(), ...(to && { to: to() }) });
  expect(errors).toMatchObject([
    {
      path: ['order', 'usage'],
      message: expect.stringMatching(message),
      extensions: { code: 'INVALID_REQUEST', fields: [{ path: ['from'] }] },
    },
  ]);
  expect(data?.order).toBeNull();
});

test('the longest ranges are answered, even if the client’s clock is a little behind', async () => {
  await use(5);
  expect(await usage('MINUTE', ago(2_880 * MINUTE + 30_000))).toMatchObject([{ bytes: 5 }]);
  expect(await usage('HOUR', ago(2_160 * HOUR + 30_000))).toMatchObject([{ bytes: 5 }]);
  expect(await usage('DAY', ago(3_660 * DAY + 30_000))).toMatchObject([{ bytes: 5 }]);
});

test.each([
  '',
  'yesterday',
  '2026-11-22',
  '2026-11-22T10:00:00',
  '2026-02-30T10:00:00Z',
  '2026-13-01T10:00:00Z',
  '2026-11-22T25:00:00Z',
  '2026-11-22T10:00:00+99:99',
  '0000-01-01T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  "2026-11-22T10:00:00Z'; drop table orders",
  '2026-11-22T10:00:00Z\n',
])('%j is no DateTime, as a variable or in the document', async (text) => {
  const refusal = [
    { message: expect.stringMatching(/DateTime takes/), extensions: { code: 'INVALID_REQUEST' } },
  ];
  const variable = await service.graphql(given.apiKey, UsageDocument, { id: '1', by: 'DAY', from: text });
  expect(variable).toMatchObject({ status: 400, body: { errors: refusal } });
  const document = `{ order(id: 1) { ... on LuxuryOrder { usage(by: DAY, from: ${JSON.stringify(text)}) { at } } } }`;
  const literal = await sendGraphql(service.url, given.apiKey, document);
  expect(literal).toMatchObject({ status: 400, body: { errors: refusal } });
});

test.each([1_774_180_800_000, true, null, ['2026-11-22T10:00:00Z'], {}])(
  'a DateTime that is %j is refused',
  async (from) => {
    const { status, body } = await sendGraphql(
      service.url,
      given.apiKey,
      'query ($from: DateTime!) { order(id: 1) { ... on LuxuryOrder { usage(by: DAY, from: $from) { at } } } }',
      { from },
    );
    expect([status, body.errors?.[0]?.extensions?.['code']]).toEqual([400, 'INVALID_REQUEST']);
  },
);

test('another reseller sees nothing of it, neither in the order nor by its node', async () => {
  await use(5);
  const stranger = await givenReseller(service.services);
  const { data } = await ask({ by: 'DAY', from: ago(DAY) }, { ...given, ...stranger });
  expect(data?.order ?? null).toBeNull();
  const chosen = `... on LuxuryOrder { usage(by: DAY, from: "${ago(DAY)}") { bytes } }`;
  const node = async (apiKey: string) =>
    (await sendGraphql(service.url, apiKey, `{ node(id: "${given.order.id}") { ${chosen} } }`)).body;
  expect(await node(stranger.apiKey)).toEqual({ data: { node: null } });
  expect(await node(given.apiKey)).toEqual({ data: { node: { usage: [{ bytes: 5 }] } } });
});

test('the same range of many orders is read by one statement, without a call of the upstream', async () => {
  const { resellerId } = given;
  const orders = [given];
  for (let i = 1; i < 4; i++)
    orders.push(await givenLuxuryOrder(service.services, { reseller: { ...given, resellerId } }));
  for (const [i, order] of orders.entries()) await use(i + 1, order);
  const range = `from: "${ago(HOUR)}"`;
  const query = `{ orders(first: 10) { nodes { id ... on LuxuryOrder {
    minutes: usage(by: MINUTE, ${range}) { bytes } again: usage(by: MINUTE, ${range}) { at }
    days: usage(by: DAY, ${range}) { bytes } } } } }`;
  const calls = upstreamCalls(service.services.traffic);
  let body: object = {};
  const sent = await statements.during(async () => {
    ({ body } = await sendGraphql(service.url, given.apiKey, query));
  });
  const nodes = orders.toReversed().map(({ order }, i) => {
    const bytes = orders.length - i;
    return { id: String(order.id), minutes: [{ bytes }], again: [expect.anything()], days: [{ bytes }] };
  });
  expect(body).toEqual({ data: { orders: { nodes } } });
  expect(sent.filter((text) => text.includes('usage_samples'))).toHaveLength(2);
  expect(calls.names).toEqual([]);
});

test('the charts of one order pass together, those of twenty for an hour, and those of 200 are refused', async () => {
  const chart = (by: UsageUnit, range: number) => `usage(by: ${by}, from: "${ago(range)}") { at bytes }`;
  const send = async (query: string) => (await sendGraphql(service.url, given.apiKey, query)).body.errors;
  const charts = `... on LuxuryOrder { hour: ${chart('MINUTE', HOUR)} two: ${chart('MINUTE', 2 * DAY)}
    week: ${chart('HOUR', 7 * DAY)} month: ${chart('DAY', 30 * DAY)} year: ${chart('DAY', 365 * DAY)} }`;
  expect(await send(`{ order(id: "${given.order.id}") { id ${charts} } }`)).toBeUndefined();
  const hour = `... on LuxuryOrder { ${chart('MINUTE', HOUR)} }`;
  expect(await send(`{ orders(first: 20) { nodes { id ${hour} } } }`)).toBeUndefined();
  for (const refused of [hour, charts])
    expect(await send(`{ orders(first: 200) { nodes { id ${refused} } } }`)).toMatchObject([
      { message: expect.stringMatching(/complexity/), extensions: { code: 'INVALID_REQUEST' } },
    ]);
});

test('a subscription to one order brings its samples along as they grow; one to all orders would bring more and more of them', async () => {
  const client = socketClient(service.url, given.apiKey);
  const events = client.follow(
    `subscription { orderUpdated(orderId: "${given.order.id}") { ... on LuxuryOrder { usage(by: DAY, from: "${ago(0)}") { bytes } } } }`,
  );
  expect(await events.next()).toEqual({ data: { orderUpdated: { usage: [] } } });
  await use(2 ** 30);
  expect(await events.next()).toEqual({ data: { orderUpdated: { usage: [{ bytes: 2 ** 30 }] } } });
  const endless = `usage(by: MINUTE, from: "${ago(0)}") { bytes }`;
  const all = client.follow(`subscription { ordersUpdated { ... on LuxuryOrder { ${endless} } } }`);
  expect((await all.next()).errors).toMatchObject([{ message: expect.stringMatching(/complexity/) }]);
  await client.close();
});
