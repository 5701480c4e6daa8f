import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { purchase } from '../../src/purchases/purchase.ts';
import { verifyLedger } from '../../src/reconciliation/verify-ledger.ts';
import { setReferrer } from '../../src/resellers/referrals.ts';
import { botBuyerOf, DOLLAR_ITEM, earnCoins } from '../support/coins.ts';
import { buyerOf, givenReseller } from '../support/given.ts';
import { type OpenedServices, openServices } from '../support/services.ts';

let opened: OpenedServices;
beforeAll(async () => {
  opened = await openServices();
});
afterAll(() => opened.close());

const SUM = 'the coins do not add up: the balance does not follow from the line before';
const MOVED = 'the coins of the operation were not moved as it was charged and has ended';
const DOOR = 'the purchase has coins although it is not one of the chat bot, or has none although it is';
const ORDER =
  'the purchase and its order do not match: settled, it has an order of its price; otherwise it has none';

interface Trade {
  /** Has 100 coins, then spends 50, which are given back, and 50 more, and earns 1. */
  resellerId: number;
  referrerId: number;
  refundedId: string;
  settledId: string;
  /** A purchase over the API. */
  elsewhereId: string;
}

async function givenTrade(): Promise<Trade> {
  const { services, sandbox } = opened;
  const { resellerId: referrerId } = await givenReseller(services);
  const { resellerId } = await givenReseller(services);
  await services.database.inTransaction((tx) => setReferrer(tx, { resellerId, referrerId }));
  const buyer = botBuyerOf({ resellerId });
  await earnCoins(services, buyer, 1);
  sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'refuse', times: 1 }]);
  await expect(purchase(services, buyer, { ...DOLLAR_ITEM, coins: 50 })).rejects.toThrow();
  await purchase(services, buyer, { ...DOLLAR_ITEM, coins: 50 });
  await purchase(services, buyerOf({ resellerId }), DOLLAR_ITEM);
  const { rows } = await sql<{ id: string }>`
    select id from operations where reseller_id = ${resellerId} order by id`.execute(services.database.sql);
  const [, refundedId = '', settledId = '', elsewhereId = ''] = rows.map(({ id }) => id);
  return { resellerId, referrerId, refundedId, settledId, elsewhereId };
}

/** Makes a change that the database's triggers would prevent. */
function plant(damage: RawBuilder<unknown>) {
  return opened.services.database.inTransaction(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await damage.execute(tx);
  });
}

async function problemsOf({ resellerId, referrerId }: Trade) {
  const { problems } = await verifyLedger(opened.services.database);
  return problems.filter((problem) => [resellerId, referrerId].includes(problem.resellerId));
}

const line = (operationId: string, kind: string) => sql`operation_id = ${operationId} and kind = ${kind}`;

const DAMAGES: [string, (trade: Trade) => RawBuilder<unknown>, string[]][] = [
  [
    'a balance changed by hand',
    (t) => sql`update coin_accounts set balance = balance + 1 where reseller_id = ${t.resellerId}`,
    [SUM],
  ],
  [
    'an account that is gone',
    (t) => sql`delete from coin_accounts where reseller_id = ${t.referrerId}`,
    [SUM],
  ],
  [
    'coins that were spent and not taken',
    (t) => sql`delete from coin_transfers where ${line(t.settledId, 'spending')}`,
    [SUM, MOVED],
  ],
  [
    'coins that were not given back',
    (t) => sql`delete from coin_transfers where ${line(t.refundedId, 'refund')}`,
    [SUM, MOVED],
  ],
  [
    'fewer coins given back than were spent',
    (t) => sql`update coin_transfers set coins = 49 where ${line(t.refundedId, 'refund')}`,
    [SUM, MOVED],
  ],
  [
    'a cashback that is missing together with its coins',
    (t) => sql`with gone as (delete from coin_transfers where ${line(t.settledId, 'cashback')} returning *)
      update coin_accounts a set balance = a.balance - gone.coins from gone where a.reseller_id = gone.reseller_id`,
    [MOVED],
  ],
  [
    'a reward of somebody else',
    (t) => sql`update coin_transfers set reseller_id = ${t.resellerId}, created_at = now() - interval '1 day'
      where ${line(t.settledId, 'referral')}`,
    [SUM, SUM, SUM, MOVED, MOVED],
  ],
  [
    'coins that no operation has moved',
    (t) => sql`insert into coin_transfers
      select reseller_id, ${randomUUID()}, 'cashback', 'issued', 'reseller', 5, balance + 5, now()
      from coin_accounts where reseller_id = ${t.resellerId}`,
    [SUM, MOVED],
  ],
  [
    'cashback of what was refunded',
    (t) => sql`with moved as (
        update coin_accounts set balance = balance + 1, moved_at = clock_timestamp()
        where reseller_id = ${t.resellerId} returning *)
      insert into coin_transfers
      select reseller_id, ${t.refundedId}, 'cashback', 'issued', 'reseller', 1, balance, timestamptz '9999-01-01'
      from moved`,
    [MOVED],
  ],
  [
    'coins at a purchase over the API',
    (t) => sql`update operations set request = request || '{"coins":{"spent":0,"cashback":0}}'
      where id = ${t.elsewhereId}`,
    [DOOR],
  ],
  [
    'a purchase in the chat bot that spends and earns nothing',
    (t) => sql`update operations set request = request - 'coins' where id = ${t.settledId}`,
    [ORDER, MOVED, MOVED, MOVED, DOOR],
  ],
  [
    'an order that costs only what was paid in money',
    (t) => sql`update orders set price = 500000 where operation_id = ${t.settledId}`,
    [ORDER],
  ],
];

test.each(DAMAGES)('%s is found', async (_name, damage, expected) => {
  const trade = await givenTrade();
  expect(await problemsOf(trade)).toEqual([]);
  await plant(damage(trade));
  expect((await problemsOf(trade)).map(({ problem }) => problem)).toEqual(expected);
});

test('a problem with coins says what they are worth', async () => {
  const trade = await givenTrade();
  await plant(sql`update coin_accounts set balance = balance + 1 where reseller_id = ${trade.resellerId}`);
  expect(await problemsOf(trade)).toMatchObject([{ expected: 510_000n, found: 520_000n }]);
});

test('it says how many coins there are', async () => {
  await using stack = new AsyncDisposableStack();
  const alone = await openServices({ sandbox: opened.sandbox });
  stack.defer(() => alone.close());
  expect(await verifyLedger(alone.services.database)).toMatchObject({ coins: 0 });
  const buyer = botBuyerOf(await givenReseller(alone.services));
  await earnCoins(alone.services, buyer, 2);
  expect(await verifyLedger(alone.services.database)).toMatchObject({ coins: 200, problems: [] });
});

test.each([
  ['changed', sql`update coin_transfers set coins = 1`],
  ['deleted', sql`delete from coin_transfers`],
  ['truncated', sql`truncate coin_transfers`],
])('lines of coins cannot be %s', async (_name, change) => {
  await expect(change.execute(opened.services.database.sql)).rejects.toThrow('append-only');
});
