import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GivenReseller, givenReseller } from './support/given.ts';
import { type RestClient, restClient } from './support/rest-client.ts';
import { type RunningService, sendGraphql, startService } from './support/service.ts';

const LUXURY = { tier: 'di', type: 'diresi', country: 'US', period: '1gb' };
const TERM = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };

interface Refusal {
  __typename: string;
  code: string;
  message: string;
  fields: { path: string[]; message: string }[];
}

let service: RunningService;
let reseller: GivenReseller;
let rest: RestClient;
let orderId: string;

beforeAll(async () => {
  service = await startService();
  reseller = await givenReseller(service.services, { balanceUsd: '100' });
  rest = restClient(service.url, reseller.apiKey);
  orderId = String((await rest.post<{ id: number }>('/v1/orders', LUXURY)).body.id);
});
afterAll(() => service.close());

const REFUSAL = `__typename ... on Error { code message } ... on InvalidInputError { fields { path message } }`;

/** The refusal of a field with an `input` over GraphQL. */
async function inGraphql(field: string, type: string, input: object): Promise<Refusal> {
  const kind = field === 'quote' ? 'query' : 'mutation';
  const query = `${kind} ($input: ${type}!) { it: ${field}(input: $input) { ${REFUSAL} } }`;
  // Each request has a reseller of its own, so that none is refused because of its rate.
  const { apiKey } = field === 'updateSettings' ? reseller : await givenReseller(service.services);
  const { body } = await sendGraphql<{ it: Refusal }>(service.url, apiKey, query, { input });
  if (!body.data) throw new Error(JSON.stringify(body));
  return body.data.it;
}

const pathsOf = ({ fields }: Refusal) => fields.map(({ path }) => path);

/** What `/v1` refuses with; its body has these members and no others. */
async function inRest(method: string, path: string, body: object, headers?: Record<string, string>) {
  const answer = await rest.send<{ error: { code: string; message: string } }>({
    method,
    path,
    body,
    ...(headers && { headers: { authorization: `Bearer ${reseller.apiKey}`, ...headers } }),
  });
  expect(answer.body).toEqual({ error: { code: expect.any(String), message: expect.any(String) } });
  return answer.body.error;
}

/** The field names in a message, in its order. */
const namesIn = (message: string) => message.split('. ').map((flaw) => /^[\w.-]+(?=: )/.exec(flaw)?.[0]);

const ALL_OPTIONS = {
  stickyMinutes: 0,
  threads: 2_001,
  excludeAsn: ['7018', 'AS7922', '0'],
  state: 'nowhere',
  city: 'nobody',
  zip: '00000',
  asn: '3320',
};
const ALL_OPTION_NAMES = [
  ['excludeAsn', '1'],
  ['excludeAsn', '2'],
  ['stickyMinutes'],
  ['threads'],
  ['state'],
  ['city'],
  ['zip'],
  ['asn'],
];
const REST_OPTIONS = { sticky_minutes: 0, threads: 2_001, exclude_asn: ['7018', 'AS7922', '0'] };
const GEO = { state: 'nowhere', city: 'nobody', zip: '00000', asn: '3320' };

test.each([
  ['quote', 'QuoteInput'],
  ['purchase', 'PurchaseInput'],
])('a %s reports every wrong option at once, each with its path in the schema', async (field, type) => {
  const refusal = await inGraphql(field, type, { ...LUXURY, options: ALL_OPTIONS });
  expect(refusal).toMatchObject({ __typename: 'InvalidOptionError', code: 'INVALID_OPTION' });
  expect(pathsOf(refusal)).toEqual(ALL_OPTION_NAMES.map((path) => ['options', ...path]));
  expect(refusal.fields[2]?.message).toBe('must be a whole number from 1 to 120');
  expect(namesIn(refusal.message)).toEqual(ALL_OPTION_NAMES.map((path) => ['options', ...path].join('.')));
});

test('/v1 reports every wrong option at once by the names that it was sent with', async () => {
  const { code, message } = await inRest('POST', '/v1/orders', {
    ...LUXURY,
    options: { ...REST_OPTIONS, ...GEO },
  });
  expect(code).toBe('invalid_option');
  expect(namesIn(message)).toEqual([
    'options.exclude_asn.1',
    'options.exclude_asn.2',
    'options.sticky_minutes',
    'options.threads',
    'options.state',
    'options.city',
    'options.zip',
    'options.asn',
  ]);
  expect(message).toContain('options.sticky_minutes: must be a whole number from 1 to 120. ');
});

