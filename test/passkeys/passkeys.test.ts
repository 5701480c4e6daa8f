import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cleanUp } from '../../src/jobs/clean-up.ts';
import { type Authenticator, cbor, cborMap, createAuthenticator } from '../support/authenticator.ts';
import { cookieIn, fromOwnPage, type SignedIn, signedIn } from '../support/console.ts';
import { type GivenReseller, givenReseller } from '../support/given.ts';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';

const MINUTE_MS = 60_000;

let service: RunningService;
/** The service at its name, since passkeys are not for IP addresses. */
let site: { url: string; services: RunningService['services'] };
let reseller: GivenReseller;
let session: SignedIn;
let device: Authenticator;

beforeAll(async () => {
  service = await startService();
  site = { url: service.url.replace('127.0.0.1', 'localhost'), services: service.services };
});
afterAll(() => service.close());
beforeEach(async () => {
  // All of the tests have one address, whose requests without a session are counted together.
  await sql`truncate rate_windows`.execute(service.services.database.sql);
  reseller = await givenReseller(service.services);
  session = await signedIn(site, reseller.resellerId);
  device = createAuthenticator(site.url);
});

interface Outcome {
  __typename: string;
  code?: string;
  message?: string;
  options?: string;
  passkey?: { id: string; name: string; lastUsedAt: string | null };
  session?: { id: string; current: boolean; changesUntil: string | null };
  viewer?: { id: string; passkeys: { id: string }[] };
}

const REFUSED = '... on Error { code message }';
const START = `mutation { it: startPasskeyRegistration { __typename ... on PasskeyOptions { options } ${REFUSED} } }`;
const FINISH = `mutation ($name: String!, $response: String!) {
  it: finishPasskeyRegistration(input: { name: $name, response: $response }) { __typename ${REFUSED}
    ... on FinishPasskeyRegistrationSuccess { passkey { id name lastUsedAt } viewer { id passkeys { id } } } } }`;
const REMOVE = `mutation ($id: ID!) { it: removePasskey(input: { passkeyId: $id }) { __typename ${REFUSED}
    ... on RemovePasskeySuccess { passkeyId viewer { id passkeys { id } } } } }`;
const SIGN_IN = `mutation ($response: String!) { it: finishPasskeySignIn(input: { response: $response }) {
    __typename ${REFUSED} ... on SignInSuccess { session { id current changesUntil } viewer { id } } } }`;

async function outcomeOf(asked: Promise<{ body: { data?: { it: Outcome } | null } }>): Promise<Outcome> {
  const { body } = await asked;
  if (!body.data) throw new Error(JSON.stringify(body));
  return body.data.it;
}

const ask = (query: string, variables: object = {}, by = session) =>
  outcomeOf(by.ask<{ it: Outcome }>(query, variables));
const registrationOptions = async (by = session) => (await ask(START, {}, by)).options ?? '';
const register = (response: string, name = 'My laptop', by = session) => ask(FINISH, { name, response }, by);

async function added(by = session, from = device): Promise<Outcome> {
  return register(from.create(await registrationOptions(by)), 'My laptop', by);
}

async function signInOptions(headers = fromOwnPage(site.url)): Promise<string> {
  const query = 'mutation { it: startPasskeySignIn { options } }';
  const { body } = await sendGraphql<{ it: { options: string } }>(site.url, undefined, query, {}, headers);
  return body.data?.it.options ?? '';
}

function enter(response: string, headers = fromOwnPage(site.url)) {
  return sendGraphql<{ it: Outcome }>(site.url, undefined, SIGN_IN, { response }, headers);
}

test('a passkey that was added signs its reseller in, without a name, and may change keys at once', async () => {
  expect(await added()).toMatchObject({
    __typename: 'FinishPasskeyRegistrationSuccess',
    passkey: { name: 'My laptop', lastUsedAt: null },
    viewer: { passkeys: [{ id: expect.stringMatching(/^passkey:\d+$/) }] },
  });
  const answer = await enter(device.get(await signInOptions()));
  expect(answer.body.data?.it).toMatchObject({
    __typename: 'SignInSuccess',
    session: { current: true, changesUntil: expect.any(String) },
    viewer: { id: `viewer:${reseller.resellerId}` },
  });
  const cookie = cookieIn(answer.headers);
  const { body } = await sendGraphql<{ viewer: { passkeys: { lastUsedAt: string }[] } }>(
    site.url,
    undefined,
    '{ viewer { passkeys { lastUsedAt } } }',
    {},
    fromOwnPage(site.url, cookie),
  );
  expect(body.data?.viewer.passkeys).toEqual([{ lastUsedAt: expect.any(String) }]);
});

