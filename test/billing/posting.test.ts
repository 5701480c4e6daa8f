import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readBalance } from '../../src/billing/accounts.ts';
import { type PostingKind, post } from '../../src/billing/ledger.ts';
import { givenReseller } from '../support/given.ts';
import { type OpenedServices, openServices } from '../support/services.ts';

const USD = 1_000_000;

let opened: OpenedServices;
let resellerId: number;
let operationId: string;

beforeAll(async () => {
  opened = await openServices();
});
afterAll(() => opened.close());
beforeEach(async () => {
  ({ resellerId } = await givenReseller(opened.services, { balanceUsd: '10' }));
  operationId = randomUUIDv7();
});

/** Posts some dollars, and returns what was posted. */
function move(kind: PostingKind, usd: number) {
  const movement = opened.services.database.sqlOnce.with('movement', (cte) =>
    cte.selectNoFrom(({ cast, val }) => [
      cast<number>(val(resellerId), 'bigint').as('reseller_id'),
      cast<string>(val(operationId), 'uuid').as('operation_id'),
      cast<number>(val(usd * USD), 'bigint').as('amount'),
      cast<Date>(val(new Date()), 'timestamptz').as('created_at'),
    ]),
  );
  const given = { charge: { kind: sql.lit('purchase' as const) }, operationRefund: { stage: 7 } };
  const posting = post(movement, kind, kind in given ? given[kind as keyof typeof given] : {});
  return posting.selectFrom('posted').select(['amount', 'balance']).execute();
}

async function books() {
  const { sql } = opened.services.database;
  const lines = await sql
    .selectFrom('ledger')
    .select(['stage', 'debit', 'credit', 'amount'])
    .where('operation_id', '=', operationId)
    .orderBy('stage')
    .execute();
  return { lines, balance: Number(await readBalance(sql, resellerId)) / USD };
}

test.each([
  ['topUp', { stage: 1, debit: 'outside', credit: 'reseller' }, 3],
  ['charge', { stage: 1, debit: 'reseller', credit: 'in_flight' }, -3],
  ['earning', { stage: 2, debit: 'in_flight', credit: 'revenue' }, 0],
  ['refund', { stage: 2, debit: 'in_flight', credit: 'reseller' }, 3],
  ['paymentRefund', { stage: 1, debit: 'reseller', credit: 'outside' }, -3],
  ['paymentKept', { stage: 2, debit: 'outside', credit: 'reseller' }, 3],
  ['adjustmentUp', { stage: 1, debit: 'adjustments', credit: 'reseller' }, 3],
  ['adjustmentDown', { stage: 1, debit: 'reseller', credit: 'adjustments' }, -3],
  ['operationRefund', { stage: 7, debit: 'revenue', credit: 'reseller' }, 3],
] as const)(
  'a posting of the kind %s writes its line and changes the balance by what moved',
  async (kind, line, change) => {
    expect(await move(kind, 3)).toEqual([
      { amount: 3 * USD, balance: change === 0 ? null : (10 + change) * USD },
    ]);
    const after = await books();
    expect(after.lines).toEqual([{ ...line, amount: 3 * USD }]);
    expect(after.balance).toBe(10 + change);
  },
);

test.each(['charge', 'paymentRefund', 'adjustmentDown'] as const)(
  'a posting of the kind %s that the balance does not cover is not posted, and nothing is written',
  async (kind) => {
    const before = await books();
    expect(await move(kind, 11)).toEqual([]);
    expect(await books()).toEqual(before);
  },
);

test('of an earning and a refund of one operation at once one is posted, and the balance follows it', async () => {
  await move('charge', 4);
  const outcomes = await Promise.allSettled([move('earning', 4), move('refund', 4)]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const { lines, balance } = await books();
  expect(lines).toHaveLength(2);
  expect(balance).toBe(lines[1]?.credit === 'reseller' ? 10 : 6);
});
