import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../src/kit/clock.ts';
import type { FaultMode } from '../../src/sandbox/faults.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import type { UpstreamOutcome } from '../../src/upstreams/failure.ts';
import { CALL_MILLIS } from '../../src/upstreams/http.ts';
import { createPx6, type Px6 } from '../../src/upstreams/px6/px6.ts';
import { type Bought, FIRST_ACCOUNT, type TermPurchase } from '../../src/upstreams/term.ts';
import { ManualTimer } from './manual-timer.ts';
import { failureOf } from './px6/bench.ts';
import { FreeRateSlots } from './px6/free-rate-slots.ts';

const DAY_MILLIS = 86_400_000;

let stateDir: string;
let sandbox: Sandbox;
let px6: Px6;
let timer: ManualTimer;

beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'px6-sandbox-'));
  const requestsPerSecond = Number.POSITIVE_INFINITY;
  sandbox = await startSandbox({ port: 0, stateDir, clock: systemClock, requestsPerSecond });
  timer = new ManualTimer();
  px6 = px6With(sandbox.px6Key);
});

afterAll(async () => {
  await sandbox.close();
  await px6.close();
  await rm(stateDir, { recursive: true });
});

beforeEach(() => sandbox.arm([]));

function px6With(key: string): Px6 {
  const accounts = [{ name: FIRST_ACCOUNT, key }];
  return createPx6({ url: sandbox.px6Url, accounts, slots: new FreeRateSlots(timer, 10_000), timer });
}

const boughtBy = ({ reference }: TermPurchase): Bought => ({ account: FIRST_ACCOUNT, reference });

function purchase(quantity = 2): TermPurchase {
  return {
    product: 'ipv4:http',
    country: 'US',
    days: 30,
    quantity,
    reference: crypto.randomUUID(),
    onAccount: async () => {},
  };
}

/** The entries of the issued log for this reference. */
function issued(reference: string): string[] {
  return sandbox.issued().flatMap((entry) => {
    if (entry.upstream !== 'px6' || entry.reference !== reference) return [];
    return [`${entry.call} ${entry.proxyIds.length}`];
  });
}

function idsOf(proxies: readonly { upstreamId: string }[]): string[] {
  return proxies.map(({ upstreamId }) => upstreamId);
}

test('proxies are bought, found, extended and given back', async () => {
  const order = purchase(3);
  const bought = await px6.buy(order);
  expect(bought).toHaveLength(3);
  expect(await px6.findByReference(boughtBy(order))).toEqual(bought);
  const [first, second, third] = idsOf(bought) as [string, string, string];

  const extended = await px6.extend(FIRST_ACCOUNT, [first, second], 7);
  const ends = extended.map(({ expiresAt }) => expiresAt.getTime());
  expect(ends).toEqual(bought.slice(0, 2).map(({ expiresAt }) => expiresAt.getTime() + 7 * DAY_MILLIS));
  expect(await px6.find(boughtBy(order), [first, second])).toEqual(extended);

  await px6.cancel(FIRST_ACCOUNT, [first]);
  await px6.cancel(FIRST_ACCOUNT, [first, second]);
  expect(idsOf(await px6.findByReference(boughtBy(order)))).toEqual([third]);
  await px6.cancelPurchase(boughtBy(order));
  await px6.cancelPurchase(boughtBy(order));
  expect(await px6.findByReference(boughtBy(order))).toEqual([]);
  expect(issued(order.reference)).toEqual(['buy 3', 'prolong 2', 'delete 1', 'delete 1', 'delete 1']);
});

test('an extension of a proxy that PX6 has dropped is gone, and extends none of the others', async () => {
  const order = purchase(2);
  const [first, second] = idsOf(await px6.buy(order)) as [string, string];
  await px6.cancel(FIRST_ACCOUNT, [second]);
  expect(await failureOf(px6.extend(FIRST_ACCOUNT, [first, second], 7))).toMatchObject({ outcome: 'gone' });
  expect(issued(order.reference)).toEqual(['buy 2', 'delete 1']);
});

