import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { adjust } from '../../src/billing/corrections.ts';
import { readSpent } from '../../src/billing/movements.ts';
import { topUp } from '../../src/billing/top-ups.ts';
import { describeMovement, readAccountStatement } from '../../src/purchases/account-statement.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { givenReseller } from '../support/given.ts';
import { lowBalances } from '../support/log-of.ts';
import { usePurchases } from '../support/purchase-fixture.ts';

const USD = 1_000_000n;
const PURCHASE = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };
const PRICE = 1_800_000n;

const { opened, buyer, balance } = usePurchases();

const change = (usd: number, { reference = randomUUID() as string, reason = 'A mistake' } = {}) =>
  adjust(opened.services.database, {
    resellerId: buyer.resellerId,
    amount: BigInt(usd) * USD,
    reference,
    reason,
    at: opened.clock.now(),
  });

const statement = async () =>
  (await readAccountStatement(opened.services.database.sql, buyer.resellerId, { limit: 200 })).movements;

test('an adjustment adds to the balance or takes from it, and is a line of the statement with its reason', async () => {
  await change(7, { reference: 'ticket-1', reason: 'A payment of last year' });
  await change(-3, { reference: 'ticket-2', reason: 'Credited twice' });
  expect(await balance()).toBe(104n * USD);
  const lines = await statement();
  expect(
    lines.map((line) => [line.kind, line.amount / USD, line.balanceAfter / USD, line.reference]).slice(0, 2),
  ).toEqual([
    ['adjustment', -3n, 104n, 'ticket-2'],
    ['adjustment', 7n, 107n, 'ticket-1'],
  ]);
  expect(lines.slice(0, 2).map((line) => describeMovement(line, []))).toEqual([
    'Adjustment: Credited twice',
    'Adjustment: A payment of last year',
  ]);
});

test('an adjustment is no spending', async () => {
  await change(-40);
  const later = new Date(opened.clock.now().getTime() + 1_000);
  expect(await readSpent(opened.services.database.sql, buyer.resellerId, [later])).toEqual([0n]);
});

test('a repeated adjustment answers the same, whatever the balance is by then, says so, and moves nothing', async () => {
  const first = await change(5, { reference: 'again' });
  await change(1);
  expect(await change(5, { reference: 'again' })).toEqual({ ...first, replayed: true });
  expect(first).toMatchObject({ balanceAfter: 105n * USD, replayed: false });
  expect(await balance()).toBe(106n * USD);
});

test('a reference that was used for another correction is refused, and the refusal says for which', async () => {
  await change(5, { reference: 'used' });
  const other = await givenReseller(opened.services);
  const at = opened.clock.now();
  const elsewhere = { resellerId: other.resellerId, amount: 5n * USD, reference: 'used', reason: 'x', at };
  const others = [
    () => change(6, { reference: 'used' }),
    () => change(5, { reference: 'used', reason: 'Another' }),
    () => adjust(opened.services.database, elsewhere),
  ];
  for (const again of others)
    await expect(again()).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(
        new RegExp(
          `^The reference "used" was used for the adjustment of reseller ${buyer.resellerId} by 5.00 USD on .*, with the reason "A mistake"`,
        ),
      ),
    });
});

test('the reference of a payment can name the correction of its top-up', async () => {
  const payment = { resellerId: buyer.resellerId, amount: 50n * USD, reference: 'payment-7' };
  await topUp(opened.services.database, { ...payment, at: opened.clock.now() });
  await change(-50, { reference: 'payment-7' });
  expect(await balance()).toBe(100n * USD);
});

test('a balance is never adjusted below zero: the refusal says how much can be taken, and nothing is left of it', async () => {
  await expect(change(-101, { reference: 'too-much' })).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('at most 100.00 can be taken'),
  });
  expect(await balance()).toBe(100n * USD);
  await change(-100, { reference: 'too-much' });
  expect(await balance()).toBe(0n);
});

test('an adjustment by nothing, or of nobody, is refused', async () => {
  await expect(change(0)).rejects.toMatchObject({ code: 'invalid_request' });
  const nobody = { resellerId: 999_999, amount: USD, reference: 'nobody', reason: 'x', at: new Date() };
  await expect(adjust(opened.services.database, nobody)).rejects.toThrow('no reseller 999999');
});

test('of eight operators with one reference one moves the money, and all get its answer', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, () => change(9, { reference: 'eight' })));
  expect(new Set(made.map(({ operationId }) => operationId)).size).toBe(1);
  expect(await balance()).toBe(109n * USD);
});

test('adjustments beside purchases and top-ups over many connections neither lose nor invent a cent', async () => {
  const works = Array.from({ length: 48 }, async (_, i) => {
    if (i % 3 === 0) return (await purchase(opened.services, buyer, PURCHASE)).sale.charged * -1n;
    if (i % 3 === 1) return (await change(i % 2 === 0 ? 2 : -3)).amount;
    const payment = { resellerId: buyer.resellerId, amount: USD, reference: randomUUID(), at: new Date() };
    await topUp(opened.services.database, payment);
    return USD;
  });
  const moved = (await Promise.all(works)).reduce((sum, amount) => sum + amount, 0n);
  expect(await balance()).toBe(100n * USD + moved);
});

test('of adjustments that together take more than there is, as many are made as the balance pays for', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => change(-30)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(await balance()).toBe(10n * USD);
});

test('money that is taken by an adjustment makes the balance low, once', async () => {
  for (const usd of [5, -96, -4]) await change(usd);
  expect(await lowBalances(opened.services.database.sql, buyer.resellerId)).toEqual(['9.00']);
});

test('what was adjusted stands beside what was topped up when a purchase follows', async () => {
  await change(1);
  await purchase(opened.services, buyer, PURCHASE);
  expect(await balance()).toBe(101n * USD - PRICE);
  await expect(sql`update corrections set amount = 1`.execute(opened.services.database.sql)).rejects.toThrow(
    'append-only',
  );
});
