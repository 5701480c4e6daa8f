import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { adjust } from '../../src/billing/corrections.ts';
import { topUp } from '../../src/billing/top-ups.ts';
import { aboutNow, noteAbandoned } from '../../src/kit/request.ts';
import { readTraffic } from '../../src/luxury/traffic.ts';
import { noteUsage, takeSnapshot } from '../../src/luxury/usage.ts';
import { addTraffic } from '../../src/purchases/add-traffic.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { setThreshold } from '../../src/resellers/resellers.ts';
import { Died, dyingAt } from '../support/dying-process.ts';
import { logOf, lowBalances } from '../support/log-of.ts';
import { usePurchases } from '../support/purchase-fixture.ts';
import { recoverOne } from '../support/recover-one.ts';
import { openServices } from '../support/services.ts';

const ORDER = { tier: 'prem', type: 'ipv4', country: 'DE', period: '7d' };
const LUXURY = { tier: 'di', type: 'diresi', country: 'ANY', period: '1gb' };
/** Longer than the lease of an operation. */
const LEASE_MS = 46_000;
const POLL_SECONDS = 5;

const { opened, buyer, balance } = usePurchases();

const db = () => opened.services.database.sql;
const lows = () => lowBalances(db(), buyer.resellerId);
const buyForWeek = async () => (await purchase(opened.services, buyer, ORDER)).sale.order;
const refuseToSell = (times = 1) =>
  opened.sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'refuse', times }]);

/** By whom the purchases were made that were refunded, oldest first. */
const failures = async () =>
  (await logOf(db(), buyer.resellerId, ['purchase.failed'])).map(({ cause }) => cause);

/** What the upstream reads as left of an order of some gigabytes, after so many percent of them. */
async function use(orderId: number, percent: number): Promise<void> {
  const name = { resellerId: buyer.resellerId, orderId };
  const traffic = (await readTraffic(db(), [name])).get(orderId);
  if (!traffic) throw new Error('no Luxury order');
  const left = (traffic.totalBytes * BigInt(100 - percent)) / 100n;
  const { database, clock } = opened.services;
  const snapshot = await takeSnapshot(database.sql);
  await noteUsage(database, snapshot, new Map([[traffic.upstreamId, left]]), clock.now(), POLL_SECONDS);
}

/** The marks of usage that were told, oldest first. */
const marks = async () =>
  (await logOf(db(), buyer.resellerId, ['order.traffic_used', 'order.exhausted'])).map(
    ({ facts }) => facts['percent'] ?? 100,
  );

test('a top-up that arrives is told of once, however often its payment is reported', async () => {
  const { database, clock } = opened.services;
  const payment = { amount: 5_000_000n, reference: randomUUID(), at: clock.now() };
  const pay = () => topUp(database, { resellerId: buyer.resellerId, ...payment });
  const before = await logOf(db(), buyer.resellerId);
  await Promise.all(Array.from({ length: 8 }, pay));
  await pay();
  expect((await logOf(db(), buyer.resellerId)).slice(before.length)).toMatchObject([
    { type: 'balance.topped_up', amountUsd: '5.00', balanceUsd: '105.00' },
  ]);
});

test('purchases whose money goes back make no balance low, whatever they took meanwhile', async () => {
  await setThreshold(opened.services.database, { resellerId: buyer.resellerId, usd: 100 });
  refuseToSell(5);
  for (let i = 0; i < 5; i++) await expect(buyForWeek()).rejects.toMatchObject({ code: 'provider_error' });
  expect(await lows()).toEqual([]);
  await buyForWeek();
  expect(await lows()).toEqual(['99.40']);
});

test('of 20 purchases at once, in two processes, the ninth settlement makes the balance low, and three that are refunded count for none', async () => {
  await setThreshold(opened.services.database, { resellerId: buyer.resellerId, usd: 95 });
  const other = await openServices(opened);
  const processes = [opened.services, other.services];
  for (const { countries } of processes) await countries.stocks.readCount('ipv4', ORDER.country, 'presale');
  refuseToSell(3);
  const buying = Array.from({ length: 10 }, () =>
    processes.map((services) => purchase(services, buyer, ORDER)),
  );
  const ends = await Promise.allSettled(buying.flat());
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(17);
  expect(await lows()).toHaveLength(1);
  await other.close();
});

test('a balance that a correction and a purchase that was under way have made low is told of once', async () => {
  const { database, clock } = opened.services;
  await setThreshold(database, { resellerId: buyer.resellerId, usd: 100 });
  const died = purchase(dyingAt(opened.services, 'buy', 'after'), buyer, ORDER);
  await expect(died).rejects.toThrow(Died);
  const taken = { amount: -1_000_000n, reference: randomUUID(), reason: 'A mistake', at: clock.now() };
  await adjust(database, { resellerId: buyer.resellerId, ...taken });
  opened.clock.advance(LEASE_MS);
  expect(await recoverOne(opened.services)).toBe(true);
  expect(await lows()).toEqual(['99.00']);
});

test('a refund that nobody waited for says so, after a process died or whoever asked had gone', async () => {
  refuseToSell();
  await expect(buyForWeek()).rejects.toMatchObject({ code: 'provider_error' });
  const died = purchase(dyingAt(opened.services, 'buy', 'before'), buyer, ORDER);
  await expect(died).rejects.toThrow(Died);
  opened.clock.advance(LEASE_MS);
  expect(await recoverOne(opened.services)).toBe(true);
  refuseToSell();
  const request = {};
  noteAbandoned(request);
  await expect(aboutNow.run(request, buyForWeek)).rejects.toMatchObject({ code: 'provider_error' });
  expect(await balance()).toBe(100_000_000n);
  expect(await failures()).toEqual(['api', 'recovery', 'recovery']);
});

test('each mark of used traffic is told of once, and again after traffic was added', async () => {
  const orderId = (await purchase(opened.services, buyer, LUXURY)).sale.order.id;
  await use(orderId, 79);
  await Promise.all([use(orderId, 80), use(orderId, 80), use(orderId, 81)]);
  await use(orderId, 94);
  expect(await marks()).toEqual([80]);
  await use(orderId, 100);
  await use(orderId, 100);
  expect(await marks()).toEqual([80, 95, 100]);
  await addTraffic(opened.services, buyer, { orderId, period: '1gb' });
  expect(await marks()).toEqual([80, 95, 100]);
  await use(orderId, 95);
  expect(await marks()).toEqual([80, 95, 100, 80, 95]);
});