test.each(['ipv4:socks5', 'ipv4-shared:http', 'ipv6:socks5'])(
  '%s is in stock and can be bought',
  async (product) => {
    const stock = px6.stockOf(product);
    const [country = 'nowhere'] = await px6.countriesOf(stock, 'background');
    const before = await px6.available(stock, country, 'background');
    const order = { ...purchase(1), product, country };
    expect(await px6.buy(order)).toHaveLength(1);
    expect(await px6.available(stock, country, 'background')).toBe(before - 1);
    await px6.cancelPurchase(boughtBy(order));
  },
);

test('more than there is in stock is out of stock, and a country that is not sold has nothing', async () => {
  sandbox.setStock('4', 'us', 1);
  expect(await failureOf(px6.buy(purchase(2)))).toMatchObject({ outcome: 'out_of_stock' });
  sandbox.setStock('4', 'us', 1_000);
  expect(await px6.available('ipv4', 'AQ', 'background')).toBe(0);
});

test('proxies speak another protocol, and what is still there of an order does so for all', async () => {
  const order = purchase(2);
  const bought = await px6.buy(order);
  const ids = idsOf(bought);
  const [first = '', second = ''] = ids;
  const set = await px6.setProtocol(boughtBy(order), ids, 'socks5');
  expect(idsOf(set)).toEqual(ids);
  expect(set[0]?.port).not.toBe(bought[0]?.port);
  expect(await px6.setProtocol(boughtBy(order), ids, 'socks5')).toEqual(set);
  await px6.cancel(FIRST_ACCOUNT, [second]);
  expect(idsOf(await px6.setProtocol(boughtBy(order), ids, 'socks5'))).toEqual([first]);
  const outcome = (protocol: 'http' | 'socks5') =>
    failureOf(px6.setProtocol(boughtBy(order), ids, protocol)).then((failed) => failed.outcome);
  expect(await outcome('http')).toBe('unknown');
  sandbox.arm([{ upstream: 'px6', call: 'settype', mode: 'refuse' }]);
  expect(await outcome('socks5')).toBe('refused');
  sandbox.arm([{ upstream: 'px6', call: 'getproxy', mode: 'refuse' }]);
  expect(await outcome('socks5')).toBe('unknown');
  sandbox.arm([]);
  await px6.cancelPurchase(boughtBy(order));
  expect(await outcome('socks5')).toBe('gone');
});

test('a proxy is checked, and one that is gone does not work', async () => {
  const order = purchase(1);
  const [id = ''] = idsOf(await px6.buy(order));
  expect(await px6.check(FIRST_ACCOUNT, id)).toBe(true);
  await px6.cancelPurchase(boughtBy(order));
  expect(await px6.check(FIRST_ACCOUNT, id)).toBe(false);
});

test('a wrong key is refused', async () => {
  const stranger = px6With('wrong');
  expect(await failureOf(stranger.buy(purchase()))).toMatchObject({ outcome: 'refused' });
  await stranger.close();
});

test('too little money of ours at PX6 is refused', async () => {
  sandbox.setBalance(0);
  expect(await failureOf(px6.buy(purchase()))).toMatchObject({ outcome: 'refused' });
  sandbox.setBalance(1_000_000);
});

/**
 * The fault, what the purchase of two fails with, and how many proxies were really issued under its
 * reference.
 */
const FAULTS: [FaultMode, UpstreamOutcome, number][] = [
  ['refuse', 'refused', 0],
  ['out_of_stock', 'out_of_stock', 0],
  ['reset_before', 'unknown', 0],
  ['error_before', 'unknown', 0],
  ['redirect', 'unknown', 0],
  ['reset_after', 'unknown', 2],
  ['error_after', 'unknown', 2],
  ['malformed', 'unknown', 2],
  ['huge', 'unknown', 2],
  ['partial', 'unknown', 1],
];

