import { beforeAll, expect, test } from 'vitest';
import { forecastRenewals } from '../../src/auto-renewal/forecast.ts';
import { renewer } from '../../src/auto-renewal/renewer.ts';
import { setAutoRenew } from '../../src/auto-renewal/set-auto-renew.ts';
import { DAY_MS } from '../../src/kit/clock.ts';
import { parseUsd } from '../../src/kit/money.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { setSpendingLimits } from '../../src/purchases/spending-limits.ts';
import { adjustBalance } from '../support/given.ts';
import { usePurchases } from '../support/purchase-fixture.ts';

const PRICE = parseUsd('1.80') as bigint;
const WANTED = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };

const { opened, buyer, balance } = usePurchases();
beforeAll(() => opened.clock.stop());

async function givenOrders(count: number, period = '30d', maxPrice = 10_000_000n): Promise<number[]> {
  const ids: number[] = [];
  for (let i = 0; i < count; i++)
    ids.push((await purchase(opened.services, buyer, { ...WANTED, period })).sale.order.id);
  await setAutoRenew(opened.services, buyer, { orderIds: ids }, { period, maxPrice, until: null });
  return ids;
}

const forecast = (days: number) => forecastRenewals(opened.services, buyer, days);
const sum = ({ days }: Awaited<ReturnType<typeof forecast>>) =>
  days.reduce((all, { total }) => all + total, 0n);

/** Lives through the time until then, from one instant at which something is due to the next. */
async function liveUntil(end: Date): Promise<void> {
  const crew = renewer(opened.services, (error) => {
    throw error;
  });
  for (;;) {
    const { next } = await opened.services.database.sql
      .selectFrom('auto_renewals')
      .select(({ fn }) => fn.min('next_look_at').as('next'))
      .executeTakeFirstOrThrow();
    if (!next || next >= end) return;
    opened.clock.advance(Math.max(0, next.getTime() - opened.clock.now().getTime()));
    await crew.round();
    await crew.close();
  }
}

test('what is forecast is charged in them, those that follow from a renewal included', async () => {
  await givenOrders(2);
  await givenOrders(2, '7d');
  const expected = await forecast(90);
  expect(expected.lostCount).toBe(0);
  expect(expected.coveredUntil).toBe(expected.days.at(-1)?.date);
  expect(expected.days.reduce((count, day) => count + day.count, 0)).toBeGreaterThan(10);
  const before = await balance();
  await liveUntil(new Date(new Date(expected.days.at(-1)?.date ?? 0).getTime() + DAY_MS));
  expect(before - (await balance())).toBe(sum(expected));
  expect(await balance()).toBe(expected.days.at(-1)?.balance);
});

test('a balance that does not last names its last day, and the orders that it loses', async () => {
  const ids = await givenOrders(3);
  await adjustBalance(opened.services, buyer, PRICE - (await balance()));
  const { days, coveredUntil, lost, lostCount } = await forecast(40);
  const first = days.findIndex(({ total }) => total > 0n);
  expect(coveredUntil).toBe(days[first - 1]?.date);
  expect(days[first]).toMatchObject({ count: 3, total: 3n * PRICE, balance: -2n * PRICE });
  expect(lostCount).toBe(2);
  expect(lost.map(({ orderId, code }) => [orderId, code])).toEqual(
    ids.slice(1).map((id) => [id, 'insufficient_balance']),
  );
  const end = new Date(opened.clock.now().getTime() + 30 * DAY_MS);
  expect(lost[0]?.at.toISOString().slice(0, 10)).toBe(end.toISOString().slice(0, 10));
});

test('limits, prices and the latest end lose orders, with the reason of each', async () => {
  // All of it is in one month.
  const fifth = new Date(opened.clock.now());
  fifth.setUTCMonth(fifth.getUTCMonth() + 1, 5);
  opened.clock.advance(fifth.getTime() - opened.clock.now().getTime());
  const [dear] = await givenOrders(1, '30d', PRICE - 1n);
  const [bound] = await givenOrders(1);
  const until = new Date(opened.clock.now().getTime() + 50 * DAY_MS);
  const terms = { period: '30d', maxPrice: PRICE, until };
  await setAutoRenew(opened.services, buyer, { orderIds: [bound ?? 0] }, terms);
  const [, over] = await givenOrders(2);
  await setSpendingLimits(opened.services.database.sql, buyer.resellerId, { perDay: null, perMonth: PRICE });
  const { lost } = await forecast(32);
  const codes = lost
    .map(({ orderId, code }) => [orderId, code])
    .toSorted(([one = 0], [other = 0]) => Number(one) - Number(other));
  expect(codes).toEqual([
    [dear, 'price_changed'],
    [bound, 'until_reached'],
    [over, 'spending_limit_reached'],
  ]);
});
