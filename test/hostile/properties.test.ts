import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyLedger } from '../../src/reconciliation/verify-ledger.ts';
import { ROUTES } from '../../src/rest/routes.ts';
import { givenReseller } from '../support/given.ts';
import { type GivenLuxuryOrder, givenLuxuryOrder } from '../support/given-luxury.ts';
import { type RunningService, startService } from '../support/service.ts';
import { problemsOf } from './answer-problems.ts';
import type { Probe } from './probe.ts';
import { openProbeClient, type ProbeClient } from './probe-client.ts';

/** The number of requests for each route and each GraphQL field. */
const RUNS = 120;
/**
 * A fixed seed: all runs send the same requests, so a new failure comes from a change of the code. Another
 * number gives other requests.
 */
const SEED = 20_261_122;

let service: RunningService;
let luxury: GivenLuxuryOrder;
let termOrder: number;
let client: ProbeClient;

beforeAll(async () => {
  service = await startService();
  // Enough money for some purchases but not for all.
  luxury = await givenLuxuryOrder(service.services, {
    reseller: await givenReseller(service.services, { balanceUsd: '150' }),
  });
  client = openProbeClient(service, luxury);
  const body = { tier: 'prem', type: 'ipv4', country: 'US', period: '7d' };
  const bought = await client.send({ method: 'POST', path: '/v1/orders', body });
  termOrder = (bought.body as { id: number }).id;
});

afterAll(async () => {
  await client[Symbol.asyncDispose]();
  await service.close();
});

/** Any text, with lone surrogates and NUL. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.string({ unit: fc.constantFrom('\ud800', '\u0000', '\u202e', 'a', '1', ' ') }),
);
/** Any JSON value. */
const wild = fc.oneof(
  { weight: 2, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.constantFrom(null, '', [], {}, 0, -1, 1.5, 1e21, 2 ** 31, 2 ** 53, true) },
);

/** Mostly valid values, often similar ones, sometimes anything. */
function mostly<T>(meant: readonly T[], like: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...meant) },
    { weight: 2, arbitrary: like },
    { weight: 1, arbitrary: wild },
  );
}

const near = (values: readonly string[]) =>
  fc.oneof(
    anyText,
    fc.constantFrom(...values).map((value) => value.toLowerCase()),
    fc.constantFrom(...values).map((value) => `${value} `),
  );
const words = (...values: string[]) => mostly(values, near(values));
const numbers = (...values: number[]) =>
  mostly(values, fc.oneof(fc.integer(), fc.double(), fc.constant('1')));
const lists = (...values: string[]) => mostly([[], values], fc.array(words(...values), { maxLength: 8 }));

const GEO = {
  state: words('texas', 'california', ''),
  city: words('houston', ''),
  zip: words('77002', ''),
  asn: words('7922', ''),
  excludeAsn: lists('7018', '7922'),
  anonymous: mostly([true, false], fc.constant('true')),
  session: words('rotating', 'sticky', 'ROTATING', 'STICKY'),
  stickyMinutes: numbers(1, 30, 120, 121, 0),
  protocol: words('http', 'socks5', 'both', 'HTTP', 'SOCKS5', 'BOTH'),
  threads: numbers(1, 100, 2_000, 2_001),
};
const SETTINGS = {
  ...GEO,
  country: words('US', 'DE', 'ANY'),
  allowedIps: lists('203.0.113.9', '2001:db8::1'),
  blockedHosts: lists('example.com', 'example.org'),
  paused: mostly([false, true], fc.constant(0)),
};

const options = fc.record(GEO, { requiredKeys: [] });
const settings = fc.record(SETTINGS, { requiredKeys: [] });
const PRODUCT = {
  tier: words('prem', 'econ', 'di'),
  type: words('ipv4', 'socks5', 'diresi'),
  country: words('US', 'DE', 'ANY'),
  period: words('7d', '30d', '1gb'),
  quantity: numbers(1, 2, 50, 51, 0),
  options: fc.oneof(
    { weight: 1, arbitrary: options },
    { weight: 2, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: wild },
  ),
};
/** Valid purchases, and purchases with a field or two changed. */
const purchase = fc
  .tuple(
    fc.constantFrom(
      { tier: 'prem', type: 'ipv4', country: 'US', period: '7d' },
      { tier: 'di', type: 'diresi', country: 'ANY', period: '1gb' },
    ),
    fc.oneof(
      { weight: 2, arbitrary: fc.constant({}) },
      ...Object.entries(PRODUCT).map(([name, value]) => ({
        weight: 1,
        arbitrary: fc.record({ [name]: value, quantity: numbers(1, 2, 3) }, { requiredKeys: [name] }),
      })),
    ),
  )
  .map(([sold, changes]) => ({ ...sold, ...changes }));
const period = fc.record({ period: words('7d', '30d', '1gb', '5gb') });
const key = fc.option(words('a', 'b', 'c', 'd'), { nil: undefined, freq: 2 });

