import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repairOne } from '../../src/luxury/change-at-upstream.ts';
import { updateSettings } from '../../src/luxury/update-settings.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { sweepOne } from '../../src/purchases/recovery.ts';
import { renew } from '../../src/purchases/renew.ts';
import { dyingAt } from '../support/dying-process.ts';
import { buyerOf, givenReseller } from '../support/given.ts';
import { givenLuxuryOrder } from '../support/given-luxury.ts';
import { recoverOne } from '../support/recover-one.ts';
import { type OpenedServices, openServices } from '../support/services.ts';
import { recordStatements, type Statements } from '../support/statements.ts';

const ORDER = { tier: 'prem', type: 'ipv4', country: 'DE', period: '30d', quantity: 1 };
const MINUTE = 60_000;

let opened: OpenedServices;
let statements: Statements;

beforeAll(async () => {
  statements = recordStatements();
  opened = await openServices({ onPoolCreated: statements.onPoolCreated });
});
afterAll(() => opened.close());

async function givenBuyer(balanceUsd = '100') {
  return buyerOf(await givenReseller(opened.services, { balanceUsd }));
}

/** Turns of earlier calls whose end is still being written down. */
async function openTurns(): Promise<number> {
  const { rows } = await sql`select from term_turns where lease_token is not null`.execute(
    opened.services.database.sql,
  );
  return rows.length;
}

/** How many statements the work takes that finds something to do, and that finds nothing. */
async function counts(doOne: () => Promise<unknown>): Promise<[number, number]> {
  await expect.poll(openTurns).toBe(0);
  const some = await statements.during(async () => {
    expect(await doOne()).toBe(true);
  });
  const none = await statements.during(async () => {
    expect(await doOne()).toBe(false);
  });
  return [some.length, none.length];
}

test('a sweep that succeeds takes 6 statements, and to find none takes one', async () => {
  await purchase(opened.services, await givenBuyer(), ORDER);
  opened.clock.advance(MINUTE);
  expect(await counts(() => sweepOne(opened.services))).toEqual([6, 1]);
});

test('a sweep that finds its order busy takes 3 statements', async () => {
  const buyer = await givenBuyer();
  const { sale } = await purchase(opened.services, buyer, ORDER);
  opened.clock.advance(MINUTE);
  while (await sweepOne(opened.services));
  const renewal = { orderId: sale.order.id, period: '30d' };
  await renew(opened.services, buyer, renewal);
  const dying = dyingAt(opened.services, 'extend', 'after');
  await expect(renew(dying, buyer, renewal)).rejects.toThrow('died');
  opened.clock.advance(MINUTE);
  expect(await counts(() => sweepOne(opened.services))).toEqual([3, 1]);
  while (await recoverOne(opened.services));
});

test('a recovery that succeeds takes 6 statements, and to find none takes one', async () => {
  const dying = dyingAt(opened.services, 'buy', 'after');
  await expect(purchase(dying, await givenBuyer(), ORDER)).rejects.toThrow('died');
  opened.clock.advance(MINUTE);
  expect(await counts(() => recoverOne(opened.services))).toEqual([6, 1]);
});

test('a repair that succeeds takes 6 statements, and to find none takes one', async () => {
  const given = await givenLuxuryOrder(opened.services);
  opened.sandbox.arm([{ upstream: 'dataimpulse', call: 'update', mode: 'refuse', times: 1 }]);
  await expect(
    updateSettings(opened.services, buyerOf(given), given.order.id, { threads: 3 }),
  ).rejects.toThrow();
  expect(await counts(() => repairOne(opened.services))).toEqual([6, 1]);
});
