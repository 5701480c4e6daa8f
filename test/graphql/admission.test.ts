import { request } from 'undici';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newApiKey, updateKey } from '../../src/resellers/keys.ts';
import { type GivenReseller, givenReseller } from '../support/given.ts';
import { restClient } from '../support/rest-client.ts';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';
import { recordStatements, type Statements } from '../support/statements.ts';
import { initiated } from './raw-socket.ts';

const QUERY = '{ viewer { name } }';
const SUBSCRIPTION = 'subscription { balanceUpdated { name } }';

let service: RunningService;
let statements: Statements;
let reseller: GivenReseller;

beforeAll(async () => {
  statements = recordStatements();
  service = await startService({ onPoolCreated: statements.onPoolCreated });
});
afterAll(() => service.close());
beforeEach(async () => {
  reseller = await givenReseller(service.services);
});

/** The statements of timers: the check of open connections, and the deletion of old rate windows. */
const BY_THE_CLOCK = /with ordinality|^delete/;

/** The statements that authenticate and count a request. */
async function admissions(work: () => Promise<void>): Promise<string[]> {
  const sent = await statements.during(work);
  return sent.filter((text) => /api_keys|service_state|rate_windows/.test(text) && !BY_THE_CLOCK.test(text));
}

const post = (apiKey: string | undefined, body: string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: {
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      'content-type': 'application/json',
      ...headers,
    },
    body,
  });

/** Opens a socket, sends a request, and lists the types of the answering messages. */
async function openSocket() {
  const { socket, say, answer, closed } = await initiated(service.url, {
    authorization: `Bearer ${reseller.apiKey}`,
  });
  await answer;
  const types: string[] = [];
  const first = new Promise<void>((resolve) =>
    socket.on('message', (data) => {
      types.push(JSON.parse(String(data)).type);
      resolve();
    }),
  );
  const ask = (query: string) => say({ type: 'subscribe', id: '1', payload: { query } });
  return { ask, types, first, closed, close: () => socket.close() };
}

const DOORS: [name: string, ask: () => Promise<void>][] = [
  [
    'over /v1',
    async () => {
      expect((await restClient(service.url, reseller.apiKey).get('/v1/balance')).status).toBe(200);
    },
  ],
  [
    'over GraphQL',
    async () => {
      expect((await sendGraphql(service.url, reseller.apiKey, QUERY)).status).toBe(200);
    },
  ],
  [
    'over GraphQL without a key',
    async () => {
      expect((await sendGraphql(service.url, undefined, '{ __typename }')).status).toBe(200);
    },
  ],
  [
    'for an event stream',
    async () => {
      const answer = await post(reseller.apiKey, JSON.stringify({ query: SUBSCRIPTION }), {
        accept: 'text/event-stream',
      });
      expect(answer.status).toBe(200);
      await answer.body?.cancel();
    },
  ],
];

test.each(DOORS)('a request %s is admitted in one statement', async (_name, ask) => {
  expect(await admissions(ask)).toHaveLength(1);
});

test.each([QUERY, SUBSCRIPTION])('%s over an open socket is admitted in one statement', async (query) => {
  const socket = await openSocket();
  const sent = await admissions(async () => {
    socket.ask(query);
    await socket.first;
  });
  expect(sent).toHaveLength(1);
  expect(socket.types[0]).toBe('next');
  socket.close();
});

test('nothing more is answered over a socket whose key was disabled: it is closed with 4403', async () => {
  const socket = await openSocket();
  await updateKey(service.services.database, { keyId: reseller.keyId, disabled: true });
  socket.ask(QUERY);
  expect(await socket.closed).toEqual({ code: 4403, reason: 'key_disabled' });
  expect(socket.types).toEqual([]);
});

test.each([
  ['malformed', '{', {}],
  ['too large', ' '.repeat(600_000), {}],
  ['of another type', 'query=x', { 'content-type': 'text/plain' }],
  ['with an unknown parameter', '{"query":"{ viewer { name } }","other":1}', {}],
  ['of a wrong document', '{"query":"{ nonsense }"}', {}],
  ['of too many root fields', JSON.stringify({ query: rootFields(21) }), {}],
  ['empty', '', {}],
])(
  'a body that is %s is 401 with an unknown key, and counts as one request with a known one',
  async (_name, body, headers) => {
    expect((await post(newApiKey(), body, headers)).status).toBe(401);
    const answer = await post(reseller.apiKey, body, headers);
    expect(answer.status).not.toBe(401);
    expect(answer.headers.get('ratelimit-remaining')).toBe('59');
  },
);