/** The names that `/v1` has for the same fields. */
function inSnakeCase(value: unknown): unknown {
  if (Array.isArray(value) || value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      inSnakeCase(inner),
    ]),
  );
}

/** Mostly objects of the given shape. */
const bodyOf = (shape: fc.Arbitrary<unknown>) =>
  fc.oneof(
    { weight: 8, arbitrary: shape.map(inSnakeCase) },
    { weight: 1, arbitrary: wild },
    { weight: 1, arbitrary: anyText },
  );

const BODIES: Record<string, fc.Arbitrary<unknown>> = {
  createOrder: bodyOf(purchase),
  renewOrder: bodyOf(period),
  addTraffic: bodyOf(period),
  updateSettings: bodyOf(settings),
};
const QUERIES: Record<string, fc.Arbitrary<Record<string, unknown>>> = {
  listGeo: fc.record({ country: words('US', 'ANY'), state: words('texas') }, { requiredKeys: [] }),
  listOrders: fc.record(
    { status: words('active', 'paused'), limit: numbers(1, 200, 201), offset: numbers(0, 5) },
    { requiredKeys: [] },
  ),
  listLines: fc.record(
    {
      format: words('hpup', 'uphp', 'http', 'socks'),
      count: numbers(1, 1_000),
      protocol: words('http', 'socks5'),
      as: words('text'),
    },
    { requiredKeys: [] },
  ),
};
const ofOrder = () =>
  mostly(
    [String(luxury.order.id), String(luxury.order.id), String(termOrder)],
    fc.oneof(fc.integer(), anyText),
  );
const PARTS: Record<string, () => fc.Arbitrary<unknown>> = {
  tier: () => PRODUCT.tier,
  type: () => PRODUCT.type,
  kind: () => words('countries', 'states', 'cities', 'zipcodes', 'asns'),
  order_id: ofOrder,
};

/**
 * Percent-encodes the value. Text without an encoding in UTF-8 is sent as bytes that are invalid in UTF-8,
 * too.
 */
function encode(value: unknown): string {
  const text = typeof value === 'string' ? value : String(JSON.stringify(value));
  return text.isWellFormed() ? encodeURIComponent(text) : '%ed%a0%80';
}

function probesOf({ operationId, method, path }: (typeof ROUTES)[number]): fc.Arbitrary<Probe> {
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name ?? '');
  return fc
    .record({
      parts: fc.tuple(...names.map((name) => PARTS[name]?.() ?? wild)),
      query: QUERIES[operationId] ?? fc.constant({}),
      body: BODIES[operationId] ?? fc.constant(undefined),
      key,
    })
    .map(({ parts, query, body, key: idempotencyKey }) => {
      const filled = names.reduce(
        (target, name, i) => target.replace(`{${name}}`, () => encode(parts[i]) || '%00'),
        path,
      );
      const pairs = Object.entries(query).map(([name, value]) => `${name}=${encode(value)}`);
      const header = idempotencyKey === undefined ? {} : { 'idempotency-key': encode(idempotencyKey) };
      return {
        method,
        path: pairs.length > 0 ? `${filled}?${pairs.join('&')}` : filled,
        body,
        headers: method === 'POST' ? header : {},
      };
    });
}

/** Fails with the smallest request that gets an answer that no request may get. */
async function holds(probes: fc.Arbitrary<Probe>): Promise<void> {
  const property = fc.asyncProperty(probes, async (probe) => {
    expect(problemsOf(await client.send(probe))).toEqual([]);
  });
  await fc.assert(property, { numRuns: RUNS, seed: SEED });
}

// A stream has no end to wait for.
const ANSWERED = ROUTES.filter(({ response }) => !response.isStream);
test.each(ANSWERED.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s answers whatever is sent within 1 s, as it is described to',
  (_name, route) => holds(probesOf(route)),
);

const idempotencyKey = words('a', 'b', 'c');
const maxPriceUsd = words('0.01', '100', '5.00');
const orderId = () => ofOrder();
const optional = (fields: Record<string, fc.Arbitrary<unknown>>, ...requiredKeys: string[]) =>
  fc.record(fields, { requiredKeys });

