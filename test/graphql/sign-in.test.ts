import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { newApiKey } from '../../src/resellers/keys.ts';
import { createSignInCode } from '../../src/sessions/sign-in.ts';
import { cookieIn, exchange, fromOwnPage, type SignedIn, signedIn } from '../support/console.ts';
import { type GivenReseller, givenReseller } from '../support/given.ts';
import { restClient } from '../support/rest-client.ts';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';
import { initiated } from './raw-socket.ts';

const MINUTE_MS = 60_000;
const WHO = '{ it: viewer { id session { id current } } }';
const SIGN_IN =
  'mutation { it: signIn(input: { code: "CODE" }) { __typename ... on Error { code message } } }';
const SIGN_OUT = 'mutation { it: signOut { signedOut } }';
/** A token of the right form that is none of a session. */
const FORGED = 'x'.repeat(43);

let service: RunningService;
let reseller: GivenReseller;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  reseller = await givenReseller(service.services);
});

async function newCode(): Promise<string> {
  const { database, clock } = service.services;
  const { resellerId } = reseller;
  return (await createSignInCode(database, { resellerId, at: clock.now() })).code;
}

const signIn = (userAgent?: string): Promise<SignedIn> =>
  signedIn(service, reseller.resellerId, { ...(userAgent !== undefined && { userAgent }) });
/** Who is behind a request, or the code of the refusal. */
async function whoIs(headers: Record<string, string>, apiKey?: string): Promise<unknown> {
  const { body } = await sendGraphql<{ it: unknown }>(service.url, apiKey, WHO, {}, headers);
  return body.data?.it ?? body.errors?.[0]?.extensions?.['code'];
}
const ownPage = (cookie?: string) => fromOwnPage(service.url, cookie);