test('a change of settings reports every flaw at once, and each bad entry of a list by its index', async () => {
  const lists = { allowedIps: ['127.0.0.1', '10.0.0.0/8', 'me'], blockedHosts: ['ok.example', 'http://x/'] };
  const refusal = await inGraphql('updateSettings', 'UpdateSettingsInput', {
    orderId,
    ...ALL_OPTIONS,
    ...lists,
  });
  expect(refusal).toMatchObject({ __typename: 'InvalidOptionError', code: 'INVALID_OPTION' });
  expect(pathsOf(refusal)).toEqual([
    ...ALL_OPTION_NAMES.slice(0, 4),
    ['allowedIps', '1'],
    ['allowedIps', '2'],
    ['blockedHosts', '1'],
    ...ALL_OPTION_NAMES.slice(4),
  ]);
  const { code, message } = await inRest('PATCH', `/v1/orders/${orderId}/settings`, {
    ...REST_OPTIONS,
    allowed_ips: lists.allowedIps,
    blocked_hosts: lists.blockedHosts,
  });
  expect(code).toBe('invalid_option');
  expect(namesIn(message)).toEqual([
    'exclude_asn.1',
    'exclude_asn.2',
    'sticky_minutes',
    'threads',
    'allowed_ips.1',
    'allowed_ips.2',
    'blocked_hosts.1',
  ]);
});

test('an unknown country is reported beside wrong settings, and alone it is what the change is refused for', async () => {
  const change = (input: object) =>
    inGraphql('updateSettings', 'UpdateSettingsInput', { orderId, country: 'XX', ...input });
  const both = await change({ threads: 0, state: 'texas' });
  expect([both.__typename, pathsOf(both)]).toEqual(['InvalidOptionError', [['threads'], ['country']]]);
  const alone = await change({ state: 'texas' });
  expect([alone.__typename, pathsOf(alone)]).toEqual(['InvalidCountryError', [['country']]]);
});

test('a city is looked up in the whole country when its state is wrong', async () => {
  const options = { state: 'nowhere', city: 'houston' };
  const refusal = await inGraphql('quote', 'QuoteInput', { ...LUXURY, options });
  expect(pathsOf(refusal)).toEqual([['options', 'state']]);
});

test('every filter without a country is reported', async () => {
  const refusal = await inGraphql('quote', 'QuoteInput', { ...LUXURY, country: 'ANY', options: GEO });
  expect(pathsOf(refusal)).toEqual(['state', 'city', 'zip', 'asn'].map((field) => ['options', field]));
});

test.each<[string, object, string, string, string[]]>([
  ['period', { ...TERM, period: '31d' }, 'InvalidPeriodError', 'invalid_period', ['period']],
  ['quantity', { ...TERM, quantity: 51 }, 'InvalidQuantityError', 'invalid_quantity', ['quantity']],
  ['country', { ...TERM, country: 'ZZ' }, 'InvalidCountryError', 'invalid_country', ['country']],
  [
    'set of options',
    { ...TERM, options: { threads: 1 } },
    'InvalidOptionError',
    'invalid_option',
    ['options'],
  ],
])('a wrong %s is reported with its path, and by either door with the same words', async (...row) => {
  const [, input, name, code, path] = row;
  const refusal = await inGraphql('purchase', 'PurchaseInput', input);
  expect(refusal).toMatchObject({ __typename: name, code: code.toUpperCase() });
  expect(refusal.fields).toEqual([{ path, message: expect.not.stringMatching(/\.$/) }]);
  expect(await inRest('POST', '/v1/orders', input)).toEqual({ code, message: refusal.message });
});

test.each([
  ['quote', 'QuoteInput'],
  ['purchase', 'PurchaseInput'],
])(
  'a %s reports all that is wrong with its input at once, and its code is that of the first flaw',
  async (field, type) => {
    const wrong = { period: '9gb', quantity: 5, country: 'XX', options: { threads: 0, stickyMinutes: 0 } };
    const paths = [
      ['period'],
      ['quantity'],
      ['country'],
      ['options', 'stickyMinutes'],
      ['options', 'threads'],
    ];
    const kinds = ['InvalidPeriodError', 'InvalidQuantityError', 'InvalidCountryError', 'InvalidOptionError'];
    const good = { period: '1gb', quantity: 1, country: 'US' };
    for (const [mended, kind] of kinds.entries()) {
      // The input with this many of its fields corrected.
      const refusal = await inGraphql(field, type, {
        ...LUXURY,
        ...wrong,
        ...Object.fromEntries(Object.entries(good).slice(0, mended)),
      });
      expect([refusal.__typename, pathsOf(refusal)]).toEqual([kind, paths.slice(mended)]);
      expect(namesIn(refusal.message)).toEqual(paths.slice(mended).map((path) => path.join('.')));
    }
  },
);

