import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { purchase } from '../../src/purchases/purchase.ts';
import { createKey } from '../../src/resellers/keys.ts';
import { deleteIdleRateWindows } from '../../src/resellers/rate-limit.ts';
import { type SignedIn, signedIn } from '../support/console.ts';
import { buyerOf, type GivenReseller, givenReseller } from '../support/given.ts';
import { givenToken } from '../support/given-token.ts';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';
import { socketClient } from '../support/sockets.ts';

const MINUTE_MS = 60_000;
const PURCHASE = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };

let service: RunningService;
let reseller: GivenReseller;
let session: SignedIn;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  reseller = await givenReseller(service.services);
  session = await signedIn(service, reseller.resellerId);
});

interface Outcome {
  __typename: string;
  code?: string;
  message?: string;
  fields?: { path: string[]; message: string }[];
  secret?: string;
  keyId?: string;
  key?: { id: string; name: string | null; prefix: string; disabled: boolean; allowedIps: string[] };
  viewer?: { keys: { id: string; disabled: boolean }[] };
}

const LIST = 'viewer { keys { id disabled } }';
const KEY = `key { id name prefix disabled allowedIps } ${LIST}`;
const ERROR = '... on Error { code message } ... on InvalidInputError { fields { path message } }';

async function change(
  name: `${'create' | 'reissue' | 'update' | 'delete'}Key`,
  input: object,
): Promise<Outcome> {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}`;
  const shown = { updateKey: KEY, deleteKey: `keyId ${LIST}` }[String(name)] ?? `secret ${KEY}`;
  const { body, text } = await session.ask<{ it: Outcome }>(
    `mutation ($input: ${type}Input!) { it: ${name}(input: $input) { __typename ... on ${type}Success { ${shown} } ${ERROR} } }`,
    { input },
  );
  if (!body.data) throw new Error(text);
  return body.data.it;
}

const statusWith = async (apiKey: string | undefined) =>
  (await sendGraphql(service.url, apiKey, '{ viewer { name } }')).status;
const own = () => `key:${reseller.keyId}`;

test('a new key works at once, and its secret is in the answer and nowhere else', async () => {
  const created = await change('createKey', { allowedIps: ['127.0.0.0/8'] });
  expect(created).toMatchObject({
    __typename: 'CreateKeySuccess',
    secret: expect.stringMatching(/^prk_\w{42}$/),
    key: { prefix: created.secret?.slice(0, 8), disabled: false, allowedIps: ['127.0.0.0/8'] },
    viewer: { keys: [{ id: own() }, { id: created.key?.id }] },
  });
  expect(await statusWith(created.secret)).toBe(200);
  const listed = await session.ask('{ viewer { keys { id prefix createdAt issuedAt } } }');
  expect(listed.text).not.toContain(created.secret);
  const node = await session.ask(
    `{ node(id: "${created.key?.id}") { __typename ... on ApiKey { prefix } } }`,
  );
  expect(node.body.data).toEqual({ node: { __typename: 'ApiKey', prefix: created.key?.prefix } });
});

test('a key that is issued again has another secret, and the old one is refused', async () => {
  const reissued = await change('reissueKey', { keyId: own() });
  expect(reissued).toMatchObject({ __typename: 'ReissueKeySuccess', key: { id: own() } });
  expect(await statusWith(reseller.apiKey)).toBe(401);
  expect(await statusWith(reissued.secret)).toBe(200);
});

test('a key that is issued again with an overlap has two secrets for that time, and shows until when', async () => {
  const { services } = service;
  const reissued = await change('reissueKey', { keyId: own(), overlapHours: 72 });
  expect([await statusWith(reseller.apiKey), await statusWith(reissued.secret)]).toEqual([200, 200]);
  const shown = await session.ask<{
    viewer: { keys: { oldSecret: { prefix: string; until: string } | null }[] };
  }>('{ viewer { keys { oldSecret { prefix until } } } }');
  expect(shown.body.data?.viewer.keys).toEqual([
    { oldSecret: { prefix: reseller.apiKey.slice(0, 8), until: expect.stringMatching(/Z$/) } },
  ]);
  await services.database.sql
    .updateTable('api_keys')
    .set({ old_until: new Date(0) })
    .where('id', '=', reseller.keyId)
    .execute();
  expect([await statusWith(reseller.apiKey), await statusWith(reissued.secret)]).toEqual([401, 200]);
  const refused = await change('reissueKey', { keyId: own(), overlapHours: 73 });
  expect(refused).toMatchObject({
    code: 'INVALID_REQUEST',
    fields: [{ path: ['overlapHours'], message: 'must be a whole number from 0 to 72' }],
  });
});

test('a key is disabled, bound to networks and enabled again; what is left out stays', async () => {
  expect(await change('updateKey', { keyId: own(), disabled: true })).toMatchObject({
    key: { disabled: true, allowedIps: [] },
    viewer: { keys: [{ id: own(), disabled: true }] },
  });
  expect(await statusWith(reseller.apiKey)).toBe(403);
  expect(await change('updateKey', { keyId: own(), allowedIps: ['203.0.113.7'] })).toMatchObject({
    key: { disabled: true, allowedIps: ['203.0.113.7/32'] },
  });
  expect(await change('updateKey', { keyId: own(), disabled: false, allowedIps: [] })).toMatchObject({
    key: { disabled: false, allowedIps: [] },
  });
  expect(await statusWith(reseller.apiKey)).toBe(200);
});

test('of a change with a wrong network nothing is done', async () => {
  const refused = await change('updateKey', { keyId: own(), disabled: true, allowedIps: ['localhost'] });
  expect(refused).toMatchObject({ code: 'INVALID_REQUEST', message: expect.stringContaining('"localhost"') });
  expect(await statusWith(reseller.apiKey)).toBe(200);
});

test.each([
  [['10.0.0.0/8', 'localhost', 'x'.repeat(60)], /"localhost" is neither.* "x{50}" is neither/],
  [['10.0.0.0/8', '10.0.0.1/8', '2001:db8::1/32'], /10\.0\.0\.1\/8 has bits .* 2001:db8::1\/32 has bits/],
])('every wrong network of %j is named by its place, and quoted in part', async (allowedIps, message) => {
  expect(await change('createKey', { allowedIps })).toMatchObject({
    message: expect.stringMatching(message),
    fields: [{ path: ['allowedIps', '1'] }, { path: ['allowedIps', '2'] }],
  });
});

test.each(['', '7', 'key:', 'key:0', 'key:x', 'session:7', 'key:1234567890123456'])(
  '"%s" is no id of a key',
  async (keyId) => {
    for (const name of ['reissueKey', 'updateKey', 'deleteKey'] as const) {
      expect(await change(name, { keyId })).toMatchObject({
        code: 'INVALID_REQUEST',
        fields: [{ path: ['keyId'], message: 'must be the id of a key, such as key:7' }],
      });
    }
  },
);

test('a sign-in of a quarter of an hour ago changes no key, and says how it can', async () => {
  const until = async () =>
    (
      await session.ask<{ viewer: { session: { changesUntil: string | null } } }>(
        '{ viewer { session { changesUntil } } }',
      )
    ).body.data?.viewer.session.changesUntil;
  expect(await until()).not.toBeNull();
  service.clock.advance(15 * MINUTE_MS);
  expect(await until()).toBeNull();
  for (const [name, input] of [
    ['createKey', {}],
    ['reissueKey', { keyId: own() }],
    ['updateKey', { keyId: own(), disabled: true }],
    ['deleteKey', { keyId: own() }],
  ] as const) {
    expect(await change(name, input)).toMatchObject({
      __typename: 'SignInAgainError',
      code: 'SIGN_IN_AGAIN',
      message: expect.stringContaining('sign in again by a passkey or a new link'),
    });
  }
  expect(await statusWith(reseller.apiKey)).toBe(200);
});

test('a reseller makes at most 100 keys, also when the last ones are made at once', async () => {
  const { database, clock } = service.services;
  const make = () => createKey(database, { resellerId: reseller.resellerId, atMost: 100, at: clock.now() });
  for (let i = 1; i < 96; i++) await make();
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, make));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
  expect(await change('createKey', {})).toMatchObject({
    code: 'INVALID_REQUEST',
    message: expect.stringContaining('at most 100 API keys'),
  });
});

test('a key gets a name when it is made, another one later, and none again; a wrong one is told at its field', async () => {
  const created = await change('createKey', { name: 'Shop' });
  const keyId = created.key?.id;
  expect(created.key?.name).toBe('Shop');
  expect((await change('updateKey', { keyId, name: 'Panel' })).key?.name).toBe('Panel');
  expect((await change('updateKey', { keyId, disabled: true })).key?.name).toBe('Panel');
  expect((await change('updateKey', { keyId, name: '' })).key?.name).toBeNull();
  for (const [name, input] of [
    ['createKey', { name: 'x'.repeat(51) }],
    ['updateKey', { keyId, name: ' Shop', disabled: false }],
  ] as const) {
    expect(await change(name, input)).toMatchObject({
      code: 'INVALID_REQUEST',
      fields: [{ path: ['name'], message: expect.stringContaining('1 to 50 characters') }],
    });
  }
  expect(await statusWith(created.secret)).toBe(403);
});

test('a key says when it was last used and from where, also when that was long ago', async () => {
  const { sql: db } = service.services.database;
  const lastUse = async () =>
    (
      await session.ask<{ viewer: { keys: [{ lastUsedAt: string | null; lastUsedFrom: string | null }] } }>(
        '{ viewer { keys { lastUsedAt lastUsedFrom } } }',
      )
    ).body.data?.viewer.keys[0];
  expect(await lastUse()).toEqual({ lastUsedAt: null, lastUsedFrom: null });
  const before = Date.now();
  await statusWith(reseller.apiKey);
  const used = await lastUse();
  expect(used).toEqual({ lastUsedAt: expect.any(String), lastUsedFrom: '127.0.0.1' });
  expect(Math.abs(Date.parse(used?.lastUsedAt ?? '') - before)).toBeLessThan(MINUTE_MS);
  const moved = new Date(before - 300 * MINUTE_MS);
  await sql`update rate_windows set admitted = array_fill(${moved}::timestamptz, array[60])
    where key_id = ${reseller.keyId}`.execute(db);
  await deleteIdleRateWindows(db);
  expect(await lastUse()).toEqual({ lastUsedAt: moved.toISOString(), lastUsedFrom: '127.0.0.1' });
  // The version before notes the day alone.
  await sql`update api_keys set last_used_on = '2099-01-01' where id = ${reseller.keyId}`.execute(db);
  expect((await lastUse())?.lastUsedAt).toBe('2099-01-01T00:00:00.000Z');
});

test('a key that is deleted is refused like one that never was, and its orders, money and answers stay', async () => {
  const { services } = service;
  const { sale } = await purchase(services, buyerOf(reseller), { ...PURCHASE, idempotencyKey: 'once' });
  await givenToken(services, reseller, { orderIds: [sale.order.id], rights: ['read_order'] });
  const socket = socketClient(service.url, reseller.apiKey);
  const balances = socket.follow('subscription { balanceUpdated { balanceUsd } }');
  await balances.next();
  const deleted = await change('deleteKey', { keyId: own() });
  expect(deleted).toMatchObject({ __typename: 'DeleteKeySuccess', keyId: own(), viewer: { keys: [] } });
  const unknown = await sendGraphql(service.url, `prk_${'A'.repeat(42)}`, '{ viewer { name } }');
  const refused = await sendGraphql(service.url, reseller.apiKey, '{ viewer { name } }');
  expect([refused.status, refused.body.errors]).toEqual([401, unknown.body.errors]);
  await expect(balances.next()).rejects.toThrow();
  expect(await change('deleteKey', { keyId: own() })).toMatchObject({ code: 'KEY_NOT_FOUND' });
  const { body } = await session.ask(
    '{ viewer { balanceUsd frontendTokens { id } statement(first: 9) { nodes { kind } } } orders { totalCount } }',
  );
  expect(body.data).toMatchObject({
    viewer: { frontendTokens: [], statement: { nodes: [{ kind: 'PURCHASE' }, { kind: 'TOP_UP' }] } },
    orders: { totalCount: 1 },
  });
  const repeated = await purchase(services, buyerOf(reseller), { ...PURCHASE, idempotencyKey: 'once' });
  expect(repeated).toMatchObject({ replayed: true, sale: { order: { id: sale.order.id } } });
  await socket.close();
});

test('a key that was deleted after its request was let in makes no frontend token', async () => {
  const { services } = service;
  const { sale } = await purchase(services, buyerOf(reseller), PURCHASE);
  await change('deleteKey', { keyId: own() });
  const making = givenToken(services, reseller, { orderIds: [sale.order.id], rights: ['read_order'] });
  await expect(making).rejects.toMatchObject({ code: 'unauthorized' });
});

test('what refuses a key names no place in which it could be changed', async () => {
  await change('updateKey', { keyId: own(), allowedIps: ['203.0.113.7'] });
  const refusals = [await sendGraphql(service.url, reseller.apiKey, '{ viewer { name } }')];
  await change('updateKey', { keyId: own(), disabled: true });
  refusals.push(await sendGraphql(service.url, reseller.apiKey, '{ viewer { name } }'));
  refusals.push(await sendGraphql(service.url, 'prk_unknown', '{ viewer { name } }'));
  expect(refusals.map(({ status }) => status)).toEqual([403, 403, 401]);
  for (const { text } of refusals) expect(text).not.toMatch(/chat|bot|console|operator/i);
});
