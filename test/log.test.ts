import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openServices } from '../src/app/domain.ts';
import { createLog } from '../src/app/log.ts';
import { startJobs } from '../src/jobs/jobs.ts';
import { LOG_FIELDS, type Log, type LogFields } from '../src/kit/log.ts';
import { Metrics } from '../src/metrics/metrics.ts';
import { purchase } from '../src/purchases/purchase.ts';
import { BalanceUpdatedDocument } from './graphql/generated/graphql.ts';
import { buyerOf, givenReseller } from './support/given.ts';
import { type RunningService, sendGraphql, startService } from './support/service.ts';
import { socketClient } from './support/sockets.ts';

const SECRET = 'prk_kept_to_oneself';
const HOST_FIELDS = [
  'level',
  'time',
  'msg',
  'reqId',
  'method',
  'route',
  'status',
  'ms',
  'socket',
  'err',
  'resellerId',
  'orderId',
  'operationId',
];

let service: RunningService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

type Line = Record<string, unknown>;

/** A log and the lines that it has written. */
function openLog() {
  const texts: string[] = [];
  const log = createLog({ write: (text) => void texts.push(text) });
  return { log, texts, last: (): Line => JSON.parse(texts.at(-1) ?? '') };
}

/** The error that PostgreSQL answers a statement with. */
async function failureOf(statement: ReturnType<typeof sql>): Promise<Error> {
  const failed = await statement.execute(service.services.database.sql).catch((error: unknown) => error);
  if (!(failed instanceof Error)) throw new Error('The statement did not fail.');
  return failed;
}

/** The service's log lines about a request. */
function linesOf(requestId: string | null): Line[] {
  return service.logged.map((line) => JSON.parse(line)).filter(({ reqId }) => reqId === requestId);
}

test('of what is handed over, a line has the named fields that are plain values', () => {
  const { log, last } = openLog();
  const request = { method: 'GET', headers: { authorization: SECRET } };
  log.info(
    { method: 'GET', ms: 3, apiKey: SECRET, req: request, res: { SECRET }, reason: { SECRET } },
    'written',
  );
  expect(last()).toEqual({ level: 30, time: expect.any(Number), msg: 'written', method: 'GET', ms: 3 });
  log.info(request);
  expect(Object.keys(last())).toEqual(['level', 'time', 'method']);
  log.info('written %s %o', SECRET, { SECRET });
  expect(last()).toEqual({ level: 30, time: expect.any(Number), msg: 'written %s %o' });
});

test('every field that a caller may pass is written, an instant as its text, and another one does not compile', () => {
  const { log, last } = openLog();
  const names = LOG_FIELDS.flat();
  const typed: Log = log;
  for (const name of names) {
    typed.info({ [name]: 1 } as LogFields, 'written');
    expect(last()).toMatchObject({ [name]: 1 });
  }
  typed.info({ operationId: 'an id', endsAt: new Date(0) }, 'written');
  expect(last()).toMatchObject({ operationId: 'an id', endsAt: '1970-01-01T00:00:00.000Z' });
  const spread = { operationId: 'an id', forgotten: 1 };
  // @ts-expect-error: nothing would show it
  typed.info({ forgotten: 1 }, 'written');
  // @ts-expect-error
  typed.info({ reqId: '1', ...spread }, 'written');
  expect(last()).not.toHaveProperty('forgotten');
});

