import { expect, test } from 'vitest';
import { CALL_MILLIS } from '../../../src/upstreams/http.ts';
import { hang, json, reset } from '../../support/upstream-server.ts';
import {
  accountRow,
  type Bench,
  dataimpulseBench,
  failureOf,
  jwt,
  LOGIN_CALL,
  NOW,
  OUR_LOGIN,
  OUR_PASSWORD,
  refusal,
} from './bench.ts';

const NOW_SECONDS = NOW.getTime() / 1_000;
const EXPIRED = refusal(401, 'Unauthenticated.');

async function work(bench: Bench): Promise<void> {
  await bench.dataimpulse.addTraffic('15', 1);
}

test('a hundred calls at once log in once, and all come with the token', async () => {
  await using bench = await dataimpulseBench();
  await Promise.all(Array.from({ length: 100 }, () => work(bench)));
  expect(bench.logins()).toBe(1);
  expect(bench.server.received[0]).toMatchObject({
    method: 'POST',
    path: '/reseller/user/token/get',
    body: JSON.stringify({ login: OUR_LOGIN, password: OUR_PASSWORD }),
  });
  expect(bench.server.received[0]?.headers.authorization).toBeUndefined();
  expect(new Set(bench.tokens())).toEqual(new Set([`Bearer ${jwt('first')}`]));
});

test.each([
  ['a minute before its end', jwt('x', { exp: NOW_SECONDS + 600 }), 540_000],
  ['after an hour, when it has no expiry', jwt('x', {}), 3_600_000],
  ['after an hour, when its end is no number', jwt('x', { exp: 'soon' }), 3_600_000],
  ['after an hour, when it is no JWT', 'opaque-s3cret', 3_600_000],
])('a token is used until %s', async (_, token, millis) => {
  await using bench = await dataimpulseBench();
  bench.script(LOGIN_CALL, json({ token }));
  await work(bench);
  bench.clock.time += millis - 1;
  await work(bench);
  expect(bench.logins()).toBe(1);
  bench.clock.time += 1;
  await work(bench);
  expect(bench.logins()).toBe(2);
});

test.each([
  ['401', EXPIRED],
  ['401 with no word', json('', 401)],
  ['"Token has expired" with 400', refusal(400, 'Token has expired')],
  ['"Token has expired" with 500', refusal(500, 'Token has expired')],
  ['"Token has expired" with 200', json({ message: 'Token has expired' })],
  ['status_code 401 with 200', refusal(401, 'Unauthenticated.', 200)],
])('%s: a new login, and even a call that spends is sent once more', async (_, answer) => {
  await using bench = await dataimpulseBench();
  bench.script(LOGIN_CALL, json({ token: jwt('first') }), json({ token: jwt('second') }));
  bench.script('sub-user/balance/add', answer, json({ success: true }));
  await work(bench);
  expect(bench.logins()).toBe(2);
  expect(bench.tokens()).toEqual([`Bearer ${jwt('first')}`, `Bearer ${jwt('second')}`]);
});

test('a token that is not accepted twice: refused, and the call is not sent a third time', async () => {
  await using bench = await dataimpulseBench();
  bench.script('sub-user/balance/add', EXPIRED);
  expect(await failureOf(work(bench))).toMatchObject({ outcome: 'refused' });
  expect(bench.calls()).toHaveLength(2);
  expect(bench.logins()).toBe(2);
});

test('many calls whose token has expired log in once more, all together', async () => {
  await using bench = await dataimpulseBench();
  const current = { token: jwt('first') };
  bench.script(LOGIN_CALL, json({ token: jwt('first') }), json({ token: jwt('second') }));
  bench.script('sub-user/balance/add', (response, received) => {
    const accepted = received.headers.authorization === `Bearer ${current.token}`;
    (accepted ? json({ success: true }) : EXPIRED)(response, received);
  });
  await work(bench);
  current.token = jwt('second');
  await Promise.all(Array.from({ length: 50 }, () => work(bench)));
  expect(bench.logins()).toBe(2);
});

test('a call that is turned away with an old token takes the newer one, without another login', async () => {
  await using bench = await dataimpulseBench();
  const late: (() => void)[] = [];
  bench.script(LOGIN_CALL, json({ token: jwt('first') }), json({ token: jwt('second') }));
  bench.script(
    'sub-user/balance/add',
    (response, received) => late.push(() => EXPIRED(response, received)),
    EXPIRED,
    json({ success: true }),
  );
  const slow = work(bench);
  await bench.server.arrived(2);
  await work(bench);
  expect(bench.logins()).toBe(2);
  for (const answer of late) answer();
  await slow;
  expect(bench.logins()).toBe(2);
  expect(bench.tokens().at(-1)).toBe(`Bearer ${jwt('second')}`);
});

test.each([
  ['wrong credentials', EXPIRED],
  ['wrong credentials, refused with 400', refusal(400, `Wrong password ${OUR_PASSWORD}`)],
  ['an error page', json(`<h1>${OUR_PASSWORD}</h1>`, 500)],
  ['a reset connection', reset],
  ['an answer without a token', json({ success: true })],
  ['a token that does not fit into a header', json({ token: `a\r\nb: s3cret` })],
])('a login that fails (%s) refuses all who wait for it: nothing was sent', async (_, answer) => {
  await using bench = await dataimpulseBench();
  bench.script(LOGIN_CALL, answer, json({ token: jwt('first') }));
  const calls = await Promise.all([1, 2, 3].map(() => failureOf(work(bench))));
  expect(calls.map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'refused']);
  expect(bench.calls()).toEqual([]);
  expect(bench.logins()).toBe(1);
  await work(bench);
  expect(bench.logins()).toBe(2);
});

test('a login that is not answered refuses a call after its 20 seconds, also one that joined it late', async () => {
  await using bench = await dataimpulseBench();
  bench.script(LOGIN_CALL, hang);
  const first = failureOf(work(bench));
  await bench.server.arrived(1);
  bench.timer.advance(5_000);
  const second = failureOf(work(bench));
  bench.timer.advance(CALL_MILLIS - 5_000);
  expect(await first).toMatchObject({ outcome: 'refused' });
  expect(await second).toMatchObject({ outcome: 'refused' });
  expect(bench.calls()).toEqual([]);
});

test('a second login does not give a call more than its 20 seconds', async () => {
  await using bench = await dataimpulseBench();
  bench.script(LOGIN_CALL, json({ token: jwt('first') }), hang);
  const held: (() => void)[] = [];
  bench.script('sub-user/get', (response, received) => held.push(() => EXPIRED(response, received)));
  const call = failureOf(bench.dataimpulse.find('15'));
  await bench.server.arrived(2);
  bench.timer.advance(15_000);
  for (const answer of held) answer();
  await bench.server.arrived(3);
  bench.timer.advance(5_000);
  expect(await call).toMatchObject({ outcome: 'refused' });
});

test('too many requests: the login waits as any call does', async () => {
  await using bench = await dataimpulseBench();
  bench.script(LOGIN_CALL, refusal(429, 'Too Many Attempts.'), json({ token: jwt('first') }));
  bench.script('sub-user/get', json(accountRow()));
  const call = bench.dataimpulse.find('15');
  await bench.timer.armed(1_000);
  bench.timer.advance(1_000);
  expect(await call).toMatchObject({ upstreamId: '15' });
  expect(bench.logins()).toBe(2);
});
