import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { readBalance } from '../../src/billing/accounts.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { sweepOne } from '../../src/purchases/recovery.ts';
import { renew } from '../../src/purchases/renew.ts';
import type { Services } from '../../src/purchases/services.ts';
import { type Bought, FIRST_ACCOUNT } from '../../src/upstreams/term.ts';
import { usePurchases } from '../support/purchase-fixture.ts';

const PROXIES = { tier: 'prem', type: 'ipv4', country: 'DE', period: '30d', quantity: 2 };
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const { opened, buyer } = usePurchases({ balanceUsd: '1000' });
/** The order that is renewed, with its first end. */
let order: { id: number; end: number; upstreamIds: string[]; bought: Bought };

beforeEach(async () => {
  const { sale } = await purchase(opened.services, buyer, PROXIES);
  const db = opened.services.database.sql;
  const { rows } = await sql<{
    id: string;
  }>`select id from operations where order_id = ${sale.order.id}`.execute(db);
  const bought = { account: FIRST_ACCOUNT, reference: rows[0]?.id ?? '' };
  const upstreamIds = (await opened.services.term.findByReference(bought)).map(
    ({ upstreamId }) => upstreamId,
  );
  order = { id: sale.order.id, end: sale.order.expiresAt?.getTime() ?? 0, upstreamIds, bought };
  await sql`truncate sweeps`.execute(db);
});

const lose = () => opened.sandbox.arm([{ upstream: 'px6', call: 'prolong', mode: 'reset_before', times: 1 }]);
const renewFor = (period: string, services: Services = opened.services) =>
  renew(services, buyer, { orderId: order.id, period });
/** An extension that takes effect at the upstream late, after the service has given up the call. */
const land = (days: number) => opened.services.term.extend(FIRST_ACCOUNT, order.upstreamIds, days);

async function failToRenew(period: string): Promise<void> {
  lose();
  await expect(renewFor(period)).rejects.toMatchObject({ code: 'provider_error' });
}

/** The service with a changed upstream. */
function withTerm(change: (term: Services['term']) => Partial<Services['term']>): Services {
  const { term } = opened.services;
  return { ...opened.services, term: { ...term, ...change(term) } };
}

async function sweepFor(milliseconds: number): Promise<void> {
  opened.clock.advance(milliseconds);
  while (await sweepOne(opened.services));
}

async function sweepEverything(): Promise<void> {
  for (const wait of [MINUTE, 10 * MINUTE, DAY]) await sweepFor(wait);
}

/** By how many days all proxies together end later at the upstream than they were bought for. */
async function daysGiven(): Promise<number> {
  const proxies = await opened.services.term.findByReference(order.bought);
  return proxies.reduce((sum, { expiresAt }) => sum + Math.round((expiresAt.getTime() - order.end) / DAY), 0);
}

async function daysWrittenOff(): Promise<number> {
  const { rows } = await sql<{ days: string }>`
    select coalesce(sum(quantity), 0) as days from house_items
    where reseller_id = ${buyer.resellerId} and unit = 'proxy_days'`.execute(opened.services.database.sql);
  return Number(rows[0]?.days);
}

test('a long renewal whose call was lost is not taken for done when a shorter one lands', async () => {
  await failToRenew('7d');
  const balance = await readBalance(opened.services.database.sql, buyer.resellerId);
  const late = withTerm((term) => ({
    async extend(...args) {
      await land(7);
      lose();
      return term.extend(...args);
    },
  }));
  await expect(renewFor('90d', late)).rejects.toMatchObject({ code: 'provider_error' });
  expect(await readBalance(opened.services.database.sql, buyer.resellerId)).toBe(balance);
  await sweepEverything();
  expect(await daysGiven()).toBe(14);
  expect(await daysWrittenOff()).toBe(14);
});

test('an answer that says extended, with ends that have not moved, charges nothing', async () => {
  const lying = withTerm((term) => ({ extend: (_account, ids) => term.find(order.bought, ids) }));
  const balance = await readBalance(opened.services.database.sql, buyer.resellerId);
  await expect(renewFor('90d', lying)).rejects.toMatchObject({ code: 'provider_error' });
  expect(await readBalance(opened.services.database.sql, buyer.resellerId)).toBe(balance);
});

test('an extension that landed after its refund is written off, also when the customer has renewed since', async () => {
  await failToRenew('30d');
  await land(30);
  await renewFor('30d');
  await sweepEverything();
  expect(await daysGiven()).toBe(120);
  expect(await daysWrittenOff()).toBe(60);
});

test('what was written off once does not hide what has to be written off later', async () => {
  opened.sandbox.arm([{ upstream: 'px6', call: 'prolong', mode: 'duplicate', times: 1 }]);
  await renewFor('30d');
  await sweepFor(MINUTE);
  expect(await daysWrittenOff()).toBe(60);
  await failToRenew('30d');
  await land(30);
  await sweepEverything();
  expect(await daysGiven()).toBe(180);
  expect(await daysWrittenOff()).toBe(120);
});

test('a renewal that runs while an earlier one is swept is not written off', async () => {
  await renewFor('30d');
  opened.clock.advance(MINUTE);
  const meanwhile = withTerm((term) => ({
    async find(...args) {
      await renewFor('30d');
      return term.find(...args);
    },
  }));
  await sweepOne(meanwhile);
  await sweepEverything();
  expect(await daysGiven()).toBe(120);
  expect(await daysWrittenOff()).toBe(0);
});

test('two sweeps of one order at the same time note what they find once', async () => {
  await renewFor('30d');
  await failToRenew('30d');
  await land(30);
  opened.clock.advance(MINUTE);
  expect(await Promise.all([sweepOne(opened.services), sweepOne(opened.services)])).toEqual([true, true]);
  expect(await daysWrittenOff()).toBe(60);
});

test('a renewal after the end of an order sells the end that the upstream gives, from the old one', async () => {
  opened.clock.advance(32 * DAY);
  const { sale } = await renewFor('7d');
  const ends = (await opened.services.term.find(order.bought, order.upstreamIds)).map((one) => one.expiresAt);
  expect(ends).toEqual([sale.order.expiresAt, sale.order.expiresAt]);
  expect(sale.order).toMatchObject({ expiresAt: new Date(order.end + 7 * DAY), status: 'active' });
  await sweepEverything();
  expect(await daysWrittenOff()).toBe(0);
});

test('an extension that lands after the end of an order, and adds to the old one, is written off in full', async () => {
  opened.clock.advance(32 * DAY);
  await failToRenew('30d');
  await land(30);
  await sweepEverything();
  expect(await daysWrittenOff()).toBe(60);
});

test('where the upstream extends an ended order from now, the days in between are not written off', async () => {
  opened.clock.advance(32 * DAY);
  const fromNow = withTerm((term) => ({
    async extend(...args) {
      const terms = await term.extend(...args);
      const gap = opened.clock.now().getTime() + 1_000 - order.end;
      return terms.map((one) => ({ ...one, expiresAt: new Date(one.expiresAt.getTime() + gap) }));
    },
  }));
  const { expiresAt } = (await renewFor('7d', fromNow)).sale.order;
  expect(expiresAt?.getTime()).toBeGreaterThan(opened.clock.now().getTime() + 6.9 * DAY);
  expect(await daysWrittenOff()).toBe(0);
});
