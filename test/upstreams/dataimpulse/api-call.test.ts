import { expect, test } from 'vitest';
import type { UpstreamOutcome } from '../../../src/upstreams/failure.ts';
import { CALL_MILLIS } from '../../../src/upstreams/http.ts';
import { type Answer, hang, json, reset } from '../../support/upstream-server.ts';
import {
  accountRow,
  type Bench,
  dataimpulseBench,
  failureOf,
  NEW_ACCOUNT,
  OUR_PASSWORD,
  refusal,
} from './bench.ts';

const CREATE = 'sub-user/create';
const ADD = 'sub-user/balance/add';
const SECRET_BODY = JSON.stringify(accountRow());

/** The answer, then what it means for making an account, and for adding traffic to one. */
const REFUSALS: [string, Answer, UpstreamOutcome, UpstreamOutcome][] = [
  ['400', refusal(400, 'The threads field is wrong.'), 'refused', 'refused'],
  ['400 that quotes a secret', refusal(400, `No ${OUR_PASSWORD}`), 'refused', 'refused'],
  ['403', refusal(403, 'Forbidden'), 'refused', 'refused'],
  ['404', refusal(404, 'Not found'), 'refused', 'gone'],
  ['422 without status_code', json({ message: 'Wrong', errors: {} }, 422), 'refused', 'refused'],
  ['not enough', refusal(400, 'Not enough traffic on your balance'), 'refused', 'out_of_stock'],
  ['not enough, with 500 for the status', json({ message: 'not enough' }, 500), 'unknown', 'unknown'],
  ['400 in the body of HTTP 200', refusal(400, 'Wrong', 200), 'refused', 'refused'],
  ['400 in the body of HTTP 500', refusal(400, 'Wrong', 500), 'refused', 'refused'],
  ['404 in the body of HTTP 200', refusal(404, 'Not found', 200), 'refused', 'gone'],
  ['"404" as a text', json({ message: 'Not found', status_code: '404' }), 'refused', 'gone'],
  ['500 in the body of HTTP 400', refusal(500, 'Server error', 400), 'unknown', 'unknown'],
  ['success false', json({ success: false }), 'refused', 'refused'],
  ['success false, not enough', json({ success: false, message: 'Not enough' }), 'refused', 'out_of_stock'],
  ['success false with HTTP 502', json({ success: false }, 502), 'unknown', 'unknown'],
  ['500', refusal(500, 'Server error'), 'unknown', 'unknown'],
];

test.each(REFUSALS)('%s: sent once, an account is %s, an addition %s', async (_, answer, create, add) => {
  await using bench = await dataimpulseBench();
  bench.script(CREATE, answer);
  bench.script(ADD, answer);
  expect(await failureOf(bench.dataimpulse.create(NEW_ACCOUNT))).toMatchObject({ outcome: create });
  expect(await failureOf(bench.dataimpulse.addTraffic('15', 1))).toMatchObject({ outcome: add });
  expect(bench.calls()).toHaveLength(2);
});

const FAULTS: [string, Answer][] = [
  ['HTTP 500', json('<h1>Internal error</h1>', 500)],
  ['HTTP 502 around a good answer', json(SECRET_BODY, 502)],
  ['HTTP 403 of something in front', json('<h1>Forbidden</h1>', 403)],
  ['HTTP 404 of something in front', json('<h1>Not found</h1>', 404)],
  ['an empty answer', json('')],
  ['broken JSON', json(SECRET_BODY.slice(0, -9))],
  ['JSON of another kind', json('[1,2]')],
  ['a text', json('"done"')],
  ['an answer without its content', json({ id: 15 })],
  ['an answer of more than 2 MiB', json({ success: true, filler: 'x'.repeat(2_097_152) })],
  ['a redirect that also answers work that is done', json('', 302, { location: '/elsewhere' })],
  ['a reset connection', reset],
];

test.each(FAULTS)('%s: account and addition are unknown, asked once', async (_, answer) => {
  await using bench = await dataimpulseBench();
  bench.script(CREATE, answer);
  bench.script(ADD, answer);
  expect(await failureOf(bench.dataimpulse.create(NEW_ACCOUNT))).toMatchObject({ outcome: 'unknown' });
  expect(await failureOf(bench.dataimpulse.addTraffic('15', 1))).toMatchObject({ outcome: 'unknown' });
  expect(bench.calls()).toHaveLength(2);
});

