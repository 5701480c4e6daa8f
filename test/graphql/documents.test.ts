import { getIntrospectionQuery } from 'graphql';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readDocument } from '../../src/graphql/execution/graphql-request.ts';
import { type GivenReseller, givenReseller } from '../support/given.ts';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';
import { initiated } from './raw-socket.ts';

let service: RunningService;
let reseller: GivenReseller;

beforeAll(async () => {
  service = await startService();
  reseller = await givenReseller(service.services);
});

afterAll(() => service.close());
beforeEach(() => sql`truncate rate_windows`.execute(service.services.database.sql));

test.each([
  ['301 fields', `{ viewer { ${numbered(301, (i) => `f${i}: name`)} } }`, /more than 300 fields/],
  [
    'a page within a page of everything',
    '{ orders(first: 200) { nodes { product { periods { id } countries { code name available } } proxies { host port login password } } } }',
    /complexity/,
  ],
  ['21 root fields', `{ ${numbered(21, (i) => `v${i}: viewer { name }`)} }`, /root fields/],
  ['2,001 tokens', `{ viewer { ${'name '.repeat(2001)} } }`, /tokens/],
  [
    'a fragment that spreads itself',
    '{ viewer { ...F } } fragment F on Viewer { name ...F }',
    /Cannot spread fragment/,
  ],
  ['introspection of fields within fields within fields', introspection(8), /introspection depth/i],
  ['two purchases', `mutation { ${purchase('a')} ${purchase('b')} }`, /charge money once/],
  [
    'two purchases behind fragments',
    `mutation { ...A ...B } fragment A on Mutation { ${purchase('a')} } fragment B on Mutation { ${purchase('b')} }`,
    /charge money once/,
  ],
  [
    '16,000 lines',
    `{ orders(first: 1) { nodes { ... on LuxuryOrder { ${Array.from({ length: 16 }, (_, i) => `l${i}: lines(count: 1000)`).join(' ')} } } } }`,
    /complexity/,
  ],
  ['a field that is not there', '{ viewer { salary } }', /Cannot query field/],
  ['no syntax', '{ viewer {', /Syntax Error/],
  ['20,001 characters', `{ viewer { name } } #${'x'.repeat(20_000)}`, /more than 20000 characters/],
  [
    '61 definitions',
    `{ viewer { name } } ${numbered(60, (i) => `fragment F${i} on Viewer { name }`)}`,
    /more than 60 definitions/,
  ],
  [
    '51 variables',
    `query (${numbered(51, (i) => `$v${i}: Int`)}) { viewer { name } }`,
    /more than 50 variableDefinitions/,
  ],
  [
    '21 arguments of a field',
    `{ orders(${numbered(21, (i) => `a${i}: 1`)}) { totalCount } }`,
    /more than 20 arguments/,
  ],
  [
    'six directives in one place',
    `{ viewer { name ${numbered(6, () => '@include(if: true)')} } }`,
    /more than 5 directives/,
  ],
  [
    '41 fields of an input',
    `{ quote(input: { ${numbered(41, (i) => `a${i}: 1`)} }) { __typename } }`,
    /more than 40 fields/,
  ],
  [
    'a list of 501 values',
    `{ orders(first: [${numbered(501, String)}]) { totalCount } }`,
    /more than 500 values/,
  ],
  ['lists within lists', `{ orders(first: ${'['.repeat(65)}${']'.repeat(65)}) { totalCount } }`, /levels/],
  ['a name of 201 letters', `{ ${'a'.repeat(201)}: viewer { name } }`, /more than 200 letters/],
  [
    'a hundred fields of one name',
    `{ ${numbered(100, () => 'viewer { name }')} }`,
    /more than 4000 pairs of fields/,
  ],
  [
    'a fragment that spreads itself through others',
    '{ viewer { ...F } } fragment F on Viewer { ...G } fragment G on Viewer { ...F }',
    /Cannot spread fragment "F" within itself via "G"/,
  ],
  [
    'a fragment that spreads itself and has the name of one that does not',
    'fragment F on Viewer { name } fragment F on Viewer { ...F } { viewer { ...F } }',
    /only one fragment named "F"/,
  ],
])('a document with %s is refused as invalid_request', async (_name, query, message) => {
  const { body } = await sendGraphql(service.url, reseller.apiKey, query);
  expect(body.data ?? null).toBeNull();
  expect(body.errors?.[0]?.message).toMatch(message);
  expect(body.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_REQUEST' });
});

test('a document of too much is refused alike at every door, whatever it asks for', async () => {
  const query = `subscription { balanceUpdated { ${numbered(301, (i) => `a${i}: name`)} } }`;
  const refusal = expect.objectContaining({
    message: expect.stringMatching(/more than 300 fields/),
    extensions: { code: 'INVALID_REQUEST' },
  });
  const { socket, say, answer, next } = await initiated(service.url, {
    authorization: `Bearer ${reseller.apiKey}`,
  });
  await answer;
  const received = next();
  say({ id: '1', type: 'subscribe', payload: { query } });
  expect(await received).toMatchObject({ type: 'error', payload: [refusal] });
  socket.close();
  for (const accept of ['text/event-stream, application/json', 'application/json']) {
    const response = await post(JSON.stringify({ query }), 'application/json', accept);
    expect(await response.json()).toEqual({ errors: [refusal] });
  }
});

test('no more than the first few flaws of a document are reported', async () => {
  const query = `{ viewer { ${numbered(50, (i) => `nam${i}`)} } }`;
  const { body } = await sendGraphql(service.url, reseller.apiKey, query);
  expect(body.errors?.map(({ message }) => message)).toEqual([
    ...Array.from({ length: 5 }, () => expect.stringMatching(/Did you mean "name"/)),
    expect.stringMatching(/Too many validation errors/),
  ]);
});

test('what tools ask of the schema is within the limits', async () => {
  const options = {
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    schemaDescription: true,
    inputValueDeprecation: true,
    oneOf: true,
  };
  const { status, body } = await sendGraphql(service.url, undefined, getIntrospectionQuery(options));
  expect([status, body.errors]).toEqual([200, undefined]);
});

test('a page of fifty components that ask for parts of one object is within the limits', async () => {
  const parts = numbered(50, (i) => `fragment Part${i} on Viewer { name balanceUsd }`);
  const query = `{ viewer { ${numbered(50, (i) => `...Part${i}`)} } } ${parts}`;
  const { status, body } = await sendGraphql(service.url, reseller.apiKey, query);
  expect([status, body.errors]).toEqual([200, undefined]);
});

test('a page of which four parts show the whole catalog is within the limits', async () => {
  const part = (name: string) => `fragment ${name} on Tier { id code name types {
    id code name description billing protocol maxQuantity periods { id code name days gb priceUsd } } }`;
  const names = ['A', 'B', 'C', 'D'];
  const query = `{ tiers { ${names.map((name) => `...${name}`).join(' ')} } } ${names.map(part).join(' ')}`;
  const { body } = await sendGraphql(service.url, reseller.apiKey, query);
  expect(body.errors).toBeUndefined();
});

test('a document is read once for all who send it, until others have taken its place', () => {
  const [first, again] = [readDocument('{ viewer { name } }'), readDocument('{ viewer { name } }')];
  expect(again).toBe(first);
  // One long document replaces many short ones.
  for (let i = 0; i < 60; i++) readDocument(`{ viewer { name } } #${i} ${'x'.repeat(19_900)}`);
  expect(readDocument('{ viewer { name } }')).not.toBe(first);
});

test('a document that was refused is refused again, also when its flaws are remembered', () => {
  const [first, again] = [readDocument('{ viewer { salary } }'), readDocument('{ viewer { salary } }')];
  expect(first).toEqual([expect.objectContaining({ message: expect.stringContaining('salary') })]);
  expect(again).toEqual(first);
});

function numbered(count: number, each: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => each(i)).join(' ');
}