test('a log call of a request goes through the type that knows its fields', async () => {
  const files = await Array.fromAsync(glob('src/**/*.ts'));
  const untyped = files.filter((file) =>
    /(request|reply)\.log\.\w+\(\{ (?!err: error \})/.test(readFileSync(file, 'utf8')),
  );
  expect(untyped).toEqual([]);
});

test('the last line of a purchase, and that of its upstream, name reseller, order and operation', async () => {
  const { apiKey, resellerId } = await givenReseller(service.services, { balanceUsd: '100' });
  const response = await fetch(`${service.url}/v1/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}` },
    body: JSON.stringify({ tier: 'prem', type: 'ipv4', country: 'US', period: '7d' }),
  });
  const { id: orderId } = (await response.json()) as { id: number };
  const named = { resellerId, orderId, operationId: expect.stringMatching(/^[\da-f-]{36}$/) };
  expect(linesOf(response.headers.get('x-request-id'))).toMatchObject([{ msg: 'answered', ...named }]);
  const read = await fetch(`${service.url}/v1/orders/${orderId}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  expect(linesOf(read.headers.get('x-request-id'))).toMatchObject([{ msg: 'answered', resellerId, orderId }]);
});

test('a call of an upstream that fails is logged with the reseller, the order and the operation that it was for', async () => {
  const { sandbox, databaseUrl, credentialsKey } = service;
  const { log, last } = openLog();
  const own = await openServices(
    {
      databaseUrl,
      publicUrl: service.url,
      credentialsKeys: [credentialsKey],
      px6: {
        url: sandbox.px6Url,
        accounts: [{ name: 'main', key: sandbox.px6Key }],
        requestsPerSecond: 1_000,
      },
      dataImpulse: {
        url: sandbox.dataImpulseUrl,
        login: sandbox.dataImpulseLogin,
        password: sandbox.dataImpulsePassword,
        gateway: sandbox.gateway,
      },
    },
    log,
    new Metrics(),
  );
  const { resellerId } = await givenReseller(service.services, { balanceUsd: '100' });
  sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'out_of_stock', times: 1 }]);
  const item = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d', quantity: 1 };
  await expect(purchase(own.services, buyerOf({ resellerId }), item)).rejects.toThrow();
  await own.close();
  const { rows } = await sql<{ id: string; order_id: string }>`
    select id, order_id from operations where reseller_id = ${resellerId}`.execute(
    service.services.database.sql,
  );
  const [{ id: operationId, order_id: orderId } = {}] = rows;
  expect(last()).toMatchObject({
    ...{ msg: 'upstream failed', upstream: 'px6', call: 'buy', outcome: 'out_of_stock' },
    ...{ resellerId, orderId: Number(orderId), operationId },
  });
});

test('a derived logger can name no other fields, nor how they are written', () => {
  const { log, texts, last } = openLog();
  const serializers = { method: () => SECRET, secret: () => SECRET, err: () => SECRET };
  const formatters = { bindings: () => ({ SECRET }), log: () => ({ SECRET }) };
  const child = log.child({ reqId: '1', SECRET }, { serializers, formatters, msgPrefix: SECRET });
  const grandchild = child.child({ job: 'sweep', SECRET }, { serializers });
  grandchild.setBindings({ upstream: 'px6', SECRET });
  grandchild.warn({ method: 'GET', secret: 1, err: new Error('broken') }, 'written');
  expect(last()).toMatchObject({ reqId: '1', job: 'sweep', upstream: 'px6', method: 'GET' });
  expect(last()['err']).toMatchObject({ message: 'broken' });
  expect(texts.join()).not.toContain(SECRET);
});

test('of an error, its name, its message and its stack are written', async () => {
  const { log, texts, last } = openLog();
  const cause = Object.assign(new Error('cause'), { SECRET });
  const error = Object.assign(new TypeError('broken', { cause }), { config: { headers: { SECRET } } });
  for (const handedOver of [{ err: error }, error]) {
    log.error(handedOver);
    expect(last()).toEqual({
      level: 50,
      time: expect.any(Number),
      msg: 'broken',
      err: { name: 'TypeError', message: 'broken', stack: error.stack },
    });
  }
  log.error({ err: 'no error at all' }, 'written');
  expect(last()['err']).toMatchObject({ name: 'Error', message: 'no error at all' });
  expect(texts.join()).not.toContain(SECRET);
});

test.each([
  ['a value that exists', sql`insert into price_lists (id, name) values (${SECRET}, ''), (${SECRET}, '')`],
  ['a value of the wrong type', sql`select ${SECRET}::text::int`],
  ['a value out of range', sql`select (${SECRET}::text || '9')::date`],
])('a log line of a database error about %s does not have it', async (_name, statement) => {
  const { log, texts, last } = openLog();
  const error = await failureOf(statement);
  log.error({ err: error }, 'unexpected error');
  log.error(error);
  expect(last()['err']).toMatchObject({
    message: expect.stringMatching(/.../),
    stack: expect.stringMatching(/ at /),
  });
  expect(texts.join()).not.toContain(SECRET);
});

test('a log line of a background job that fails at a value does not have it', async () => {
  const { sql: database } = service.services.database;
  await sql`create function planted() returns trigger language plpgsql as
    ${sql.raw(`$$ begin perform '${SECRET}'::text::int; return new; end $$`)}`.execute(database);
  await sql`create trigger planted before insert on leases execute function planted()`.execute(database);
  const { log, texts, last } = openLog();
  const stop = startJobs({
    ...service,
    restoreWatch: { async round() {} },
    config: { trafficPollSeconds: 0.1, px6: { accounts: [{}] }, px6RequestsPerSecond: 3 },
    log,
  });
  await expect.poll(() => texts.length).toBeGreaterThan(0);
  await stop();
  await sql`drop function planted cascade`.execute(database);
  expect(last()).toMatchObject({ job: 'usage', err: { message: expect.stringContaining('"..."') } });
  expect(texts.join()).not.toContain(SECRET);
});

test('every line of a request has the id that its answer carries, which is the service’s own', async () => {
  const response = await fetch(`${service.url}/healthz`, { headers: { 'x-request-id': SECRET } });
  const id = response.headers.get('x-request-id');
  expect(id).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/);
  expect(linesOf(id)).toMatchObject([{ msg: 'answered', route: '/healthz', status: 200 }]);
  expect(service.logged.join()).not.toContain(SECRET);
});

test('a bug is logged under the id of its request, without what the request sent, and the answer has neither', async () => {
  const { sql: database } = service.services.database;
  await sql`alter table idempotency_keys add constraint planted check (key = '')`.execute(database);
  const { apiKey } = await givenReseller(service.services);
  const response = await fetch(`${service.url}/v1/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'idempotency-key': SECRET },
    body: JSON.stringify({ tier: 'prem', type: 'ipv4', country: 'US', period: '7d' }),
  });
  await sql`alter table idempotency_keys drop constraint planted`.execute(database);
  const id = response.headers.get('x-request-id') ?? '';
  const text = await response.text();
  expect(JSON.parse(text)).toMatchObject({ error: { code: 'internal_error' } });
  expect(text).not.toMatch(new RegExp(`planted|${id}`));
  expect(linesOf(id)).toMatchObject([
    { level: 50, msg: 'unexpected error', err: { message: expect.stringContaining('planted') } },
    { level: 30, msg: 'answered', status: 500 },
  ]);
  expect(service.logged.join()).not.toContain(SECRET);
});

test('all that the host logs is JSON with named fields', async () => {
  const { apiKey } = await givenReseller(service.services);
  await sendGraphql(service.url, apiKey, '{ viewer { name } }');
  await sendGraphql(service.url, undefined, '{ viewer');
  const socket = socketClient(service.url, apiKey);
  await socket.follow(BalanceUpdatedDocument).next();
  await socket.close();
  await expect.poll(() => service.logged.join()).toContain('socket closed');
  const fields = service.logged.flatMap((line) => Object.keys(JSON.parse(line)));
  expect([...new Set(fields)].filter((field) => !HOST_FIELDS.includes(field))).toEqual([]);
});
