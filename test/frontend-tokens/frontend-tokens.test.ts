import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authenticateTokens, presentedTokenOf } from '../../src/frontend-tokens/admission.ts';
import {
  deleteExpiredTokens,
  listFrontendTokens,
  revokeFrontendTokens,
  toOrigin,
} from '../../src/frontend-tokens/frontend-tokens.ts';
import { cleanUp } from '../../src/jobs/clean-up.ts';
import { createKey, reissueKey, updateKey } from '../../src/resellers/keys.ts';
import { type GivenReseller, givenReseller } from '../support/given.ts';
import { givenLuxuryOrder } from '../support/given-luxury.ts';
import { givenToken, PAGE } from '../support/given-token.ts';
import { type OpenedServices, openServices } from '../support/services.ts';

let opened: OpenedServices;
let owner: GivenReseller;
let orderId: number;

beforeAll(async () => {
  opened = await openServices();
  // It stands still, because seconds count here.
  opened.clock.stop();
  owner = await givenReseller(opened.services);
  orderId = (await givenLuxuryOrder(opened.services, { reseller: owner })).order.id;
});
afterAll(() => opened.close());

const db = () => opened.services.database.sql;

/** A key of its own for the owner, so that a test can do to it what it likes. */
async function givenKey(): Promise<GivenReseller> {
  const created = await createKey(opened.services.database, { resellerId: owner.resellerId, at: new Date() });
  return { ...created, resellerId: owner.resellerId };
}

async function isLetIn(secret: string, origin: string | undefined = PAGE): Promise<boolean> {
  const [answer] = await authenticateTokens(db(), [presentedTokenOf(secret, origin)], opened.clock.now());
  return !(answer instanceof Error);
}

/** What the database has of a key's tokens, without the secrets, as if so many had been made. */
async function insertTokens(given: GivenReseller, count: number, expiresAt: Date): Promise<void> {
  await sql`
    insert into frontend_tokens
      (reseller_id, key_id, key_revision, hash, prefix, order_ids, rights, origins, created_at, expires_at)
    select ${given.resellerId}, ${given.keyId}, 0, sha256((${given.keyId} || ':' || n || ':' || random())::bytea),
      'prt_test', '{1}', '{read_order}', '{https://shop.example}', ${expiresAt}::timestamptz - interval '1 day',
      ${expiresAt}
    from generate_series(1, ${count}::int) n`.execute(db());
}

const inAnHour = () => new Date(opened.clock.now().getTime() + 3_600_000);

test('the database has the hash and the beginning of a token, and nothing that it could be had from', async () => {
  const { token, secret } = await givenToken(opened.services, owner, { orderIds: [orderId] });
  expect(secret).toMatch(/^prt_[0-9A-Za-z]{42}$/);
  const { rows } = await sql<{ hash: Buffer }>`select * from frontend_tokens where id = ${token.id}`.execute(
    db(),
  );
  expect(rows).toMatchObject([{ prefix: secret.slice(0, 8) }]);
  expect(rows[0]?.hash).toEqual(createHash('sha256').update(secret).digest());
  expect(JSON.stringify(rows)).not.toContain(secret.slice(0, 9));
  expect(token.id).toBeGreaterThan(1_000_000_000_000);
});

test('no token has the right to read traffic where none of its orders has any', async () => {
  const plain = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };
  const { order } = await givenLuxuryOrder(opened.services, { reseller: owner, ...plain });
  const make = (orderIds: number[]) => givenToken(opened.services, owner, { orderIds });
  await expect(make([order.id])).rejects.toMatchObject({
    flaws: [{ path: ['allow'], message: expect.stringContaining('none of these orders has traffic') }],
  });
  expect((await make([order.id, orderId])).token.rights).toContain('read_traffic');
});

test('every order, right and origin is kept once, in the given order', async () => {
  const second = (await givenLuxuryOrder(opened.services, { reseller: owner })).order.id;
  const { token } = await givenToken(opened.services, owner, {
    orderIds: [second, orderId, second],
    rights: ['read_order', 'read_traffic', 'read_order'],
    origins: ['https://B.example', 'https://a.example', 'https://b.example:443'],
  });
  expect(token).toMatchObject({
    orderIds: [second, orderId],
    rights: ['read_order', 'read_traffic'],
    origins: ['https://b.example', 'https://a.example'],
  });
  expect((await listFrontendTokens(db(), owner.resellerId, opened.clock.now()))[0]).toEqual(token);
});

