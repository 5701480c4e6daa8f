import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { adjust } from '../../src/billing/corrections.ts';
import { factsOf, listNotices, type NoticeKind } from '../../src/billing/notices.ts';
import { deleteOldNotices, sendNotices } from '../../src/billing/send-notices.ts';
import { topUp } from '../../src/billing/top-ups.ts';
import { ProviderError } from '../../src/catalog/errors.ts';
import { aboutNow, noteAbandoned } from '../../src/kit/request.ts';
import { readTraffic } from '../../src/luxury/traffic.ts';
import { noteUsage, takeSnapshot } from '../../src/luxury/usage.ts';
import { noteEnds } from '../../src/orders/ends.ts';
import { addTraffic } from '../../src/purchases/add-traffic.ts';
import { charge } from '../../src/purchases/charge.ts';
import type { Operation } from '../../src/purchases/operation.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { renew } from '../../src/purchases/renew.ts';
import { refund } from '../../src/purchases/settle.ts';
import { setThreshold } from '../../src/resellers/resellers.ts';
import { Died, dyingAt } from '../support/dying-process.ts';
import { lockWaits } from '../support/held-lock.ts';
import { usePurchases } from '../support/purchase-fixture.ts';
import { recoverOne } from '../support/recover-one.ts';
import { openServices } from '../support/services.ts';
import { setNotices } from '../support/wanted-notices.ts';

const ALL: NoticeKind[] = ['topped_up', 'refunded', 'order_ends', 'traffic_used'];
const ORDER = { tier: 'prem', type: 'ipv4', country: 'DE', period: '7d' };
const LUXURY = { tier: 'di', type: 'diresi', country: 'ANY', period: '1gb' };
const HOUR_MS = 3_600_000;
/** Longer than the lease of an operation. */
const LEASE_MS = 46_000;
const POLL_SECONDS = 5;

const { opened, buyer, balance } = usePurchases();

const db = () => opened.services.database.sql;
const wants = (...kinds: NoticeKind[]) => setNotices(db(), { resellerId: buyer.resellerId, kinds });

/** What the reseller was told of, oldest first. */
async function told() {
  const notices = await listNotices(db(), { resellerId: buyer.resellerId, limit: 100 });
  return notices.map((notice) => ({ kind: notice.kind, ...factsOf(notice) })).reverse();
}

function pay(reference: string) {
  const { database, clock } = opened.services;
  return topUp(database, {
    resellerId: buyer.resellerId,
    amount: 5_000_000n,
    reference,
    at: clock.now(),
  });
}

const buyForWeek = async () => (await purchase(opened.services, buyer, ORDER)).sale.order;
const now = () => opened.clock.now();
const later = (milliseconds: number) => new Date(now().getTime() + milliseconds);

/** What the upstream reads as left of an order of some gigabytes, after so many percent of them. */
async function use(orderId: number, percent: number, process = opened.services): Promise<void> {
  const name = { resellerId: buyer.resellerId, orderId };
  const traffic = (await readTraffic(db(), [name])).get(orderId);
  if (!traffic) throw new Error('no Luxury order');
  const left = (traffic.totalBytes * BigInt(100 - percent)) / 100n;
  const { database } = process;
  const snapshot = await takeSnapshot(database.sql);
  await noteUsage(database, snapshot, new Map([[traffic.upstreamId, left]]), now(), POLL_SECONDS);
}

test('a top-up that arrives is told of once, however often its payment is reported', async () => {
  await wants(...ALL);
  const reference = randomUUID();
  await Promise.all(Array.from({ length: 8 }, () => pay(reference)));
  await pay(reference);
  expect(await told()).toEqual([{ kind: 'topped_up', amountUsd: '5.00', balanceUsd: '105.00' }]);
});

