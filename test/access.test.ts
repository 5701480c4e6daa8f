import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { revokeFrontendTokens } from '../src/frontend-tokens/frontend-tokens.ts';
import { schema } from '../src/graphql/schema/schema.ts';
import { createProxyList } from '../src/proxy-lists/proxy-lists.ts';
import { purchase } from '../src/purchases/purchase.ts';
import { createKey, deleteKey, reissueKey, updateKey } from '../src/resellers/keys.ts';
import { createWebhook } from '../src/webhooks/webhooks.ts';
import { initiated } from './graphql/raw-socket.ts';
import { fromOwnPage, type SignedIn, signedIn } from './support/console.ts';
import { buyerOf, type GivenReseller, givenReseller } from './support/given.ts';
import { givenLuxuryOrder } from './support/given-luxury.ts';
import { givenToken, PAGE } from './support/given-token.ts';
import { restClient } from './support/rest-client.ts';
import { type RunningService, sendGraphql, startService } from './support/service.ts';

// Every route and every root field, through every door, by callers who may use it and by callers who may not:
// with an API key, with a session of the console, with a frontend token, with none of them.

let service: RunningService;
let owner: GivenReseller;
let stranger: GivenReseller;
let orders: { term: number; luxury: number };
let sessions: { owner: SignedIn; stranger: SignedIn; ended: SignedIn };
const keys: Record<string, string> = {};
/** A key of the owner that no other test uses. */
let spareKeyId: number;
let strangersWebhookId: number;
let strangersListId: number;

beforeAll(async () => {
  service = await startService();
  const { services } = service;
  owner = await givenReseller(services);
  stranger = await givenReseller(services);
  const luxury = await givenLuxuryOrder(services, { reseller: owner });
  const term = await purchase(services, buyerOf(owner), {
    tier: 'prem',
    type: 'ipv4',
    country: 'US',
    period: '30d',
  });
  orders = { term: term.sale.order.id, luxury: luxury.order.id };

  const at = services.clock.now();
  const webhook = { resellerId: stranger.resellerId, url: NOBODY, types: [], description: null, at };
  strangersWebhookId = (await createWebhook(services, webhook)).webhookId;
  const list = { name: 'x', selection: { filter: {} }, count: 1, sticky: false, allowedIps: [], at };
  strangersListId = (await createProxyList(services, { resellerId: stranger.resellerId, ...list })).listId;

  const [ofOwner, ofStranger, ended] = [
    await signedIn(service, owner.resellerId),
    await signedIn(service, stranger.resellerId),
    await signedIn(service, owner.resellerId),
  ];
  await ended.ask('mutation { signOut { signedOut } }');
  sessions = { owner: ofOwner, stranger: ofStranger, ended };

  const create = (allowedIps: string[] = []) =>
    createKey(services.database, { resellerId: owner.resellerId, allowedIps, at });
  const [reissued, disabled, deleted] = [await create(), await create(), await create()];
  await deleteKey(services.database, { keyId: deleted.keyId, resellerId: owner.resellerId });
  keys['deleted'] = deleted.apiKey;
  await reissueKey(services.database, { keyId: reissued.keyId, at });
  await updateKey(services.database, { keyId: disabled.keyId, disabled: true });
  spareKeyId = (await create()).keyId;
  keys['reissued'] = reissued.apiKey;
  keys['disabled'] = disabled.apiKey;
  await prepareTokens(create);
  keys['from another address'] = (await create(['203.0.113.7/32'])).apiKey;
});
afterAll(() => service.close());
beforeEach(() => sql`truncate rate_windows`.execute(service.services.database.sql));

const MINUTE_MS = 60_000;

const KEY_REFUSALS = [
  ['reissued', 401, 'unauthorized', 4401],
  ['deleted', 401, 'unauthorized', 4401],
  ['disabled', 403, 'key_disabled', 4403],
  ['from another address', 403, 'ip_not_allowed', 4403],
] as const;

type Order = 'term' | 'luxury';
/**
 * Every route of `/v1`. Those with an order are also tried with another reseller's order and with an absent
 * one.
 */
