import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adjust } from '../../src/billing/corrections.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { refundSettled } from '../../src/purchases/refund-settled.ts';
import { verifyLedger } from '../../src/reconciliation/verify-ledger.ts';
import { buyerOf, givenReseller } from '../support/given.ts';
import { type OpenedServices, openServices } from '../support/services.ts';

let opened: OpenedServices;

beforeAll(async () => {
  opened = await openServices();
});
afterAll(() => opened.close());

const ITEM = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };
const MATCH = 'the transfer and the correction that it books do not match';
const MORE = 'more was given back of the operation than it has earned';

interface Corrected {
  resellerId: number;
  operationId: string;
  adjustmentId: string;
}

/** A reseller who has bought for 1.80 USD, of which 1 was given back, and whose balance was adjusted. */
async function givenCorrections(): Promise<Corrected> {
  const { services } = opened;
  const { resellerId } = await givenReseller(services);
  await purchase(services, buyerOf({ resellerId }), ITEM);
  const { id: operationId } = await services.database.sql
    .selectFrom('operations')
    .select('id')
    .where('reseller_id', '=', resellerId)
    .executeTakeFirstOrThrow();
  const decision = () => ({ reference: randomUUID(), reason: 'x', at: services.clock.now() });
  await refundSettled(services.database, { operationId, amount: 1_000_000n, ...decision() });
  const adjusted = await adjust(services.database, { resellerId, amount: -3_000_000n, ...decision() });
  return { resellerId, operationId, adjustmentId: adjusted.operationId };
}

test('adjustments and operation refunds add up with the balances, and it says what they were', async () => {
  await givenCorrections();
  const report = await verifyLedger(opened.services.database);
  expect(report.problems).toEqual([]);
  expect(report.adjusted).toBe(-3_000_000n);
  expect(report.revenue).toBe(800_000n);
  expect(report.balances + report.inFlight + report.revenue).toBe(report.toppedUp + report.adjusted);
});

test.each<[string, (of: Corrected) => RawBuilder<unknown>, string[]]>([
  [
    'a correction that is gone',
    ({ adjustmentId }) => sql`delete from corrections where operation_id = ${adjustmentId}`,
    [MATCH],
  ],
  [
    'a correction of another amount',
    ({ adjustmentId }) => sql`update corrections set amount = 3000000 where operation_id = ${adjustmentId}`,
    [MATCH],
  ],
  [
    'a correction of another operation',
    ({ operationId }) => sql`update corrections set stage = 4 where operation_id = ${operationId}`,
    [MATCH, MATCH],
  ],
  [
    'more given back than was charged',
    ({ operationId }) => sql`update operations set amount = 900000 where id = ${operationId}`,
    [
      'the transfer that charges the operation does not match it',
      'the transfer that ends the operation does not match its state',
      'the purchase and its order do not match: settled, it has an order of its price; otherwise it has none',
      MORE,
    ],
  ],
])('%s is found', async (_name, damage, problems) => {
  const given = await givenCorrections();
  await opened.services.database.sqlOnce.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await damage(given).execute(tx);
  });
  const found = (await verifyLedger(opened.services.database)).problems;
  expect(
    found
      .filter(({ resellerId }) => resellerId === given.resellerId)
      .map(({ problem }) => problem)
      .toSorted(),
  ).toEqual(problems.toSorted());
});