test('proxies are refused with all that is wrong at once, too', async () => {
  // From here on the list of countries has been read.
  await inGraphql('quote', 'QuoteInput', { ...TERM, country: 'ZZ' });
  const input = { ...TERM, period: '31d', quantity: 51, country: 'ZZ', options: { threads: 1 } };
  const refusal = await inGraphql('purchase', 'PurchaseInput', input);
  expect(refusal.__typename).toBe('InvalidPeriodError');
  expect(pathsOf(refusal)).toEqual([['period'], ['quantity'], ['country'], ['options']]);
  expect(refusal.message).toMatch(/\. options: this type takes none; leave them out\.$/);
});

test('/v1 reports all that is wrong with a purchase by the names that it was sent with', async () => {
  const input = { ...LUXURY, period: '9gb', quantity: 5, country: 'XX', options: { sticky_minutes: 0 } };
  const { code, message } = await inRest('POST', '/v1/orders', input);
  expect(code).toBe('invalid_period');
  expect(namesIn(message)).toEqual(['period', 'quantity', 'country', 'options.sticky_minutes']);
});

test('the provider’s failure stays what a purchase is refused for where the country cannot be checked', async () => {
  const bench = await startService();
  try {
    bench.sandbox.arm([{ upstream: 'dataimpulse', call: 'locations', mode: 'refuse' }]);
    const { apiKey } = await givenReseller(bench.services);
    const query = `query ($input: QuoteInput!) { it: quote(input: $input) { ${REFUSAL} } }`;
    const refused = async (wrong: object) => {
      const variables = { input: { ...LUXURY, options: { threads: 0 }, ...wrong } };
      const { body } = await sendGraphql<{ it: Refusal }>(bench.url, apiKey, query, variables);
      return [body.data?.it.__typename, body.data?.it.fields && pathsOf(body.data.it)];
    };
    expect(await refused({})).toEqual(['ProviderError', undefined]);
    expect(await refused({ country: 'XX', quantity: 2 })).toEqual([
      'InvalidQuantityError',
      [['quantity'], ['options', 'threads']],
    ]);
  } finally {
    await bench.close();
  }
});

test('where a field has no union, all wrong arguments are in the error’s extensions, with their paths', async () => {
  const { apiKey } = await givenReseller(service.services);
  const errorOf = async (query: string, key = apiKey) => {
    const { body } = await sendGraphql(service.url, key, query);
    return body.errors?.[0];
  };
  const page = await errorOf('{ orders(first: -1, last: 201, offset: -4, after: "zz") { totalCount } }');
  expect(page?.extensions).toMatchObject({ code: 'INVALID_REQUEST' });
  const fields = page?.extensions?.['fields'] as Refusal['fields'];
  expect(fields.map(({ path }) => path)).toEqual([['first'], ['last'], ['last'], ['after'], ['offset']]);
  expect(page?.message).toBe(`${fields.map(({ path, message }) => `${path[0]}: ${message}`).join('. ')}.`);

  const lines = `{ order(id: ${orderId}) { ... on LuxuryOrder { lines(count: 5000) } } }`;
  expect((await errorOf(lines, reseller.apiKey))?.extensions).toEqual({
    code: 'INVALID_REQUEST',
    fields: [{ path: ['count'], message: 'must be a whole number from 1 to 1000' }],
  });
  expect((await errorOf('{ order(id: "abc") { id } }'))?.extensions).toEqual({
    code: 'INVALID_REQUEST',
    fields: [{ path: ['id'], message: 'must be a whole number of at most 15 digits' }],
  });
});

test('flaws of the input’s form are reported all at once, without the argument’s name', async () => {
  const input = {
    ...LUXURY,
    tier: 'x'.repeat(201),
    options: { state: 'y'.repeat(201) },
    idempotencyKey: '',
  };
  const refusal = await inGraphql('purchase', 'PurchaseInput', input);
  expect(refusal).toMatchObject({ __typename: 'InvalidRequestError', code: 'INVALID_REQUEST' });
  expect(pathsOf(refusal).sort()).toEqual([['idempotencyKey'], ['options', 'state'], ['tier']]);

  const key = { 'idempotency-key': '' };
  const { code, message } = await inRest('POST', '/v1/orders', { tier: input.tier, type: 5 }, key);
  expect(code).toBe('invalid_request');
  expect(namesIn(message).sort()).toEqual(['Idempotency-Key', 'country', 'period', 'tier', 'type']);
  expect(message).toContain('country: is required');
});