const ROUTES: [method: string, path: (order: number) => string, body?: object | undefined, order?: Order][] =
  [
    ['GET', () => '/v1/balance'],
    ['GET', () => '/v1/events'],
    ['GET', () => '/v1/products'],
    ['GET', () => '/v1/products/prem/ipv4/countries'],
    ['GET', () => '/v1/geo/diresi/countries'],
    ['POST', () => '/v1/orders', { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' }],
    ['GET', () => '/v1/orders'],
    ['GET', (id) => `/v1/orders/${id}`, undefined, 'term'],
    ['POST', (id) => `/v1/orders/${id}/renew`, { period: '30d' }, 'term'],
    ['GET', (id) => `/v1/orders/${id}/traffic`, undefined, 'luxury'],
    ['POST', (id) => `/v1/orders/${id}/traffic`, { period: '1gb' }, 'luxury'],
    ['GET', (id) => `/v1/orders/${id}/settings`, undefined, 'luxury'],
    ['PATCH', (id) => `/v1/orders/${id}/settings`, { threads: 7 }, 'luxury'],
    ['GET', (id) => `/v1/orders/${id}/lines`, undefined, 'luxury'],
    ['POST', (id) => `/v1/orders/${id}/reset-password`, undefined, 'luxury'],
    ['GET', (id) => `/v1/orders/${id}/stats`, undefined, 'luxury'],
  ];
type Row = [
  name: string,
  method: string,
  path: (order: number) => string,
  body: object | undefined,
  order: Order | undefined,
];
const named = ROUTES.map(
  ([method, path, body, order]): Row => [`${method} ${path(1)}`, method, path, body, order],
);
const ABSENT = 999_999;

test.each(named)('/v1: %s is its owner’s', async (_name, method, path, body, order) => {
  const answer = await restClient(service.url, owner.apiKey).send({
    method,
    path: path(orders[order ?? 'term']),
    body,
  });
  expect([200, 201]).toContain(answer.status);
});

test.each(named)('/v1: %s is refused to every key that may not', async (_name, method, path, body, order) => {
  for (const [state, status, code] of KEY_REFUSALS) {
    const request = { method, path: path(orders[order ?? 'term']), body };
    const answer = await restClient(service.url, keys[state]).send<{ error: { code: string } }>(request);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  }
  const request = { method, path: path(orders[order ?? 'term']), body };
  expect((await restClient(service.url).send(request)).status).toBe(401);
});

test.each(named.filter(([, , , , order]) => order))(
  '/v1: %s answers the same for an order of another reseller as for one that does not exist',
  async (_name, method, path, body, order) => {
    const client = restClient(service.url, stranger.apiKey);
    const [foreign, absent] = await Promise.all(
      [orders[order ?? 'term'], ABSENT].map((id) =>
        client.send<{ error: { code: string; message: string } }>({ method, path: path(id), body }),
      ),
    );
    expect([foreign?.status, foreign?.body.error.code]).toEqual([404, 'order_not_found']);
    expect(absent?.status).toBe(404);
    expect(foreign?.text.replaceAll(String(orders[order ?? 'term']), 'N')).toBe(
      absent?.text.replaceAll(String(ABSENT), 'N'),
    );
  },
);

const REFUSED = '... on Error { code }';
/** An address of this machine where nobody listens. */
const NOBODY = 'http://127.0.0.1:9/hook';
/** A webhook that is not there: whoever may ask is told so. */
const NO_WEBHOOK = ['updateWebhook', 'rotateWebhookSecret', 'deleteWebhook', 'sendTestEvent'].map(
  (name): [string, () => string] => [
    name,
    () => `mutation { it: ${name}(input: { id: "webhook:999999" }) { __typename } }`,
  ],
);
/** At most five jobs are open: whoever may ask is told so. */
const MANY = [
  'bulkRenew(input: { filter: {}, period: "30d", maxTotalUsd: "0.00", idempotencyKey: "a" })',
  'bulkPurchase(input: { purchases: [], maxTotalUsd: "0.00", idempotencyKey: "a" })',
  'bulkSetAutoRenew(input: { filter: {}, enabled: false, idempotencyKey: "a" })',
  'bulkUpdateOrders(input: { filter: {}, idempotencyKey: "a" })',
  'cancelBulkJob(input: { id: "bulk:999999" })',
].map((field): [string, () => string] => [
  field.replace(/\(.*/, ''),
  () => `mutation { it: ${field} { __typename } }`,
]);
/** The root fields for API keys and sessions, also tried with another reseller's order. */
const OPERATIONS: [name: string, query: (order: number) => string, order?: Order][] = [
  ['viewer', () => '{ it: viewer { name } }'],
  ['renewalForecast', () => '{ it: renewalForecast { lostCount } }'],
  ['setSpendingLimit', () => `mutation { it: setSpendingLimit(input: {}) { __typename ${REFUSED} } }`],
  ['tiers', () => '{ it: tiers { id } }'],
  ['type', () => '{ it: type(tier: "prem", type: "ipv4") { id } }'],
  ['geo', () => `{ it: geo(type: "diresi", kind: COUNTRIES) { __typename ${REFUSED} } }`],
  ['addressCount', () => `{ it: addressCount(type: "diresi") { __typename ${REFUSED} } }`],
  ['orders', () => '{ it: orders { totalCount } }'],
  [
    'quote',
    () =>
      `{ it: quote(input: { tier: "prem", type: "ipv4", country: "US", period: "30d" }) { __typename ${REFUSED} } }`,
  ],
  ['order', (id) => `{ it: order(id: "${id}") { id } }`, 'term'],
  ['node', (id) => `{ it: node(id: "${id}") { id } }`, 'term'],
  ['search', () => '{ it: search(text: "7") { id } }'],
  ['events', () => '{ it: events { nodes { id } } }'],
  ['nodes', (id) => `{ it: nodes(ids: ["${id}"]) { id } }`, 'term'],
  ['node of traffic', (id) => `{ it: node(id: "traffic:${id}") { id } }`, 'luxury'],
  ['node of settings', (id) => `{ it: node(id: "settings:${id}") { id } }`, 'luxury'],
  [
    'purchase',
    () =>
      `mutation { it: purchase(input: { tier: "prem", type: "ipv4", country: "US", period: "30d" }) { __typename ${REFUSED} } }`,
  ],
  [
    'renew',
    (id) => `mutation { it: renew(input: { orderId: "${id}", period: "30d" }) { __typename ${REFUSED} } }`,
    'term',
  ],
  [
    'addTraffic',
    (id) =>
      `mutation { it: addTraffic(input: { orderId: "${id}", period: "1gb" }) { __typename ${REFUSED} } }`,
    'luxury',
  ],
  [
    'updateOrder',
    (id) =>
      `mutation { it: updateOrder(input: { orderId: "${id}", label: "shop" }) { __typename ${REFUSED} } }`,
    'term',
  ],
  [
    'setAutoRenew',
    (id) =>
      `mutation { it: setAutoRenew(input: { orderIds: ["${id}"], enabled: true, period: "30d", maxPriceUsd: "9.00" }) { __typename ${REFUSED} } }`,
    'term',
  ],
  [
    'setProtocol',
    (id) =>
      `mutation { it: setProtocol(input: { orderId: "${id}", protocol: SOCKS5 }) { __typename ${REFUSED} } }`,
    'term',
  ],
  ['checkProxies', (id) => `{ it: checkProxies(orderId: "${id}") { __typename ${REFUSED} } }`, 'term'],
  [
    'watchStock',
    () =>
      `mutation { it: watchStock(input: { tier: "prem", type: "ipv4", country: "US", below: 5 }) { __typename ${REFUSED} } }`,
  ],
  // There is none: whoever may ask is told so.
  ['unwatchStock', () => 'mutation { it: unwatchStock(input: { id: "stock-watch:999999" }) { __typename } }'],
  [
    'bulkQuote',
    (id) =>
      `{ it: bulkQuote(input: { renew: { orderIds: ["${id}"], period: "30d", maxTotalUsd: "0.00", idempotencyKey: "a" } }) { __typename ${REFUSED} } }`,
    'term',
  ],
  ...MANY,
  [
    'updateSettings',
    (id) =>
      `mutation { it: updateSettings(input: { orderId: "${id}", threads: 9 }) { __typename ${REFUSED} } }`,
    'luxury',
  ],
  [
    'resetPassword',
    (id) => `mutation { it: resetPassword(input: { orderId: "${id}" }) { __typename ${REFUSED} } }`,
    'luxury',
  ],
  [
    'createFrontendToken',
    (id) =>
      `mutation { it: createFrontendToken(input: { orderIds: ["${id}"], allow: [READ_ORDER], origins: ["https://shop.example"], expiresInSeconds: 60 }) { __typename ${REFUSED} } }`,
    'luxury',
  ],
  [
    'revokeFrontendTokens',
    () => `mutation { it: revokeFrontendTokens(input: { tokenIds: [] }) { __typename ${REFUSED} } }`,
  ],
  [
    'createWebhook',
    () => `mutation { it: createWebhook(input: { url: "${NOBODY}" }) { __typename ${REFUSED} } }`,
  ],
  ...NO_WEBHOOK,
  [
    'createProxyList',
    (id) =>
      `mutation { it: createProxyList(input: { name: "x", orderIds: ["${id}"] }) { __typename ${REFUSED} } }`,
    'term',
  ],
  ['revokeProxyList', () => 'mutation { it: revokeProxyList(input: { id: "list:999999" }) { __typename } }'],
  [
    'redeliver',
    () =>
      'mutation { it: redeliver(input: { webhookId: "webhook:999999", eventId: "evt_1" }) { __typename } }',
  ],
  [
    'redeliverSince',
    () =>
      'mutation { it: redeliverSince(input: { webhookId: "webhook:999999", sequence: 1 }) { __typename } }',
  ],
];
const SUBSCRIPTIONS: typeof OPERATIONS = [
  ['orderUpdated', (id) => `subscription { it: orderUpdated(orderId: "${id}") { id } }`, 'term'],
  ['trafficUpdated', (id) => `subscription { it: trafficUpdated(orderId: "${id}") { usedGb } }`, 'luxury'],
  ['ordersUpdated', () => 'subscription { it: ordersUpdated { id } }'],
  ['balanceUpdated', () => 'subscription { it: balanceUpdated { balanceUsd } }'],
  ['eventAdded', () => 'subscription { it: eventAdded(after: "0") { sequence } }'],
];

type Access = 'anyone' | 'session' | 'fresh session';
/** The root fields that not every caller has, with what a session gets that may call them. */
const OF_CONSOLE: [name: string, access: Access, query: () => string, outcome: string][] = [
  // Nobody has a chat bot here.
  ['chatUrl', 'anyone', () => '{ it: chatUrl }', 'null'],
  ['supportUrl', 'anyone', () => '{ it: supportUrl }', 'null'],
  [
    'signIn',
    'anyone',
    () => `mutation { it: signIn(input: { code: "no code" }) { __typename ${REFUSED} } }`,
    'sign_in_refused',
  ],
  [
    'createKey',
    'fresh session',
    () => `mutation { it: createKey(input: {}) { __typename ${REFUSED} } }`,
    'done',
  ],
  [
    'reissueKey',
    'fresh session',
    () => `mutation { it: reissueKey(input: { keyId: "key:${spareKeyId}" }) { __typename ${REFUSED} } }`,
    'done',
  ],
  [
    'updateKey',
    'fresh session',
    () =>
      `mutation { it: updateKey(input: { keyId: "key:${spareKeyId}", disabled: false }) { __typename ${REFUSED} } }`,
    'done',
  ],
  [
    'deleteKey',
    'fresh session',
    () => `mutation { it: deleteKey(input: { keyId: "key:999999" }) { __typename ${REFUSED} } }`,
    'key_not_found',
  ],
  [
    'endSession',
    'session',
    () =>
      `mutation { it: endSession(input: { sessionId: "${sessions.ended.sessionId}" }) { __typename ${REFUSED} } }`,
    'session_not_found',
  ],
  [
    'startPasskeySignIn',
    'anyone',
    () => 'mutation { it: startPasskeySignIn { options } }',
    // The service is at an IP address, where there are no passkeys.
    'invalid_request',
  ],
  [
    'finishPasskeySignIn',
    'anyone',
    () => `mutation { it: finishPasskeySignIn(input: { response: "{}" }) { __typename ${REFUSED} } }`,
    'invalid_request',
  ],
  [
    'startPasskeyRegistration',
    'fresh session',
    () => `mutation { it: startPasskeyRegistration { __typename ${REFUSED} } }`,
    'invalid_request',
  ],
  [
    'finishPasskeyRegistration',
    'fresh session',
    () =>
      `mutation { it: finishPasskeyRegistration(input: { name: "x", response: "{}" }) { __typename ${REFUSED} } }`,
    'invalid_request',
  ],
  [
    'removePasskey',
    'fresh session',
    () => `mutation { it: removePasskey(input: { passkeyId: "passkey:1" }) { __typename ${REFUSED} } }`,
    'passkey_not_found',
  ],
  ['endOtherSessions', 'session', () => 'mutation { it: endOtherSessions { sessionIds } }', 'done'],
  ['signOut', 'session', () => 'mutation { it: signOut { signedOut } }', 'done'],
];

interface Result {
  data?: { it: { __typename?: string; code?: string } | null } | null;
  errors?: { extensions: { code: string } }[];
}

/** The contract's code of the refusal, wherever the answer has it in upper case. */
function outcome({ data, errors }: Result): string {
  if (errors?.[0]) return errors[0].extensions.code.toLowerCase();
  if (JSON.stringify(data?.it) === 'null' || JSON.stringify(data?.it) === '[null]') return 'null';
  return data?.it?.code?.toLowerCase() ?? 'done';
}

async function overHttp(
  apiKey: string | undefined,
  query: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; result: Result }> {
  const { status, body } = await sendGraphql(service.url, apiKey, query, {}, headers);
  return { status, result: body as unknown as Result };
}

/** The first result over a socket. */
async function overSocket(apiKey: string | undefined, query: string, headers = {}): Promise<Result> {
  const payload = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  const { socket, answer } = await initiated(service.url, payload, headers);
  await answer;
  const received = Promise.withResolvers<Result>();
  socket.on('message', (data) => {
    const { type, payload } = JSON.parse(String(data)) as { type: string; payload: unknown };
    if (type === 'next') received.resolve(payload as Result);
    if (type === 'error') received.resolve({ errors: payload as NonNullable<Result['errors']> });
  });
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
  try {
    return await received.promise;
  } finally {
    socket.close();
  }
}

/** The first event of a stream, or the refusal that comes instead of one. */
async function overStream(
  apiKey: string | undefined,
  query: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; result: Result }> {
  const leaving = new AbortController();
  const response = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    signal: leaving.signal,
    headers: {
      accept: 'text/event-stream',
      'content-type': 'application/json',
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      ...headers,
    },
    body: JSON.stringify({ query }),
  });
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString();
    if (/^data: .+\n/m.test(text) || !response.headers.get('content-type')?.includes('event-stream')) break;
  }
  leaving.abort();
  const json = /^data: (.+)$/m.exec(text)?.[1] ?? text;
  return { status: response.status, result: JSON.parse(json) as Result };
}

