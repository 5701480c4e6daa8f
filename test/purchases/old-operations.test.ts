import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cleanUp } from '../../src/jobs/clean-up.ts';
import type { Sql } from '../../src/kit/database.ts';
import { listAllOrders } from '../../src/orders/list-all-orders.ts';
import { describeMovement, readAccountStatement } from '../../src/purchases/account-statement.ts';
import { addTraffic } from '../../src/purchases/add-traffic.ts';
import { deleteOldOperations, OPERATIONS_KEPT_DAYS } from '../../src/purchases/delete-old-operations.ts';
import { readPaidForOrders } from '../../src/purchases/list-operations.ts';
import { PROFIT_GROUPS, type ProfitGroup, readProfit } from '../../src/purchases/profit.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { sweepOne } from '../../src/purchases/recovery.ts';
import { renew } from '../../src/purchases/renew.ts';
import { sweepNow } from '../../src/purchases/sweeps.ts';
import { readBooked } from '../../src/reconciliation/booked-goods.ts';
import { verifyLedger } from '../../src/reconciliation/verify-ledger.ts';
import { buyerOf, givenReseller } from '../support/given.ts';
import { type OpenedServices, openServices } from '../support/services.ts';

const ITEM = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };
const TRAFFIC = { tier: 'di', type: 'diresi', country: 'ANY', period: '10gb' };
const DAY = 86_400_000;
const FIRST = '00000000-0000-0000-0000-000000000000';

let opened: OpenedServices;
/** A second process, with the clock of the first. */
let other: OpenedServices;

beforeAll(async () => {
  opened = await openServices();
  other = await openServices(opened);
});
beforeEach(async () => {
  await sql`delete from leases`.execute(db());
});
afterAll(async () => {
  await other.close();
  await opened.close();
});

const db = () => opened.services.database.sql;
const processes = () => [opened.services, { ...other.services, clock: opened.clock }];

/**
 * A reseller with an order for a term, renewed; a Luxury order with an addition; a purchase and a renewal
 * that were refunded; and two purchases in the chat bot, of which the second took coins. All have been swept.
 */
async function givenTrade() {
  const { services, sandbox, clock } = opened;
  const reseller = await givenReseller(services, { balanceUsd: '100' });
  const buyer = buyerOf(reseller);
  const term = (await purchase(services, buyer, { ...ITEM, idempotencyKey: 'first' })).sale.order.id;
  await renew(services, buyer, { orderId: term, period: '7d' });
  const luxury = (await purchase(services, buyer, TRAFFIC)).sale.order.id;
  await addTraffic(services, buyer, { orderId: luxury, period: '5gb' });
  sandbox.arm([
    { upstream: 'px6', call: 'buy', mode: 'reset_before', times: 1 },
    { upstream: 'px6', call: 'prolong', mode: 'reset_before', times: 1 },
  ]);
  await expect(purchase(services, buyer, ITEM)).rejects.toMatchObject({ code: 'provider_error' });
  const again = renew(services, buyer, { orderId: term, period: '7d' });
  await expect(again).rejects.toMatchObject({ code: 'provider_error' });
  const bot = { ...buyer, source: 'bot' as const };
  await purchase(services, bot, ITEM);
  await purchase(services, bot, { ...ITEM, coins: 1 });
  clock.advance(2 * DAY);
  while (await sweepOne(services));
  return { ...reseller, term, luxury };
}

/** How many operations of the reseller there are, by what they were for. */
async function operations(resellerId: number): Promise<Record<string, number>> {
  const { rows } = await sql<{ what: string; count: number }>`
    select kind || ' ' || state as what, count(*) from operations where reseller_id = ${resellerId}
    group by 1`.execute(db());
  return Object.fromEntries(rows.map(({ what, count }) => [what, count]));
}

/** What the reseller can ask for: the statement with its texts, and the counts of orders. */
async function shown(resellerId: number) {
  const catalog = await opened.services.catalog.read({ priceList: 'standard' });
  const { movements } = await readAccountStatement(db(), resellerId, { limit: 100 });
  const { rows: orders } = await sql`
    select o.id, o.tier, o.price, count(p.*) as proxies from orders o
    left join proxies p on (p.reseller_id, p.order_id) = (o.reseller_id, o.id)
    where o.reseller_id = ${resellerId} group by 1, 2, 3 order by 1`.execute(db());
  return { movements, texts: movements.map((movement) => describeMovement(movement, catalog)), orders };
}