test('every unknown option is reported by the name that it was sent with', async () => {
  const { code, message } = await inRest('POST', '/v1/orders', {
    ...LUXURY,
    options: { stickyMinutes: 5, foo: 1, session: 'slow' },
  });
  expect(code).toBe('invalid_option');
  expect(namesIn(message).sort()).toEqual(['options.foo', 'options.session', 'options.stickyMinutes']);
});

test('a key that was used for something else is reported by the name that each door has for it', async () => {
  const headers = { 'idempotency-key': 'first' };
  const first = await rest.post('/v1/orders', TERM, headers);
  expect(first.status).toBe(201);
  const again = await inRest('POST', '/v1/orders', { ...TERM, quantity: 2 }, headers);
  expect(again).toEqual({
    code: 'invalid_request',
    message: 'Idempotency-Key: was used for another request; use a new key.',
  });
  const query = `mutation ($input: PurchaseInput!) { it: purchase(input: $input) { ${REFUSAL} } }`;
  const input = { ...TERM, quantity: 2, idempotencyKey: 'first' };
  const { body } = await sendGraphql(service.url, reseller.apiKey, query, { input });
  expect(body.data).toEqual({
    it: {
      __typename: 'InvalidRequestError',
      code: 'INVALID_REQUEST',
      message: 'idempotencyKey: was used for another request; use a new key.',
      fields: [{ path: ['idempotencyKey'], message: 'was used for another request; use a new key' }],
    },
  });
});

test('a message names the first ten of many flaws and how many more there are; the fields are all of them', async () => {
  const blockedHosts = Array.from({ length: 120 }, (_, i) => `${i} ${'x'.repeat(400)}`);
  const refusal = await inGraphql('updateSettings', 'UpdateSettingsInput', { orderId, blockedHosts });
  expect(pathsOf(refusal)).toEqual([
    ['blockedHosts'],
    ...Array.from({ length: 100 }, (_, i) => ['blockedHosts', String(i)]),
  ]);
  expect(refusal.fields[0]?.message).toMatch(/^takes at most 100, not \d+$/);
  expect(refusal.message).toMatch(/\. And 91 more\.$/);
  expect(refusal.message.length).toBeLessThan(2_500);
  expect(Math.max(...refusal.fields.map(({ message }) => message.length))).toBeLessThan(200);
});

test('flaws that are known are reported even while the provider cannot be asked about the rest', async () => {
  service.sandbox.arm([{ upstream: 'dataimpulse', call: 'locations', mode: 'refuse' }]);
  try {
    // This country has not been read yet, so there is no earlier reading to check against.
    const change = { orderId, country: 'JP', city: 'tokyo' };
    const known = await inGraphql('updateSettings', 'UpdateSettingsInput', { ...change, threads: 0 });
    expect([known.__typename, pathsOf(known)]).toEqual(['InvalidOptionError', [['threads']]]);
    const unknown = await inGraphql('updateSettings', 'UpdateSettingsInput', change);
    expect(unknown.__typename).toBe('ProviderError');
  } finally {
    service.sandbox.arm([]);
  }
});

test('what GraphQL itself refuses stays beside the data, with the contract’s code', async () => {
  for (const options of ['{ threads: "many" }', '{ sticky_minutes: 5 }']) {
    const query = `{ quote(input: { tier: "di", type: "diresi", country: "US", period: "1gb", options: ${options} }) { __typename } }`;
    const { status, body } = await sendGraphql(service.url, reseller.apiKey, query);
    expect([status, body.data, body.errors?.[0]?.extensions]).toEqual([
      400,
      undefined,
      { code: 'INVALID_REQUEST' },
    ]);
  }
});

test('a refusal has the same code at every use of a document', async () => {
  const { apiKey } = await givenReseller(service.services);
  const query = `{ it: quote(input: { tier: "no", type: "no", country: "US", period: "1gb" }) { ... on Error { code } } }`;
  const codes = new Set<unknown>();
  for (let use = 0; use < 8; use += 1)
    codes.add((await sendGraphql<{ it: Refusal }>(service.url, apiKey, query)).body.data?.it.code);
  expect([...codes]).toEqual(['UNKNOWN_PRODUCT']);
});