/** Each field of the schema with arguments: its selection, and its arguments. */
const FIELDS: [string, string, () => fc.Arbitrary<object>][] = [
  [
    'query ($type: String!, $kind: GeoKind!, $country: String, $state: String)',
    'geo(type: $type, kind: $kind, country: $country, state: $state) { ... on GeoItems { items { code } } }',
    () =>
      optional(
        {
          type: PRODUCT.type,
          kind: words('COUNTRIES', 'STATES', 'CITIES', 'ZIPCODES', 'ASNS'),
          country: words('US', 'ANY'),
          state: words('texas'),
        },
        'type',
        'kind',
      ),
  ],
  [
    `query ($type: String!, $country: String, $state: String, $city: String, $zip: String, $asn: String,
      $excludeAsn: [String!], $anonymous: Boolean)`,
    `addressCount(type: $type, country: $country, state: $state, city: $city, zip: $zip, asn: $asn,
      excludeAsn: $excludeAsn, anonymous: $anonymous) { ... on AddressCount { addresses exact } }`,
    () =>
      optional(
        {
          type: PRODUCT.type,
          country: words('US', 'ANY'),
          state: words('california'),
          city: words('losangeles'),
          zip: words('90001'),
          asn: words('7922', '701'),
          excludeAsn: fc.array(words('7922', '7018')),
          anonymous: fc.boolean(),
        },
        'type',
      ),
  ],
  [
    'query ($id: ID!)',
    'order(id: $id) { id proxies { host } ... on LuxuryOrder { traffic { usedGb } settings { state } diagnosis { __typename } } }',
    () => fc.record({ id: orderId() }),
  ],
  [
    'query ($id: ID!)',
    'node(id: $id) { __typename id ... on Traffic { leftGb } ... on LuxurySettings { login } }',
    () => {
      const kinds = words('traffic:', 'settings:', 'viewer:', 'period:di/diresi/', 'product:di/', '');
      return fc.record({ id: fc.tuple(kinds, orderId()).map(([kind, id]) => `${kind}${String(id)}`) });
    },
  ],
  [
    'query ($id: ID!, $format: LineFormat, $count: Int, $protocol: LineProtocol)',
    'order(id: $id) { ... on LuxuryOrder { lines(format: $format, count: $count, protocol: $protocol) } }',
    () =>
      optional(
        {
          id: orderId(),
          format: words('HPUP', 'SOCKS'),
          count: numbers(1, 1_000),
          protocol: words('HTTP', 'SOCKS5'),
        },
        'id',
      ),
  ],
  [
    'query ($first: Int, $last: Int, $after: String, $before: String, $offset: Int, $status: OrderStatus)',
    'orders(first: $first, last: $last, after: $after, before: $before, offset: $offset, status: $status) { totalCount nodes { id } }',
    () =>
      optional({
        first: numbers(1, 200),
        last: numbers(1, 200),
        after: words('MQ==', 'x'),
        before: words('MQ==', 'x'),
        offset: numbers(0, 1),
        status: words('ACTIVE', 'EXPIRED'),
      }),
  ],
  [
    'query ($tier: String!, $type: String!)',
    'type(tier: $tier, type: $type) { id countries { code } }',
    () => fc.record({ tier: PRODUCT.tier, type: PRODUCT.type }),
  ],
  [
    'query ($input: QuoteInput!)',
    'quote(input: $input) { __typename ... on Quote { priceUsd } ... on Error { code } }',
    () => fc.record({ input: purchase }),
  ],
  [
    'mutation ($input: PurchaseInput!)',
    'purchase(input: $input) { __typename ... on PurchaseSuccess { order { id proxies { host } } } ... on Error { code } }',
    () =>
      fc.record({
        input: fc
          .tuple(purchase, optional({ idempotencyKey, maxPriceUsd }))
          .map(([bought, named]) => ({ ...bought, ...named })),
      }),
  ],
  [
    'mutation ($input: RenewInput!)',
    'renew(input: $input) { __typename ... on Error { code } }',
    () =>
      fc.record({
        input: optional(
          { orderId: orderId(), period: words('7d', '30d'), idempotencyKey, maxPriceUsd },
          'orderId',
          'period',
        ),
      }),
  ],
  [
    'mutation ($input: AddTrafficInput!)',
    'addTraffic(input: $input) { __typename ... on Error { code } }',
    () =>
      fc.record({
        input: optional(
          { orderId: orderId(), period: words('1gb', '5gb'), idempotencyKey, maxPriceUsd },
          'orderId',
          'period',
        ),
      }),
  ],
  [
    'mutation ($input: UpdateSettingsInput!)',
    'updateSettings(input: $input) { __typename ... on Error { code } }',
    () => fc.record({ input: optional({ orderId: orderId(), ...SETTINGS }, 'orderId') }),
  ],
  [
    'mutation ($input: ResetPasswordInput!)',
    'resetPassword(input: $input) { __typename ... on Error { code } }',
    () => fc.record({ input: fc.record({ orderId: orderId() }) }),
  ],
];

test.each(FIELDS)('%s { %s } is answered whatever its variables', (operation, field, variables) =>
  holds(
    variables().map((given) => ({
      method: 'POST',
      path: '/graphql',
      body: { query: `${operation} { ${field} }`, variables: given },
    })),
  ),
);

test('after all of that no balance is negative, and the ledger adds up', async () => {
  const { database } = service.services;
  const { rows } = await sql<{
    least: string;
    orders: number;
  }>`select min(balance) as least, (select count(*)::int from orders) as orders from accounts`.execute(
    database.sql,
  );
  expect(BigInt(rows[0]?.least ?? -1)).toBeGreaterThanOrEqual(0n);
  expect(rows[0]?.orders).toBeGreaterThan(20);
  expect(await verifyLedger(database)).toMatchObject({ problemCount: 0, problems: [], inFlight: 0n });
  expect(service.logged.filter((line) => line.includes('unexpected error'))).toEqual([]);
});
