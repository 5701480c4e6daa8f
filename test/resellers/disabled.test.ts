import { afterAll, beforeAll, expect, test } from 'vitest';
import { admitToken, authenticateTokens, presentedTokenOf } from '../../src/frontend-tokens/admission.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { renew } from '../../src/purchases/renew.ts';
import { admit } from '../../src/resellers/admission.ts';
import { authenticate, presentedKeyOf } from '../../src/resellers/authenticate.ts';
import { changeReseller } from '../../src/resellers/change-reseller.ts';
import { admitSession, authenticateSessions, presentedSessionOf } from '../../src/sessions/admission.ts';
import { signIn } from '../../src/sessions/sign-in.ts';
import { createSignInCode } from '../../src/sessions/sign-in-codes.ts';
import { Died, dyingAt } from '../support/dying-process.ts';
import { buyerOf, givenReseller } from '../support/given.ts';
import { givenToken, PAGE } from '../support/given-token.ts';
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

const disable = (resellerId: number, disabledReason: string | null = REASON) =>
  changeReseller(opened.services.database, { resellerId, disabledReason });

const present = (apiKey: string) => presentedKeyOf(apiKey, '192.0.2.1');

async function givenSession(resellerId: number): Promise<string> {
  const { database, clock } = opened.services;
  const { code } = await createSignInCode(database, { resellerId, at: clock.now() });
  return signIn(database, { code, userAgent: undefined, formerToken: undefined, at: clock.now() });
}

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
  await disable(resellerId, null);
  expect((await admit(db, present(apiKey), 1)).window.remaining).toBe(58);
});

test('its sessions of the console are refused with the reason, and go on when it is enabled', async () => {
  const { resellerId } = await givenReseller(opened.services);
  const { database, clock } = other.services;
  const session = presentedSessionOf(await givenSession(resellerId));
  const enter = () => admitSession(database.sql, session, 1, clock.now());
  await enter();
  await disable(resellerId);
  await expect(enter()).rejects.toMatchObject(REFUSED);
  expect(await authenticateSessions(database.sql, [session], clock.now())).toMatchObject([REFUSED]);
  await disable(resellerId, null);
  await enter();
});

test('its frontend tokens are refused as if they had never been made, without the reason', async () => {
  const given = await givenReseller(opened.services);
  const { order } = (await purchase(opened.services, buyerOf(given), ORDER)).sale;
  const { secret } = await givenToken(opened.services, given, { orderIds: [order.id] });
  const { database, clock } = other.services;
  const token = presentedTokenOf(secret, PAGE);
  const enter = () => admitToken(database.sql, token, 1, clock.now());
  await enter();
  await disable(given.resellerId);
  await expect(enter()).rejects.toMatchObject({ code: 'unauthorized' });
  expect(await authenticateTokens(database.sql, [token], clock.now())).toMatchObject([
    { code: 'unauthorized' },
  ]);
  await disable(given.resellerId, null);
  await enter();
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
  await disable(given.resellerId, null);
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
  const { database } = opened.services;
  const { resellerId, apiKey } = await givenReseller(opened.services);
  await changeReseller(database, { resellerId, name: 'Renamed', priceList: 'wholesale' });
  expect((await admit(other.services.database.sql, present(apiKey), 1)).caller.priceList).toBe('wholesale');
  await expect(changeReseller(database, { resellerId, priceList: 'none' })).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringMatching(/^There is no price list "none"/),
  });
  await expect(changeReseller(database, { resellerId: 999_999, name: 'x' })).rejects.toMatchObject({
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
