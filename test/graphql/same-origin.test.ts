import { request } from 'undici';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { sameOriginScheme } from '../../src/graphql/transports/credentials.ts';
import { createSignInCode } from '../../src/sessions/sign-in.ts';
import { exchange, fromOwnPage, type SignedIn, signedIn } from '../support/console.ts';
import { type GivenReseller, givenReseller } from '../support/given.ts';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';
import { initiated } from './raw-socket.ts';

const HOST = 'proxies.example';
const DIRECT = { trustsProxies: false };
const PROXIED = { trustsProxies: true };

test.each([
  ['http://proxies.example', HOST, 'http'],
  ['https://proxies.example', HOST, 'https'],
  ['https://proxies.example', 'Proxies.Example:443', 'https'],
  ['http://proxies.example', 'proxies.example:80', 'http'],
  ['http://proxies.example:4000', 'proxies.example:4000', 'http'],
  ['http://127.0.0.1:4000', '127.0.0.1:4000', 'http'],
  ['http://[::1]:4000', '[::1]:4000', 'http'],
  ['http://[::1]:4000', '[0:0:0:0:0:0:0:1]:4000', 'http'],
  ['http://localhost:4000', '127.0.0.1:4000', undefined],
  ['http://proxies.example:4001', 'proxies.example:4000', undefined],
  ['http://proxies.example', 'proxies.example:443', undefined],
  ['https://evil.proxies.example', HOST, undefined],
  ['https://proxies.example.evil.example', HOST, undefined],
  ['https://evil.example', HOST, undefined],
  ['https://evil.example', 'evil.example@proxies.example', undefined],
  ['https://evil.example', 'evil.example/proxies.example', undefined],
  ['https://proxies.example', 'evil.example@proxies.example', undefined],
  ['https://proxies.example, https://evil.example', HOST, undefined],
  ['null', HOST, undefined],
  ['', HOST, undefined],
  ['chrome-extension://proxies.example', HOST, undefined],
  ['ftp://proxies.example', HOST, undefined],
  ['https://proxies.example', '', undefined],
  ['https://proxies.example', undefined, undefined],
])('a request with the origin %s to the host %s: %s', (origin, host, scheme) => {
  expect(sameOriginScheme({ origin, ...(host !== undefined && { host }) }, DIRECT)).toBe(scheme);
});

test.each([
  ['same-origin', 'http'],
  ['same-site', undefined],
  ['cross-site', undefined],
  ['none', undefined],
  [undefined, undefined],
])('a request without an origin that the browser calls %s: %s', (site, scheme) => {
  const headers = { host: HOST, ...(site !== undefined && { 'sec-fetch-site': site }) };
  expect(sameOriginScheme(headers, DIRECT)).toBe(scheme);
});

