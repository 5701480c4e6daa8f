import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listOrders } from '../../src/orders/page.ts';
import { pricePurchase, purchase } from '../../src/purchases/purchase.ts';
import { sweepOne } from '../../src/purchases/recovery.ts';
import { renew } from '../../src/purchases/renew.ts';
import type { FaultMode } from '../../src/sandbox/faults.ts';
import { givenReseller } from '../support/given.ts';
import { usePurchases } from '../support/purchase-fixture.ts';
import { openServices } from '../support/services.ts';

const ORDER = { tier: 'prem', type: 'ipv4', country: 'DE', period: '30d', quantity: 2 };
const PRICE = 3_600_000n;
const FUNDS = 100_000_000n;

const { opened, buyer, balance, orderCount } = usePurchases();

const arm = (call: string, mode: FaultMode) =>
  opened.sandbox.arm([{ upstream: 'px6', call, mode, times: 1 }]);

/** The proxies that the upstream has issued since then and that were not given back. */
function issuedSince(start: number): string[] {
  const kept = new Set<string>();
  for (const entry of opened.sandbox.issued().slice(start)) {
    if (entry.upstream !== 'px6') continue;
    for (const id of entry.proxyIds) {
      if (entry.call === 'buy') kept.add(id);
      if (entry.call === 'delete') kept.delete(id);
    }
  }
  return [...kept];
}

test.each<FaultMode>(['reset_after', 'error_after', 'malformed', 'huge', 'duplicate'])(
  'a purchase that the upstream has done is delivered and charged once, although its answer was lost (%s)',
  async (mode) => {
    const start = opened.sandbox.issued().length;
    arm('buy', mode);
    const { sale } = await purchase(opened.services, buyer, ORDER);
    expect(sale.proxies).toHaveLength(2);
    expect(await balance()).toBe(FUNDS - PRICE);
    expect(await orderCount()).toBe(1);
    // Only a later sweep can find what was bought twice under a good answer.
    expect(issuedSince(start)).toHaveLength(mode === 'duplicate' ? 4 : 2);
  },
);

test.each<FaultMode>(['refuse', 'reset_before', 'error_before', 'redirect'])(
  'a purchase that the upstream has not done ends in provider_error, with the money back and nothing kept upstream (%s)',
  async (mode) => {
    const start = opened.sandbox.issued().length;
    arm('buy', mode);
    await expect(purchase(opened.services, buyer, ORDER)).rejects.toMatchObject({ code: 'provider_error' });
    expect(await balance()).toBe(FUNDS);
    expect(await orderCount()).toBe(0);
    expect(issuedSince(start)).toEqual([]);
  },
);

test('a purchase that was done in part ends in provider_error, with the money back, and the part goes back with the sweep', async () => {
  const start = opened.sandbox.issued().length;
  arm('buy', 'partial');
  await expect(purchase(opened.services, buyer, ORDER)).rejects.toMatchObject({ code: 'provider_error' });
  expect(await balance()).toBe(FUNDS);
  expect(await orderCount()).toBe(0);
  opened.clock.advance(60_000);
  while (await sweepOne(opened.services));
  expect(issuedSince(start)).toEqual([]);
});

test('a purchase that sells out under way ends in out_of_stock with what is left, and the money back', async () => {
  await pricePurchase(opened.services, buyer, ORDER); // This reads the stock while there is enough.
  opened.sandbox.setStock('4', 'de', 1);
  await expect(purchase(opened.services, buyer, ORDER)).rejects.toMatchObject({
    code: 'out_of_stock',
    available: 1,
  });
  expect(await balance()).toBe(FUNDS);
  opened.sandbox.setStock('4', 'de', 5_000);
  // Otherwise this test's stock reading would refuse the next test's purchase.
  opened.clock.advance(2_000);
});

test('while the outcome is unknown, the upstream is asked again and again, and by the deadline the money is back', async () => {
  opened.sandbox.arm([
    { upstream: 'px6', call: 'buy', mode: 'reset_before' },
    { upstream: 'px6', call: 'getproxy', mode: 'error_before' },
  ]);
  // A process of its own, because its circuit breaker is open afterwards.
  const { databaseUrl, credentialsKey, sandbox } = opened;
  const { services, clock, close } = await openServices({ databaseUrl, credentialsKey, sandbox });
  const started = clock.now();
  await expect(purchase(services, buyer, ORDER)).rejects.toMatchObject({ code: 'provider_error' });
  expect(clock.now().getTime() - started.getTime()).toBeGreaterThanOrEqual(30_000);
  expect(await balance()).toBe(FUNDS);
  await close();
});

