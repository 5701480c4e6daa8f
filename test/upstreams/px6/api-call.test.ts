import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { NoRateSlotError, type UpstreamOutcome } from '../../../src/upstreams/failure.ts';
import { CALL_MILLIS } from '../../../src/upstreams/http.ts';
import { createPx6 } from '../../../src/upstreams/px6/px6.ts';
import { FIRST_ACCOUNT } from '../../../src/upstreams/term.ts';
import { type Answer, hang, json, reset } from '../../support/upstream-server.ts';
import { BOUGHT, failureOf, KEY, no, PASSWORD, PURCHASE, proxyRow, px6Bench, yes } from './bench.ts';

const REFUSALS: [number, UpstreamOutcome, UpstreamOutcome][] = [
  [30, 'unknown', 'unknown'],
  [100, 'refused', 'refused'],
  [105, 'refused', 'refused'],
  [110, 'refused', 'refused'],
  [200, 'refused', 'refused'],
  [210, 'refused', 'refused'],
  [220, 'refused', 'refused'],
  [230, 'refused', 'gone'],
  [240, 'refused', 'refused'],
  [250, 'refused', 'refused'],
  [260, 'refused', 'refused'],
  [300, 'out_of_stock', 'out_of_stock'],
  [400, 'refused', 'refused'],
  [404, 'refused', 'gone'],
  [410, 'refused', 'refused'],
  [999, 'unknown', 'unknown'],
];

test.each(REFUSALS)('error %i: a purchase is %s, an extension is %s', async (number, buying, extending) => {
  await using bench = await px6Bench();
  bench.server.otherwise = json(no(number));
  expect(await failureOf(bench.px6.buy(PURCHASE))).toMatchObject({
    outcome: buying,
    message: `px6 buy: refused with error ${number}`,
  });
  expect(await failureOf(bench.px6.extend(FIRST_ACCOUNT, ['15'], 30))).toMatchObject({ outcome: extending });
});

test.each([200, 400, 403, 500])('a refusal counts when it comes with HTTP %i', async (status) => {
  await using bench = await px6Bench();
  bench.server.otherwise = json(no('300'), status);
  expect(await failureOf(bench.px6.buy(PURCHASE))).toMatchObject({ outcome: 'out_of_stock' });
});

const secretBody = { ...yes({}), list: { 15: proxyRow() } };

const FAULTS: [string, Answer][] = [
  ['HTTP 500', json('<h1>Internal error</h1>', 500)],
  ['HTTP 502 around a good answer', json(secretBody, 502)],
  ['HTTP 403 of something in front', json('<h1>Forbidden</h1>', 403)],
  ['HTTP 503, which need not be the request limit', json('busy', 503)],
  ['an empty answer', json('')],
  ['broken JSON', json(JSON.stringify(secretBody).slice(0, -9))],
  ['JSON of another kind', json('[1,2]')],
  ['a refusal without a number', json({ status: 'no', error: `bad ${KEY}` })],
  ['a success without its content', json(yes({}))],
  ['a status that is neither yes nor no', json({ ...secretBody, status: 'maybe' })],
  ['an answer of more than 1 MiB', json(yes({ list: [proxyRow({ filler: 'x'.repeat(1_048_576) })] }))],
  ['a reset connection', reset],
];

test.each(FAULTS)(
  '%s: purchase and extension have an unknown outcome, are sent once, and no secret is in the error',
  async (_, answer) => {
    await using bench = await px6Bench();
    bench.server.otherwise = answer;
    for (const call of [() => bench.px6.buy(PURCHASE), () => bench.px6.extend(FIRST_ACCOUNT, ['15'], 30)]) {
      const asked = bench.server.received.length;
      const error = await failureOf(call());
      expect(error.outcome).toBe('unknown');
      expect(bench.server.received).toHaveLength(asked + 1);
      expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(KEY);
      expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(PASSWORD);
    }
  },
);

test('a purchase that is not answered in 20 seconds is unknown', async () => {
  await using bench = await px6Bench();
  bench.server.otherwise = hang;
  const call = failureOf(bench.px6.buy(PURCHASE));
  await bench.server.arrived(1);
  bench.timer.advance(CALL_MILLIS);
  expect(await call).toMatchObject({ outcome: 'unknown' });
});

test('too many requests: the purchase is sent again after a pause, since nothing was done', async () => {
  await using bench = await px6Bench();
  bench.server.answers.push(json('', 429), json(yes({ list: { 15: proxyRow() } })));
  const call = bench.px6.buy(PURCHASE);
  await bench.timer.armed(1_000);
  bench.timer.advance(1_000);
  expect(await call).toHaveLength(1);
  expect(bench.server.received).toHaveLength(2);
});

test('the pause is as long as Retry-After says, and keeps back every other call', async () => {
  await using bench = await px6Bench();
  bench.server.answers.push(json('', 429, { 'retry-after': '7' }));
  bench.server.otherwise = json(yes({ count: 4 }));
  const first = bench.px6.available('ipv4', 'DE', 'urgent');
  await bench.timer.armed(7_000);
  const second = bench.px6.available('ipv4', 'FR', 'urgent');
  bench.timer.advance(6_999);
  expect(bench.server.received).toHaveLength(1);
  bench.timer.advance(1);
  expect(await Promise.all([first, second])).toEqual([4, 4]);
});

