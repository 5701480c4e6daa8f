import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setDisabled } from '../../src/access/sign-out.ts';
import { admitToken, presentedTokenOf } from '../../src/frontend-tokens/admission.ts';
import { listPasskeys } from '../../src/passkeys/passkeys.ts';
import { createProxyList, selectLists } from '../../src/proxy-lists/proxy-lists.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { renew } from '../../src/purchases/renew.ts';
import { admit, authenticate, presentedKeyOf } from '../../src/resellers/admission.ts';
import { changeReseller } from '../../src/resellers/resellers.ts';
import { admitSession, authenticateSessions, presentedSessionOf } from '../../src/sessions/admission.ts';
import { createSignInCode, signIn } from '../../src/sessions/sign-in.ts';
import { operatorOn } from '../operator/run-operator.ts';
import { Died, dyingAt } from '../support/dying-process.ts';
import { buyerOf, givenReseller } from '../support/given.ts';
import { givenToken, PAGE } from '../support/given-token.ts';
import { holdLock } from '../support/held-lock.ts';
import { recoverOne } from '../support/recover-one.ts';
import { type OpenedServices, openServices } from '../support/services.ts';
import { recordStatements, type Statements } from '../support/statements.ts';

const REASON = 'Unpaid invoice 12; write to billing.';
const REFUSED = { code: 'key_disabled', message: `This account is disabled: ${REASON}` };
const ORDER = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };
/** Longer than the lease of an operation. */
const LEASE_MS = 46_000;

let opened: OpenedServices;
/** The same database as another process sees it. */
let other: OpenedServices;
let statements: Statements;

beforeAll(async () => {
  opened = await openServices();
  statements = recordStatements();
  const { databaseUrl, credentialsKey, sandbox } = opened;
  const { onPoolCreated } = statements;
  other = await openServices({ databaseUrl, credentialsKey, sandbox, onPoolCreated });
});
afterAll(async () => {
  await other.close();
  await opened.close();
});

const disable = (resellerId: number) => setDisabled(opened.services.database, { resellerId, reason: REASON });
const enable = (resellerId: number) => setDisabled(opened.services.database, { resellerId, reason: null });
const change = (resellerId: number, to: { name?: string; priceList?: string }) =>
  opened.services.database.inUnitOfWork((em) => changeReseller(em, { resellerId, ...to }));

const present = (apiKey: string) => presentedKeyOf(apiKey, '192.0.2.1');

async function givenLink(resellerId: number): Promise<string> {
  const { database, clock } = opened.services;
  return (await createSignInCode(database, { resellerId, at: clock.now() })).code;
}

function follow(code: string): Promise<string> {
  const at = opened.clock.now();
  return signIn(opened.services.database, { code, userAgent: undefined, formerToken: undefined, at });
}

const givenSession = async (resellerId: number) => follow(await givenLink(resellerId));

/** Admits one request of a session, in another process. */
const enter = (token: string) =>
  admitSession(other.services.database.sql, presentedSessionOf(token), { requests: 1 }, other.clock.now());

/** A reseller with what lets somebody in to its account; and what of it still does. */
async function givenAccess() {
  const given = await givenReseller(opened.services);
  const { resellerId, apiKey } = given;
  const { database, clock } = other.services;
  const { order } = (await purchase(opened.services, buyerOf(given), ORDER)).sale;
  const tokens = [
    await givenToken(opened.services, given, { orderIds: [order.id], rights: ['read_order'] }),
    await givenToken(
      opened.services,
      { ...given, keyId: undefined },
      { orderIds: [order.id], rights: ['read_order'] },
    ),
  ];
  const [session, link] = [await givenSession(resellerId), await givenLink(resellerId)];
  await database.sql
    .insertInto('passkeys')
    .values({
      reseller_id: resellerId,
      credential_id: randomBytes(16),
      rp_id: 'localhost',
      public_key: Buffer.alloc(1),
      counter: 0,
      transports: [],
      name: 'Phone',
      created_at: clock.now(),
    })
    .execute();
  const isAdmitted = (admitted: Promise<unknown>) =>
    admitted.then(
      () => true,
      () => false,
    );
  const works = async () => ({
    session: await isAdmitted(enter(session)),
    tokens: await Promise.all(
      tokens.map(({ secret }) =>
        isAdmitted(admitToken(database.sql, presentedTokenOf(secret, PAGE), 1, clock.now())),
      ),
    ),
    key: await isAdmitted(admit(database.sql, present(apiKey), 1)),
    passkeys: (await listPasskeys(database.sql, [resellerId])).get(resellerId)?.length ?? 0,
    link: await isAdmitted(follow(link)),
  });
  return { ...given, works };
}

const ALL = { session: true, tokens: [true, true], key: true, passkeys: 1, link: true };
const KEYS_ONLY = { session: false, tokens: [false, false], key: true, passkeys: 1, link: false };

test('all keys of a disabled reseller are refused at once, in every process, by one statement and with the reason', async () => {
  const { resellerId, apiKey } = await givenReseller(opened.services);
  const db = other.services.database.sql;
  await admit(db, present(apiKey), 1);
  await disable(resellerId);
  const sent = await statements.during(async () => {
    await expect(admit(db, present(apiKey), 1)).rejects.toMatchObject(REFUSED);
  });
  expect(sent).toHaveLength(1);
  expect(await authenticate(db, [present(apiKey)])).toMatchObject([REFUSED]);
  await enable(resellerId);
  expect((await admit(db, present(apiKey), 1)).window.remaining).toBe(58);
});