const idOf = (order: Order | undefined) => orders[order ?? 'term'];

test('the lists above have every root field of the schema', () => {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const tried = new Set(
    [...OPERATIONS, ...SUBSCRIPTIONS, ...OF_CONSOLE].map(([name]) => name.replace(/ of .*/, '')),
  );
  expect([...tried].sort()).toEqual(roots.flatMap((root) => Object.keys(root?.getFields() ?? {})).sort());
});

test.each([...OPERATIONS, ...SUBSCRIPTIONS])('WebSocket: %s is its owner’s', async (_name, query, order) => {
  expect(outcome(await overSocket(owner.apiKey, query(idOf(order))))).toBe('done');
});

test.each(OPERATIONS)('GraphQL: %s is its owner’s', async (_name, query, order) => {
  expect(outcome((await overHttp(owner.apiKey, query(idOf(order)))).result)).toBe('done');
});

test.each(SUBSCRIPTIONS)('SSE: %s is its owner’s', async (_name, query, order) => {
  expect(outcome((await overStream(owner.apiKey, query(idOf(order)))).result)).toBe('done');
});

test.each(OPERATIONS)('GraphQL: %s is refused to every key that may not', async (_name, query, order) => {
  for (const [state, status, code] of KEY_REFUSALS) {
    const answer = await overHttp(keys[state], query(idOf(order)));
    expect([answer.status, outcome(answer.result)]).toEqual([status, code]);
  }
  expect(outcome((await overHttp(undefined, query(idOf(order)))).result)).toBe('unauthorized');
});

