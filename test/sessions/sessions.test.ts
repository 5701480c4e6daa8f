import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cleanUp } from '../../src/jobs/clean-up.ts';
import { disableApi, enableApi } from '../../src/resellers/admission.ts';
import { admitSession, authenticateSessions, presentedSessionOf } from '../../src/sessions/admission.ts';
import { endOtherSessions, endSession, listSessions } from '../../src/sessions/sessions.ts';
import { createSignInCode, signIn } from '../../src/sessions/sign-in.ts';
import { type GivenReseller, givenReseller } from '../support/given.ts';
import { type OpenedServices, openServices } from '../support/services.ts';
import { recordStatements, type Statements } from '../support/statements.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

let opened: OpenedServices;
let statements: Statements;
let reseller: GivenReseller;

beforeAll(async () => {
  statements = recordStatements();
  opened = await openServices({ onPoolCreated: statements.onPoolCreated });
  // It stands still, because seconds count here.
  opened.clock.stop();
});
afterAll(() => opened.close());
beforeEach(async () => {
  reseller = await givenReseller(opened.services);
});

const now = () => opened.clock.now();
const sqlOf = () => opened.services.database.sql;

async function newCode(resellerId = reseller.resellerId): Promise<string> {
  return (await createSignInCode(opened.services.database, { resellerId, at: now() })).code;
}

function exchange(code: string, formerToken?: string): Promise<string> {
  return signIn(opened.services.database, { code, formerToken, userAgent: 'Firefox/140.0', at: now() });
}

const givenToken = async (resellerId?: number) => exchange(await newCode(resellerId));
const admit = (token: string, requests = 1) =>
  admitSession(sqlOf(), presentedSessionOf(token), { requests }, now());
const sessionsOf = async (resellerId = reseller.resellerId) =>
  (await listSessions(sqlOf(), [resellerId], now())).get(resellerId) ?? [];

async function sessionIdOf(token: string): Promise<number> {
  return (await admit(token)).caller.credential.id;
}

test('a code has 128 random bits and a token 256, and the database has their hashes only', async () => {
  const code = await newCode();
  expect(Buffer.from(code, 'base64url')).toHaveLength(16);
  const token = await exchange(code);
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  await newCode();
  const { rows } = await sql`select (select json_agg(c) from sign_in_codes c) as codes,
    (select json_agg(s) from console_sessions s) as sessions`.execute(sqlOf());
  expect(JSON.stringify(rows)).not.toContain(code);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('there is no code for a reseller that does not exist', async () => {
  await expect(newCode(999_999)).rejects.toMatchObject({ code: 'invalid_request' });
});

test('of twenty that try one code at once, one is signed in', async () => {
  const code = await newCode();
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => exchange(code)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'sign_in_refused' });
  }
  expect(await sessionsOf()).toHaveLength(1);
});

test.each([
  ['14 minutes and 59 seconds', 15 * MINUTE_MS - SECOND_MS, 'fulfilled'],
  ['15 minutes', 15 * MINUTE_MS, 'rejected'],
])('a code that is %s old is %s', async (_name, age, status) => {
  const code = await newCode();
  opened.clock.advance(age);
  const [outcome] = await Promise.allSettled([exchange(code)]);
  expect(outcome?.status).toBe(status);
});

test.each(['', 'x', 'x'.repeat(200), '\u0000', "' or true --"])('"%s" signs nobody in', async (code) => {
  await newCode();
  await expect(exchange(code)).rejects.toMatchObject({ code: 'sign_in_refused' });
});

test('the session that a browser had ends when it signs in again, and no other', async () => {
  const [former, other] = [await givenToken(), await givenToken()];
  const token = await exchange(await newCode(), former);
  await expect(admit(former)).rejects.toMatchObject({ code: 'unauthorized' });
  await admit(other);
  await admit(token);
});

test('a refused sign-in ends no session', async () => {
  const token = await givenToken();
  await expect(exchange('wrong', token)).rejects.toMatchObject({ code: 'sign_in_refused' });
  await admit(token);
});