function purchase(alias: string): string {
  return `${alias}: purchase(input: { tier: "prem", type: "ipv4", country: "US", period: "7d" }) { __typename }`;
}

function introspection(depth: number): string {
  return `{ __schema { types { ${'fields { type { '.repeat(depth)} name ${'} } '.repeat(depth)} } } }`;
}

test('an anonymous address has a rate of its own', async () => {
  const own = await startService({ trustedProxyHops: 1 });
  try {
    const statuses: number[] = [];
    const from = { 'x-forwarded-for': '192.0.2.7' };
    for (let i = 0; i < 61; i++)
      statuses.push((await sendGraphql(own.url, undefined, '{ __typename }', {}, from)).status);
    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(200));
    expect(statuses[60]).toBe(429);
    const { apiKey } = await givenReseller(own.services);
    expect((await sendGraphql(own.url, apiKey, '{ __typename }', {}, from)).status).toBe(200);
  } finally {
    await own.close();
  }
});

test('a document is answered alike however often it comes', async () => {
  const { apiKey } = await givenReseller(service.services);
  const documents: [string, unknown][] = [
    [
      'query ($first: Int, $status: OrderStatus) { orders(first: $first, status: $status) { totalCount } }',
      { first: 'x' },
    ],
    ['query ($constructor: Int) { orders(first: $constructor) { totalCount } }', {}],
    ['{ __proto__: viewer { name } toString: viewer { name } }', {}],
  ];
  for (const [query, variables] of documents) {
    const answers: string[] = [];
    for (let i = 0; i < 7; i++) answers.push((await sendGraphql(service.url, apiKey, query, variables)).text);
    expect(new Set(answers).size, query).toBe(1);
  }
});

