import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { disableApi, enableApi } from '../../src/resellers/admission.ts';
import { signedIn } from '../support/console.ts';
import { type GivenLuxuryOrder, givenLuxuryOrder } from '../support/given-luxury.ts';
import { givenToken, PAGE } from '../support/given-token.ts';
import { type RunningService, startService } from '../support/service.ts';
import { socketClient } from '../support/sockets.ts';
import { recordStatements, type Statements } from '../support/statements.ts';
import { initiated } from './raw-socket.ts';

let service: RunningService;
let statements: Statements;
let given: GivenLuxuryOrder;
let orderId: number;
let foreignId: number;

beforeAll(async () => {
  statements = recordStatements();
  service = await startService({ onPoolCreated: statements.onPoolCreated });
  given = await givenLuxuryOrder(service.services);
  orderId = given.order.id;
  foreignId = (await givenLuxuryOrder(service.services, { reseller: given })).order.id;
});
afterAll(() => service.close());
beforeEach(() => sql`truncate rate_windows`.execute(service.services.database.sql));

const makeToken = async (options: Partial<Parameters<typeof givenToken>[2]> = {}) =>
  (await givenToken(service.services, given, { orderIds: [orderId], ...options })).secret;

interface Asked {
  /** An API key or a frontend token. */
  credential: string;
  query: string;
  origin?: string | undefined;
  accept?: string;
  signal?: AbortSignal;
}

