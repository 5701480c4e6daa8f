import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { NoRateSlotError } from '../../../src/upstreams/failure.ts';
import type { Condition } from '../../../src/upstreams/own-account.ts';
import { createPx6 } from '../../../src/upstreams/px6/px6.ts';
import { type Answer, hang, json } from '../../support/upstream-server.ts';
import { failureOf, no, PURCHASE, proxyRow, px6Bench, REFERENCE, yes } from './bench.ts';

const ACCOUNTS = [
  { name: 'main', key: 'k1' },
  { name: 'second', key: 'k2' },
];
const A_MINUTE = 60_000;

type Bench = Awaited<ReturnType<typeof px6Bench>>;

/** The keys of the calls that have reached the upstream. */
const keys = ({ server }: Bench) => server.received.map(({ path }) => path.split('/')[2]);

/** Answers each key in its own way. */
const byKey =
  (answers: Record<string, Answer>): Answer =>
  (response, received) =>
    (answers[received.path.split('/')[2] ?? ''] ?? json(yes({ list: [proxyRow()] })))(response, received);

/** A purchase, and the accounts that it was told. */
function buying(bench: Bench) {
  const told: string[] = [];
  const onAccount = async (account: string) => {
    told.push(account);
  };
  return { told, answer: bench.px6.buy({ ...PURCHASE, onAccount }) };
}

test('purchases go to the accounts in turn, and each is told its account before the upstream is asked', async () => {
  await using bench = await px6Bench({ accounts: ACCOUNTS, slotsPerSecond: 1 });
  bench.server.otherwise = byKey({});
  const [first, second] = [buying(bench), buying(bench)];
  await Promise.all([first.answer, second.answer]);
  expect([first.told, second.told].sort()).toEqual([['main'], ['second']]);
  expect(keys(bench).sort()).toEqual(['k1', 'k2']);
});

test('nothing is sent when the account cannot be written down', async () => {
  await using bench = await px6Bench({ accounts: ACCOUNTS });
  const onAccount = () => Promise.reject(new Error('the lease was lost'));
  await expect(bench.px6.buy({ ...PURCHASE, onAccount })).rejects.toThrow('the lease was lost');
  expect(bench.server.received).toEqual([]);
  expect(bench.slots.open).toBe(0);
});

test('what takes too long to be written down is sent in another slot', async () => {
  await using bench = await px6Bench({ accounts: ACCOUNTS });
  bench.server.otherwise = byKey({});
  let times = 0;
  const onAccount = async () => {
    times += 1;
    if (times === 1) bench.timer.advance(3_001);
  };
  await bench.px6.buy({ ...PURCHASE, onAccount });
  expect([times, bench.server.received.length, bench.slots.wanted.length]).toEqual([2, 1, 2]);
});

test.each([
  ['without money', 400],
  ['with a key that is refused', 100],
  ['with an address that is refused', 105],
])('an account %s is passed over for purchases for a minute', async (_, number) => {
  await using bench = await px6Bench({ accounts: ACCOUNTS });
  bench.server.otherwise = byKey({ k1: json(no(number)) });
  for (let i = 0; i < 4; i++) await buying(bench).answer;
  expect(keys(bench).filter((key) => key === 'k1')).toHaveLength(1);
  bench.timer.advance(A_MINUTE);
  bench.server.otherwise = byKey({});
  for (let i = 0; i < 2; i++) await buying(bench).answer;
  expect(keys(bench).slice(-2)).toContain('k1');
});

test('an account without money is still read, and one whose key is refused is not', async () => {
  await using bench = await px6Bench({ accounts: ACCOUNTS, slotsPerSecond: 3 });
  const count = json(yes({ count: 4 }));
  for (const [number, readings] of [
    [400, ['k1', 'k1', 'k2', 'k2']],
    [100, ['k2', 'k2']],
  ] as const) {
    bench.timer.advance(A_MINUTE);
    bench.server.otherwise = byKey({ k1: json(no(number)) });
    for (let i = 0; i < 2; i++) await buying(bench).answer;
    bench.timer.advance(2_000);
    const asked = bench.server.received.length;
    bench.server.otherwise = byKey({ k1: count, k2: count });
    await Promise.all(readings.map(() => bench.px6.available('ipv4', 'DE', 'awaited')));
    expect(keys(bench).slice(asked).sort()).toEqual(readings);
  }
});

test('a purchase for which no account has money is refused, after each was asked once', async () => {
  await using bench = await px6Bench({ accounts: ACCOUNTS });
  bench.server.otherwise = byKey({ k1: json(no(400)), k2: json(no(400)) });
  const { told, answer } = buying(bench);
  expect(await failureOf(answer)).toMatchObject({ outcome: 'refused' });
  expect(told.sort()).toEqual(['main', 'second']);
  // From then on one is asked, and its refusal is the answer.
  expect(await failureOf(buying(bench).answer)).toMatchObject({ outcome: 'refused' });
  expect(bench.server.received).toHaveLength(3);
});

test('a reading that is refused for lack of money is not repeated', async () => {
  await using bench = await px6Bench({ accounts: ACCOUNTS });
  bench.server.otherwise = json(no(400));
  expect(await failureOf(bench.px6.countriesOf('ipv4', 'awaited'))).toMatchObject({ outcome: 'refused' });
  expect(bench.server.received).toHaveLength(1);
});