test('a code gives a session, in a cookie that no script can read', async () => {
  const answer = await exchange(service.url, await newCode());
  expect(answer.body.data?.it).toMatchObject({ __typename: 'SignInSuccess' });
  const [cookie, ...others] = answer.headers.getSetCookie();
  expect(others).toEqual([]);
  expect(cookie).toMatch(/^console_session=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(await whoIs(ownPage(cookieIn(answer.headers)))).toEqual({
    id: `viewer:${reseller.resellerId}`,
    session: { id: answer.body.data?.it.session?.id, current: true },
  });
});

test('the sign-in itself answers with the viewer, and what follows it in the document is asked by the session', async () => {
  const query = `mutation ($code: String!) {
    first: signIn(input: { code: $code }) { ... on SignInSuccess { viewer { session { current } } session { changesUntil } } }
    second: createKey(input: {}) { ... on CreateKeySuccess { viewer { keys { id } } } } }`;
  const answer = await sendGraphql(service.url, undefined, query, { code: await newCode() }, ownPage());
  expect(answer.body.data).toMatchObject({
    first: {
      viewer: { session: { current: true } },
      session: { changesUntil: expect.stringMatching(/^\d{4}-.*Z$/) },
    },
    second: { viewer: { keys: [{ id: `key:${reseller.keyId}` }, { id: expect.stringMatching(/^key:/) }] } },
  });
});

test('a code that was used is refused, and sets no cookie', async () => {
  const code = await newCode();
  const first = await exchange(service.url, code);
  const again = await exchange(service.url, code);
  expect(again.body.data?.it).toMatchObject({ __typename: 'SignInRefusedError', code: 'SIGN_IN_REFUSED' });
  expect(again.headers.getSetCookie()).toEqual([]);
  expect(await whoIs(ownPage(cookieIn(first.headers)))).toMatchObject({ session: { current: true } });
});

test('guesses at codes count toward the rate of their address', async () => {
  const proxied = await startService({ trustedProxyHops: 1 });
  onTestFinished(() => proxied.close());
  const guesses = `mutation { ${Array.from({ length: 20 }, (_, i) => `a${i}: signIn(input: { code: "${i}" }) { __typename }`).join(' ')} }`;
  const statuses: number[] = [];
  for (let i = 0; i < 4; i++) {
    const headers = { ...fromOwnPage(proxied.url), 'x-forwarded-for': '192.0.2.7' };
    const { status } = await sendGraphql(proxied.url, undefined, guesses, {}, headers);
    statuses.push(status);
  }
  expect(statuses).toEqual([200, 200, 200, 429]);
});

test('a cookie that was there before the sign-in is replaced, and its session ends', async () => {
  const planted = await signIn();
  const answer = await exchange(service.url, await newCode(), ownPage(planted.cookie));
  const cookie = cookieIn(answer.headers);
  expect(cookie).not.toBe(planted.cookie);
  expect(await whoIs(ownPage(planted.cookie))).toBe('UNAUTHORIZED');
  expect(await whoIs(ownPage(cookie))).toMatchObject({ session: { id: answer.body.data?.it.session?.id } });
});

test('a made-up token in the cookie is never taken for a session, and does not hinder the sign-in', async () => {
  const answer = await exchange(service.url, await newCode(), ownPage(`console_session=${FORGED}`));
  expect(answer.body.data?.it).toMatchObject({ __typename: 'SignInSuccess' });
  expect(cookieIn(answer.headers)).not.toBe(`console_session=${FORGED}`);
  expect(await whoIs(ownPage(`console_session=${FORGED}`))).toBe('UNAUTHORIZED');
});

test('after signing out the cookie is gone, and what was kept of it is worth nothing', async () => {
  const { cookie, ask } = await signIn();
  const answer = await ask(SIGN_OUT);
  expect(answer.body.data).toEqual({ it: { signedOut: true } });
  expect(answer.headers.getSetCookie()).toEqual([
    'console_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
  ]);
  expect(await whoIs(ownPage(cookie))).toBe('UNAUTHORIZED');
  expect((await ask(SIGN_OUT)).status).toBe(401);
});

test('after signing out in the middle of a document, nobody asks for the rest of it', async () => {
  const { ask } = await signIn();
  const { body } = await ask(`mutation { a: signOut { signedOut } b: createKey(input: {}) { __typename } }`);
  expect(body.errors?.[0]).toMatchObject({ path: ['b'], extensions: { code: 'UNAUTHORIZED' } });
});

test('a browser that uses its session by sockets alone has it, and its cookie, until 90 days after the sign-in', async () => {
  const { headers } = await exchange(service.url, await newCode());
  const cookie = cookieIn(headers);
  const [, maxAge] = /Max-Age=(\d+)/.exec(headers.getSetCookie()[0] ?? '') ?? [];
  const days = [29, 29, 29];
  for (const more of days) {
    service.clock.advance(more * 24 * 60 * MINUTE_MS);
    const { socket, say, answer, next } = await initiated(service.url, {}, ownPage(cookie));
    expect(await answer).toEqual({ type: 'connection_ack' });
    const answered = next();
    say({ type: 'subscribe', id: '1', payload: { query: WHO } });
    await answered;
    socket.close();
  }
  expect(await whoIs(ownPage(cookie))).toMatchObject({ session: { current: true } });
  expect(Number(maxAge)).toBe(90 * 24 * 60 * 60);
  service.clock.advance(3 * 24 * 60 * MINUTE_MS);
  expect(await whoIs(ownPage(cookie))).toBe('UNAUTHORIZED');
});

test('an API key comes before the cookie, also when it is wrong', async () => {
  const { cookie } = await signIn();
  expect(await whoIs(ownPage(cookie), reseller.apiKey)).toMatchObject({ session: null });
  expect(await whoIs(ownPage(cookie), newApiKey())).toBe('UNAUTHORIZED');
});

test('/v1 takes no session', async () => {
  const { cookie } = await signIn();
  const response = await fetch(`${service.url}/v1/balance`, { headers: ownPage(cookie) });
  expect([response.status, await response.json()]).toMatchObject([401, { error: { code: 'unauthorized' } }]);
});

test('nobody signs in or out but by HTTP POST from a page of the service itself', async () => {
  const code = await newCode();
  const { cookie } = await signIn();
  const mutation = SIGN_IN.replace('CODE', code);
  const elsewhere = await exchange(service.url, code, {});
  expect(elsewhere.body.data?.it).toMatchObject({ code: 'INVALID_REQUEST' });
  const byGet = await fetch(`${service.url}/graphql?query=${encodeURIComponent(mutation)}`, {
    headers: { 'sec-fetch-site': 'same-origin', accept: 'application/json' },
  });
  expect([byGet.status, byGet.headers.getSetCookie()]).toEqual([405, []]);
  const asStream = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { ...ownPage(), accept: 'text/event-stream', 'content-type': 'application/json' },
    body: JSON.stringify({ query: mutation }),
  });
  expect(await asStream.text()).toContain('HTTP POST');
  expect(asStream.headers.getSetCookie()).toEqual([]);

  const { socket, say, answer } = await initiated(service.url, {}, ownPage(cookie));
  await answer;
  for (const [query, refusal] of [
    [
      mutation,
      {
        payload: { data: { it: { code: 'INVALID_REQUEST', message: expect.stringContaining('HTTP POST') } } },
      },
    ],
    [SIGN_OUT, { payload: { errors: [{ message: expect.stringContaining('HTTP POST') }] } }],
  ] as const) {
    const answered = new Promise((resolve) => {
      socket.on('message', (data) => {
        const message = JSON.parse(String(data));
        if (message.id === query) resolve(message);
      });
    });
    say({ type: 'subscribe', id: query, payload: { query } });
    expect(await answered).toMatchObject(refusal);
  }
  socket.close();
  expect(await whoIs(ownPage(cookie))).toMatchObject({ session: { current: true } });
  expect((await exchange(service.url, code)).body.data?.it).toMatchObject({ __typename: 'SignInSuccess' });
});

test('the log has neither codes nor tokens', async () => {
  const code = await newCode();
  const { cookie, ask } = await signIn();
  await exchange(service.url, code);
  await exchange(service.url, code);
  await ask(WHO);
  await ask('{ nonsense }');
  const log = service.logged.join('');
  expect(log).not.toContain(code);
  expect(log).not.toContain(cookie.split('=')[1]);
});

test('an order that is bought in the console costs the API price, and says where it was bought', async () => {
  const { ask } = await signIn();
  const bought = await ask<{ it: { chargedUsd: string; order: { id: string; source: string } } }>(
    `mutation { it: purchase(input: { tier: "prem", type: "ipv4", country: "US", period: "30d" }) {
      ... on PurchaseSuccess { chargedUsd order { id source } } } }`,
  );
  const byKey = await sendGraphql<{ it: { priceUsd: string } }>(
    service.url,
    reseller.apiKey,
    '{ it: quote(input: { tier: "prem", type: "ipv4", country: "US", period: "30d" }) { ... on Quote { priceUsd } } }',
  );
  const it = bought.body.data?.it;
  expect(it?.order.source).toBe('CONSOLE');
  expect(it?.chargedUsd).toBe(byKey.body.data?.it.priceUsd);
  const rest = await restClient(service.url, reseller.apiKey).get<{ source: string }>(
    `/v1/orders/${it?.order.id}`,
  );
  expect(rest.body.source).toBe('console');
});