test('signing in by a passkey ends the session that the browser has had', async () => {
  await added();
  const answer = await enter(device.get(await signInOptions()), fromOwnPage(site.url, session.cookie));
  expect(cookieIn(answer.headers)).not.toBe(session.cookie);
  const { body } = await session.ask('{ viewer { id } }');
  expect(body.errors?.[0]?.extensions?.['code']).toBe('UNAUTHORIZED');
});

test('browsers are asked to verify the person, to keep the name out of it, and not to add a key twice', async () => {
  await added();
  const options = JSON.parse(await registrationOptions());
  expect(options).toMatchObject({
    rp: { id: 'localhost' },
    user: { name: 'Reseller of a test' },
    attestation: 'none',
    timeout: 5 * MINUTE_MS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ type: 'public-key', transports: ['internal'] }],
  });
  expect(JSON.parse(await signInOptions())).toMatchObject({
    rpId: 'localhost',
    userVerification: 'required',
  });
  expect(JSON.parse(await signInOptions()).allowCredentials ?? []).toEqual([]);
});

test.each([
  ['from a page elsewhere', { origin: 'https://evil.example' }],
  ['made for another host', { rpId: 'evil.example' }],
  ['without the person being verified', { flags: 1 }],
  ['without the person being there', { flags: 4 }],
  ['of the other ceremony', { type: 'webauthn.create' }],
  ['that names another reseller', { userHandle: Buffer.from('reseller:1').toString('base64url') }],
])('a response %s signs nobody in', async (_what, falsified) => {
  await added();
  const answer = await enter(device.get(await signInOptions(), falsified));
  expect(answer.body.data?.it).toMatchObject({ __typename: 'SignInRefusedError', code: 'SIGN_IN_REFUSED' });
  expect(answer.headers.getSetCookie()).toEqual([]);
});

test.each([
  ['from a page elsewhere', { origin: 'https://evil.example' }],
  ['made for another host', { rpId: 'evil.example' }],
  ['without the person being verified', { flags: 1 }],
  ['of the other ceremony', { type: 'webauthn.get' }],
  [
    'with certificates that nobody has asked for',
    { attestation: { format: 'fido-u2f', statement: cborMap([['sig', Buffer.alloc(8)]]) } },
  ],
  [
    'with certificates in a packed attestation',
    {
      attestation: {
        format: 'packed',
        statement: Buffer.concat([Buffer.from([0xa1]), cbor('x5c'), Buffer.from([0x80])]),
      },
    },
  ],
  ['of an unknown kind', { attestation: { format: '__proto__', statement: cborMap([]) } }],
])('a new passkey %s is not added', async (_what, falsified) => {
  const refused = await register(device.create(await registrationOptions(), falsified));
  expect(refused).toMatchObject({ __typename: 'SignInRefusedError' });
  expect((await ask('{ it: viewer { __typename passkeys { id } } }')) as object).toMatchObject({
    passkeys: [],
  });
});

test('a response works once', async () => {
  const response = device.create(await registrationOptions());
  expect((await register(response)).__typename).toBe('FinishPasskeyRegistrationSuccess');
  expect((await register(response)).__typename).toBe('SignInRefusedError');
  const signed = device.get(await signInOptions());
  const tried = await Promise.all(Array.from({ length: 8 }, () => enter(signed)));
  const names = tried.map(({ body }) => body.data?.it.__typename).sort();
  expect(names).toEqual([...Array.from({ length: 7 }, () => 'SignInRefusedError'), 'SignInSuccess']);
});

