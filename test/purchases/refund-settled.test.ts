import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { adjust } from '../../src/billing/corrections.ts';
import { readSpent } from '../../src/billing/movements.ts';
import type { Micros } from '../../src/kit/money.ts';
import { describeMovement, readAccountStatement } from '../../src/purchases/account-statement.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { refundSettled } from '../../src/purchases/refund-settled.ts';
import { renew } from '../../src/purchases/renew.ts';
import { verifyLedger } from '../../src/reconciliation/verify-ledger.ts';
import { Died, dyingAt } from '../support/dying-process.ts';
import { usePurchases } from '../support/purchase-fixture.ts';
import { recoverOne } from '../support/recover-one.ts';

const CENT = 10_000n;
const PURCHASE = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d', quantity: 2 };
const PRICE = 3_600_000n;
const FUNDS = 100_000_000n;
/** Longer than the lease of an operation. */
const LEASE_MS = 46_000;

const { opened, buyer, balance, orders } = usePurchases();

/** The ids of the buyer's operations, oldest first. */
async function operations(): Promise<string[]> {
  const rows = await opened.services.database.sql
    .selectFrom('operations')
    .select('id')
    .where('reseller_id', '=', buyer.resellerId)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

async function bought(): Promise<string> {
  await purchase(opened.services, buyer, PURCHASE);
  return (await operations()).at(-1) ?? '';
}

const refund = (operationId: string, amount?: Micros, reference: string = randomUUID()) =>
  refundSettled(opened.services.database, {
    operationId,
    amount,
    reference,
    reason: 'They were slow',
    at: opened.clock.now(),
  });

test('the charge of a settled operation goes back whole, less is spent, and the order stays', async () => {
  const id = await bought();
  const made = await refund(id, undefined, 'ticket-9');
  expect(made).toMatchObject({ amount: PRICE, charged: PRICE, left: 0n, balanceAfter: FUNDS });
  expect(await balance()).toBe(FUNDS);
  const later = new Date(opened.clock.now().getTime() + 1_000);
  expect(await readSpent(opened.services.database.sql, buyer.resellerId, [later])).toEqual([0n]);
  expect(await orders()).toMatchObject([{ id: made.orderId, status: 'active' }]);
});

test('the statement says what was given back, of which order and why', async () => {
  const id = await bought();
  await refund(id, 50n * CENT, 'ticket-10');
  const { sql } = opened.services.database;
  const [line] = (await readAccountStatement(sql, buyer.resellerId, { limit: 1, kind: 'operation_refund' }))
    .movements;
  expect(line).toMatchObject({ amount: 50n * CENT, reference: 'ticket-10', work: { isDelivered: true } });
  expect(line && describeMovement(line, [])).toBe(
    'Given back: prem ipv4, US, 30 days, 2 proxies. They were slow',
  );
});

test('parts of a charge go back, a renewal’s as well, and never more than was charged', async () => {
  const id = await bought();
  const [order] = await orders();
  await renew(opened.services, buyer, { orderId: order?.id ?? 0, period: '30d' });
  const renewal = (await operations()).at(-1) ?? '';
  expect((await refund(renewal)).amount).toBe(PRICE);
  expect((await refund(id, 100n * CENT)).left).toBe(260n * CENT);
  await expect(refund(id, 261n * CENT)).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringMatching(/charged 3.60 USD, of which 1.00 USD were given back: at most 2.60 USD/),
  });
  expect((await refund(id, 200n * CENT)).left).toBe(60n * CENT);
  expect(await refund(id)).toMatchObject({ amount: 60n * CENT, left: 0n });
  await expect(refund(id)).rejects.toThrow(/3.60 USD, was given back already/);
  expect(await balance()).toBe(FUNDS);
});

test('a repeated refund answers the same and moves nothing, and its reference is for nothing else', async () => {
  const [one, other] = [await bought(), await bought()];
  const first = await refund(one, CENT, 'ticket-11');
  expect(await refund(one, CENT, 'ticket-11')).toEqual({ ...first, replayed: true });
  const used = /^The reference "ticket-11" was used for the refund of 0.01 USD of operation /;
  await expect(refund(one, undefined, 'ticket-11')).rejects.toThrow(used);
  await expect(refund(one, 2n * CENT, 'ticket-11')).rejects.toThrow(used);
  await expect(refund(other, CENT, 'ticket-11')).rejects.toThrow(used);
  const at = opened.clock.now();
  const adjustment = { resellerId: buyer.resellerId, amount: CENT, reference: 'ticket-11', reason: 'x', at };
  await expect(adjust(opened.services.database, adjustment)).rejects.toThrow(used);
  expect(await balance()).toBe(FUNDS - 2n * PRICE + CENT);
});

test('an operation that runs, that was refunded when it ended, or that nobody knows is refused', async () => {
  const dying = dyingAt(opened.services, 'buy', 'before');
  await expect(purchase(dying, buyer, PURCHASE)).rejects.toThrow(Died);
  const [id = ''] = await operations();
  await expect(refund(id)).rejects.toThrow(/is running: when it ends/);
  opened.clock.advance(LEASE_MS);
  await recoverOne(opened.services);
  await expect(refund(id)).rejects.toThrow(/was refunded when it ended/);
  await expect(refund('01a206a0-6b82-8000-8000-1ef62ef070ea')).rejects.toThrow(/There is no operation/);
  expect(await balance()).toBe(FUNDS);
});

test('of ten operators who give back a third each, three do, and the last cent is nobody’s twice', async () => {
  const id = await bought();
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => refund(id, PRICE / 3n)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(await balance()).toBe(FUNDS);
  const whole = await bought();
  const all = await Promise.allSettled(Array.from({ length: 10 }, () => refund(whole)));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await balance()).toBe(FUNDS);
});

test('of ten repetitions of one refund at once one moves the money, and all get its answer', async () => {
  const id = await bought();
  const made = await Promise.all(Array.from({ length: 10 }, () => refund(id, CENT, 'ticket-12')));
  expect(new Set(made.map(({ stage }) => stage)).size).toBe(1);
  expect(await balance()).toBe(FUNDS - PRICE + CENT);
});

test('refunds beside purchases, renewals and adjustments leave books that add up', async () => {
  const ids = [await bought(), await bought(), await bought()];
  const [order] = await orders();
  await Promise.all([
    ...ids.flatMap((id) => [refund(id, 100n * CENT), refund(id, 50n * CENT)]),
    ...Array.from({ length: 6 }, () => purchase(opened.services, buyer, PURCHASE)),
    renew(opened.services, buyer, { orderId: order?.id ?? 0, period: '30d' }),
    ...Array.from({ length: 6 }, (_, i) =>
      adjust(opened.services.database, {
        resellerId: buyer.resellerId,
        amount: i % 2 === 0 ? CENT : -CENT,
        reference: randomUUID(),
        reason: 'x',
        at: opened.clock.now(),
      }),
    ),
  ]);
  expect(await balance()).toBe(FUNDS - 10n * PRICE + 3n * 150n * CENT);
  const report = await verifyLedger(opened.services.database);
  expect(report.problems).toEqual([]);
  expect(report.balances + report.inFlight + report.revenue).toBe(report.toppedUp + report.adjusted);
});