test('a session leads to its reseller, price list, version of the catalog, and to when it began', async () => {
  const wholesale = await givenReseller(opened.services, { priceList: 'wholesale' });
  const signedInAt = now();
  const token = await givenToken(wholesale.resellerId);
  const { caller } = await admit(token);
  expect(caller).toMatchObject({
    resellerId: wholesale.resellerId,
    priceList: 'wholesale',
    catalogVersion: expect.stringMatching(/^[\da-f-]{36}$/),
    credential: { kind: 'session', id: expect.any(Number), signedInAt: expect.any(Date) },
  });
  const { credential } = caller;
  expect(credential.id).toBeGreaterThan(1_000_000_000_000);
  if (credential.kind !== 'session') throw new Error('it is a key');
  expect(Math.abs(credential.signedInAt.getTime() - signedInAt.getTime())).toBeLessThan(MINUTE_MS);
  const authenticated = await authenticateSessions(
    sqlOf(),
    [presentedSessionOf('x'), presentedSessionOf(token)],
    now(),
  );
  // What it has written is for the request that it is admitted for.
  const { writtenTo: _, ...known } = caller;
  expect(authenticated).toMatchObject([{ code: 'unauthorized' }, known]);
});

test('a session sends 300 requests in any minute, counted by itself', async () => {
  const [token, other] = [await givenToken(), await givenToken()];
  for (let left = 240; left >= 60; left -= 60) {
    expect((await admit(token, 60)).window).toMatchObject({ limit: 300, remaining: left });
  }
  await admit(token, 59);
  await expect(admit(token, 2)).rejects.toMatchObject({ window: { limit: 300, remaining: 1 } });
  expect((await admit(token, 1)).window).toMatchObject({ remaining: 0 });
  await expect(admit(token, 1)).rejects.toMatchObject({
    code: 'rate_limited',
    message: expect.stringMatching(/^Over 300 requests per minute; try again in \d+ s\.$/),
  });
  expect((await admit(other, 1)).window).toMatchObject({ remaining: 299 });
});

test('a rate window of few requests stays when housekeeping deletes those that are an hour old', async () => {
  const token = await givenToken();
  await admit(token, 10);
  await cleanUp(opened.services);
  expect((await admit(token, 1)).window).toMatchObject({ remaining: 289 });
});

test('a request is admitted in one statement, and its use is written at first and when the last one is five minutes old', async () => {
  const token = await givenToken();
  opened.clock.advance(1);
  const sent = await statements.during(async () => void (await admit(token)));
  expect(sent).toHaveLength(1);
  const [before] = await sessionsOf();
  opened.clock.advance(5 * MINUTE_MS - 1);
  await admit(token);
  expect(await sessionsOf()).toEqual([before]);
  opened.clock.advance(1);
  await admit(token);
  const [after] = await sessionsOf();
  expect((after?.lastUsedAt.getTime() ?? 0) - (before?.lastUsedAt.getTime() ?? 0)).toBe(5 * MINUTE_MS);
  expect(after?.createdAt).toEqual(before?.createdAt);
});

test('a session ends after 30 days without use, and lives on with use', async () => {
  const [used, unused] = [await givenToken(), await givenToken()];
  opened.clock.advance(29 * DAY_MS);
  await admit(used);
  opened.clock.advance(DAY_MS);
  await admit(used);
  await expect(admit(unused)).rejects.toMatchObject({ code: 'unauthorized' });
  expect(await sessionsOf()).toHaveLength(1);
  opened.clock.advance(30 * DAY_MS);
  await expect(admit(used)).rejects.toMatchObject({ code: 'unauthorized' });
});

test('a session ends 90 days after its sign-in, however often it is used', async () => {
  const token = await givenToken();
  for (let day = 0; day < 90; day += 10) {
    await admit(token);
    opened.clock.advance(10 * DAY_MS);
  }
  await expect(admit(token)).rejects.toMatchObject({ code: 'unauthorized' });
  expect(await authenticateSessions(sqlOf(), [presentedSessionOf(token)], now())).toMatchObject([
    { code: 'unauthorized' },
  ]);
  expect(await sessionsOf()).toEqual([]);
  await cleanUp(opened.services);
  const { rows } = await sql`select from console_sessions where reseller_id = ${reseller.resellerId}`.execute(
    sqlOf(),
  );
  expect(rows).toEqual([]);
});