test.each([
  '{ it: order(id: "x") { id } }',
  '{ it: orders(first: -1) { totalCount } }',
  `mutation { it: renew(input: { orderId: "x", period: "" }) { __typename ${REFUSED} } }`,
  'subscription { it: orderUpdated(orderId: "x") { id } }',
])('GraphQL: without a key, nothing is said of the arguments in %s', async (query) => {
  const ask = query.startsWith('subscription') ? overStream : overHttp;
  expect(outcome((await ask(undefined, query)).result)).toBe('unauthorized');
});

test.each(SUBSCRIPTIONS)('SSE: %s is refused to every key that may not', async (_name, query, order) => {
  for (const [state, status, code] of KEY_REFUSALS) {
    const answer = await overStream(keys[state], query(idOf(order)));
    expect([answer.status, outcome(answer.result)]).toEqual([status, code]);
  }
  expect(outcome((await overStream(undefined, query(idOf(order)))).result)).toBe('unauthorized');
});

test.each(KEY_REFUSALS)(
  'WebSocket: a key that is %s opens no socket',
  async (state, _status, code, closeCode) => {
    const { closed } = await initiated(service.url, { authorization: `Bearer ${keys[state]}` });
    expect(await closed).toEqual({ code: closeCode, reason: code });
  },
);

