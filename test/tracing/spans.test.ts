import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLog } from '../../src/app/log.ts';
import { startJobs } from '../../src/jobs/jobs.ts';
import { systemTimer } from '../../src/kit/clock.ts';
import { inSpan } from '../../src/kit/spans.ts';
import { openTracing } from '../../src/tracing/open-tracing.ts';
import { createHttpClient } from '../../src/upstreams/http.ts';
import { givenReseller } from '../support/given.ts';
import { restClient } from '../support/rest-client.ts';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';
import { type CollectedSpan, TraceCollector } from '../support/trace-collector.ts';
import { json, UpstreamServer } from '../support/upstream-server.ts';

const SERVER = 2;
const CLIENT = 3;
const FAILED = 2;
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const TRACEPARENT = `00-${TRACE}-b7ad6b7169203331-01`;
/** By which a proxy says whom it has the request from. */
const PROXIED = { 'x-forwarded-for': '192.0.2.1' };
const UPSTREAM_KEY = 'upstream-key-kept-to-oneself';
/** What clients send, and no span may have. */
const LITERALS = ['literal-of-a-document', 'literal-of-a-path', 'literal-of-a-state', 'literal-of-a-key'];
const [IN_DOCUMENT, IN_PATH, IN_STATE, IN_KEY] = LITERALS as [string, string, string, string];
const TERM = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };
const TRAFFIC = { tier: 'di', type: 'diresi', country: 'ANY', period: '1gb' };

interface Bought {
  id: number;
  proxies: { login: string; password: string }[];
}

let service: RunningService;
/** A service without a proxy before it. */
let alone: RunningService;
let collector: TraceCollector;
let upstream: UpstreamServer;
let apiKey: string;
let resellerId: number;
const bought: Bought[] = [];
const requestIds: Record<string, string | null> = {};

/** The work of which all tests look at the spans: they are sent when the recording ends. */
beforeAll(async () => {
  service = await startService({ trustedProxyHops: 1 });
  const { databaseUrl, credentialsKey, sandbox } = service;
  alone = await startService({ databaseUrl, credentialsKey, sandbox });
  collector = await TraceCollector.start();
  upstream = await UpstreamServer.start();
  ({ apiKey, resellerId } = await givenReseller(service.services));
  const url = `${collector.endpoint}/v1/traces`;
  const close = openTracing({ url, share: 1, followsClients: true }, { info() {}, warn() {} });
  await work();
  await close();
});
afterAll(async () => {
  await alone.close();
  await service.close();
  await collector[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

async function work(): Promise<void> {
  const rest = restClient(service.url, apiKey);
  const buy = async (input: object, headers: Record<string, string> = {}) => {
    const answer = await rest.post<Bought>('/v1/orders', input, headers);
    expect(answer.status).toBe(201);
    bought.push(answer.body);
    return answer;
  };
  const tracestate = `vendor=${IN_STATE}`;
  await buy(TERM, { 'idempotency-key': IN_KEY, traceparent: TRACEPARENT, tracestate, ...PROXIED });
  await buy(TRAFFIC);
  const [term, luxury] = bought as [Bought, Bought];
  expect((await rest.post(`/v1/orders/${term.id}/renew`, { period: '30d' })).status).toBe(200);
  expect((await rest.post(`/v1/orders/${luxury.id}/traffic`, { period: '1gb' })).status).toBe(200);
  const settings = await rest.send({
    method: 'PATCH',
    path: `/v1/orders/${luxury.id}/settings`,
    body: { threads: 7 },
  });
  expect(settings.status).toBe(200);
  service.sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'error_before', times: 1 }]);
  const failed = await rest.post('/v1/orders', TERM);
  expect(failed.status).toBe(502);
  requestIds['failed'] = String(failed.headers['x-request-id']);
  const named = `query Balance { viewer { balanceUsd } order(id: 9) { id } }`;
  await sendGraphql(service.url, apiKey, named);
  await sendGraphql(
    service.url,
    apiKey,
    `mutation { purchase(input: {tier: "${IN_DOCUMENT}", type: "ipv4", country: "US", period: "30d"}) { __typename } }`,
  );
  for (const traceparent of ['00-0-0-01', `${TRACEPARENT}, ${TRACEPARENT}`])
    await rest.get('/v1/balance', { traceparent, ...PROXIED });
  await rest.get('/v1/products', { traceparent: TRACEPARENT });
  await restClient(alone.url, apiKey).get('/v1/products', { traceparent: TRACEPARENT, ...PROXIED });
  await fetch(`${service.url}/${IN_PATH}?key=${apiKey}`);
  await fetch(`${service.url}/healthz`);
  await inSpan({ name: 'calls an upstream' }, async () => {
    const client = createHttpClient({
      upstream: 'px6',
      account: 'main',
      url: upstream.url,
      timer: systemTimer,
    });
    upstream.answers.push(json({}, 500));
    for (const call of ['getcount', 'buy']) {
      const path = `/api/${UPSTREAM_KEY}/${call}?secret=${UPSTREAM_KEY}`;
      await client.send({ call, path }, systemTimer.now() + 20_000);
    }
    await client.close();
  });
  await inSpan({ name: 'waits for a slow statement' }, async () => {
    await sql`select from "resellers" right join pg_sleep(0.2) on name = ${IN_DOCUMENT}`.execute(
      service.services.database.sql,
    );
  });
  await leaveBeforeTheAnswer();
  service.clock.advance(120_000);
  const stop = startJobs({
    ...service,
    restoreWatch: { async round() {} },
    config: { trafficPollSeconds: 1, px6: { accounts: [{}] }, px6RequestsPerSecond: 3 },
    log: createLog({ write() {} }),
  });
  const swept = async () =>
    (
      await sql`select from sweeps where due_at <= ${service.clock.now()}`.execute(
        service.services.database.sql,
      )
    ).rows;
  await vi.waitFor(async () => expect(await swept()).toEqual([]), { timeout: 120_000 });
  await stop();
}