test('housekeeping deletes the codes and sessions that have ended', async () => {
  await givenToken();
  await newCode();
  opened.clock.advance(30 * DAY_MS);
  const [token, code] = [await givenToken(), await newCode()];
  await cleanUp(opened.services);
  const { rows } = await sql`select (select count(*)::int from sign_in_codes) as codes,
    (select count(*)::int from console_sessions) as sessions`.execute(sqlOf());
  expect(rows).toEqual([{ codes: 1, sessions: 1 }]);
  await admit(token);
  await exchange(code);
});

test('a reseller has at most 100 sessions: the one that was least recently used ends', async () => {
  const first = await givenToken();
  opened.clock.advance(SECOND_MS);
  const second = await givenToken();
  for (let i = 0; i < 98; i++) await givenToken();
  opened.clock.advance(6 * MINUTE_MS);
  await admit(first);
  const stranger = await givenReseller(opened.services);
  await givenToken(stranger.resellerId);
  await givenToken();
  expect(await sessionsOf()).toHaveLength(100);
  await admit(first);
  await expect(admit(second)).rejects.toMatchObject({ code: 'unauthorized' });
  expect(await sessionsOf(stranger.resellerId)).toHaveLength(1);
});

test('sessions are listed the last used first, with their browsers', async () => {
  const [earlier, later] = [await givenToken(), await givenToken()];
  opened.clock.advance(6 * MINUTE_MS);
  const [first, second] = [await sessionIdOf(earlier), await sessionIdOf(later)];
  opened.clock.advance(6 * MINUTE_MS);
  await admit(earlier);
  expect(await sessionsOf()).toMatchObject([
    { id: first, browser: 'Firefox' },
    { id: second, browser: 'Firefox' },
  ]);
});

test('a session that is ended is refused on the next request, and nobody ends those of others', async () => {
  const { resellerId } = reseller;
  const [token, other] = [await givenToken(), await givenToken()];
  const stranger = await givenReseller(opened.services);
  const foreign = await givenToken(stranger.resellerId);
  const sessionId = await sessionIdOf(token);
  for (const named of [
    { resellerId: stranger.resellerId, sessionId },
    { resellerId, sessionId: 1_000_000_999_999 },
  ]) {
    await expect(endSession(opened.services.database, named)).rejects.toMatchObject({
      code: 'session_not_found',
    });
  }
  await endSession(opened.services.database, { resellerId, sessionId });
  await expect(admit(token)).rejects.toMatchObject({ code: 'unauthorized' });
  const kept = await sessionIdOf(await givenToken());
  expect(await endOtherSessions(opened.services.database, { resellerId, sessionId: kept })).toEqual([
    expect.any(Number),
  ]);
  await expect(admit(other)).rejects.toMatchObject({ code: 'unauthorized' });
  expect(await sessionsOf()).toMatchObject([{ id: kept }]);
  await admit(foreign);
});

test('the sign-in links of a reseller end with a session that it ends, and with all others', async () => {
  const { database } = opened.services;
  const { resellerId } = reseller;
  const stranger = await givenReseller(opened.services);
  const foreign = await newCode(stranger.resellerId);
  const [own, other] = [await sessionIdOf(await givenToken()), await sessionIdOf(await givenToken())];
  const refused = { code: 'sign_in_refused' };
  const first = await newCode();
  await endSession(database, { resellerId, sessionId: other });
  await expect(exchange(first)).rejects.toMatchObject(refused);
  const second = await newCode();
  await endOtherSessions(database, { resellerId, sessionId: own });
  await expect(exchange(second)).rejects.toMatchObject(refused);
  expect(await sessionsOf()).toMatchObject([{ id: own }]);
  await exchange(foreign);
});

test('a closed API refuses sessions with its message', async () => {
  const token = await givenToken();
  await disableApi(opened.services.database, 'Back at noon.');
  await expect(admit(token)).rejects.toMatchObject({ code: 'api_disabled', message: 'Back at noon.' });
  await enableApi(opened.services.database);
  await admit(token);
});