test('a refusal because the stock cannot be read is kept for its Idempotency-Key like any other', async () => {
  const input = { ...ORDER, country: 'TR', idempotencyKey: 'unread' };
  const { databaseUrl, credentialsKey, sandbox } = opened;
  const { services, close } = await openServices({ databaseUrl, credentialsKey, sandbox });
  opened.sandbox.arm([{ upstream: 'px6', call: 'getcount', mode: 'error_before' }]);
  await expect(purchase(services, buyer, input)).rejects.toMatchObject({ code: 'provider_error' });
  opened.sandbox.arm([]);
  await expect(purchase(services, buyer, input)).rejects.toMatchObject({
    code: 'provider_error',
    replayed: true,
  });
  await close();
});

test('while the upstream is down nothing is charged, and a buyer who cannot pay is refused for that', async () => {
  const { databaseUrl, credentialsKey, sandbox } = opened;
  const { services, close } = await openServices({ databaseUrl, credentialsKey, sandbox });
  await pricePurchase(services, buyer, ORDER); // This reads the stock while the upstream is up.
  opened.sandbox.arm([{ upstream: 'px6', call: '*', mode: 'error_before' }]);
  while (services.term.isUp()) await services.term.available('ipv4', 'DE', 'urgent').catch(() => {});
  const { rows: before } = await sql`select from operations`.execute(services.database.sql);
  await expect(purchase(services, buyer, ORDER)).rejects.toMatchObject({ code: 'provider_error' });
  const poor = await givenReseller(services, { balanceUsd: '0' });
  await expect(purchase(services, { ...buyer, resellerId: poor.resellerId }, ORDER)).rejects.toMatchObject({
    code: 'insufficient_balance',
  });
  const { rows: after } = await sql`select from operations`.execute(services.database.sql);
  expect(after).toHaveLength(before.length);
  expect(await balance()).toBe(FUNDS);
  await close();
});

test('the answer of a refused purchase is kept for its Idempotency-Key, for good', async () => {
  arm('buy', 'refuse');
  const input = { ...ORDER, idempotencyKey: 'kept' };
  await expect(purchase(opened.services, buyer, input)).rejects.toMatchObject({ code: 'provider_error' });
  await expect(purchase(opened.services, buyer, input)).rejects.toMatchObject({
    code: 'provider_error',
    replayed: true,
  });
  expect(await orderCount()).toBe(0);
});

test.each<FaultMode>(['reset_after', 'error_after', 'malformed'])(
  'a renewal that the upstream has done is charged once and moves the end, although its answer was lost (%s)',
  async (mode) => {
    const { order } = (await purchase(opened.services, buyer, ORDER)).sale;
    arm('prolong', mode);
    const { sale } = await renew(opened.services, buyer, { orderId: order.id, period: '7d' });
    expect(sale.order.expiresAt?.getTime()).toBe((order.expiresAt?.getTime() ?? 0) + 7 * 86_400_000);
    expect(await balance()).toBe(FUNDS - PRICE - 1_200_000n);
  },
);

test.each<FaultMode>(['refuse', 'reset_before', 'error_before'])(
  'a renewal that the upstream has not done ends in provider_error, with the money back and the old end (%s)',
  async (mode) => {
    const { order } = (await purchase(opened.services, buyer, ORDER)).sale;
    arm('prolong', mode);
    await expect(renew(opened.services, buyer, { orderId: order.id, period: '7d' })).rejects.toMatchObject({
      code: 'provider_error',
    });
    expect(await balance()).toBe(FUNDS - PRICE);
    const page = await listOrders(
      opened.services.database.sql,
      buyer.resellerId,
      { limit: 1 },
      opened.clock.now(),
    );
    expect(page.orders[0]?.expiresAt).toBe(order.expiresAt?.toISOString());
  },
);

test('a renewal is not mistaken for an earlier one of the same order, whose extension also moved the end', async () => {
  const { order } = (await purchase(opened.services, buyer, ORDER)).sale;
  await renew(opened.services, buyer, { orderId: order.id, period: '30d' });
  arm('prolong', 'reset_before');
  await expect(renew(opened.services, buyer, { orderId: order.id, period: '30d' })).rejects.toMatchObject({
    code: 'provider_error',
  });
  expect(await balance()).toBe(FUNDS - 2n * PRICE);
});