test.each([...OPERATIONS, ...SUBSCRIPTIONS].filter(([, , order]) => order))(
  'every door: %s answers the same for an order of another reseller as for one that does not exist',
  async (name, query, order) => {
    const ask = async (id: number) => {
      const isSubscription = SUBSCRIPTIONS.some(([other]) => other === name);
      const http = isSubscription
        ? await overStream(stranger.apiKey, query(id))
        : await overHttp(stranger.apiKey, query(id));
      return [outcome(http.result), outcome(await overSocket(stranger.apiKey, query(id)))];
    };
    const foreign = await ask(idOf(order));
    const expected = /^(order|nodes?)\b/.test(name) ? 'null' : 'order_not_found';
    expect(foreign).toEqual([expected, expected]);
    expect(await ask(ABSENT)).toEqual(foreign);
  },
);

const ofSession = ({ cookie }: SignedIn) => fromOwnPage(service.url, cookie);
const isSubscription = (query: string) => query.startsWith('subscription');

/** Requests whose cookie is worth nothing. */
const WITHOUT_SESSION: [name: string, headers: () => Record<string, string>][] = [
  ['an ended session', () => ofSession(sessions.ended)],
  [
    'a session, from another origin',
    () => ({ cookie: sessions.owner.cookie, origin: 'https://evil.example' }),
  ],
  ['no credential', () => fromOwnPage(service.url)],
];