/** A request as a browser sends it for a page. */
function send({ credential, query, origin = PAGE, accept = 'application/json', signal }: Asked) {
  return fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${credential}`,
      'content-type': 'application/json',
      accept,
      ...(origin !== 'none' && { origin }),
    },
    body: JSON.stringify({ query }),
    ...(signal && { signal }),
  });
}

interface Body {
  data?: Record<string, unknown>;
  errors?: { message: string; extensions: { code: string } }[];
}

async function ask(asked: Asked): Promise<Body & { status: number; headers: Headers }> {
  const response = await send(asked);
  return { status: response.status, headers: response.headers, ...((await response.json()) as Body) };
}

const CORS = [
  'access-control-allow-origin',
  'access-control-expose-headers',
  'access-control-allow-credentials',
  'access-control-allow-headers',
];
const corsOf = (headers: Headers) => CORS.filter((name) => headers.has(name));

test('a page reads its order over POST and GET, and may read the answer and what is left of the rate', async () => {
  const credential = await makeToken();
  const query = `{ order(id: "${orderId}") { id status proxies { login } } }`;
  const expected = {
    order: { id: String(orderId), status: 'ACTIVE', proxies: [{ login: given.proxy.login }] },
  };
  const posted = await ask({ credential, query });
  expect(posted).toMatchObject({ status: 200, data: expected });
  expect(posted.headers.get('access-control-allow-origin')).toBe(PAGE);
  expect(posted.headers.get('access-control-allow-credentials')).toBeNull();
  expect(posted.headers.get('vary')).toMatch(/origin/i);
  expect(posted.headers.get('ratelimit-limit')).toBe('60');
  expect(posted.headers.get('ratelimit-remaining')).toBe('59');
  for (const name of ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'x-request-id'])
    expect(posted.headers.get('access-control-expose-headers')).toContain(name);
  const got = await fetch(`${service.url}/graphql?query=${encodeURIComponent(query)}`, {
    headers: { authorization: `Bearer ${credential}`, origin: PAGE, accept: 'application/json' },
  });
  expect(await got.json()).toEqual({ data: expected });
  expect(got.headers.get('access-control-allow-origin')).toBe(PAGE);
});

test('a page follows its order over an event stream that it may read', async () => {
  const credential = await makeToken();
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const query = `subscription { trafficUpdated(orderId: "${orderId}") { totalGb } }`;
  const response = await send({ credential, query, accept: 'text/event-stream', signal: leaving.signal });
  expect(response.headers.get('access-control-allow-origin')).toBe(PAGE);
  expect(response.headers.get('vary')).toMatch(/origin/i);
  const { value } = (await response.body?.getReader().read()) ?? {};
  expect(Buffer.from(value ?? []).toString()).toContain('{"data":{"trafficUpdated":{"totalGb":1}}}');
});

test('a page follows its order over a socket, where each document is checked', async () => {
  const credential = await makeToken({ rights: ['read_order'] });
  const client = socketClient(service.url, credential, { origin: PAGE });
  onTestFinished(() => client.close());
  const query = `subscription { orderUpdated(orderId: "${orderId}") { id status } }`;
  expect(await client.follow(query).next()).toEqual({
    data: { orderUpdated: { id: String(orderId), status: 'ACTIVE' } },
  });
  const traffic = client.follow(`subscription { trafficUpdated(orderId: "${orderId}") { totalGb } }`);
  await expect(traffic.next()).rejects.toMatchObject([{ extensions: { code: 'UNAUTHORIZED' } }]);
  const price = client.follow(`{ order(id: "${orderId}") { priceUsd } }`);
  await expect(price.next()).rejects.toMatchObject([{ extensions: { code: 'UNAUTHORIZED' } }]);
});

test('an order that is not among the token’s is answered like one that does not exist, at every door', async () => {
  const credential = await makeToken();
  const client = socketClient(service.url, credential, { origin: PAGE });
  onTestFinished(() => client.close());
  const own = await ask({ credential: given.apiKey, query: `{ order(id: "${foreignId}") { id } }` });
  expect(own.data).toEqual({ order: { id: String(foreignId) } });
  for (const id of [foreignId, 999_999]) {
    const { data } = await ask({ credential, query: `{ order(id: "${id}") { id proxies { login } } }` });
    expect(data).toEqual({ order: null });
    for (const field of ['orderUpdated', 'trafficUpdated']) {
      const query = `subscription { ${field}(orderId: "${id}") { id } }`;
      const response = await send({ credential, query, accept: 'text/event-stream' });
      const refusal = [{ message: `You have no order ${id}.`, extensions: { code: 'ORDER_NOT_FOUND' } }];
      expect(await response.text()).toContain(`"message":${JSON.stringify(`You have no order ${id}.`)}`);
      expect((await client.follow(query).next()).errors).toMatchObject(refusal);
    }
  }
});

test('a refused document says which field, reads nothing, and may be read by the page', async () => {
  const credential = await makeToken({ rights: ['read_traffic'] });
  const query = `{ order(id: "${orderId}") { id proxies { password } } }`;
  const { status, headers, data, errors } = await ask({ credential, query });
  expect([status, data]).toEqual([401, undefined]);
  expect(errors).toMatchObject([
    { message: expect.stringContaining('"Order.proxies"'), extensions: { code: 'UNAUTHORIZED' } },
  ]);
  expect(headers.get('access-control-allow-origin')).toBe(PAGE);
  const stream = await send({
    credential,
    query: `subscription { orderUpdated(orderId: "${orderId}") { id } }`,
    accept: 'text/event-stream',
  });
  expect(stream.headers.get('access-control-allow-origin')).toBe(PAGE);
  expect(await stream.text()).toContain('Subscription.orderUpdated');
});

test.each([
  ['from another page', 'https://evil.example'],
  ['from the page’s host at another port', `${PAGE}:8443`],
  ['from the page’s host without TLS', 'http://shop.example'],
  ['from a page without an origin of its own', 'null'],
  ['without an origin', 'none'],
])('a token %s is refused like one that was never made', async (_name, origin) => {
  const credential = await makeToken();
  const query = `{ order(id: "${orderId}") { id } }`;
  const refused = await ask({ credential, query, origin });
  const unknown = await ask({ credential: `${credential.slice(0, -1)}?`, query, origin });
  expect([refused.status, refused.errors]).toEqual([401, unknown.errors]);
  expect(unknown.errors).toMatchObject([{ extensions: { code: 'UNAUTHORIZED' } }]);
  expect([...corsOf(refused.headers), ...corsOf(unknown.headers)]).toEqual([]);
  expect(refused.headers.has('ratelimit-remaining')).toBe(false);
  const headers: Record<string, string> = origin === 'none' ? {} : { origin };
  const socket = await initiated(service.url, { authorization: `Bearer ${credential}` }, headers);
  expect(await socket.closed).toEqual({ code: 4401, reason: 'unauthorized' });
});

test('an unknown token on the right page may not read its refusal', async () => {
  const { status, headers } = await ask({ credential: `prt_${'a'.repeat(42)}`, query: '{ __typename }' });
  expect(status).toBe(401);
  expect(corsOf(headers)).toEqual([]);
});

test('no page may read the answer to an API key or to nobody, whatever it asks', async () => {
  await makeToken();
  const withKey = await ask({ credential: given.apiKey, query: '{ viewer { name } }' });
  expect(withKey.data).toBeDefined();
  expect(corsOf(withKey.headers)).toEqual([]);
  const anonymous = await fetch(`${service.url}/graphql?query={__typename}`, {
    headers: { origin: PAGE, accept: 'application/json' },
  });
  expect(await anonymous.json()).toEqual({ data: { __typename: 'Query' } });
  expect(corsOf(anonymous.headers)).toEqual([]);
});

test('any page may preflight, without a key and without being counted', async () => {
  const response = await fetch(`${service.url}/graphql`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://anybody.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    },
  });
  expect([response.status, await response.text()]).toEqual([204, '']);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  expect(response.headers.get('access-control-allow-methods')).toBe('GET, POST');
  expect(response.headers.get('access-control-allow-headers')).toBe('authorization, content-type, accept');
  expect(Number(response.headers.get('access-control-max-age'))).toBeGreaterThan(0);
  expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  const { rows } = await sql`select from rate_windows`.execute(service.services.database.sql);
  expect(rows).toEqual([]);
});

test('what is refused before a document is read may be read by the page, too', async () => {
  const credential = await makeToken();
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${credential}`, origin: PAGE, 'content-type': 'application/json' },
    body: '{"query":',
  });
  expect(response.status).toBe(400);
  expect(response.headers.get('access-control-allow-origin')).toBe(PAGE);
  const invalid = await ask({ credential, query: '{ nothing }' });
  expect(invalid.errors).toBeDefined();
  expect(invalid.headers.get('access-control-allow-origin')).toBe(PAGE);
});

