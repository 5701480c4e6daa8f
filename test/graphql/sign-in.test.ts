import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSignInCode } from '../../src/sessions/sign-in-codes.ts';
import { cookieIn, exchange, fromOwnPage, signedIn } from '../support/console.ts';
import { type GivenReseller, givenReseller } from '../support/given.ts';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const WHO = '{ it: viewer { id session { id current } } }';

let service: RunningService;
let reseller: GivenReseller;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  reseller = await givenReseller(service.services);
});

const newCode = async () => {
  const { database, clock } = service.services;
  const { resellerId } = reseller;
  return (await createSignInCode(database, { resellerId, at: clock.now() })).code;
};
const askWith = (cookie: string, headers: Record<string, string> = fromOwnPage(service.url)) =>
  sendGraphql<{ it: unknown }>(service.url, undefined, WHO, {}, { ...headers, cookie });

test('a code gives a session, in a cookie that no script can read', async () => {
  const answer = await exchange(service.url, await newCode());
  expect(answer.body.data?.it).toMatchObject({ __typename: 'SignInSuccess' });
  const [cookie, ...others] = answer.headers.getSetCookie();
  expect(others).toEqual([]);
  expect(cookie).toMatch(/^console_session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
  expect((await askWith(cookieIn(answer.headers) ?? '')).body.data?.it).toEqual({
    id: `viewer:${reseller.resellerId}`,
    session: { id: answer.body.data?.it.session?.id, current: true },
  });
});