test.each([...OPERATIONS, ...SUBSCRIPTIONS])('a session: %s is its owner’s', async (_name, query, order) => {
  const asked = query(idOf(order));
  const headers = ofSession(sessions.owner);
  const http = await (isSubscription(asked) ? overStream : overHttp)(undefined, asked, headers);
  expect(outcome(http.result)).toBe('done');
  expect(outcome(await overSocket(undefined, asked, headers))).toBe('done');
});

test.each([...OPERATIONS, ...SUBSCRIPTIONS].filter(([, , order]) => order))(
  'a session: %s answers the same for an order of another reseller as for one that does not exist',
  async (name, query, order) => {
    const headers = ofSession(sessions.stranger);
    const ask = async (id: number) => {
      const http = await (isSubscription(query(id)) ? overStream : overHttp)(undefined, query(id), headers);
      return [outcome(http.result), outcome(await overSocket(undefined, query(id), headers))];
    };
    const expected = /^(order|nodes?)\b/.test(name) ? 'null' : 'order_not_found';
    expect(await ask(idOf(order))).toEqual([expected, expected]);
    expect(await ask(ABSENT)).toEqual([expected, expected]);
  },
);

test.each([...OPERATIONS, ...SUBSCRIPTIONS])(
  '%s is refused without a session that counts',
  async (_name, query, order) => {
    const asked = query(idOf(order));
    for (const [name, headers] of WITHOUT_SESSION) {
      const http = await (isSubscription(asked) ? overStream : overHttp)(undefined, asked, headers());
      expect([name, outcome(http.result)]).toEqual([name, 'unauthorized']);
    }
  },
);

test.each(WITHOUT_SESSION)('WebSocket: %s opens no socket', async (_name, headers) => {
  const { closed } = await initiated(service.url, {}, headers());
  expect(await closed).toEqual({ code: 4401, reason: 'unauthorized' });
});

test.each(OF_CONSOLE)('%s is for %s', async (_name, access, query, expected) => {
  const ask = async (apiKey: string | undefined, headers: Record<string, string>) =>
    outcome((await overHttp(apiKey, query(), headers)).result);
  for (const [name, headers] of WITHOUT_SESSION) {
    const refusal = access === 'anyone' ? [expected, 'invalid_request'] : ['unauthorized'];
    expect(refusal, name).toContain(await ask(undefined, headers()));
  }
  const ofKey = access === 'anyone' ? ['invalid_request', 'null'] : ['session_required'];
  expect(ofKey).toContain(await ask(owner.apiKey, {}));
  expect(ofKey).toContain(outcome(await overSocket(owner.apiKey, query())));

  const own = await signedIn(service, owner.resellerId);
  expect(await ask(undefined, ofSession(own))).toBe(expected);
  const old = await signedIn(service, owner.resellerId);
  service.clock.advance(15 * MINUTE_MS);
  expect(await ask(undefined, ofSession(old))).toBe(access === 'fresh session' ? 'sign_in_again' : expected);
  expect((await overHttp(undefined, '{ it: viewer { name } }', ofSession(sessions.stranger))).status).toBe(
    200,
  );
});