test('who wants no notices gets that of a low balance only', async () => {
  await pay(randomUUID());
  const order = await buyForWeek();
  const luxury = (await purchase(opened.services, buyer, LUXURY)).sale.order;
  await noteEnds(db(), new Date((order.expiresAt?.getTime() ?? 0) - HOUR_MS));
  await use(luxury.id, 100);
  expect(await told()).toEqual([]);
  await setThreshold(opened.services.database, { resellerId: buyer.resellerId, usd: 100 });
  await purchase(opened.services, buyer, { ...ORDER, quantity: 10 });
  expect((await told()).map(({ kind }) => kind)).toEqual(['low_balance']);
});

test('purchases whose money goes back make no balance low, whatever they took meanwhile', async () => {
  await setThreshold(opened.services.database, { resellerId: buyer.resellerId, usd: 100 });
  opened.sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'refuse', times: 5 }]);
  for (let i = 0; i < 5; i++) await expect(buyForWeek()).rejects.toMatchObject({ code: 'provider_error' });
  expect(await told()).toEqual([]);
  await buyForWeek();
  expect(await told()).toEqual([{ kind: 'low_balance', balanceUsd: '99.40', thresholdUsd: '100.00' }]);
});

test('of 20 purchases at once, in two processes, the ninth settlement makes the balance low, and three that are refunded count for none', async () => {
  await setThreshold(opened.services.database, { resellerId: buyer.resellerId, usd: 95 });
  const other = await openServices(opened);
  const processes = [opened.services, other.services];
  for (const { countries } of processes) await countries.stocks.readCount('ipv4', ORDER.country, 'presale');
  opened.sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'refuse', times: 3 }]);
  const buying = Array.from({ length: 10 }, () =>
    processes.map((services) => purchase(services, buyer, ORDER)),
  );
  const ends = await Promise.allSettled(buying.flat());
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(17);
  expect((await told()).map(({ kind }) => kind)).toEqual(['low_balance']);
  await other.close();
});

test('a settlement that makes the balance low is told of when it waits for a charge that is not committed yet', async () => {
  const { services } = opened;
  const { database, term } = services;
  const { resellerId } = buyer;
  await setThreshold(database, { resellerId, usd: 100 });
  const [charged, waits] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const charging = database.inTransaction(async (tx) => {
    await charged.promise;
    const draft = { resellerId, kind: 'purchase' as const, amount: 1_000_000n, request: {} };
    const operation = await charge({ ...services, database: database.joinedTo(tx) }, draft, undefined);
    waits.resolve();
    await expect.poll(() => lockWaits(db())).toBe(1);
    return operation as Operation;
  });
  const buy = term.buy.bind(term);
  vi.spyOn(term, 'buy').mockImplementationOnce(async (wanted) => {
    const bought = await buy(wanted);
    charged.resolve();
    await waits.promise;
    return bought;
  });
  await buyForWeek();
  await refund(services, await charging, undefined, new ProviderError());
  expect(await told()).toEqual([{ kind: 'low_balance', balanceUsd: '98.40', thresholdUsd: '100.00' }]);
});

test('a balance that a purchase under way and then a correction have made low is told of once', async () => {
  const { database, clock } = opened.services;
  await setThreshold(database, { resellerId: buyer.resellerId, usd: 100 });
  const died = purchase(dyingAt(opened.services, 'buy', 'after'), buyer, ORDER);
  await expect(died).rejects.toThrow(Died);
  const taken = { amount: -1_000_000n, reference: randomUUID(), reason: 'A mistake', at: clock.now() };
  await adjust(database, { resellerId: buyer.resellerId, ...taken });
  opened.clock.advance(LEASE_MS);
  expect(await recoverOne(opened.services)).toBe(true);
  expect(await told()).toEqual([{ kind: 'low_balance', balanceUsd: '98.40', thresholdUsd: '100.00' }]);
});