test('too many requests until the deadline: refused, and nothing was bought', async () => {
  await using bench = await px6Bench();
  bench.server.otherwise = json('', 429, { 'retry-after': '9' });
  const call = failureOf(bench.px6.buy(PURCHASE));
  for (let round = 0; round < 2; round++) {
    await bench.timer.armed(9_000);
    bench.timer.advance(9_000);
  }
  const failure = await call;
  expect(failure).toBeInstanceOf(NoRateSlotError);
  expect(failure).toMatchObject({ outcome: 'refused' });
  expect(bench.server.received).toHaveLength(3);
});

test('a Retry-After that would outlast every call is cut', async () => {
  await using bench = await px6Bench();
  bench.server.answers.push(json('', 429, { 'retry-after': '86400' }));
  expect(await failureOf(bench.px6.buy(PURCHASE))).toMatchObject({ outcome: 'refused' });
  bench.timer.advance(CALL_MILLIS);
  bench.server.otherwise = json(yes({ list: { 15: proxyRow() } }));
  expect(await bench.px6.buy(PURCHASE)).toHaveLength(1);
});

test.each([
  ['a stock read', 1_050, (bench: Bench) => bench.px6.available('ipv4', 'DE', 'presale')],
  ['a look-up', 1_000, (bench: Bench) => bench.px6.findByReference(BOUGHT)],
  ['a cancellation', 1_150, (bench: Bench) => bench.px6.cancel(FIRST_ACCOUNT, ['15'])],
])('HTTP 503, the request limit of old: %s is sent again after %i ms', async (_, pause, run) => {
  await using bench = await px6Bench();
  bench.server.answers.push(json('', 503));
  bench.server.otherwise = json(yes({ count: 1, list: [] }));
  const call = run(bench);
  await bench.timer.armed(pause);
  bench.timer.advance(pause);
  await call;
  expect(bench.server.received).toHaveLength(2);
});

type Bench = Awaited<ReturnType<typeof px6Bench>>;

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('three calls go in a second, two of them stock reads; of those that wait, purchases go first', async () => {
  await using bench = await px6Bench({ slotsPerSecond: 3 });
  bench.server.otherwise = (response, received) =>
    json(yes(received.path.includes('/buy/') ? { list: { 15: proxyRow() } } : { count: 4 }))(
      response,
      received,
    );
  const stocks = Array.from({ length: 3 }, () => bench.px6.available('ipv4', 'DE', 'background'));
  await Promise.all(stocks.slice(0, 2));
  await bench.px6.buy(PURCHASE);
  const rest = [1, 2, 3].map(() => bench.px6.buy(PURCHASE));
  await settled();
  expect(bench.server.received).toHaveLength(3);
  bench.timer.advance(1_150);
  await Promise.all(rest);
  expect(bench.server.received.map(({ path }) => path.split('/')[3])).toEqual([
    ...['getcount', 'getcount', 'buy'],
    ...['buy', 'buy', 'buy'],
  ]);
  bench.timer.advance(1_150);
  expect(await stocks[2]).toBe(4);
});

test('a purchase that cannot have its slot in time is refused without being sent', async () => {
  await using bench = await px6Bench({ slotsPerSecond: 1 });
  bench.server.otherwise = hang;
  const ahead = Array.from({ length: 20 }, () => failureOf(bench.px6.buy(PURCHASE)));
  expect(await failureOf(bench.px6.buy(PURCHASE))).toMatchObject({ outcome: 'refused' });
  await bench.server.arrived(1);
  expect(bench.server.received).toHaveLength(1);
  const closed = bench.px6.close();
  bench.timer.advance(CALL_MILLIS);
  await Promise.all([...ahead, closed]);
});

test('closing refuses the purchases that wait for their slot', async () => {
  await using bench = await px6Bench({ slotsPerSecond: 1 });
  bench.server.otherwise = json(yes({ list: { 15: proxyRow() } }));
  const sent = bench.px6.buy(PURCHASE);
  const waiting = failureOf(bench.px6.buy(PURCHASE));
  await bench.server.arrived(1);
  const closed = bench.px6.close();
  expect(await waiting).toMatchObject({ outcome: 'refused' });
  expect(await sent).toHaveLength(1);
  await closed;
  expect(bench.server.received).toHaveLength(1);
});

test('a folder in the address is kept, and the key is escaped', async () => {
  await using bench = await px6Bench();
  const { timer, slots, server } = bench;
  const accounts = [{ name: FIRST_ACCOUNT, key: 'a/b?c' }];
  const px6 = createPx6({ url: `${server.url}/mirror/`, accounts, slots, timer });
  bench.server.otherwise = json(yes({ count: 1 }));
  await px6.available('ipv4', 'DE', 'background');
  await px6.close();
  expect(bench.server.received[0]?.path).toBe('/mirror/api/a%2Fb%3Fc/getcount/');
});