test.each([
  [
    'a key',
    'reissueKey(input: { keyId: "ID" })',
    'key_not_found',
    () => [`key:${stranger.keyId}`, 'key:999999'],
  ],
  [
    'a key',
    'updateKey(input: { keyId: "ID", disabled: true })',
    'key_not_found',
    () => [`key:${stranger.keyId}`, 'key:999999'],
  ],
  [
    'a key',
    'deleteKey(input: { keyId: "ID" })',
    'key_not_found',
    () => [`key:${stranger.keyId}`, 'key:999999'],
  ],
  [
    'a webhook',
    'updateWebhook(input: { id: "ID", enabled: false })',
    'webhook_not_found',
    () => [`webhook:${strangersWebhookId}`, 'webhook:999999'],
  ],
  [
    'a list',
    'revokeProxyList(input: { id: "ID" })',
    'list_not_found',
    () => [`list:${strangersListId}`, 'list:999999'],
  ],
  [
    'a session',
    'endSession(input: { sessionId: "ID" })',
    'session_not_found',
    () => [sessions.stranger.sessionId, 'session:1000000999999'],
  ],
])('%s of another reseller is as one that does not exist: %s', async (_name, field, expected, ids) => {
  const own = await signedIn(service, owner.resellerId);
  const answers = [];
  for (const id of ids()) {
    const query = `mutation { it: ${field.replace('ID', id)} { __typename ... on Error { code message } } }`;
    const { result } = await overHttp(undefined, query, ofSession(own));
    expect(outcome(result)).toBe(expected);
    answers.push(JSON.stringify(result).replace(id.replace(/\D+/, ''), 'N'));
    const node = await overHttp(undefined, `{ it: node(id: "${id}") { id } }`, ofSession(own));
    expect(outcome(node.result)).toBe('null');
  }
  expect(answers[0]).toBe(answers[1]);
  expect((await overHttp(stranger.apiKey, '{ it: viewer { name } }')).status).toBe(200);
  expect(
    outcome((await overHttp(undefined, '{ it: viewer { name } }', ofSession(sessions.stranger))).result),
  ).toBe('done');
});

/** A frontend token and the `Origin` of the page that sends it. */
interface PageToken {
  secret: string;
  headers: Record<string, string>;
}
const tokens: Record<string, PageToken> = {};
/** Other tests move the clock by hours. */
const DAY_SECONDS = 86_400;
/** The one that may do what a token may. */
const ALIVE = 'alive';
const TOKEN_STATES = [
  'expired',
  'revoked',
  'of a disabled key',
  'of a reissued key',
  'of a deleted key',
  'used by another page',
  'used by no page',
  'made up',
];
/** What a token may do with its own orders; it may do nothing else. */
const FOR_TOKENS = ['order', 'orderUpdated', 'trafficUpdated'];

async function prepareTokens(createOwnKey: () => Promise<{ keyId: number; apiKey: string }>): Promise<void> {
  const { services } = service;
  const own = { origin: PAGE };
  const make = async (keyId: number, expiresInSeconds = DAY_SECONDS) =>
    givenToken(
      services,
      { resellerId: owner.resellerId, keyId },
      { orderIds: Object.values(orders), expiresInSeconds },
    );
  const alive = (await make(owner.keyId)).secret;
  tokens[ALIVE] = { secret: alive, headers: own };
  tokens['used by another page'] = { secret: alive, headers: { origin: 'https://evil.example' } };
  tokens['used by no page'] = { secret: alive, headers: {} };
  tokens['made up'] = { secret: `prt_${'A'.repeat(42)}`, headers: own };

  const revoked = await make(owner.keyId);
  await revokeFrontendTokens(services.database, owner.resellerId, { tokenIds: [revoked.token.id] });
  tokens['revoked'] = { secret: revoked.secret, headers: own };

  const deleted = await createOwnKey();
  tokens['of a deleted key'] = { secret: (await make(deleted.keyId)).secret, headers: own };
  await deleteKey(services.database, { keyId: deleted.keyId, resellerId: owner.resellerId });

  const [disabled, reissued] = [await createOwnKey(), await createOwnKey()];
  tokens['of a disabled key'] = { secret: (await make(disabled.keyId)).secret, headers: own };
  tokens['of a reissued key'] = { secret: (await make(reissued.keyId)).secret, headers: own };
  await updateKey(services.database, { keyId: disabled.keyId, disabled: true });
  await reissueKey(services.database, { keyId: reissued.keyId, at: services.clock.now() });

  const expired = await make(owner.keyId, 60);
  const { database } = services;
  await sql`update frontend_tokens set created_at = created_at - interval '1 hour', expires_at = expires_at - interval '1 hour'
    where id = ${expired.token.id}`.execute(database.sql);
  tokens['expired'] = { secret: expired.secret, headers: own };
}