test('operations go 400 days after they and their orders have ended, those of Luxury orders never, and the statement tells the same', async () => {
  const { resellerId } = await givenTrade();
  const all = {
    'purchase settled': 4,
    'purchase refunded': 1,
    'renewal settled': 1,
    'renewal refunded': 1,
    'traffic settled': 1,
  };
  const before = await shown(resellerId);
  opened.clock.advance((OPERATIONS_KEPT_DAYS - 3) * DAY);
  await cleanUp(opened.services);
  expect(await operations(resellerId)).toEqual(all);
  opened.clock.advance(2 * DAY);
  await cleanUp(opened.services);
  const { 'purchase refunded': _, 'renewal refunded': __, ...settled } = all;
  expect(await operations(resellerId)).toEqual(settled);
  opened.clock.advance(30 * DAY);
  await cleanUp(opened.services);
  // The renewed order ended a week after the others.
  expect(await operations(resellerId)).toEqual({
    'purchase settled': 2,
    'renewal settled': 1,
    'traffic settled': 1,
  });
  opened.clock.advance(10 * DAY);
  await cleanUp(opened.services);
  expect(await operations(resellerId)).toEqual({ 'purchase settled': 1, 'traffic settled': 1 });
  expect(await shown(resellerId)).toEqual(before);
  expect(before.texts).toContain('Refund, not delivered: Premium IPv4 HTTP, US, 30 days, 1 proxy');
  expect(before.texts.some((text) => text.endsWith('with 1 coin'))).toBe(true);
  expect(await verifyLedger(opened.services.database)).toMatchObject({ problemCount: 0 });
});

/** The report of all that was sold until now, by each group. */
async function profitUntil(to: Date) {
  const report = (by: ProfitGroup) => readProfit(db(), { by, from: new Date(0), to });
  return Promise.all(PROFIT_GROUPS.map(report));
}

test('what was paid for an order is not known any more when operations of it may be deleted, whichever are', async () => {
  const { resellerId, term, luxury } = await givenTrade();
  const paid = async () => {
    const now = opened.clock.now();
    const orders = await listAllOrders(db(), { resellerId, limit: 10, offset: 0 }, now);
    const found = await readPaidForOrders(db(), orders, now);
    return [found.get(term), found.has(luxury)];
  };
  const before = await paid();
  expect(before).toEqual([2_400_000n, true]);
  // A write-off, as of a surplus: the purchase stays, and its renewal does not.
  await sql`insert into house_items select reseller_id, id, 'proxy_days', 3, now() from operations
    where reseller_id = ${resellerId} and order_id = ${term} and kind = 'purchase' and state = 'settled'`.execute(
    db(),
  );
  opened.clock.advance(OPERATIONS_KEPT_DAYS * DAY);
  await cleanUp(opened.services);
  expect(await paid()).toEqual(before);
  opened.clock.advance(60 * DAY);
  await cleanUp(opened.services);
  expect(await operations(resellerId)).toEqual({ 'purchase settled': 2, 'traffic settled': 1 });
  expect(await paid()).toEqual([undefined, true]);
});

test('the profit is the same when operations are deleted', async () => {
  const { resellerId } = await givenTrade();
  const to = opened.clock.now();
  const before = await profitUntil(to);
  const kept = await operations(resellerId);
  opened.clock.advance((OPERATIONS_KEPT_DAYS + 60) * DAY);
  await cleanUp(opened.services);
  expect(await operations(resellerId)).not.toEqual(kept);
  expect(await profitUntil(to)).toEqual(before);
});

test('the books miss an operation that is neither there nor was deleted as old', async () => {
  const { resellerId, term } = await givenTrade();
  opened.clock.advance((OPERATIONS_KEPT_DAYS + 60) * DAY);
  await cleanUp(opened.services);
  await sql`delete from charged_work where reseller_id = ${resellerId} and order_id = ${term} and kind = 'purchase'`.execute(
    db(),
  );
  const { problems } = await verifyLedger(opened.services.database);
  expect(
    new Set(problems.filter((one) => one.resellerId === resellerId).map(({ problem }) => problem)),
  ).toEqual(
    new Set([
      'the transfer belongs to no operation',
      'the purchase and its order do not match: settled, it has an order of its price; otherwise it has none',
    ]),
  );
});

test.each(['sweep', 'write-off', 'kept answer'])('an operation with a %s is not deleted', async (what) => {
  const { resellerId } = await givenTrade();
  opened.clock.advance((OPERATIONS_KEPT_DAYS + 60) * DAY);
  const hang = {
    sweep: sql`insert into sweeps select reseller_id, id, 1, null from operations`,
    'write-off': sql`insert into house_items select reseller_id, id, 'proxy_days', 3, now() from operations`,
    'kept answer': sql`insert into idempotency_keys (reseller_id, key, fingerprint, operation_id, created_at)
      select reseller_id, id::text, '', id, now() from operations`,
  }[what];
  await sql`${hang} where reseller_id = ${resellerId} and kind = 'renewal' and state = 'settled'`.execute(
    db(),
  );
  await deleteOldOperations(db(), FIRST, opened.clock.now());
  expect(await operations(resellerId)).toMatchObject({ 'renewal settled': 1 });
});