test('each root field counts as a request, and a mutation by GET, which is not executed, as one', async () => {
  const left = async (answer: Promise<{ headers: Headers }>) =>
    (await answer).headers.get('ratelimit-remaining');
  expect(await left(sendGraphql(service.url, reseller.apiKey, rootFields(20)))).toBe('40');
  const input = 'input: { orderId: "1" }';
  const mutation = `mutation { a: resetPassword(${input}) { __typename } b: resetPassword(${input}) { __typename } }`;
  const headers = { authorization: `Bearer ${reseller.apiKey}` };
  const byGet = await fetch(`${service.url}/graphql?query=${encodeURIComponent(mutation)}`, { headers });
  expect([byGet.status, byGet.headers.get('ratelimit-remaining')]).toEqual([405, '39']);
});

const MUTATION = 'mutation { resetPassword(input: { orderId: "1" }) { __typename } }';
const ACCEPTED: [accept: string | undefined, type: string][] = [
  ['application/json', 'application/json'],
  ['application/graphql-response+json', 'application/graphql-response+json'],
  ['application/graphql-response+json, application/json;q=0.9', 'application/graphql-response+json'],
  ['application/json, application/graphql-response+json', 'application/json'],
  ['application/json-seq, application/graphql-response+json', 'application/graphql-response+json'],
  ['text/event-stream', 'application/json'],
  ['image/png', 'application/json'],
  ['*/*', 'application/json'],
  [undefined, 'application/json'],
];

test.each(ACCEPTED)(
  'a request over the rate by a client that accepts %s is answered 429 as %s',
  async (accept, type) => {
    for (let i = 0; i < 3; i++) await sendGraphql(service.url, reseller.apiKey, rootFields(20));
    for (const [method, query] of [
      ['GET', QUERY],
      ['POST', QUERY],
      ['GET', MUTATION],
      ['POST', MUTATION],
    ] as const) {
      const answer = await ask(method, query, accept);
      const { 'retry-after': wait } = answer.headers;
      expect(wait).toMatch(/^([1-9]|[1-5]\d|60)$/);
      const message = `Over 60 requests per minute; try again in ${wait} s.`;
      const body = `{"errors":[{"message":"${message}","extensions":{"code":"RATE_LIMITED"}}]}`;
      expect(answer).toEqual({
        status: 429,
        body,
        headers: {
          'cache-control': 'no-store',
          'strict-transport-security': 'max-age=31536000',
          'x-content-type-options': 'nosniff',
          'content-length': String(body.length),
          'content-type': `${type}; charset=utf-8`,
          'ratelimit-limit': '60',
          'ratelimit-remaining': '0',
          'ratelimit-reset': wait,
          'retry-after': wait,
        },
      });
    }
  },
);

/**
 * Sends a document by a client that adds no `Accept`. Headers that differ from answer to answer are left out.
 */
async function ask(method: 'GET' | 'POST', query: string, accept: string | undefined) {
  const isGet = method === 'GET';
  const answer = await request(
    `${service.url}/graphql${isGet ? `?query=${encodeURIComponent(query)}` : ''}`,
    {
      method,
      headers: {
        authorization: `Bearer ${reseller.apiKey}`,
        ...(!isGet && { 'content-type': 'application/json' }),
        ...(accept !== undefined && { accept }),
      },
      ...(!isGet && { body: JSON.stringify({ query }) }),
    },
  );
  const { date, connection, 'keep-alive': _kept, 'x-request-id': id, ...headers } = answer.headers;
  return { status: answer.statusCode, body: await answer.body.text(), headers };
}

function rootFields(count: number): string {
  return `{ ${Array.from({ length: count }, (_, i) => `f${i}: viewer { name }`).join(' ')} }`;
}