/** Buys, goes away while the upstream works, and waits until that is done. */
async function leaveBeforeTheAnswer(): Promise<void> {
  const { sandbox, services, url } = service;
  const before = sandbox.px6Calls().length;
  sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'slow', delayMs: 1_000, times: 1 }]);
  const leaving = new AbortController();
  const { signal } = leaving;
  const headers = { authorization: `Bearer ${apiKey}` };
  const asked = fetch(`${url}/v1/orders`, { method: 'POST', headers, body: JSON.stringify(TERM), signal });
  const left = asked.catch(() => {});
  const isAsked = () =>
    sandbox
      .px6Calls()
      .slice(before)
      .some(({ method }) => method === 'buy');
  await vi.waitUntil(isAsked, { timeout: 120_000 });
  leaving.abort();
  await left;
  const running = () =>
    sql`select from operations where state = 'running'`
      .execute(services.database.sql)
      .then(({ rows }) => rows);
  await vi.waitFor(async () => expect(await running()).toEqual([]), { timeout: 120_000 });
}

const only = (name: string): CollectedSpan => {
  const [span, ...others] = collector.named(name);
  if (!span || others.length > 0) throw new Error(`${others.length + 1} spans are called ${name}`);
  return span;
};
/**
 * What belongs to a span directly, but for statements: on a busy machine any may be slow enough for a span.
 */
const within = (span: CollectedSpan) =>
  collector.within(span).filter(({ attributes }) => attributes['db.system.name'] === undefined);
const parentOf = (span: CollectedSpan) => collector.spans.find(({ spanId }) => spanId === span.parentSpanId);

