import type { OutgoingHttpHeaders } from 'node:http';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { holdLock } from '../support/held-lock.ts';
import type { RestAnswer } from '../support/rest-answer.ts';
import { expectRefusal, restClient } from '../support/rest-client.ts';
import { PURCHASE, useRestService } from './rest-service.ts';

const service = useRestService();

const ROUTES = [
  ['GET', '/v1/balance'],
  ['GET', '/v1/products'],
  ['GET', '/v1/products/prem/ipv4/countries'],
  ['POST', '/v1/orders'],
  ['GET', '/v1/orders'],
  ['GET', '/v1/orders/1'],
  ['POST', '/v1/orders/1/renew'],
] as const;

/** A whole number of seconds within the minute: which one depends on how long the test takes. */
const SECONDS = expect.stringMatching(/^([1-9]|[1-5]\d|60)$/);

function rateOf({ headers }: RestAnswer) {
  return ['limit', 'remaining', 'reset'].map((name) => headers[`ratelimit-${name}`]);
}

test.each(ROUTES)('%s %s needs a key, before it checks anything else', async (method, path) => {
  const rest = restClient(service.running.url);
  const body = method === 'POST' ? '{"not":' : undefined;
  const answer = await rest.send({ method, path: `${path}?limit=0`, body });
  expectRefusal(answer, 401, 'unauthorized');
  expect(answer.headers).toHaveProperty('www-authenticate', 'Bearer');
});

test('a body of any size is not waited for before the key is refused', async () => {
  const rest = restClient(service.running.url);
  expectRefusal(await rest.post('/v1/orders', Buffer.alloc(200_000)), 401, 'unauthorized');
});

test.each(['/v1/products/%zz/ipv4/countries', '/v1/products/%ff/ipv4/countries', '/v1/orders/%'])(
  '%s is malformed: 401 without a key, 400 with one',
  async (path) => {
    const { rest } = await service.givenCaller();
    expectRefusal(await restClient(service.running.url).get(path), 401, 'unauthorized');
    expectRefusal(await rest.get(path), 400, 'invalid_request');
  },
);

test('the scheme is written in any case, with any number of spaces behind it', async () => {
  const { apiKey } = await service.givenCaller();
  const rest = restClient(service.running.url);
  for (const authorization of [`bearer ${apiKey}`, `BEARER ${apiKey}`, `Bearer   ${apiKey}`]) {
    expect((await rest.get('/v1/balance', { authorization })).status).toBe(200);
  }
});

test('any other Authorization is 401', async () => {
  const { apiKey } = await service.givenCaller();
  const rest = restClient(service.running.url);
  const twice = [`Bearer ${apiKey}`, `Bearer ${apiKey}`];
  const others = [
    apiKey,
    `Basic ${apiKey}`,
    `Bearer ${apiKey} x`,
    `Bearer ${apiKey}x`,
    'Bearer',
    '',
    `Bearer ${apiKey},`,
  ];
  for (const authorization of [...others, twice]) {
    const headers: OutgoingHttpHeaders = { Authorization: authorization };
    expectRefusal(await rest.get('/v1/balance', headers), 401, 'unauthorized');
  }
});

test('a closed API is 503 for every client, with the operator’s message', async () => {
  const { rest } = await service.givenCaller();
  await service.change(sql`update service_state set api_disabled_message = 'Back at noon.'`);
  try {
    const answer = await rest.get('/v1/balance');
    expectRefusal(answer, 503, 'api_disabled');
    expect(answer.body).toMatchObject({ error: { message: 'Back at noon.' } });
    expect(answer.headers['retry-after']).toBeUndefined();
    expectRefusal(await restClient(service.running.url).post('/v1/orders', '{'), 503, 'api_disabled');
  } finally {
    await service.change(sql`update service_state set api_disabled_message = null`);
  }
});

test('a client of an API that is closed until an instant is told when to ask again, and is served then', async () => {
  const { rest } = await service.givenCaller();
  const closeUntil = (interval: string) =>
    service.change(sql`update service_state
      set api_disabled_message = 'Moving.', api_disabled_until = now() + ${interval}::interval`);
  try {
    await closeUntil('1 hour');
    const answers = [await rest.get('/v1/balance'), await restClient(service.running.url).get('/v1/balance')];
    for (const answer of answers) {
      expectRefusal(answer, 503, 'api_disabled');
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3_000);
      expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(3_600);
    }
    await closeUntil('-1 second');
    expect((await rest.get('/v1/balance')).status).toBe(200);
  } finally {
    await service.change(
      sql`update service_state set api_disabled_message = null, api_disabled_until = null`,
    );
  }
});