test.each([
  ['variables that are no JSON', 'query=%7B__typename%7D&variables=xx'],
  ['extensions that are no JSON', 'query=%7B__typename%7D&extensions=zz'],
  ['no query', 'variables=%7B%7D'],
])('a GET with %s is refused with a code of the contract', async (_name, search) => {
  const response = await fetch(`${service.url}/graphql?${search}`);
  expect(response.status).toBe(400);
  expect(await codeOf(response)).toMatch(/^INVALID_/);
});

test.each(['PUT', 'DELETE', 'OPTIONS'])(
  '%s is answered with 405 and the methods that there are',
  async (method) => {
    const response = await fetch(`${service.url}/graphql`, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  },
);

test.each(['', '?query=%7B__typename%7D'])(
  'HEAD /graphql%s is refused, unless it asks for the page',
  async (search) => {
    const response = await fetch(`${service.url}/graphql${search}`, { method: 'HEAD' });
    expect(response.status).toBe(400);
  },
);

test('the key is checked before the document is read', async () => {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer prk_wrong' },
    body: '{',
  });
  expect([response.status, await codeOf(response)]).toEqual([401, 'UNAUTHORIZED']);
});

test('the catalog with countries is answered though some of its types cannot be bought', async () => {
  const { database } = service.services;
  await sql`update product_types set upstream_product = 'withdrawn' where id = 'didc'`.execute(database.sql);
  const { apiKey } = await givenReseller(service.services);
  const { body } = await sendGraphql(service.url, apiKey, '{ tiers { types { code countries { code } } } }');
  expect(body.errors).toBeUndefined();
  const tiers = body.data?.['tiers'] as { types: { code: string; countries: unknown[] | null }[] }[];
  const countries = new Map(tiers.flatMap(({ types }) => types.map((type) => [type.code, type.countries])));
  expect(countries.get('didc')).toBeNull();
  expect(countries.get('diresi')?.length).toBeGreaterThan(5);
});

const ORDERS = 'query ($first: Int!) { orders(first: $first) { totalCount } }';

test.each([
  ['variables of a wrong type', ORDERS, { first: 'five' }],
  ['variables that are missing', ORDERS, {}],
  ['variables that are null and must not be', ORDERS, { first: null }],
  ['too many root fields', `{ ${numbered(21, (i) => `v${i}: viewer { name }`)} }`, {}],
  ['a field that is not there', '{ salary }', {}],
])(
  '%s: refused without data, by status 400 for clients that accept GraphQL’s media type, 200 for application/json',
  async (_name, query, variables) => {
    const statuses: Record<string, number> = {};
    for (const accept of [
      'application/graphql-response+json',
      'application/graphql-response+json, application/json',
      'application/json',
      '*/*',
    ]) {
      const response = await post(JSON.stringify({ query, variables }), 'application/json', accept);
      const body = await response.json();
      expect(Object.keys(body)).toEqual(['errors']);
      expect(body.errors[0].extensions).toEqual({ code: 'INVALID_REQUEST' });
      statuses[accept] = response.status;
    }
    expect(Object.values(statuses)).toEqual([400, 400, 200, 200]);
  },
);