test('a challenge that was made for another session, or for signing in, adds no passkey', async () => {
  const stranger = await signedIn(site, (await givenReseller(service.services)).resellerId);
  const own = await signedIn(site, reseller.resellerId);
  for (const options of [await registrationOptions(stranger), await registrationOptions(own)])
    expect((await register(device.create(options))).__typename).toBe('SignInRefusedError');
  const { challenge } = JSON.parse(await signInOptions());
  const swapped = JSON.stringify({ ...JSON.parse(await registrationOptions()), challenge });
  expect((await register(device.create(swapped))).__typename).toBe('SignInRefusedError');
});

test('after five minutes a challenge is of no use, and the clean-up deletes it', async () => {
  await added();
  const options = await signInOptions();
  const { clock, database } = service.services;
  const challenges = () =>
    database.sql.selectFrom('passkey_challenges').select('expires_at').where('expires_at', '<=', clock.now());
  service.clock.advance(5 * MINUTE_MS);
  expect((await enter(device.get(options))).body.data?.it.code).toBe('SIGN_IN_REFUSED');
  expect(await challenges().execute()).not.toEqual([]);
  await cleanUp(service.services);
  expect(await challenges().execute()).toEqual([]);
});

test('a copy of an authenticator, which has counted less, is refused', async () => {
  await added();
  const signIn = async (counter: number) =>
    (await enter(device.get(await signInOptions(), { counter }))).body.data?.it.__typename;
  expect(await signIn(0)).toBe('SignInSuccess');
  expect(await signIn(7)).toBe('SignInSuccess');
  expect(await signIn(7)).toBe('SignInRefusedError');
  expect(await signIn(3)).toBe('SignInRefusedError');
  expect(await signIn(0)).toBe('SignInRefusedError');
  expect(await signIn(8)).toBe('SignInSuccess');
});

test('a passkey that was removed signs nobody in', async () => {
  const id = (await added()).passkey?.id;
  const stranger = await signedIn(site, (await givenReseller(service.services)).resellerId);
  expect(await ask(REMOVE, { id }, stranger)).toMatchObject({ __typename: 'PasskeyNotFoundError' });
  expect(await ask(REMOVE, { id })).toMatchObject({ passkeyId: id, viewer: { passkeys: [] } });
  expect((await ask(REMOVE, { id })).code).toBe('PASSKEY_NOT_FOUND');
  expect((await enter(device.get(await signInOptions()))).body.data?.it.code).toBe('SIGN_IN_REFUSED');
});

test('15 minutes after signing in, passkeys are neither added nor removed', async () => {
  const id = (await added()).passkey?.id;
  const response = createAuthenticator(site.url).create(await registrationOptions());
  service.clock.advance(15 * MINUTE_MS);
  const refused = [await ask(START), await register(response), await ask(REMOVE, { id })];
  expect(refused.map(({ code }) => code)).toEqual(Array.from({ length: 3 }, () => 'SIGN_IN_AGAIN'));
});

test('a reseller has at most 20 passkeys, however many are added at the same time', async () => {
  for (let i = 0; i < 18; i++) await added(session, createAuthenticator(site.url));
  const options = await Promise.all(Array.from({ length: 4 }, () => registrationOptions()));
  const tried = await Promise.all(options.map((one) => register(createAuthenticator(site.url).create(one))));
  expect(tried.map(({ __typename }) => __typename).sort()).toEqual([
    'FinishPasskeyRegistrationSuccess',
    'FinishPasskeyRegistrationSuccess',
    'InvalidRequestError',
    'InvalidRequestError',
  ]);
  expect(await ask(START)).toMatchObject({
    __typename: 'InvalidRequestError',
    message: 'There can be at most 20 passkeys; remove one first.',
  });
});

test('a passkey of one reseller cannot be added to another', async () => {
  await added();
  const other = await signedIn(site, (await givenReseller(service.services)).resellerId);
  const again = await register(device.create(await registrationOptions(other)), 'Mine', other);
  expect(again).toMatchObject({
    __typename: 'InvalidRequestError',
    message: 'This passkey has been added already.',
  });
});

