import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { expectRefusal } from '../support/rest-client.ts';
import { PURCHASE, useRestService } from './rest-service.ts';

const service = useRestService();
const LIMIT_BYTES = 65_536;

const purchase = JSON.stringify(PURCHASE);
const padded = (bytes: number) => purchase.padEnd(bytes, ' ');

test.each([
  ['nothing', ''],
  ['broken JSON', '{"tier":'],
  ['an array', '[]'],
  ['a string', '"prem"'],
  ['null', 'null'],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ['a key twice', '{"tier":"prem","tier":"econ","type":"ipv4","country":"US","period":"30d"}'],
  ['a key that touches prototypes', `{"__proto__":{},${purchase.slice(1)}`],
  ['200,000 nested arrays', `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
  ['one byte more than the limit', padded(LIMIT_BYTES + 1)],
  ['three times the limit', padded(3 * LIMIT_BYTES)],
])('%s is 400 invalid_json', async (_name, body) => {
  const { rest } = await service.givenCaller();
  expectRefusal(await rest.post('/v1/orders', body), 400, 'invalid_json');
  expectRefusal(await rest.post('/v1/orders/1/renew', body), 400, 'invalid_json');
});

test('a POST without a body is 400 invalid_json', async () => {
  const { rest } = await service.givenCaller();
  expectRefusal(await rest.send({ method: 'POST', path: '/v1/orders' }), 400, 'invalid_json');
});

test.each(['gzip', 'br', 'identity, gzip'])(
  'the content encoding %s is 400 invalid_json',
  async (encoding) => {
    const { rest } = await service.givenCaller();
    const answer = await rest.post('/v1/orders', gzipSync(purchase), { 'content-encoding': encoding });
    expectRefusal(answer, 400, 'invalid_json');
  },
);

test.each(['\\u0000', '\\ud800', '\\u202e'])('a string with %s is 400 invalid_request', async (sequence) => {
  const { rest } = await service.givenCaller();
  expectRefusal(
    await rest.post('/v1/orders', purchase.replace('prem', `prem${sequence}`)),
    400,
    'invalid_request',
  );
  expectRefusal(
    await rest.post('/v1/orders', `{"ignored":"${sequence}",${purchase.slice(1)}`),
    400,
    'invalid_request',
  );
});

test('a number beyond what JSON can carry is 400 invalid_request', async () => {
  const { rest } = await service.givenCaller();
  expectRefusal(
    await rest.post('/v1/orders', `{"quantity":1e400,${purchase.slice(1)}`),
    400,
    'invalid_request',
  );
});

test.each([
  ['no content type', {}],
  ['text/plain', { 'content-type': 'text/plain' }],
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['a content type that is none', { 'content-type': ';;' }],
  ['another charset', { 'content-type': 'application/json; charset=latin1' }],
  ['the encoding identity', { 'content-encoding': 'Identity' }],
])('a body is read as JSON whatever it calls itself: %s', async (_name, headers) => {
  const { rest } = await service.givenCaller();
  expect((await rest.post('/v1/orders', purchase, headers)).status).toBe(201);
});

test('a body of exactly the limit is read', async () => {
  const { rest } = await service.givenCaller();
  expect((await rest.post('/v1/orders', padded(LIMIT_BYTES))).status).toBe(201);
});

test('a body in chunks is read, and refused as soon as it is too large', async () => {
  const { rest } = await service.givenCaller();
  const chunked = { 'transfer-encoding': 'chunked' };
  expect((await rest.post('/v1/orders', purchase, chunked)).status).toBe(201);
  const answer = await rest.post('/v1/orders', padded(LIMIT_BYTES + 1), chunked);
  expectRefusal(answer, 400, 'invalid_json');
  expect(answer.body).toMatchObject({
    error: { message: expect.stringContaining('larger than 65536 bytes') },
  });
});

test('the body of a GET is not read', async () => {
  const { rest } = await service.givenCaller();
  expect(
    (await rest.send({ method: 'GET', path: '/v1/balance', headers: { 'content-length': 1 }, body: '{' }))
      .status,
  ).toBe(200);
});