test('more than 50 variables, or members of one, are refused before they are looked at', async () => {
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`v${i}`, 1]));
  for (const variables of [many, { a: [{ b: many }] }]) {
    const response = await post(
      JSON.stringify({ query: '{ viewer { name } }', variables }),
      'application/json',
    );
    expect([response.status, await codeOf(response)]).toEqual([400, 'INVALID_REQUEST']);
  }
});

test('an array of operations is refused', async () => {
  const response = await post(JSON.stringify([{ query: '{ viewer { name } }' }]), 'application/json');
  expect(response.status).toBe(400);
  expect(await codeOf(response)).toBe('INVALID_JSON');
});

test.each([
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'application/graphql',
])('a body of the type %s is refused with 415', async (type) => {
  const response = await post('query=%7Bviewer%7Bname%7D%7D', type);
  expect(response.status).toBe(415);
});

test.each([
  ['a duplicate key', '{"query":"{ viewer { name } }","query":"{ viewer { name } }"}', 'INVALID_JSON'],
  ['a key __proto__', '{"query":"{ viewer { name } }","variables":{"__proto__":{}}}', 'INVALID_JSON'],
  ['a NUL character', '{"query":"{ viewer { name } }","variables":{"a":"\\u0000"}}', 'INVALID_REQUEST'],
  ['nothing', '{}', 'INVALID_REQUEST'],
  ['no JSON', '{', 'INVALID_JSON'],
])('a body with %s is refused', async (_name, body, code) => {
  const response = await post(body, 'application/json');
  expect([response.status, await codeOf(response)]).toEqual([400, code]);
});

test('a body over 512 KiB is refused, and over 64 KiB without a key', async () => {
  const response = await post(
    JSON.stringify({ query: `{ viewer { name } } #${'x'.repeat(600_000)}` }),
    'application/json',
  );
  expect([response.status, await codeOf(response)]).toEqual([413, 'INVALID_JSON']);
  const { status, body } = await sendGraphql(
    service.url,
    undefined,
    `{ viewer { name } } #${'x'.repeat(70_000)}`,
  );
  expect([status, body.errors?.[0]?.extensions?.['code']]).toEqual([413, 'INVALID_JSON']);
});

test('a mutation over GET is refused and charges nothing', async () => {
  const query = encodeURIComponent(`mutation { ${purchase('a')} }`);
  const response = await fetch(`${service.url}/graphql?query=${query}`, {
    headers: { authorization: `Bearer ${reseller.apiKey}` },
  });
  expect(response.status).toBe(405);
  const { body } = await sendGraphql(
    service.url,
    reseller.apiKey,
    '{ orders { totalCount } viewer { balanceUsd } }',
  );
  expect(body.data).toEqual({ orders: { totalCount: 0 }, viewer: { balanceUsd: '100.00' } });
});

test('text that the database refuses is refused before, in a literal as in a variable and over GET', async () => {
  const literal = await sendGraphql(
    service.url,
    reseller.apiKey,
    '{ type(tier: "\\u0000", type: "x") { id } }',
  );
  expect(literal.body.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_REQUEST' });
  const query = encodeURIComponent('query ($t: String!) { type(tier: $t, type: "x") { id } }');
  const variables = encodeURIComponent('{"t":"\\ud800"}');
  const response = await fetch(`${service.url}/graphql?query=${query}&variables=${variables}`, {
    headers: { authorization: `Bearer ${reseller.apiKey}` },
  });
  expect(await codeOf(response)).toBe('INVALID_REQUEST');
});

test('GraphiQL is served to a browser without a key and loads nothing from elsewhere', async () => {
  const response = await fetch(`${service.url}/graphql`, { headers: { accept: 'text/html' } });
  const page = await response.text();
  expect(response.headers.get('content-type')).toMatch(/text\/html/);
  expect(page).toContain('GraphiQL');
  expect(page.match(/<(?:script|link)[^>]+(?:src|href)="https?:[^"]*"/g)).toBeNull();
});

function post(body: string, type: string, accept = '*/*'): Promise<Response> {
  return fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': type, accept, authorization: `Bearer ${reseller.apiKey}` },
    body,
  });
}

async function codeOf(response: Response): Promise<string> {
  return (await response.json()).errors[0].extensions.code;
}
