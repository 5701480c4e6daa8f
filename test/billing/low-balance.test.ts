import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { post } from '../../src/billing/ledger.ts';
import { topUp } from '../../src/billing/top-ups.ts';
import { setThreshold } from '../../src/resellers/resellers.ts';
import { givenReseller } from '../support/given.ts';
import { logOf, lowBalances } from '../support/log-of.ts';
import { type OpenedServices, openServices } from '../support/services.ts';

let opened: OpenedServices;
let other: OpenedServices;

beforeAll(async () => {
  opened = await openServices();
  // A second process shares only the database with the first.
  other = await openServices(opened);
});
afterAll(async () => {
  await other.close();
  await opened.close();
});

const USD = 1_000_000n;
const db = () => opened.services.database.sql;

/** Posts one movement. Returns whether the balance was high enough. */
async function move(
  posting: 'adjustmentUp' | 'adjustmentDown',
  resellerId: number,
  micros: bigint,
  process = opened,
) {
  const movement = process.services.database.sql.with('movement', (cte) =>
    cte.selectNoFrom(({ cast, val }) => [
      cast<number>(val(resellerId), 'bigint').as('reseller_id'),
      cast<string>(val(randomUUID()), 'uuid').as('operation_id'),
      cast<number>(val(micros), 'bigint').as('amount'),
      cast<Date>(val(opened.clock.now()), 'timestamptz').as('created_at'),
    ]),
  );
  const posted = await post(movement, posting).selectFrom('posted').select('balance').execute();
  return posted.length > 0;
}

const spend = (resellerId: number, usd: bigint, process = opened) =>
  move('adjustmentDown', resellerId, usd * USD, process);
const refund = (resellerId: number, usd: bigint) => move('adjustmentUp', resellerId, usd * USD);

function pay(resellerId: number, usd: bigint) {
  const payment = { resellerId, amount: usd * USD, reference: randomUUID(), at: opened.clock.now() };
  return topUp(opened.services.database, payment);
}

test('of 40 concurrent charges in two processes one crosses the threshold, and one event has the balance after it', async () => {
  const { resellerId } = await givenReseller(opened.services, { balanceUsd: '30' });
  const paid = await Promise.all(
    Array.from({ length: 40 }, (_, i) => spend(resellerId, 1n, i % 2 ? opened : other)),
  );
  expect(paid.filter(Boolean)).toHaveLength(30);
  expect(await logOf(db(), resellerId, ['balance.low'])).toMatchObject([
    { balanceUsd: '9.00', amountUsd: '0.00', facts: { threshold: 10_000_000 } },
  ]);
});

test('a balance at the threshold is not low, and one micro-dollar below it is', async () => {
  const { resellerId } = await givenReseller(opened.services, { balanceUsd: '11' });
  await spend(resellerId, 1n);
  expect(await lowBalances(db(), resellerId)).toEqual([]);
  await move('adjustmentDown', resellerId, 1n);
  expect(await lowBalances(db(), resellerId)).toEqual(['9.999999']);
});

test('a balance that stays low is told of once, also when a top-up does not lift it to the threshold', async () => {
  const { resellerId } = await givenReseller(opened.services, { balanceUsd: '12' });
  await spend(resellerId, 4n);
  await spend(resellerId, 3n);
  await pay(resellerId, 4n);
  await spend(resellerId, 1n);
  expect(await lowBalances(db(), resellerId)).toEqual(['8.00']);
});

test.each([
  ['top-up', (resellerId: number) => pay(resellerId, 2n)],
  ['refund', (resellerId: number) => refund(resellerId, 2n)],
])('a %s that lifts the balance to the threshold has the next fall told of', async (_word, lift) => {
  const { resellerId } = await givenReseller(opened.services, { balanceUsd: '12' });
  await spend(resellerId, 4n);
  await lift(resellerId);
  await spend(resellerId, 3n);
  expect(await lowBalances(db(), resellerId)).toEqual(['8.00', '7.00']);
});

test('a threshold of 0 is never crossed, and a refused charge is no event', async () => {
  const { resellerId: silent } = await givenReseller(opened.services, { balanceUsd: '5' });
  const { resellerId: poor } = await givenReseller(opened.services, { balanceUsd: '12' });
  await setThreshold(opened.services.database, { resellerId: silent, usd: 0 });
  await spend(silent, 5n);
  const before = await logOf(db(), poor);
  expect(await spend(poor, 13n)).toBe(false);
  expect(await lowBalances(db(), silent)).toEqual([]);
  expect(await logOf(db(), poor)).toEqual(before);
});