test('an addition that is not answered in 20 seconds is unknown', async () => {
  await using bench = await dataimpulseBench();
  bench.script(ADD, hang);
  const call = failureOf(bench.dataimpulse.addTraffic('15', 1));
  await bench.server.arrived(2);
  bench.timer.advance(CALL_MILLIS);
  expect(await call).toMatchObject({ outcome: 'unknown' });
});

test.each([
  ['HTTP 429', json('', 429)],
  ['status_code 429', refusal(429, 'Slow down', 400)],
  ['"Too Many Attempts."', json({ message: 'Too Many Attempts.' })],
])('%s: the addition is sent again after a second, since nothing was done', async (_, answer) => {
  await using bench = await dataimpulseBench();
  bench.script(ADD, answer, json({ success: true }));
  const call = bench.dataimpulse.addTraffic('15', 1);
  await bench.timer.armed(1_000);
  bench.timer.advance(1_000);
  await call;
  expect(bench.calls()).toHaveLength(2);
});

test('the pause is as long as Retry-After says, and never reaches past the deadline', async () => {
  await using bench = await dataimpulseBench();
  bench.script(ADD, json('', 429, { 'retry-after': '9' }));
  const call = failureOf(bench.dataimpulse.addTraffic('15', 1));
  for (let round = 0; round < 2; round++) {
    await bench.timer.armed(9_000);
    bench.timer.advance(9_000);
  }
  expect(await call).toMatchObject({ outcome: 'refused' });
  expect(bench.calls()).toHaveLength(3);
  bench.script(ADD, json('', 429, { 'retry-after': '86400' }));
  expect(await failureOf(bench.dataimpulse.addTraffic('15', 1))).toMatchObject({ outcome: 'refused' });
});

test('during the pause reads are refused: what is left of the limit is for calls that are sent again', async () => {
  await using bench = await dataimpulseBench();
  bench.script(ADD, json('', 429), json({ success: true }));
  const addition = bench.dataimpulse.addTraffic('15', 1);
  await bench.timer.armed(1_000);
  expect(await failureOf(bench.dataimpulse.geo('mobile', 'countries', {}))).toMatchObject({
    outcome: 'refused',
    message: expect.stringMatching(/left to other calls/),
  });
  bench.timer.advance(1_000);
  await addition;
  expect(bench.calls()).toHaveLength(2);
  bench.script('common/locations/countries', json([]));
  expect(await bench.dataimpulse.geo('mobile', 'countries', {})).toEqual([]);
});

test('closing refuses the call that pauses, and sends it no more', async () => {
  await using bench = await dataimpulseBench();
  bench.script(ADD, json('', 429));
  const call = failureOf(bench.dataimpulse.addTraffic('15', 1));
  await bench.timer.armed(1_000);
  await bench.dataimpulse.close();
  expect(await call).toMatchObject({ outcome: 'refused' });
  expect(bench.calls()).toHaveLength(1);
});

test.each<[string, (bench: Bench) => Promise<unknown>]>([
  ['find', ({ dataimpulse }) => dataimpulse.find('../user')],
  ['traffic', ({ dataimpulse }) => dataimpulse.traffic('15&x=1')],
  ['remove', ({ dataimpulse }) => dataimpulse.remove('')],
  ['addTraffic', ({ dataimpulse }) => dataimpulse.addTraffic('0', 1)],
])('%s of what is no id is refused and not sent', async (_, run) => {
  await using bench = await dataimpulseBench();
  expect(await failureOf(run(bench))).toMatchObject({ outcome: 'refused' });
  expect(bench.calls()).toEqual([]);
});

test('paths hold neither login nor token, and every answer is asked for as JSON', async () => {
  await using bench = await dataimpulseBench();
  bench.script(CREATE, json(accountRow()));
  bench.script('sub-user/get', json(accountRow()));
  await bench.dataimpulse.create(NEW_ACCOUNT);
  await bench.dataimpulse.find('15');
  expect(bench.server.received.map(({ method, path, query }) => [method, path, query])).toEqual([
    ['POST', '/reseller/user/token/get', {}],
    ['POST', '/reseller/sub-user/create', {}],
    ['GET', '/reseller/sub-user/get', { subuser_id: '15' }],
  ]);
  for (const { headers } of bench.server.received) expect(headers.accept).toBe('application/json');
});