test('503, 401, 403 key_disabled, 403 ip_not_allowed, 429, invalid_json, invalid_request: in this order', async () => {
  const { rest, keyId } = await service.givenCaller();
  const bad = () => rest.send({ method: 'POST', path: '/v1/orders/x/renew', body: '{' });
  const mends = [
    ['key_disabled', sql`update api_keys set disabled = false where id = ${keyId}`],
    ['ip_not_allowed', sql`update api_keys set allowed_ips = '{}' where id = ${keyId}`],
    ['rate_limited', sql`delete from rate_windows where key_id = ${keyId}`],
  ] as const;
  await service.change(
    sql`update api_keys set disabled = true, allowed_ips = '{10.0.0.0/8}' where id = ${keyId}`,
  );
  await service.change(
    sql`insert into rate_windows values (${keyId}, array_fill(clock_timestamp(), array[60]))`,
  );
  for (const [code, mend] of mends) {
    expect((await bad()).body).toMatchObject({ error: { code } });
    await service.change(mend);
  }
  expectRefusal(await bad(), 400, 'invalid_json');
  expectRefusal(await rest.post('/v1/orders/x/renew', {}), 400, 'invalid_request');
});

test('the 61st request within a minute is 429, says how long to wait and is not counted', async () => {
  const { rest } = await service.givenCaller();
  const answers = await Promise.all(Array.from({ length: 64 }, () => rest.get('/v1/balance')));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    expectRefusal(answer, 429, 'rate_limited');
    expect(Number(answer.headers['retry-after'])).toSatisfy(
      (seconds: number) => seconds >= 1 && seconds <= 60,
    );
  }
});

test('every answer to a request that was counted says what is left of the rate, whatever its status', async () => {
  const { rest, keyId } = await service.givenCaller({ balanceUsd: '0' });
  const requests = [
    [200, { path: '/v1/balance' }],
    [200, { path: '/v1/balance', method: 'HEAD' }],
    [400, { path: '/v1/orders', body: '{' }],
    [400, { path: '/v1/orders', body: Buffer.alloc(200_000) }],
    [400, { path: '/v1/orders/%zz' }],
    [402, { path: '/v1/orders', body: PURCHASE }],
    [404, { path: '/v1/orders/1' }],
  ] as const;
  for (const [i, [status, request]] of requests.entries()) {
    const answer = await rest.send(request);
    expect(answer.status).toBe(status);
    expect(rateOf(answer)).toEqual(['60', String(59 - i), SECONDS]);
  }
  await service.change(sql`alter table accounts rename to accounts_away`);
  const broken = await rest.get('/v1/balance');
  await service.change(sql`alter table accounts_away rename to accounts`);
  expectRefusal(broken, 500, 'internal_error');
  expect(rateOf(broken)).toEqual(['60', '52', SECONDS]);

  await service.change(sql`update rate_windows set admitted = array_fill(clock_timestamp() - interval '17.5 s', array[60])
    where key_id = ${keyId}`);
  const refused = await rest.get('/v1/balance');
  expectRefusal(refused, 429, 'rate_limited');
  expect(rateOf(refused)).toEqual(['60', '0', refused.headers['retry-after']]);
});

test('what is refused before it is counted says nothing of the rate', async () => {
  const { rest, keyId } = await service.givenCaller();
  const nothing = [undefined, undefined, undefined];
  expect(rateOf(await restClient(service.running.url).get('/v1/balance'))).toEqual(nothing);
  await service.change(sql`update api_keys set disabled = true where id = ${keyId}`);
  expect(rateOf(await rest.get('/v1/balance'))).toEqual(nothing);
});

test('every request counts, a refused one and a HEAD too', async () => {
  const { rest, keyId } = await service.givenCaller();
  await rest.send({ method: 'HEAD', path: '/v1/balance' });
  await rest.get('/v1/orders/0');
  await rest.post('/v1/orders', '{');
  await rest.get('/v1/orders/%zz');
  expect(await service.admitted(keyId)).toBe(4);
});

test('a request that the database ends at a limit is 503 and says when to ask again', async () => {
  const { rest } = await service.givenCaller();
  const before = await rest.get('/v1/balance');
  expect(before.status).toBe(200);
  await using lock = await holdLock(service.running.databaseUrl, 'select from rate_windows for update');
  const answer = await rest.get('/v1/balance');
  expectRefusal(answer, 503, 'api_disabled');
  expect(answer.headers['retry-after']).toBe('5');
  await lock.release();
  expect((await rest.get('/v1/balance')).body).toEqual(before.body);
});

test('a key with a list of addresses works from these only', async () => {
  const { rest, keyId } = await service.givenCaller();
  await service.change(sql`update api_keys set allowed_ips = '{127.0.0.0/8}' where id = ${keyId}`);
  expect((await rest.get('/v1/balance')).status).toBe(200);
  await service.change(sql`update api_keys set allowed_ips = '{192.0.2.1/32}' where id = ${keyId}`);
  expectRefusal(await rest.post('/v1/orders', PURCHASE), 403, 'ip_not_allowed');
});