test.each([
  ['https://shop.example', 'https://shop.example'],
  ['HTTPS://Shop.Example:443', 'https://shop.example'],
  ['https://shop.example:8443', 'https://shop.example:8443'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['https://203.0.113.7', 'https://203.0.113.7'],
  ['https://[2001:DB8::1]:8443', 'https://[2001:db8::1]:8443'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['http://[::1]:3000', 'http://[::1]:3000'],
])('the origin %s is kept as %s', (written, kept) => {
  expect(toOrigin(written)).toBe(kept);
});

test.each([
  '',
  'null',
  '*',
  'shop.example',
  'http://shop.example',
  'http://localhost.shop.example',
  'http://127.0.0.2',
  'https://*.shop.example',
  'https://shop.example/',
  'https://shop.example/page',
  'https://shop.example?a',
  'https://shop.example#a',
  'https://me@shop.example',
  'https://shop.example\\page',
  'https://shop.example:99999',
  'https://shop example',
  ' https://shop.example',
  'https://',
  'file:///page.html',
  'javascript://shop.example',
  'data:text/html,a',
  `https://${'a'.repeat(300)}.example`,
])('"%s" is no origin', (written) => {
  expect(toOrigin(written)).toBeUndefined();
});

test('all that is wrong with a wanted token is said at once', async () => {
  const wanted = { orderIds: [], rights: [], origins: [PAGE, 'shop.example'], expiresInSeconds: 59 };
  const creating = givenToken(opened.services, owner, wanted);
  await expect(creating).rejects.toMatchObject({
    code: 'invalid_request',
    flaws: [
      { path: ['orderIds'] },
      { path: ['allow'] },
      { path: ['origins', '1'] },
      { path: ['expiresInSeconds'] },
    ],
  });
});

test.each([
  ['orderIds', { orderIds: Array.from({ length: 51 }, (_, i) => i + 1) }],
  ['origins', { origins: [] }],
  ['origins', { origins: Array.from({ length: 21 }, (_, i) => `https://${i}.example`) }],
  ['expiresInSeconds', { expiresInSeconds: 86_401 }],
  ['expiresInSeconds', { expiresInSeconds: 60.5 }],
])('a token with too many, too few or for too long is refused by its %s', async (path, wrong) => {
  const creating = givenToken(opened.services, owner, { orderIds: [orderId], ...wrong });
  await expect(creating).rejects.toMatchObject({ flaws: [{ path: [path] }] });
});

test('a token for another reseller’s order is refused by the first that is not the caller’s', async () => {
  const { order: foreign } = await givenLuxuryOrder(opened.services);
  const creating = givenToken(opened.services, owner, { orderIds: [orderId, 999_999, foreign.id] });
  await expect(creating).rejects.toMatchObject({ code: 'order_not_found', order: 999_999 });
  const other = givenToken(opened.services, owner, { orderIds: [orderId, foreign.id] });
  await expect(other).rejects.toMatchObject({ code: 'order_not_found', order: foreign.id });
});

test('a token is let in from its own pages only, and says what it was made for', async () => {
  const origins = [PAGE, 'http://localhost:3000'];
  const { token, secret } = await givenToken(opened.services, owner, { orderIds: [orderId], origins });
  const presented = [
    presentedTokenOf(secret, PAGE),
    presentedTokenOf(secret, 'http://localhost:3001'),
    presentedTokenOf(secret, undefined),
    presentedTokenOf(`${secret}0`, PAGE),
    presentedTokenOf(secret, 'http://localhost:3000'),
  ];
  const answers = await authenticateTokens(db(), presented, opened.clock.now());
  const { resellerId } = owner;
  const credential = { kind: 'frontend_token', id: token.id, orderIds: [orderId], rights: token.rights };
  expect(answers[0]).toMatchObject({ resellerId, credential, priceList: 'standard' });
  expect(answers.slice(1, 4)).toMatchObject(Array(3).fill({ code: 'unauthorized' }));
  expect(answers[4]).toMatchObject({ resellerId, credential });
});

test('a token ends at the end of its time, and is deleted after it', async () => {
  const { token, secret } = await givenToken(opened.services, owner, {
    orderIds: [orderId],
    expiresInSeconds: 60,
  });
  opened.clock.advance(59_000);
  expect(await isLetIn(secret)).toBe(true);
  opened.clock.advance(1_001);
  expect(await isLetIn(secret)).toBe(false);
  const listed = await listFrontendTokens(db(), owner.resellerId, opened.clock.now());
  expect(listed.map(({ id }) => id)).not.toContain(token.id);
  await cleanUp(opened.services);
  const { rows } = await sql`select from frontend_tokens where id = ${token.id}`.execute(db());
  expect(rows).toEqual([]);
});

test('what has expired is deleted a thousand at a time, and what is alive stays', async () => {
  const given = await givenKey();
  await insertTokens(given, 1_100, opened.clock.now());
  await insertTokens(given, 3, inAnHour());
  expect(await deleteExpiredTokens(db(), opened.clock.now())).toBe(1_000);
  expect(await deleteExpiredTokens(db(), opened.clock.now())).toBe(100);
  expect(await revokeFrontendTokens(opened.services.database, given.resellerId, given)).toHaveLength(3);
});

test('a key that is disabled ends its tokens for good, and no others', async () => {
  const { database } = opened.services;
  const [given, other] = [await givenKey(), await givenKey()];
  const { secret } = await givenToken(opened.services, given, { orderIds: [orderId] });
  const { secret: ofOther } = await givenToken(opened.services, other, { orderIds: [orderId] });
  await updateKey(database, { keyId: given.keyId, disabled: true });
  expect(await isLetIn(secret)).toBe(false);
  await updateKey(database, { keyId: given.keyId, disabled: false });
  expect(await isLetIn(secret)).toBe(false);
  expect(await isLetIn(ofOther)).toBe(true);
});

test('a key that is reissued ends its tokens, and a request that the old secret began makes a dead one', async () => {
  const given = await givenKey();
  const { secret } = await givenToken(opened.services, given, { orderIds: [orderId] });
  await reissueKey(opened.services.database, { keyId: given.keyId, at: new Date() });
  expect(await isLetIn(secret)).toBe(false);
  const { secret: late } = await givenToken(opened.services, given, { orderIds: [orderId] });
  expect(await isLetIn(late)).toBe(false);
  const { secret: next } = await givenToken(opened.services, given, { orderIds: [orderId], keyRevision: 1 });
  expect(await isLetIn(next)).toBe(true);
});

test('the tokens of a key that is reissued with an overlap end with the secret that has made them', async () => {
  const given = await givenKey();
  const { secret } = await givenToken(opened.services, given, { orderIds: [orderId] });
  const at = opened.clock.now();
  await reissueKey(opened.services.database, { keyId: given.keyId, overlapHours: 1, at });
  expect(await isLetIn(secret)).toBe(true);
  const { secret: late } = await givenToken(opened.services, given, { orderIds: [orderId] });
  expect(await isLetIn(late)).toBe(true);
  const { secret: next } = await givenToken(opened.services, given, { orderIds: [orderId], keyRevision: 1 });
  await db()
    .updateTable('api_keys')
    .set({ old_until: opened.clock.now() })
    .where('id', '=', given.keyId)
    .execute();
  expect([await isLetIn(secret), await isLetIn(late), await isLetIn(next)]).toEqual([false, false, true]);
});

test('revoking ends the tokens of a key, some by their ids or all of the reseller, and never those of another', async () => {
  const { services } = opened;
  const reseller = await givenLuxuryOrder(services);
  const stranger = await givenLuxuryOrder(services);
  const make = (given: { resellerId: number; keyId: number | undefined }, id = reseller.order.id) =>
    givenToken(services, given, { orderIds: [id] });
  const foreign = await make(stranger, stranger.order.id);
  const console = { resellerId: reseller.resellerId, keyId: undefined };
  const [first, second, third] = [await make(reseller), await make(reseller), await make(console)];
  const revoke = (what: Parameters<typeof revokeFrontendTokens>[2]) =>
    revokeFrontendTokens(services.database, reseller.resellerId, what);
  expect(await revoke({ tokenIds: [first.token.id, foreign.token.id, 7] })).toEqual([first.token.id]);
  expect(await isLetIn(first.secret)).toBe(false);
  expect(await revoke({ keyId: stranger.keyId })).toEqual([]);
  expect(await revoke({ keyId: reseller.keyId })).toEqual([second.token.id]);
  expect(await isLetIn(third.secret)).toBe(true);
  expect(await revoke('all')).toEqual([third.token.id]);
  expect(await isLetIn(foreign.secret)).toBe(true);
});

test('of twenty that are made at once where there is room for three, three are made', async () => {
  const given = await givenKey();
  await insertTokens(given, 997, inAnHour());
  // Neither what has expired nor what the console made takes of the key's room.
  await insertTokens(given, 5, opened.clock.now());
  await givenToken(opened.services, { ...given, keyId: undefined }, { orderIds: [orderId] });
  const creations = Array.from({ length: 20 }, () =>
    givenToken(opened.services, given, { orderIds: [orderId] }),
  );
  const outcomes = await Promise.allSettled(creations);
  const refusals = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason);
  expect(refusals).toHaveLength(17);
  expect(refusals[0]).toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('1000 frontend tokens'),
  });
  // The key itself goes on working, and so do other keys of the reseller.
  await givenToken(opened.services, owner, { orderIds: [orderId] });
});

test('the sessions of a reseller share room for a thousand tokens', async () => {
  const reseller = await givenLuxuryOrder(opened.services);
  await insertTokens(reseller, 999, inAnHour());
  await sql`update frontend_tokens set key_id = null, key_revision = null where key_id = ${reseller.keyId}`.execute(
    db(),
  );
  const make = () =>
    givenToken(opened.services, { ...reseller, keyId: undefined }, { orderIds: [reseller.order.id] });
  const outcomes = await Promise.allSettled([make(), make(), make()]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const made = givenToken(opened.services, reseller, { orderIds: [reseller.order.id] });
  expect((await made).token.keyId).toBe(reseller.keyId);
});