test('a token has 60 requests a minute of its own, and its page may read that they are used up', async () => {
  const [credential, other] = [await makeToken(), await makeToken()];
  const query = `{ ${Array.from({ length: 20 }, (_, i) => `a${i}: order(id: "${orderId}") { id }`).join(' ')} }`;
  for (let i = 0; i < 3; i++) expect((await ask({ credential, query })).status).toBe(200);
  const refused = await ask({ credential, query: '{ __typename }' });
  expect([refused.status, refused.errors?.[0]?.extensions.code]).toEqual([429, 'RATE_LIMITED']);
  expect(refused.headers.get('access-control-allow-origin')).toBe(PAGE);
  expect(refused.headers.get('access-control-expose-headers')).toContain('retry-after');
  expect(refused.headers.get('ratelimit-remaining')).toBe('0');
  expect((await ask({ credential: other, query })).status).toBe(200);
  expect((await ask({ credential: given.apiKey, query: '{ viewer { name } }' })).status).toBe(200);
});

test('a token has five sockets of its own', async () => {
  const credential = await makeToken();
  const open = async () => {
    const socket = await initiated(service.url, { authorization: `Bearer ${credential}` }, { origin: PAGE });
    onTestFinished(() => socket.socket.close());
    return socket;
  };
  for (let i = 0; i < 5; i++) expect((await (await open()).answer).type).toBe('connection_ack');
  expect(await (await open()).closed).toMatchObject({ code: 4429 });
  const key = await initiated(service.url, { authorization: `Bearer ${given.apiKey}` });
  onTestFinished(() => key.socket.close());
  expect((await key.answer).type).toBe('connection_ack');
});

test('while the API is closed, only the token’s own page may read why', async () => {
  const { database } = service.services;
  const credential = await makeToken();
  await disableApi(database, 'Closed until noon.');
  onTestFinished(async () => {
    await enableApi(database);
  });
  const query = `{ order(id: "${orderId}") { id } }`;
  const own = await ask({ credential, query });
  expect([own.status, own.errors?.[0]?.message]).toEqual([503, 'Closed until noon.']);
  expect(own.headers.get('access-control-allow-origin')).toBe(PAGE);
  const other = await ask({ credential, query, origin: 'https://evil.example' });
  expect([other.status, corsOf(other.headers)]).toEqual([401, []]);
});