test.each([
  ['sold out', 300, 'out_of_stock'],
  ['unknown', 30, 'unknown'],
])('what is %s at one account is not asked for at another', async (_, number, outcome) => {
  await using bench = await px6Bench({ accounts: ACCOUNTS });
  bench.server.otherwise = json(no(number));
  expect(await failureOf(buying(bench).answer)).toMatchObject({ outcome });
  expect(bench.server.received).toHaveLength(1);
});

test('what was bought with an account is looked up, extended and given back there alone', async () => {
  await using bench = await px6Bench({ accounts: ACCOUNTS });
  const { px6, server } = bench;
  server.otherwise = byKey({ k1: json(no(100)), k2: json(yes({ list: [proxyRow()], list_count: 1 })) });
  const bought = { account: 'second', reference: REFERENCE };
  await px6.findByReference(bought);
  await px6.find(bought, ['15']);
  await px6.extend('second', ['15'], 30);
  await px6.cancel('second', ['15']);
  await px6.cancelPurchase(bought);
  expect(new Set(keys(bench))).toEqual(new Set(['k2']));
  server.otherwise = byKey({ k2: json(no(100)) });
  expect(await failureOf(px6.findByReference(bought))).toMatchObject({ outcome: 'refused' });
  expect(new Set(keys(bench))).toEqual(new Set(['k2']));
});

test('an account that is not configured is named, and nothing is sent', async () => {
  await using bench = await px6Bench({ accounts: ACCOUNTS });
  const error = await failureOf(bench.px6.extend('third', ['15'], 30));
  expect(error).toMatchObject({
    outcome: 'refused',
    message: 'px6: not sent, the account "third" is not configured',
  });
  expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/k1|k2/);
  expect(bench.server.received).toEqual([]);
});

test('an account that is down keeps the others from nothing', async () => {
  await using bench = await px6Bench({ accounts: ACCOUNTS });
  const { px6, server } = bench;
  server.otherwise = byKey({ k1: json('down', 500) });
  const bought = { account: 'main', reference: REFERENCE };
  for (let i = 0; i < 10; i++) await failureOf(px6.findByReference(bought));
  const asked = server.received.length;
  expect(px6.isUp()).toBe(true);
  for (let i = 0; i < 3; i++) await buying(bench).answer;
  expect(keys(bench).slice(asked)).toEqual(['k2', 'k2', 'k2']);
});

test('what is told of an account names it: its money, and whether its key is accepted', async () => {
  await using bench = await px6Bench();
  const heard: [string, Condition][] = [];
  const { timer, slots, server } = bench;
  const onCondition = (account: string) => (condition: Condition) => {
    heard.push([account, condition]);
  };
  const px6 = createPx6({ url: server.url, accounts: ACCOUNTS, slots, timer, onCondition });
  server.otherwise = byKey({
    k1: json(no(105)),
    k2: json({ ...yes({ list: [], list_count: 0 }), balance: '9000.00' }),
  });
  for (const { name: account } of ACCOUNTS)
    await px6.findByReference({ account, reference: REFERENCE }).catch(() => {});
  await px6.close();
  expect(heard.filter(([, { about }]) => about !== 'answers')).toEqual([
    ['main', { about: 'key', isGood: false }],
    ['second', { about: 'key', isGood: true }],
    ['second', { about: 'balance', isGood: true, detail: '9000.00 RUB' }],
  ]);
});

test('a slot ends with the answer, or a tenth of a second after its request was sent', async () => {
  await using bench = await px6Bench();
  bench.server.otherwise = hang;
  const call = failureOf(bench.px6.buy(PURCHASE));
  await bench.server.arrived(1);
  expect(bench.slots.open).toBe(1);
  bench.timer.advance(100);
  expect(bench.slots.open).toBe(0);
  bench.timer.advance(20_000);
  await call;
  expect(bench.slots.open).toBe(0);
  bench.server.otherwise = json(yes({ list: [proxyRow()] }));
  await bench.px6.buy(PURCHASE);
  expect(bench.slots.open).toBe(0);
});

test('without slots, as without a database, nothing is sent', async () => {
  await using bench = await px6Bench();
  bench.slots.failure = new Error('the database is away');
  const error = await failureOf(bench.px6.buy(PURCHASE));
  expect(error).toBeInstanceOf(NoRateSlotError);
  expect(bench.server.received).toEqual([]);
  bench.slots.failure = undefined;
  bench.server.otherwise = json(yes({ list: [proxyRow()] }));
  expect(await bench.px6.buy(PURCHASE)).toHaveLength(1);
});

test('calls that wait ask for their slots together', async () => {
  await using bench = await px6Bench({ slotsPerSecond: 2 });
  bench.server.otherwise = json(yes({ list: [proxyRow()] }));
  const calls = Array.from({ length: 6 }, () => bench.px6.buy(PURCHASE));
  await Promise.all(calls.slice(0, 2));
  bench.timer.advance(1_000);
  await Promise.all(calls.slice(2, 4));
  bench.timer.advance(1_000);
  await Promise.all(calls);
  expect(bench.slots.wanted.length).toBeLessThan(6);
});