test.each(FAULTS)(
  'purchase, %s: %s, sent once, and the look-up finds what was issued: %i',
  async (mode, outcome, found) => {
    const order = purchase(2);
    sandbox.arm([{ upstream: 'px6', call: 'buy', mode, times: 1 }]);
    expect(await failureOf(px6.buy(order))).toMatchObject({ outcome });
    expect(issued(order.reference)).toEqual(found === 0 ? [] : [`buy ${found}`]);
    expect(await px6.findByReference(boughtBy(order))).toHaveLength(found);
    await px6.cancelPurchase(boughtBy(order));
    expect(await px6.findByReference(boughtBy(order))).toEqual([]);
  },
);

test('a purchase that PX6 carries out twice succeeds, and the look-up shows the surplus', async () => {
  const order = purchase(2);
  sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'duplicate', times: 1 }]);
  const bought = await px6.buy(order);
  expect(bought).toHaveLength(2);
  const found = idsOf(await px6.findByReference(boughtBy(order)));
  expect(found).toHaveLength(4);
  const surplus = found.filter((id) => !idsOf(bought).includes(id));
  await px6.cancel(FIRST_ACCOUNT, surplus);
  expect(idsOf(await px6.findByReference(boughtBy(order)))).toEqual(idsOf(bought));
});

test('a purchase that is never answered is unknown after 20 seconds', async () => {
  sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'hang', times: 1 }]);
  const began = timer.now();
  const failed = failureOf(px6.buy(purchase()));
  await expect.poll(() => sandboxHasTakenTheFault()).toBe(true);
  timer.advance(CALL_MILLIS);
  expect(await failed).toMatchObject({ outcome: 'unknown' });
  expect(timer.now() - began).toBe(CALL_MILLIS);
});

async function sandboxHasTakenTheFault(): Promise<boolean> {
  const response = await fetch(`${sandbox.url}/control/faults`);
  return ((await response.json()) as unknown[]).length === 0;
}

/** The fault, what the extension of two fails with, and by how many days each proxy's end really moved. */
const EXTENSION_FAULTS: [FaultMode, UpstreamOutcome, [number, number]][] = [
  ['refuse', 'refused', [0, 0]],
  ['reset_before', 'unknown', [0, 0]],
  ['error_before', 'unknown', [0, 0]],
  ['reset_after', 'unknown', [7, 7]],
  ['error_after', 'unknown', [7, 7]],
  ['malformed', 'unknown', [7, 7]],
  ['huge', 'unknown', [7, 7]],
  ['partial', 'unknown', [7, 0]],
];

test.each(EXTENSION_FAULTS)(
  'extension, %s: %s, sent once, and the ends show what was done',
  async (mode, outcome, days) => {
    const order = purchase(2);
    const bought = await px6.buy(order);
    sandbox.arm([{ upstream: 'px6', call: 'prolong', mode, times: 1 }]);
    expect(await failureOf(px6.extend(FIRST_ACCOUNT, idsOf(bought), 7))).toMatchObject({ outcome });
    const terms = await px6.find(boughtBy(order), idsOf(bought));
    const moved = terms.map(
      ({ expiresAt }, i) => expiresAt.getTime() - (bought[i]?.expiresAt.getTime() ?? 0),
    );
    expect(moved.map((millis) => millis / DAY_MILLIS)).toEqual(days);
    await px6.cancelPurchase(boughtBy(order));
  },
);

test('a look-up that fails says so, instead of "nothing was bought"', async () => {
  const order = purchase(1);
  await px6.buy(order);
  for (const mode of ['reset_before', 'error_before', 'malformed', 'huge', 'redirect'] as const) {
    sandbox.arm([{ upstream: 'px6', call: 'getproxy', mode, times: 1 }]);
    expect(await failureOf(px6.findByReference(boughtBy(order)))).toMatchObject({ outcome: 'unknown' });
  }
  await px6.cancelPurchase(boughtBy(order));
});