test('a purchase is a request, an operation with its id, and the call of the upstream with its account', async () => {
  const [operation] = collector.named('purchase').filter(({ traceId }) => traceId === TRACE);
  const request = operation && parentOf(operation);
  // The first purchase also asks what is in stock.
  const [call] = operation ? within(operation).filter(({ name }) => name === 'GET px6 buy') : [];
  expect(request).toMatchObject({
    name: 'POST /v1/orders',
    kind: SERVER,
    traceId: TRACE,
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/v1/orders',
      'http.response.status_code': 201,
      'url.scheme': 'http',
    },
  });
  const { rows } = await sql<{ id: string }>`select id from operations order by created_at limit 1`.execute(
    service.services.database.sql,
  );
  expect(operation?.attributes).toMatchObject({
    'gateway.operation.id': rows[0]?.id,
    'gateway.operation.kind': 'purchase',
    'gateway.order.id': bought[0]?.id,
    'gateway.reseller.id': resellerId,
  });
  expect(operation?.attributes['gateway.database.statements']).toBeGreaterThan(1);
  expect(call).toMatchObject({
    kind: CLIENT,
    traceId: TRACE,
    attributes: {
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'server.address': '127.0.0.1',
      'gateway.upstream': 'px6',
      'gateway.upstream.call': 'buy',
      'gateway.upstream.account': 'main',
    },
  });
});

test('a client’s traceparent is continued, and one that is not valid begins no other trace', () => {
  const [continued] = collector.named('POST /v1/orders').filter(({ traceId }) => traceId === TRACE);
  expect(continued?.parentSpanId).toBe('b7ad6b7169203331');
  const begun = collector.named('GET /v1/balance');
  expect(begun).toHaveLength(2);
  for (const { traceId, parentSpanId } of begun) expect([traceId, parentSpanId]).not.toContain(TRACE);
  expect(new Set(begun.map(({ traceId }) => traceId)).size).toBe(2);
});

test('a traceparent that no trusted proxy has sent is not followed', () => {
  const begun = collector.named('GET /v1/products');
  expect(begun).toHaveLength(2);
  for (const { traceId, parentSpanId } of begun) expect([traceId, parentSpanId]).not.toContain(TRACE);
});

test('renewals, additions of traffic and changes of settings are spans with what they are about', () => {
  expect(only('renew').attributes).toMatchObject({
    'gateway.operation.id': expect.stringMatching(/^[\da-f-]{36}$/),
    'gateway.operation.kind': 'renewal',
    'gateway.order.id': bought[0]?.id,
  });
  expect(only('addTraffic').attributes).toMatchObject({
    'gateway.operation.id': expect.stringMatching(/^[\da-f-]{36}$/),
    'gateway.operation.kind': 'traffic',
    'gateway.order.id': bought[1]?.id,
  });
  const changed = only('updateSettings');
  expect(changed.attributes).toMatchObject({
    'gateway.order.id': bought[1]?.id,
    'gateway.reseller.id': resellerId,
  });
  expect(within(changed).map(({ attributes }) => attributes['gateway.upstream'])).toContain('dataimpulse');
});

test('work that has failed says so by a code, the request is found by its id, and so are its lines in the log', () => {
  const request = collector.spans.find(
    ({ attributes }) => attributes['gateway.request.id'] === requestIds['failed'],
  );
  expect(request).toMatchObject({
    status: { code: FAILED },
    attributes: { 'http.response.status_code': 502 },
  });
  const [operation] = request ? within(request) : [];
  expect(operation).toMatchObject({ name: 'purchase', attributes: { 'gateway.refusal': 'provider_error' } });
  const lines = service.logged.map((line) => JSON.parse(line));
  const traced = lines.filter(({ reqId }) => reqId === requestIds['failed']);
  expect(traced.map(({ msg }) => msg)).toContain('answered');
  for (const line of traced) expect(line).toMatchObject({ trace_id: request?.traceId });
});

test('a request whose client has gone says so, and what it has begun goes on to its end', () => {
  const gone = collector.spans.filter(({ attributes }) => attributes['error.type'] === 'client_gone');
  expect(gone).toMatchObject([{ name: 'POST /v1/orders', status: { code: FAILED } }]);
  expect(gone[0]?.attributes).not.toHaveProperty(['http.response.status_code']);
  const [operation] = gone[0] ? within(gone[0]) : [];
  expect(operation).toMatchObject({ name: 'purchase', status: { code: 0 } });
});