test('a page and a server that follow the same order with the same document get the same, each by its own right', async () => {
  const credential = await makeToken({ rights: ['read_order'] });
  const [page, server] = [
    socketClient(service.url, credential, { origin: PAGE }),
    socketClient(service.url, given.apiKey),
  ];
  onTestFinished(() => page.close());
  onTestFinished(() => server.close());
  const allowed = `subscription { orderUpdated(orderId: "${orderId}") { id status } }`;
  const priced = `subscription { orderUpdated(orderId: "${orderId}") { id status priceUsd } }`;
  const [first, second] = [page.follow(allowed), server.follow(allowed)];
  expect(await first.next()).toEqual(await second.next());
  const withPrice = server.follow(priced);
  expect(JSON.stringify(await withPrice.next())).toContain('priceUsd');
  await expect(page.follow(priced).next()).rejects.toMatchObject([{ extensions: { code: 'UNAUTHORIZED' } }]);
  const pause = `mutation { updateSettings(input: { orderId: "${orderId}", paused: true }) { __typename } }`;
  await ask({ credential: given.apiKey, query: pause });
  for (const events of [first, second, withPrice])
    expect((await events.next()).data).toMatchObject({ orderUpdated: { status: 'PAUSED' } });
  await ask({ credential: given.apiKey, query: pause.replace('true', 'false') });
  for (const events of [first, second, withPrice])
    expect((await events.next()).data).toMatchObject({ orderUpdated: { status: 'ACTIVE' } });
});

const CREATE = (input: string) => `mutation { it: createFrontendToken(input: ${input}) {
  __typename
  ... on CreateFrontendTokenSuccess {
    secret
    token { id prefix key { id } orderIds allow origins createdAt expiresAt }
    viewer { frontendTokens { id } }
  }
  ... on Error { code message }
  ... on InvalidRequestError { fields { path } }
} }`;

interface Created {
  secret: string;
  token: { id: string; prefix: string; expiresAt: string; createdAt: string };
  viewer: { frontendTokens: { id: string }[] };
}

function createdIn({ data }: { data?: Record<string, unknown> | null }): Created {
  return data?.['it'] as Created;
}

test('a key makes a token, sees it among those that are alive, finds it by its id and revokes it', async () => {
  const maker = await givenLuxuryOrder(service.services);
  const input = `{ orderIds: ["${maker.order.id}"], allow: [READ_TRAFFIC], origins: ["${PAGE}"], expiresInSeconds: 60 }`;
  const made = await ask({ credential: maker.apiKey, query: CREATE(input), origin: 'none' });
  const { secret, token, viewer } = createdIn(made);
  expect(secret.startsWith(token.prefix)).toBe(true);
  expect(token).toMatchObject({
    id: expect.stringMatching(/^frontend-token:\d{13}$/),
    key: { id: `key:${maker.keyId}` },
    orderIds: [String(maker.order.id)],
    allow: ['READ_TRAFFIC'],
    origins: [PAGE],
  });
  expect(Date.parse(token.expiresAt) - Date.parse(token.createdAt)).toBe(60_000);
  expect(viewer.frontendTokens).toEqual([{ id: token.id }]);
  const query = `{ order(id: "${maker.order.id}") { id trafficGb } }`;
  expect((await ask({ credential: secret, query })).data).toEqual({
    order: { id: String(maker.order.id), trafficGb: 1 },
  });
  const find = `{ node(id: "${token.id}") { __typename id } }`;
  const found = { node: { __typename: 'FrontendToken', id: token.id } };
  expect((await ask({ credential: maker.apiKey, query: find })).data).toEqual(found);
  expect((await ask({ credential: given.apiKey, query: find })).data).toEqual({ node: null });

  const revoke = (ids: string) =>
    `mutation { it: revokeFrontendTokens(input: ${ids}) { ... on RevokeFrontendTokensSuccess { tokenIds viewer { frontendTokens { id } } } ... on InvalidRequestError { fields { path } } } }`;
  const byId = revoke(`{ tokenIds: ["${token.id}"] }`);
  expect((await ask({ credential: given.apiKey, query: byId })).data).toMatchObject({ it: { tokenIds: [] } });
  expect((await ask({ credential: maker.apiKey, query: byId })).data).toEqual({
    it: { tokenIds: [token.id], viewer: { frontendTokens: [] } },
  });
  expect((await ask({ credential: secret, query })).status).toBe(401);
  expect((await ask({ credential: maker.apiKey, query: find })).data).toEqual({ node: null });

  const another = createdIn(await ask({ credential: maker.apiKey, query: CREATE(input) }));
  expect((await ask({ credential: maker.apiKey, query: revoke('{}') })).data).toMatchObject({
    it: { tokenIds: [another.token.id] },
  });
  const odd = revoke('{ tokenIds: ["12", "session:7", "x"] }');
  expect((await ask({ credential: maker.apiKey, query: odd })).data).toEqual({
    it: { fields: [0, 1, 2].map((place) => ({ path: ['tokenIds', String(place)] })) },
  });
});