test('its sessions, sign-in links and frontend tokens end for good, and its keys and passkeys work again when it is enabled', async () => {
  const [{ resellerId, works }, neighbour] = [await givenAccess(), await givenAccess()];
  await disable(resellerId);
  expect(await works()).toEqual({ ...KEYS_ONLY, key: false });
  await enable(resellerId);
  expect(await works()).toEqual(KEYS_ONLY);
  expect(await neighbour.works()).toEqual(ALL);
});

test('a session that is started while it is disabled is refused with the reason, and ends when it is enabled', async () => {
  const { resellerId } = await givenReseller(opened.services);
  await disable(resellerId);
  const token = await givenSession(resellerId);
  await expect(enter(token)).rejects.toMatchObject(REFUSED);
  expect(
    await authenticateSessions(other.services.database.sql, [presentedSessionOf(token)], opened.clock.now()),
  ).toMatchObject([REFUSED]);
  await enable(resellerId);
  await expect(enter(token)).rejects.toMatchObject({ code: 'unauthorized' });
});

test('a sign-in that is under way while it is disabled leaves no session behind', async () => {
  const { resellerId } = await givenReseller(opened.services);
  const code = await givenLink(resellerId);
  await using held = await holdLock(
    opened.databaseUrl,
    `select from resellers where id = ${resellerId} for update`,
  );
  const signingIn = follow(code);
  await expect.poll(held.waiting).toBe(1);
  const disabling = disable(resellerId);
  await expect.poll(held.waiting).toBe(2);
  await held.release();
  const token = await signingIn;
  await disabling;
  await enable(resellerId);
  await expect(enter(token)).rejects.toMatchObject({ code: 'unauthorized' });
});

test('the operator signs a reseller out, and says how much of it; passkeys and keys only when asked', async () => {
  const operator = operatorOn(opened);
  const [{ resellerId, works }, neighbour] = [await givenAccess(), await givenAccess()];
  const whose = ['--reseller', `${resellerId}`];
  const { result } = await operator('reseller', 'sign-out', ...whose);
  const ended = { sessions: 1, signInLinks: 1, frontendTokens: 2, passkeys: 0, keys: 0, proxyLists: 0 };
  expect(result).toEqual({ resellerId, ended });
  expect(await works()).toEqual(KEYS_ONLY);
  const how = { count: 1, sticky: false, allowedIps: [], at: opened.clock.now() };
  await createProxyList(opened.services, { resellerId, name: 'All', selection: { filter: {} }, ...how });
  const all = await operator('reseller', 'sign-out', ...whose, '--passkeys', '--keys');
  expect(all.result).toMatchObject({ ended: { sessions: 0, passkeys: 1, keys: 1, proxyLists: 1 } });
  expect(await selectLists(opened.services.database.sql, { resellerIds: [resellerId] })).toEqual([]);
  expect(await works()).toEqual({ ...KEYS_ONLY, key: false, passkeys: 0 });
  expect(await neighbour.works()).toEqual(ALL);
  const { result: audited } = await operator('audit', 'list', ...whose);
  expect(audited?.['commands']).toMatchObject([
    {
      command: 'reseller sign-out',
      resellerId,
      outcome: 'done',
      message: 'passkeys: 1 -> 0; keys: 1 -> 0; proxyLists: 1 -> 0',
    },
    { message: 'sessions: 1 -> 0; signInLinks: 1 -> 0; frontendTokens: 2 -> 0' },
  ]);
  const { error } = await operator('reseller', 'sign-out', '--reseller', '999999');
  expect(error?.message).toMatch(/^There is no reseller 999999/);
});

test('nothing is bought for it in the chat bot, where no admission comes before a charge', async () => {
  const given = await givenReseller(opened.services);
  const buyer = { ...buyerOf(given), source: 'bot' as const };
  const { order } = (await purchase(opened.services, buyer, ORDER)).sale;
  await disable(given.resellerId);
  const [before] = await balances(given.resellerId);
  await expect(purchase(opened.services, buyer, { ...ORDER, idempotencyKey: 'once' })).rejects.toMatchObject(
    REFUSED,
  );
  await expect(renew(opened.services, buyer, { orderId: order.id, period: '30d' })).rejects.toMatchObject(
    REFUSED,
  );
  expect(await balances(given.resellerId)).toEqual([before]);
  await enable(given.resellerId);
  await purchase(opened.services, buyer, { ...ORDER, idempotencyKey: 'once' });
});

test('work that was charged before goes on to its end', async () => {
  const given = await givenReseller(opened.services);
  const dying = dyingAt(opened.services, 'buy', 'after');
  await expect(purchase(dying, buyerOf(given), ORDER)).rejects.toThrow(Died);
  await disable(given.resellerId);
  opened.clock.advance(LEASE_MS);
  expect(await recoverOne(opened.services)).toBe(true);
  const states = await opened.services.database.sql
    .selectFrom('operations')
    .select('state')
    .where('reseller_id', '=', given.resellerId)
    .execute();
  expect(states).toEqual([{ state: 'settled' }]);
});

test('a reseller gets another name and price list, and a price list that does not exist is refused', async () => {
  const { resellerId, apiKey } = await givenReseller(opened.services);
  await change(resellerId, { name: 'Renamed', priceList: 'wholesale' });
  expect((await admit(other.services.database.sql, present(apiKey), 1)).caller.priceList).toBe('wholesale');
  await expect(change(resellerId, { priceList: 'none' })).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringMatching(/^There is no price list "none"/),
  });
  await expect(change(999_999, { name: 'x' })).rejects.toMatchObject({
    message: 'There is no reseller 999999.',
  });
});

async function balances(resellerId: number): Promise<unknown[]> {
  return opened.services.database.sql
    .selectFrom('accounts')
    .select('balance')
    .where('reseller_id', '=', resellerId)
    .execute();
}