test.each([
  ['no JSON', '{'],
  ['another kind of JSON', '[]'],
  ['null', 'null'],
  ['wrong types', '{"id":1,"rawId":{},"type":"public-key","response":[]}'],
  ['texts that are not base64url', '{"id":"<b>","rawId":"<b>","type":"public-key","response":{}}'],
  ['names of prototypes', '{"__proto__":{"id":"a"},"constructor":{}}'],
  ['too much', `{"id":"${'a'.repeat(9_000)}"}`],
])('a response of %s is refused as such', async (_what, response) => {
  const add = await register(response);
  const { it } = (await enter(response)).body.data ?? {};
  expect([add.__typename, it?.__typename]).toEqual(['InvalidRequestError', 'InvalidRequestError']);
});

test.each([
  ['clientDataJSON', 'AAAA'],
  ['clientDataJSON', Buffer.from('{"challenge":7}').toString('base64url')],
  ['clientDataJSON', Buffer.from('{"challenge":"x"}').toString('base64url')],
  ['attestationObject', 'AAAA'],
  // A thousand arrays within each other.
  ['attestationObject', Buffer.alloc(1_000, 0x81).toString('base64url')],
  ['authenticatorData', 'AAAA'],
  ['signature', 'AAAA'],
])('a response whose %s is replaced by what it is not is refused', async (name, value) => {
  const replaced = (text: string) => {
    const { response, ...rest } = JSON.parse(text);
    return JSON.stringify({ ...rest, response: { ...response, [name]: value } });
  };
  const creation = device.create(await registrationOptions());
  if (name in JSON.parse(creation).response) {
    expect(await register(replaced(creation))).toMatchObject({ code: 'SIGN_IN_REFUSED' });
    return;
  }
  await register(creation);
  const signed = replaced(device.get(await signInOptions()));
  expect((await enter(signed)).body.data?.it).toMatchObject({ code: 'SIGN_IN_REFUSED' });
});

test.each([
  ['', 'must not be empty'],
  ['   ', 'must not be empty'],
  ['x'.repeat(61), 'must be at most 60 characters long'],
])('%j is no name of a passkey', async (name, wrong) => {
  expect(await register('{}', name)).toMatchObject({
    __typename: 'InvalidRequestError',
    message: expect.stringContaining(wrong),
  });
});

test('a name is kept without spaces around it, and markup in it is only text', async () => {
  const response = device.create(await registrationOptions());
  expect((await register(response, '  <b>Phone</b> ')).passkey?.name).toBe('<b>Phone</b>');
});

test('at an IP address there are no passkeys, and the refusal says what to do', async () => {
  const atAddress = await signedIn(service, reseller.resellerId);
  expect(await ask(START, {}, atAddress)).toMatchObject({
    __typename: 'InvalidRequestError',
    message: expect.stringContaining('open the console at its name'),
  });
});

test.each([
  ['a page elsewhere', { origin: 'https://evil.example' }],
  ['a program', {}],
])('%s gets no challenge and signs nobody in', async (_who, headers) => {
  await added();
  const signed = device.get(await signInOptions());
  const start = await sendGraphql(
    site.url,
    undefined,
    'mutation { it: startPasskeySignIn { options } }',
    {},
    headers,
  );
  expect(start.body.errors?.[0]?.extensions?.['code']).toBe('INVALID_REQUEST');
  expect((await enter(signed, headers as Record<string, string>)).body.data?.it.__typename).toBe(
    'InvalidRequestError',
  );
});

test('an API key adds, lists and removes nothing but what it may: it reads passkeys', async () => {
  const id = (await added()).passkey?.id;
  const byKey = (query: string, variables = {}) =>
    sendGraphql<{ it: unknown }>(service.url, reseller.apiKey, query, variables);
  for (const [query, variables] of [
    [START, {}],
    [FINISH, { name: 'x', response: '{}' }],
    [REMOVE, { id }],
  ] as const)
    expect((await byKey(query, variables)).body.errors?.[0]?.extensions?.['code']).toBe('SESSION_REQUIRED');
  const found = await byKey('query ($id: ID!) { it: node(id: $id) { __typename id } }', { id });
  expect(found.body.data?.it).toEqual({ __typename: 'Passkey', id });
});