function tokenThatIs(state: string): PageToken {
  const token = tokens[state];
  if (!token) throw new Error(`no token is ${state}`);
  return token;
}

test.each(named)('/v1: %s is refused to every frontend token', async (_name, method, path, body, order) => {
  for (const state of [ALIVE, ...TOKEN_STATES]) {
    const { secret, headers } = tokenThatIs(state);
    const request = { method, path: path(orders[order ?? 'term']), body, headers };
    const answer = await restClient(service.url, secret).send<{ error: { code: string } }>(request);
    expect([state, answer.status, answer.body.error.code]).toEqual([state, 401, 'unauthorized']);
  }
});

/** What is only for the console, too. */
const ALL_OPERATIONS: typeof OPERATIONS = [
  ...OPERATIONS,
  ...SUBSCRIPTIONS,
  ...OF_CONSOLE.map(([name, , query]): (typeof OPERATIONS)[number] => [name, query]),
];

test.each(ALL_OPERATIONS)(
  'every door: %s is for a frontend token if it reads one of its orders, and is refused otherwise',
  async (name, query, order) => {
    const { secret, headers } = tokenThatIs(ALIVE);
    const ask = isSubscription(query(1)) ? overStream : overHttp;
    const over = await ask(secret, query(idOf(order)), headers);
    const expected = FOR_TOKENS.includes(name) ? 'done' : 'unauthorized';
    expect([over.status, outcome(over.result)]).toEqual([expected === 'done' ? 200 : 401, expected]);
    expect(outcome(await overSocket(secret, query(idOf(order)), headers))).toBe(expected);
  },
);

test.each(ALL_OPERATIONS)(
  'every door: %s is refused to every frontend token that has ended or is used elsewhere',
  async (_name, query, order) => {
    const ask = isSubscription(query(1)) ? overStream : overHttp;
    for (const state of TOKEN_STATES) {
      const { secret, headers } = tokenThatIs(state);
      const { status, result } = await ask(secret, query(idOf(order)), headers);
      expect([state, status, outcome(result)]).toEqual([state, 401, 'unauthorized']);
    }
  },
);

test.each(TOKEN_STATES)('WebSocket: a frontend token that is %s opens no socket', async (state) => {
  const { secret, headers } = tokenThatIs(state);
  const inMessage = await initiated(service.url, { authorization: `Bearer ${secret}` }, headers);
  expect(await inMessage.closed).toEqual({ code: 4401, reason: 'unauthorized' });
  const inHeader = await initiated(service.url, {}, { ...headers, authorization: `Bearer ${secret}` });
  expect(await inHeader.closed).toEqual({ code: 4401, reason: 'unauthorized' });
});

test.each([...OPERATIONS, ...SUBSCRIPTIONS].filter(([name]) => FOR_TOKENS.includes(name)))(
  'every door: %s answers a frontend token the same for an order that it does not name as for one that does not exist',
  async (name, query) => {
    const other = await givenLuxuryOrder(service.services, { reseller: owner });
    const { secret, headers } = tokenThatIs(ALIVE);
    const ask = isSubscription(query(1)) ? overStream : overHttp;
    const texts = await Promise.all(
      [other.order.id, ABSENT].map(async (id) => {
        const { status, result } = await ask(secret, query(id), headers);
        const overOther = await overSocket(secret, query(id), headers);
        return JSON.stringify([status, result, overOther]).replaceAll(String(id), 'N');
      }),
    );
    expect(texts[0]).toBe(texts[1]);
    expect(texts[0]).toContain(name === 'order' ? '{"it":null}' : 'ORDER_NOT_FOUND');
  },
);