test('what a token cannot be made with is refused with every flaw by its path', async () => {
  const flawed = await ask({
    credential: given.apiKey,
    query: CREATE('{ orderIds: [], allow: [], origins: ["shop.example"], expiresInSeconds: 1 }'),
  });
  expect(flawed.data?.['it']).toMatchObject({
    __typename: 'InvalidRequestError',
    fields: [['orderIds'], ['allow'], ['origins', '0'], ['expiresInSeconds']].map((path) => ({ path })),
  });
  const foreign = await givenLuxuryOrder(service.services);
  const input = `{ orderIds: ["${orderId}", "${foreign.order.id}"], allow: [READ_ORDER], origins: ["${PAGE}"], expiresInSeconds: 60 }`;
  expect((await ask({ credential: given.apiKey, query: CREATE(input) })).data?.['it']).toEqual({
    __typename: 'OrderNotFoundError',
    code: 'ORDER_NOT_FOUND',
    message: `You have no order ${foreign.order.id}.`,
  });
});

test('a person in the console makes tokens that outlive the session, and ends those of the keys, too', async () => {
  const maker = await givenLuxuryOrder(service.services);
  const input = `{ orderIds: ["${maker.order.id}"], allow: [READ_ORDER], origins: ["${PAGE}"], expiresInSeconds: 60 }`;
  const person = await signedIn(service, maker.resellerId);
  const made = createdIn((await person.ask(CREATE(input))).body);
  expect(made.token).toMatchObject({ key: null });
  const ofKey = createdIn(await ask({ credential: maker.apiKey, query: CREATE(input) }));
  expect(ofKey.viewer.frontendTokens).toEqual([{ id: ofKey.token.id }, { id: made.token.id }]);
  await person.ask('mutation { signOut { signedOut } }');
  const query = `{ order(id: "${maker.order.id}") { status } }`;
  expect((await ask({ credential: made.secret, query })).data).toEqual({ order: { status: 'ACTIVE' } });
  const again = await signedIn(service, maker.resellerId);
  const revoke = `mutation { it: revokeFrontendTokens(input: {}) { ... on RevokeFrontendTokensSuccess { tokenIds } } }`;
  expect((await again.ask(revoke)).body.data).toEqual({
    it: { tokenIds: [made.token.id, ofKey.token.id] },
  });
  for (const { secret } of [made, ofKey]) expect((await ask({ credential: secret, query })).status).toBe(401);
});

test('a document that lists all tokens or keys many times is over the limit; once with every field it is not', async () => {
  const token = 'id prefix key { id prefix allowedIps } orderIds allow origins createdAt expiresAt';
  const key = 'id prefix disabled allowedIps createdAt issuedAt';
  const all = `{ viewer { frontendTokens { ${token} } keys { ${key} } } }`;
  expect((await ask({ credential: given.apiKey, query: all })).errors).toBeUndefined();
  const times = (count: number, field: string) =>
    `{ viewer { ${Array.from({ length: count }, (_, i) => `a${i}: ${field}`).join(' ')} } }`;
  for (const query of [times(20, 'frontendTokens { origins }'), times(20, 'keys { allowedIps }')]) {
    const { errors } = await ask({ credential: given.apiKey, query });
    expect(errors?.[0]?.message).toContain('over the limit of complexity');
  }
});

test('tokens that a document lists under several names are read once', async () => {
  const query = '{ viewer { a: frontendTokens { id } b: frontendTokens { prefix } } }';
  const sent = await statements.during(async () => void (await ask({ credential: given.apiKey, query })));
  expect(sent.filter((text) => text.includes('from "frontend_tokens"'))).toHaveLength(1);
});

test('a document whose operation is not found is not executed, whatever is in it', async () => {
  const credential = await makeToken();
  for (const operationName of ['', 'Other']) {
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${credential}`, origin: PAGE, 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'query One { viewer { name } }', operationName }),
    });
    expect(await response.text()).not.toContain('"data":{');
  }
});

test('a page of another site sends no form that the service takes', async () => {
  const credential = await makeToken();
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${credential}`, origin: PAGE, 'content-type': 'text/plain' },
    body: JSON.stringify({ query: '{ __typename }' }),
  });
  expect(response.status).toBe(415);
});