test('what is left of a refunded purchase at an upstream is known as such, and is not swept any more', async () => {
  const { resellerId } = await givenTrade();
  const { rows } = await sql<{ id: string; state: string }>`
    select id, state from operations where reseller_id = ${resellerId} and kind = 'purchase'
    and request ->> 'upstream' = 'px6'`.execute(db());
  opened.clock.advance((OPERATIONS_KEPT_DAYS + 60) * DAY);
  await cleanUp(opened.services);
  const booked = await readBooked(
    db(),
    rows.map(({ id }) => id),
  );
  for (const { id, state } of rows) {
    expect(booked.get(id)).toMatchObject({ resellerId, state, isSwept: false });
    expect(await sweepNow(db(), id, opened.clock.now())).toBe(false);
  }
  expect(await sweepOne(opened.services)).toBe(false);
});

test('nothing refers to operations: a reference would have to have an index, or a deletion reads its table', async () => {
  const { rows } = await sql<{ table: string }>`select conrelid::regclass::text as table from pg_constraint
    where contype = 'f' and confrelid = 'operations'::regclass`.execute(db());
  expect(rows).toEqual([]);
});

/** Rows that one statement inserts within its time. */
const PART = 20_000;

/** Old operations of renewals that were refunded, with ids of their time. */
async function insertOld(count: number): Promise<number> {
  const { resellerId } = await givenReseller(opened.services);
  for (let first = 1; first <= count; first += PART)
    await insertPart(resellerId, first, Math.min(count, first + PART - 1));
  return resellerId;
}

async function insertPart(resellerId: number, first: number, last: number): Promise<void> {
  await sql`insert into operations (id, reseller_id, kind, order_id, request, amount, state, lease_token,
      leased_until, decide_by, created_at, decided_at)
    select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '8' || substr(md5(n::text), 1, 3)
        || '8' || substr(md5(n::text), 4, 15))::uuid,
      ${resellerId}, 'renewal', n, '{"days":30}', 1000000, 'refunded', gen_random_uuid(), at, at, at, at
    from (select n, ${opened.clock.now()}::timestamptz - interval '500 days' + make_interval(secs => n) as at
      from generate_series(${first}::int, ${last}::int) n) old`.execute(db());
}

async function counts(resellerId: number) {
  const { rows } = await sql<{ operations: number; kept: number }>`
    select (select count(*) from operations where reseller_id = ${resellerId}) as operations,
      (select count(*) from charged_work where reseller_id = ${resellerId}) as kept`.execute(db());
  return rows[0];
}

async function keptOfAll(): Promise<number> {
  const { rows } = await sql<{ kept: number }>`select count(*) as kept from charged_work`.execute(db());
  return rows[0]?.kept ?? 0;
}

async function walk(services: OpenedServices['services']): Promise<void> {
  let after: string | undefined = FIRST;
  while (after !== undefined)
    after = await deleteOldOperations(services.database.sql, after, opened.clock.now());
}

test('two processes that delete at once, with connections that are cut in between, keep each once', async () => {
  const resellerId = await insertOld(8_000);
  const ending = Promise.all([...processes(), ...processes()].map(walk));
  for (let cut = 0; cut < 10; cut++) {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
      and pid <> pg_backend_pid() and state = 'active' and query like '%charged_work%'`.execute(db());
    const { operations: left = 0, kept = 0 } = (await counts(resellerId)) ?? {};
    expect(left + kept).toBe(8_000);
  }
  await ending;
  expect(await counts(resellerId)).toEqual({ operations: 0, kept: 8_000 });
});

/** Rows of all tables that this connection has read. */
async function rowsRead(tx: Sql): Promise<number> {
  const { rows } = await sql<{
    read: number;
  }>`select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read
    from pg_stat_xact_user_tables`.execute(tx);
  return rows[0]?.read ?? 0;
}

test('a step among 300,000 operations reads a thousand of them, and no table as a whole', async () => {
  await insertOld(300_000);
  const keptBefore = await keptOfAll();
  await sql`analyze operations`.execute(db());
  let after: string | undefined = FIRST;
  for (let step = 0; step < 8; step++) {
    const [before, later] = await opened.services.database.inTransaction(async (tx) => {
      const first = await rowsRead(tx);
      after = await deleteOldOperations(tx, after ?? FIRST, opened.clock.now());
      return [first, await rowsRead(tx)];
    });
    expect(later - before).toBeLessThan(5_000);
  }
  // The tests before have left some that are not deleted.
  const { rows } = await sql<{ left: number }>`
    select count(*) as left from operations where id <= ${after}`.execute(db());
  expect((await keptOfAll()) - keptBefore + (rows[0]?.left ?? 0)).toBe(8_000);
});