test('an origin is compared, whatever else the browser says of the request', () => {
  const headers = { host: HOST, origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' };
  expect(sameOriginScheme(headers, DIRECT)).toBeUndefined();
});

test('what a proxy says of host and scheme counts when it is trusted, the nearest one’s words only', () => {
  const forwarded = {
    host: 'internal:4000',
    origin: 'https://proxies.example',
    'x-forwarded-host': 'evil.example, proxies.example',
  };
  expect(sameOriginScheme(forwarded, PROXIED)).toBe('https');
  expect(sameOriginScheme(forwarded, DIRECT)).toBeUndefined();
  const { origin, ...got } = {
    ...forwarded,
    'sec-fetch-site': 'same-origin',
    'x-forwarded-proto': 'http, https',
  };
  expect(sameOriginScheme(got, PROXIED)).toBe('https');
  expect(sameOriginScheme(got, DIRECT)).toBe('http');
  expect(sameOriginScheme({ origin, host: HOST }, PROXIED)).toBe('https');
});

test.each([
  ['its page', { origin: 'https://proxies.example', host: HOST }, 'https'],
  [
    'its page, the port written out',
    { origin: 'https://proxies.example', host: 'PROXIES.example:443' },
    'https',
  ],
  ['its page over http', { origin: 'http://proxies.example', host: HOST }, undefined],
  ['the same service by another name', { origin: 'https://alias.example', host: 'alias.example' }, undefined],
  ['its page, sent to another name', { origin: 'https://proxies.example', host: 'alias.example' }, undefined],
  [
    'a name that was bent to the service',
    { 'sec-fetch-site': 'same-origin', host: 'evil.example' },
    undefined,
  ],
  ['a host that is none', { 'sec-fetch-site': 'same-origin', host: 'proxies.example:99999' }, undefined],
])('where the service has one address, a request of %s: %j', (_name, headers, scheme) => {
  for (const trustsProxies of [false, true])
    expect(sameOriginScheme(headers, { trustsProxies, origin: 'https://proxies.example' })).toBe(scheme);
  const { host: forwarded, ...rest } = headers;
  const behind = { ...rest, host: 'internal:4000', 'x-forwarded-host': forwarded };
  expect(sameOriginScheme(behind, { trustsProxies: true, origin: 'https://proxies.example' })).toBe(scheme);
  expect(
    sameOriginScheme(behind, { trustsProxies: false, origin: 'https://proxies.example' }),
  ).toBeUndefined();
});

let service: RunningService;
/** The same as behind a proxy that speaks https with the browsers. */
let behindProxy: RunningService;
/** A service with a PUBLIC_URL. */
let atOneAddress: RunningService;
let reseller: GivenReseller;
let session: SignedIn;

beforeAll(async () => {
  service = await startService();
  const { databaseUrl, credentialsKey, sandbox } = service;
  behindProxy = await startService({ trustedProxyHops: 1, databaseUrl, credentialsKey, sandbox });
  const origin = 'https://proxies.example';
  atOneAddress = await startService({ origin, databaseUrl, credentialsKey, sandbox });
  reseller = await givenReseller(service.services);
  session = await signedIn(service, reseller.resellerId);
});
afterAll(async () => {
  await atOneAddress.close();
  await behindProxy.close();
  await service.close();
});

/** Who asks, by a request that has these headers and no others; undefined for an anonymous one. */
async function whoIs(headers: Record<string, string>, method: 'GET' | 'POST' = 'POST', { url } = service) {
  const query = '{ viewer { name } }';
  const answer = await request(
    `${url}/graphql${method === 'GET' ? `?query=${encodeURIComponent(query)}` : ''}`,
    {
      method,
      headers: { ...headers, ...(method === 'POST' && { 'content-type': 'application/json' }) },
      ...(method === 'POST' && { body: JSON.stringify({ query }) }),
    },
  );
  const { data } = (await answer.body.json()) as { data: { viewer: { name: string } } | null };
  return data?.viewer?.name;
}

const FOREIGN: [name: string, headers: Record<string, string>][] = [
  ['a page of another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['a page of another port', { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site' }],
  ['a page without an origin of its own', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ['a link of another site', { 'sec-fetch-site': 'cross-site' }],
  ['the address bar', { 'sec-fetch-site': 'none' }],
  ['no browser', {}],
];

test.each(FOREIGN)('the cookie in a request of %s is as none', async (_name, headers) => {
  const { cookie } = session;
  expect(await whoIs({ ...headers, cookie })).toBeUndefined();
  expect(await whoIs({ ...headers, cookie }, 'GET')).toBeUndefined();
});

test('the cookie counts in a POST with the service’s origin, and in a GET that the browser calls same-origin', async () => {
  const { cookie } = session;
  expect(await whoIs(fromOwnPage(service.url, cookie))).toBe('Reseller of a test');
  expect(await whoIs({ cookie, 'sec-fetch-site': 'same-origin' }, 'GET')).toBe('Reseller of a test');
});

test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'])(
  'a form of another site, sent as %s, changes nothing',
  async (type) => {
    const mutation = 'mutation { endOtherSessions { sessionIds } }';
    const answer = await request(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': type, cookie: session.cookie, origin: 'https://evil.example' },
      body: type.startsWith('text')
        ? JSON.stringify({ query: mutation })
        : `query=${encodeURIComponent(mutation)}`,
    });
    expect(answer.statusCode).toBe(415);
    await answer.body.dump();
  },
);

test('another site may ask before it sends JSON, but neither send the cookie nor read the answer', async () => {
  const origin = 'https://evil.example';
  const asking = { origin, 'access-control-request-method': 'POST' };
  const preflight = await request(`${service.url}/graphql`, { method: 'OPTIONS', headers: asking });
  await preflight.body.dump();
  // Without this header a browser sends no cookie, and with "*" as the origin it would not believe it.
  expect(preflight.headers['access-control-allow-credentials']).toBeUndefined();
  expect(preflight.headers['access-control-allow-origin']).toBe('*');
  const answer = await request(`${service.url}/graphql`, {
    method: 'POST',
    headers: { origin, cookie: session.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ viewer { name } }' }),
  });
  await answer.body.dump();
  expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
});

test.each(FOREIGN)('a socket that is opened by %s has no session', async (_name, headers) => {
  const { closed } = await initiated(service.url, {}, { ...headers, cookie: session.cookie });
  expect(await closed).toEqual({ code: 4401, reason: 'unauthorized' });
});

test('the tabs of a browser may have twenty sockets with one session', async () => {
  const { cookie } = await signedIn(service, reseller.resellerId);
  const open = async () => {
    const opened = await initiated(service.url, {}, fromOwnPage(service.url, cookie));
    onTestFinished(() => opened.socket.close());
    return opened;
  };
  for (let i = 0; i < 20; i++) expect((await (await open()).answer).type).toBe('connection_ack');
  expect(await (await open()).closed).toMatchObject({ code: 4429 });
});