test('an operation of GraphQL has its type and its name, if it has one', () => {
  const query = only('query');
  expect(query).toMatchObject({
    kind: SERVER,
    attributes: { 'graphql.operation.type': 'query', 'graphql.operation.name': 'Balance' },
  });
  expect(parentOf(query)?.name).toBe('POST /graphql');
  const mutation = only('mutation');
  expect(mutation.attributes).toEqual({ 'graphql.operation.type': 'mutation' });
  expect(within(mutation)).toMatchObject([
    { name: 'purchase', attributes: { 'gateway.refusal': 'unknown_product' } },
  ]);
});

test('an upstream gets nothing of the trace, and its answers are told by their status', () => {
  expect(upstream.received).toHaveLength(2);
  for (const { headers } of upstream.received)
    for (const name of ['traceparent', 'tracestate', 'baggage']) expect(headers).not.toHaveProperty(name);
  const calls = within(only('calls an upstream'));
  expect(calls.map(({ name, status }) => [name, status.code ?? 0])).toEqual([
    ['GET px6 getcount', FAILED],
    ['GET px6 buy', 0],
  ]);
});

test('statements are counted, and a slow one has a span that names what it does and no value', () => {
  const slow = only('waits for a slow statement');
  expect(slow.attributes).toMatchObject({ 'gateway.database.statements': 1 });
  expect(slow.attributes['gateway.database.ms']).toBeGreaterThan(190);
  const [statement] = collector.within(slow);
  expect(statement).toMatchObject({
    name: 'SELECT resellers',
    kind: CLIENT,
    attributes: { 'db.system.name': 'postgresql', 'db.query.summary': 'SELECT resellers' },
  });
});

test('background work is a trace of its own, and a round that finds nothing to do is none', () => {
  const sweeps = collector.named('sweep');
  expect(sweeps.length).toBeGreaterThan(1);
  for (const sweep of sweeps) {
    expect(sweep.attributes['gateway.operation.id']).toMatch(/^[\da-f-]{36}$/);
    const round = parentOf(sweep);
    expect(round).toMatchObject({ name: 'job sweep', attributes: { 'gateway.job': 'sweep' } });
    expect(round?.parentSpanId ?? '').toBe('');
  }
  const rounds = collector.spans.filter(({ attributes }) => attributes['gateway.job'] !== undefined);
  for (const round of rounds) {
    if (round.attributes['error.type'] === undefined) expect(collector.within(round)).not.toEqual([]);
  }
});

test('neither a path nor who asks whether the service lives gets into a span', () => {
  expect(collector.named('GET')).toMatchObject([{ attributes: { 'http.response.status_code': 404 } }]);
  expect(collector.named('GET /healthz')).toEqual([]);
});

test('no span has a key, a login, a password, or a text that a client has sent', () => {
  const { sandbox, credentialsKey } = service;
  const secrets = [
    apiKey,
    UPSTREAM_KEY,
    sandbox.px6Key,
    sandbox.dataImpulsePassword,
    sandbox.telegramToken,
    sandbox.cryptoPayToken,
    credentialsKey.toString('base64'),
    credentialsKey.toString('hex'),
    ...bought.flatMap(({ proxies }) => proxies.flatMap(({ login, password }) => [login, password])),
    ...LITERALS,
  ];
  const exported = collector.texts.join('\n');
  expect(collector.spans.length).toBeGreaterThan(20);
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(3);
    expect(exported).not.toContain(secret);
  }
});

test('a span has the attributes that are named, and no events', () => {
  const names = new Set(collector.spans.flatMap(({ attributes }) => Object.keys(attributes)));
  expect([...names].filter((name) => !name.startsWith('gateway.')).sort()).toEqual([
    'db.query.summary',
    'db.system.name',
    'error.type',
    'graphql.operation.name',
    'graphql.operation.type',
    'http.request.method',
    'http.response.status_code',
    'http.route',
    'server.address',
    'server.port',
    'url.scheme',
  ]);
  expect(collector.spans.flatMap(({ events = [] }) => events)).toEqual([]);
});
