import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyLedger } from '../../src/billing/verify-ledger.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { renew } from '../../src/purchases/renew.ts';
import type { Buyer } from '../../src/purchases/services.ts';
import { givenReseller } from '../support/given.ts';
import { type OpenedServices, openServices } from '../support/services.ts';

let opened: OpenedServices;

beforeAll(async () => {
  opened = await openServices();
});
afterAll(() => opened.close());

const ITEM = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };

/** A reseller with 100 USD who has bought for 1.80 and renewed for 0.60. */
async function givenTrade() {
  const { resellerId } = await givenReseller(opened.services, { balanceUsd: '100' });
  const buyer: Buyer = { resellerId, priceList: 'standard', source: 'api' };
  const { sale } = await purchase(opened.services, buyer, ITEM);
  await renew(opened.services, buyer, { orderId: sale.order.id, period: '7d' });
  return {
    resellerId,
    orderId: sale.order.id,
    purchaseOf: sql`select id from operations
    where reseller_id = ${resellerId} and kind = 'purchase'`,
  };
}

/** Changes what the database otherwise keeps from being changed. */
function plant(damage: RawBuilder<unknown>) {
  return opened.services.database.transaction(async (_em, tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await damage.execute(tx);
  });
}

async function problemsOf(resellerId: number) {
  const { problems } = await verifyLedger(opened.services.database);
  return problems.filter((problem) => problem.resellerId === resellerId).map(({ problem }) => problem);
}

test('purchases, renewals, refunds and running operations add up, and it says where the money is', async () => {
  await using stack = new AsyncDisposableStack();
  const alone = await openServices({ sandbox: opened.sandbox });
  stack.defer(() => alone.close());
  const { resellerId } = await givenReseller(alone.services, { balanceUsd: '100' });
  const buyer: Buyer = { resellerId, priceList: 'standard', source: 'api' };
  const { sale } = await purchase(alone.services, buyer, ITEM);
  await renew(alone.services, buyer, { orderId: sale.order.id, period: '7d' });
  await sql`
    with begun as (
      insert into operations (id, reseller_id, kind, order_id, request, amount, state, lease_token, leased_until,
        decide_by, created_at, decided_at)
      values (gen_random_uuid(), ${resellerId}, 'purchase', 900, '{}', 5000000, 'running', gen_random_uuid(), now(), now(),
          now(), null),
        (gen_random_uuid(), ${resellerId}, 'purchase', 901, '{}', 7000000, 'refunded', gen_random_uuid(), now(), now(),
          now(), now())
      returning *),
    paid as (update accounts set balance = balance - 5000000)
    insert into transfers
      select reseller_id, id, 1, 'reseller', 'in_flight', amount, now() from begun
      union all
      select reseller_id, id, 2, 'in_flight', 'reseller', amount, now() from begun where state = 'refunded'
  `.execute(alone.services.database.sql);
  expect(await verifyLedger(alone.services.database)).toEqual({
    problemCount: 0,
    problems: [],
    resellers: 1,
    transfers: 8,
    operations: 4,
    toppedUp: 100_000_000n,
    balances: 92_600_000n,
    inFlight: 5_000_000n,
    revenue: 2_400_000n,
  });
});

const BALANCE = 'the balance is not what the transfers add up to';
const CHARGE = 'the transfer that charges the operation does not match it';
const END = 'the transfer that ends the operation does not match its state';
const STRAY = 'the transfer belongs to no operation';
const TOP_UP = 'the transfer and the top-up that it books do not match';
const ORDER = 'the purchase and its order do not match: settled it has one of its price, else none';
const LOST = 'the operation is about an order that its reseller does not have';

type Trade = Awaited<ReturnType<typeof givenTrade>>;

const DAMAGES: [string, (trade: Trade) => RawBuilder<unknown>, string[]][] = [
  [
    'a balance changed by hand',
    (t) => sql`update accounts set balance = balance + 1 where reseller_id = ${t.resellerId}`,
    [BALANCE],
  ],
  [
    'an account that is gone',
    (t) => sql`delete from accounts where reseller_id = ${t.resellerId}`,
    [BALANCE],
  ],
  [
    'a charge that is gone',
    (t) => sql`delete from transfers where operation_id = (${t.purchaseOf}) and stage = 1`,
    [BALANCE, CHARGE],
  ],
  [
    'a charge of another amount',
    (t) => sql`update transfers set amount = 1 where operation_id = (${t.purchaseOf}) and stage = 1`,
    [BALANCE, CHARGE],
  ],
  [
    'earnings that are gone',
    (t) => sql`delete from transfers where operation_id = (${t.purchaseOf}) and stage = 2`,
    [END],
  ],
  [
    'earnings of another amount',
    (t) => sql`update transfers set amount = 1 where operation_id = (${t.purchaseOf}) and stage = 2`,
    [END],
  ],
  [
    'a refund of what was delivered',
    (t) => sql`update transfers set credit = 'reseller' where operation_id = (${t.purchaseOf}) and stage = 2`,
    [BALANCE, END],
  ],
  [
    'a delivered purchase that runs',
    (t) => sql`update operations set state = 'running', decided_at = null where id = (${t.purchaseOf})`,
    [END, ORDER],
  ],
  [
    'a transfer of nobody',
    (t) =>
      sql`insert into transfers values (${t.resellerId}, ${randomUUID()}, 2, 'in_flight', 'revenue', 1, now())`,
    [STRAY],
  ],
  [
    'a top-up that was not booked in',
    (t) => sql`delete from top_ups where reseller_id = ${t.resellerId}`,
    [TOP_UP],
  ],
  [
    'a top-up of another amount',
    (t) => sql`update top_ups set amount = 1 where reseller_id = ${t.resellerId}`,
    [TOP_UP],
  ],
  ['an order that is gone', (t) => sql`delete from orders where id = ${t.orderId}`, [ORDER, LOST]],
  ['an order of another price', (t) => sql`update orders set price = 1 where id = ${t.orderId}`, [ORDER]],
  [
    'an order of no purchase',
    (t) => sql`update operations set kind = 'renewal' where id = (${t.purchaseOf})`,
    [ORDER],
  ],
];

test.each(DAMAGES)('%s is found', async (_name, damage, problems) => {
  const trade = await givenTrade();
  expect(await problemsOf(trade.resellerId)).toEqual([]);
  await plant(damage(trade));
  expect(await problemsOf(trade.resellerId)).toEqual(problems);
});

test('a fault that is everywhere is counted, and its first cases are listed', async () => {
  await using stack = new AsyncDisposableStack();
  const alone = await openServices({ sandbox: opened.sandbox });
  stack.defer(() => alone.close());
  for (let i = 0; i < 25; i++) await givenReseller(alone.services, { balanceUsd: '1' });
  await sql`update accounts set balance = 7`.execute(alone.services.database.sql);
  const { problemCount, problems } = await verifyLedger(alone.services.database);
  expect(problemCount).toBe(25);
  expect(problems).toHaveLength(20);
  expect(problems[0]).toMatchObject({ expected: 1_000_000n, found: 7n, operationId: null });
});