test('money that went back after a process died is told of, and money that went back at once is not', async () => {
  await wants(...ALL);
  opened.sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'refuse', times: 1 }]);
  await expect(purchase(opened.services, buyer, ORDER)).rejects.toMatchObject({ code: 'provider_error' });
  const died = purchase(dyingAt(opened.services, 'buy', 'before'), buyer, ORDER);
  await expect(died).rejects.toThrow(Died);
  expect(await told()).toEqual([]);
  opened.clock.advance(LEASE_MS);
  expect(await recoverOne(opened.services)).toBe(true);
  expect(await balance()).toBe(100_000_000n);
  expect(await told()).toEqual([{ kind: 'refunded', amountUsd: '0.60', balanceUsd: '100.00' }]);
});

test('money that went back when whoever asked had gone is told of, and that of who has waited is not', async () => {
  await wants(...ALL);
  for (const isGone of [false, true]) {
    opened.sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'refuse', times: 1 }]);
    const request = {};
    if (isGone) noteAbandoned(request);
    const refused = aboutNow.run(request, () => purchase(opened.services, buyer, ORDER));
    await expect(refused).rejects.toMatchObject({ code: 'provider_error' });
    expect(await told()).toHaveLength(isGone ? 1 : 0);
  }
});

test('each end of an order is told of once, a day before it, by whichever process looks', async () => {
  await wants(...ALL);
  const { id: orderId, expiresAt } = await buyForWeek();
  const end = expiresAt ?? now();
  const dayBefore = new Date(end.getTime() - 24 * HOUR_MS);
  expect(await noteEnds(db(), new Date(dayBefore.getTime() - 1))).toBe(0);
  const written = await Promise.all(Array.from({ length: 8 }, () => noteEnds(db(), dayBefore)));
  expect(written.reduce((sum, count) => sum + count)).toBe(1);
  await renew(opened.services, buyer, { orderId, period: '7d' });
  expect(await noteEnds(db(), dayBefore)).toBe(0);
  const renewed = new Date(end.getTime() + 7 * 24 * HOUR_MS);
  expect(await noteEnds(db(), new Date(renewed.getTime() - HOUR_MS))).toBe(1);
  expect(await noteEnds(db(), new Date(renewed.getTime() + HOUR_MS))).toBe(0);
  expect(await told()).toEqual([
    { kind: 'order_ends', orderId, endsAt: end, renewable: true },
    { kind: 'order_ends', orderId, endsAt: renewed, renewable: true },
  ]);
});

test('each mark of used traffic is told of once, of several at once the highest, and again after traffic was added', async () => {
  await wants(...ALL);
  const orderId = (await purchase(opened.services, buyer, LUXURY)).sale.order.id;
  await use(orderId, 79);
  await Promise.all([use(orderId, 80), use(orderId, 80), use(orderId, 81)]);
  await use(orderId, 94);
  expect(await told()).toEqual([{ kind: 'traffic_used', orderId, percent: 80 }]);
  await use(orderId, 100);
  await use(orderId, 100);
  expect(await told()).toHaveLength(2);
  await addTraffic(opened.services, buyer, { orderId, period: '1gb' });
  expect(await told()).toHaveLength(2);
  await use(orderId, 95);
  expect((await told()).slice(1)).toEqual([
    { kind: 'traffic_used', orderId, percent: 100 },
    { kind: 'traffic_used', orderId, percent: 95 },
  ]);
});

test('notices are deleted 90 days after they were written, and not before they were sent', async () => {
  await wants(...ALL);
  await sendNotices(opened.services, { write: async () => () => {} }, () => {});
  await pay(randomUUID());
  await sendNotices(opened.services, { write: async () => () => {} }, () => {});
  await pay(randomUUID());
  await deleteOldNotices(db(), later(89 * 24 * HOUR_MS));
  expect(await told()).toHaveLength(2);
  await deleteOldNotices(db(), later(91 * 24 * HOUR_MS));
  expect((await told()).map(({ kind }) => kind)).toEqual(['topped_up']);
});