test('a socket that a page of the service opens has the session of its cookie, unless it names a key', async () => {
  const headers = fromOwnPage(service.url, session.cookie);
  for (const [payload, answer] of [
    [{}, { session: { id: session.sessionId } }],
    [{ authorization: `Bearer ${reseller.apiKey}` }, { session: null }],
  ] as const) {
    const { socket, say, answer: acknowledged, next } = await initiated(service.url, payload, headers);
    expect(await acknowledged).toEqual({ type: 'connection_ack' });
    const answered = next();
    say({ type: 'subscribe', id: '1', payload: { query: '{ viewer { session { id } } }' } });
    expect(await answered).toMatchObject({ payload: { data: { viewer: answer } } });
    socket.close();
  }
});

test('two different tokens in one request are none: one may come from somebody else', async () => {
  const stranger = await signedIn(service, (await givenReseller(service.services)).resellerId);
  for (const cookie of [
    `${stranger.cookie}; ${session.cookie}`,
    `${session.cookie}; ${stranger.cookie}`,
    `${session.cookie}; console_session=`,
  ]) {
    expect(await whoIs(fromOwnPage(service.url, cookie))).toBeUndefined();
  }
  expect(await whoIs(fromOwnPage(service.url, `a=b; ${session.cookie}; c=d`))).toBe('Reseller of a test');
});

test('over https the cookie is secure and of this host only, and the plain one is ignored', async () => {
  const { database, clock } = service.services;
  const { code } = await createSignInCode(database, { resellerId: reseller.resellerId, at: clock.now() });
  const secure = { origin: 'https://proxies.example', 'x-forwarded-host': HOST };
  const answer = await exchange(behindProxy.url, code, secure);
  const [cookie = ''] = answer.headers.getSetCookie();
  expect(cookie).toMatch(
    /^__Host-console_session=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  );
  const [own = ''] = cookie.split(';');
  const plain = own.replace('__Host-', '');
  const ask = (headers: Record<string, string>, method?: 'GET') => whoIs(headers, method, behindProxy);
  expect(await ask({ ...secure, cookie: own })).toBe('Reseller of a test');
  expect(await ask({ ...secure, cookie: plain })).toBeUndefined();
  expect(await ask({ ...secure, cookie: `${session.cookie}; ${own}` })).toBe('Reseller of a test');
  expect(await ask({ ...secure, origin: 'http://proxies.example', cookie: own })).toBeUndefined();
  const got = { 'sec-fetch-site': 'same-origin', 'x-forwarded-host': HOST, 'x-forwarded-proto': 'https' };
  expect(await ask({ ...got, cookie: own }, 'GET')).toBe('Reseller of a test');
  expect(await ask({ ...got, cookie: plain }, 'GET')).toBeUndefined();
  const { closed } = await initiated(behindProxy.url, {}, { ...secure, cookie: plain });
  expect(await closed).toMatchObject({ code: 4401 });
  const { answer: acknowledged, socket } = await initiated(behindProxy.url, {}, { ...secure, cookie: own });
  expect(await acknowledged).toEqual({ type: 'connection_ack' });
  socket.close();
});

test('with a PUBLIC_URL nobody is signed in at another host, and who signs in there is told where to go', async () => {
  const { database, clock } = service.services;
  const { code } = await createSignInCode(database, { resellerId: reseller.resellerId, at: clock.now() });
  const own = { origin: 'https://proxies.example', host: HOST };
  const elsewhere = fromOwnPage(atOneAddress.url);
  const refused = await exchange(atOneAddress.url, code, elsewhere);
  expect(refused.body.data?.it).toMatchObject({
    code: 'INVALID_REQUEST',
    message: expect.stringContaining('at https://proxies.example'),
  });
  expect(refused.headers.getSetCookie()).toEqual([]);
  const passkey = await sendGraphql(
    atOneAddress.url,
    undefined,
    'mutation { startPasskeySignIn { options } }',
    {},
    elsewhere,
  );
  expect(passkey.body.errors?.[0]?.message).toContain('at https://proxies.example');
  const secured = session.cookie.replace('console_session', '__Host-console_session');
  const ask = (headers: Record<string, string>, method?: 'GET') => whoIs(headers, method, atOneAddress);
  expect(await ask({ ...own, cookie: secured })).toBe('Reseller of a test');
  expect(await ask({ ...elsewhere, cookie: session.cookie })).toBeUndefined();
  expect(await ask({ ...elsewhere, 'x-forwarded-host': HOST, cookie: session.cookie })).toBeUndefined();
  expect(await ask({ cookie: session.cookie, 'sec-fetch-site': 'same-origin' }, 'GET')).toBeUndefined();
  const { closed } = await initiated(atOneAddress.url, {}, { ...elsewhere, cookie: session.cookie });
  expect(await closed).toMatchObject({ code: 4401 });
});

test('without trusted proxies, a client that names another host or scheme by their headers gains nothing', async () => {
  const { cookie } = session;
  const forged = {
    origin: 'https://evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
  };
  expect(await whoIs({ ...forged, cookie })).toBeUndefined();
  expect(await whoIs({ ...fromOwnPage(service.url, cookie), 'x-forwarded-host': 'evil.example' })).toBe(
    'Reseller of a test',
  );
});
