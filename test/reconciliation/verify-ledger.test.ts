import { execFile } from 'node:child_process';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adjust } from '../../src/billing/corrections.ts';
import { topUp } from '../../src/billing/top-ups.ts';
import { cleanUp } from '../../src/jobs/clean-up.ts';
import { credit } from '../../src/payments/credit.ts';
import { openPayment } from '../../src/payments/open-payment.ts';
import { bookRefund } from '../../src/payments/refunds.ts';
import { starsReceipt } from '../../src/payments/stars/stars.ts';
import { addTraffic } from '../../src/purchases/add-traffic.ts';
import { OPERATIONS_KEPT_DAYS } from '../../src/purchases/delete-old-operations.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { sweepOne } from '../../src/purchases/recovery.ts';
import { refundSettled } from '../../src/purchases/refund-settled.ts';
import { renew } from '../../src/purchases/renew.ts';
import type { Services } from '../../src/purchases/services.ts';
import {
  type LedgerReport,
  verifyLedger,
  verifySinceCheckpoint,
} from '../../src/reconciliation/verify-ledger.ts';
import { buyerOf, givenReseller } from '../support/given.ts';
import { holdLock } from '../support/held-lock.ts';
import { newDataDirectory } from '../support/postgres.ts';
import { type OpenedServices, openServices } from '../support/services.ts';

let opened: OpenedServices;
/** The purchases of another reseller. */
let other: Trade;

beforeAll(async () => {
  opened = await openServices();
  other = await givenTrade();
  expect(await verifyLedger(opened.services.database)).toMatchObject({
    problemCount: 0,
    hasMovedCheckpoint: true,
  });
  // From here on there is a problem, so the point stays before the trades of all tests.
  const { resellerId } = await givenReseller(opened.services);
  await plant(sql`update top_ups set amount = 1 where reseller_id = ${resellerId}`);
});
afterAll(() => opened.close());

const ITEM = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };
const TRAFFIC = { tier: 'di', type: 'diresi', country: 'ANY', period: '10gb' };
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

interface Trade {
  resellerId: number;
  /** The order of one proxy for 30 days, renewed for 7. */
  orderId: number;
  purchaseId: string;
  renewalId: string;
  /** The order of 10 GB, with 5 GB added. */
  luxuryId: number;
  openingId: string;
  additionId: string;
}

/**
 * A reseller with 100 USD who has bought proxies and traffic, and more of both. The first purchase has the
 * key "purchase".
 */
async function givenTrade({ services } = opened): Promise<Trade> {
  const { resellerId } = await givenReseller(services, { balanceUsd: '100' });
  const buyer = buyerOf({ resellerId });
  const orderId = (await purchase(services, buyer, { ...ITEM, idempotencyKey: 'purchase' })).sale.order.id;
  await renew(services, buyer, { orderId, period: '7d' });
  const luxuryId = (await purchase(services, buyer, TRAFFIC)).sale.order.id;
  await addTraffic(services, buyer, { orderId: luxuryId, period: '5gb' });
  const { rows } = await sql<{ id: string }>`
    select id from operations where reseller_id = ${resellerId} order by id`.execute(services.database.sql);
  const [purchaseId = '', renewalId = '', openingId = '', additionId = ''] = rows.map(({ id }) => id);
  return { resellerId, orderId, purchaseId, renewalId, luxuryId, openingId, additionId };
}

/** Makes a change that the database's triggers would prevent. */
function plant(damage: RawBuilder<unknown>, { services } = opened) {
  return services.database.inTransaction(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await damage.execute(tx);
  });
}

async function problemsOf(resellerId: number, { services: { database } } = opened) {
  const of = ({ problems }: LedgerReport) =>
    problems.filter((problem) => problem.resellerId === resellerId).map(({ problem }) => problem);
  const sincePoint = await verifySinceCheckpoint(database);
  expect(sincePoint.since).not.toBeNull();
  const found = of(await verifyLedger(database));
  expect(of(sincePoint)).toEqual(found);
  return found;
}

/** A renewal for 1 USD that has just begun, as the CTE `begun`. */
const begun = (resellerId: number, orderId: number, decideBy = sql`now() + interval '30 seconds'`) => sql`
  with begun as (
    insert into operations (id, reseller_id, kind, order_id, request, amount, lease_token, leased_until, decide_by, created_at)
    values (gen_random_uuid(), ${resellerId}, 'renewal', ${orderId}, '{"days":30}', 1000000, gen_random_uuid(), now(),
      ${decideBy}, now())
    returning *),
  paid as (
    update accounts set balance = balance - 1000000, spent = spent + 1000000,
      moved_at = greatest(now(), moved_at + interval '1 microsecond')
    where reseller_id = ${resellerId} returning *),
  moved as (
    insert into ledger
    select reseller_id, id, 1, 'reseller', 'in_flight', amount, moved_at, kind, balance, spent
    from begun join paid using (reseller_id))`;

test('purchases, renewals, additions, refunds, sweeps and what runs add up, and it says where the money is', async () => {
  await using stack = new AsyncDisposableStack();
  const alone = await openServices();
  stack.defer(() => alone.close());
  const { services, sandbox } = alone;
  const { resellerId } = await givenReseller(services, { balanceUsd: '100' });
  const buyer = buyerOf({ resellerId });
  const orderId = (await purchase(services, buyer, { ...ITEM, idempotencyKey: 'bought' })).sale.order.id;
  sandbox.arm([{ upstream: 'px6', call: 'prolong', mode: 'duplicate', times: 1 }]);
  await renew(services, buyer, { orderId, period: '7d', idempotencyKey: 'renewed' });
  const luxury = await purchase(services, buyer, { ...TRAFFIC, idempotencyKey: 'opened' });
  await addTraffic(services, buyer, { orderId: luxury.sale.order.id, period: '5gb' });
  sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'reset_before', times: 1 }]);
  const refunded = purchase(services, buyer, { ...ITEM, idempotencyKey: 'refunded' });
  await expect(refunded).rejects.toMatchObject({ code: 'provider_error' });
  const dear = purchase(services, buyer, { ...ITEM, quantity: 50, period: '90d', idempotencyKey: 'dear' });
  await expect(dear).rejects.toMatchObject({ code: 'insufficient_balance' });
  await sql`${begun(resellerId, orderId)}
    insert into idempotency_keys (reseller_id, key, fingerprint, operation_id, created_at)
    select reseller_id, 'begun', '', id, now() from begun`.execute(services.database.sql);
  const expected = {
    problemCount: 0,
    problems: [],
    resellers: 1,
    transfers: 12,
    operations: 6,
    toppedUp: 100_000_000n,
    inFlight: 1_000_000n,
  };
  const report = await verifyLedger(services.database);
  expect(report).toMatchObject(expected);
  expect(report.balances + report.inFlight + report.revenue).toBe(report.toppedUp);
  alone.clock.advance(2 * DAY_MS);
  while (await sweepOne(services));
  expect(await verifyLedger(services.database)).toEqual(report);
});

test('whatever is under way at an upstream, there is no problem', async () => {
  await using stack = new AsyncDisposableStack();
  const alone = await openServices();
  stack.defer(() => alone.close());
  const { services } = alone;
  const seen: number[] = [];
  const look = async () => {
    const { problems, inFlight } = await verifyLedger(services.database);
    expect(problems).toEqual([]);
    seen.push(Number(inFlight));
  };
  const watched: Services = {
    ...services,
    term: lookingAt(services.term, ['buy', 'find', 'extend'], look),
    traffic: lookingAt(services.traffic, ['create', 'configure', 'addTraffic', 'traffic'], look),
  };
  const { resellerId } = await givenReseller(services, { balanceUsd: '100' });
  const buyer = buyerOf({ resellerId });
  const orderId = (await purchase(watched, buyer, { ...ITEM, idempotencyKey: 'a' })).sale.order.id;
  await renew(watched, buyer, { orderId, period: '7d', idempotencyKey: 'b' });
  const luxuryId = (await purchase(watched, buyer, { ...TRAFFIC, idempotencyKey: 'c' })).sale.order.id;
  await addTraffic(watched, buyer, { orderId: luxuryId, period: '5gb', idempotencyKey: 'd' });
  alone.sandbox.arm([{ upstream: 'px6', call: 'prolong', mode: 'reset_before', times: 1 }]);
  await expect(renew(watched, buyer, { orderId, period: '7d', idempotencyKey: 'e' })).rejects.toThrow();
  expect(seen.length).toBeGreaterThan(20);
  expect(Math.min(...seen)).toBeGreaterThan(0);
  await look();
});

/** The same upstream, with a check before and after some of its calls. */
function lookingAt<Upstream extends object>(
  upstream: Upstream,
  calls: (keyof Upstream)[],
  look: () => Promise<void>,
): Upstream {
  const watched = { ...upstream };
  for (const name of calls) {
    const call = upstream[name] as (...given: unknown[]) => Promise<unknown>;
    const looking = async (...given: unknown[]) => {
      await look();
      return call(...given).finally(look);
    };
    Object.assign(watched, { [name]: looking });
  }
  return watched;
}

const BALANCE = 'the balance is not what the transfers add up to';
const CHARGE = 'the transfer that charges the operation does not match it';
const END = 'the transfer that ends the operation does not match its state';
const STRAY = 'the transfer belongs to no operation';
const TOP_UP = 'the transfer and the top-up that it books do not match';
const ORDER =
  'the purchase and its order do not match: settled, it has an order of its price; otherwise it has none';
const LOST = 'the operation is about an order that its reseller does not have';
const STATEMENT = 'the statement does not add up: the balance does not follow from the movement before';
const KIND = 'the movement is of another kind than its operation';

const BOUGHT = 'the order is not what its purchase asked for';
const COUNT = 'the order has more or fewer proxies than its quantity';
const TERM = 'the order ends before the term that was paid for: its purchase and its renewals';
const VOLUME = 'the traffic of the order is not what was paid for: its purchase and its additions';
const ACCOUNT = 'the Luxury order is not on the upstream account that was opened for it';
const SETTINGS =
  'the order and its settings do not match: a Luxury order has settings, any other order has none';
const TWICE = 'a proxy or account of the upstream was delivered more than once';
const UNDECIDED =
  'the operation should have been decided more than 5 minutes ago: the service is down or recovery fails';
const EARLY = 'the operation was decided before it was created';
const ANSWER =
  'the Idempotency-Key has no answer although nothing runs, or has one although its operation runs';
const WRONG_KEY = 'the Idempotency-Key does not match its operation: another reseller, or another time';
const KEYS = 'the operation has more than one Idempotency-Key';
const UNSWEPT = 'the sweep has been due for more than 1 hour: the service is down or sweeping fails';
const GIVEN_UP = 'the sweep was given up: "jobs list --failed" shows why, and "jobs retry" retries it';
const UNREPAIRED =
  'the repair of an order’s settings was given up: "jobs list --failed" shows which and why, and "jobs retry" retries it';
const SWEEP = 'the sweep belongs to no operation, to one that is running, or to one of another reseller';
const WRITE_OFF =
  'the write-off does not match its operation: none, another unit, another reseller, or it is still running';

/** Notes of background work that it was given up. */
function givenUp(job: string, key: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`insert into job_failures (job, key, attempt, last_error, failed_at)
    values (${job}, ${key}::text, 60, 'UpstreamError: px6 getproxy: HTTP 500', now())`;
}

const DAMAGES: [string, (trade: Trade) => RawBuilder<unknown>, string[]][] = [
  [
    'a balance changed by hand',
    (t) => sql`update accounts set balance = balance + 1 where reseller_id = ${t.resellerId}`,
    [BALANCE, STATEMENT],
  ],
  [
    'an account that is gone',
    (t) => sql`delete from accounts where reseller_id = ${t.resellerId}`,
    [BALANCE],
  ],
  [
    'a charge that is gone',
    (t) => sql`delete from ledger where operation_id = ${t.purchaseId} and stage = 1`,
    [BALANCE, CHARGE, STATEMENT],
  ],
  [
    'a charge of another amount',
    (t) => sql`update ledger set amount = 1 where operation_id = ${t.purchaseId} and stage = 1`,
    [BALANCE, CHARGE, STATEMENT],
  ],
  [
    'earnings that are gone',
    (t) => sql`delete from ledger where operation_id = ${t.purchaseId} and stage = 2`,
    [END],
  ],
  [
    'earnings of another amount',
    (t) => sql`update ledger set amount = 1 where operation_id = ${t.purchaseId} and stage = 2`,
    [END],
  ],
  [
    'a refund of what was delivered',
    (t) => sql`update ledger set credit = 'reseller', kind = 'refund', balance_after = 0, spent_after = 0
      where operation_id = ${t.purchaseId} and stage = 2`,
    [BALANCE, END, STATEMENT, STATEMENT],
  ],
  [
    'a delivered purchase that runs',
    (t) => sql`update operations set state = 'running', decided_at = null where id = ${t.purchaseId}`,
    [END, ORDER, ANSWER, SWEEP],
  ],
  [
    'a transfer of nobody',
    (t) =>
      sql`insert into ledger values (${t.resellerId}, ${randomUUIDv7()}, 2, 'in_flight', 'revenue', 1, now())`,
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
  [
    'a balance after a movement that does not follow from the one before',
    (t) =>
      sql`update ledger set balance_after = balance_after + 1 where operation_id = ${t.renewalId} and stage = 1`,
    [STATEMENT, STATEMENT],
  ],
  [
    'a sum of spending that does not follow from the one before',
    (t) =>
      sql`update ledger set spent_after = spent_after + 1 where operation_id = ${t.renewalId} and stage = 1`,
    [STATEMENT, STATEMENT],
  ],
  [
    'two movements of one instant',
    (t) => sql`update ledger set created_at = accounts.moved_at from accounts
      where accounts.reseller_id = ${t.resellerId} and operation_id = ${t.openingId} and stage = 1`,
    [STATEMENT],
  ],
  [
    'a movement of another kind',
    (t) => sql`update ledger set kind = 'traffic' where operation_id = ${t.purchaseId} and stage = 1`,
    [KIND],
  ],
  ['an order that is gone', (t) => sql`delete from orders where id = ${t.orderId}`, [ORDER, LOST, COUNT]],
  ['an order of another price', (t) => sql`update orders set price = 1 where id = ${t.orderId}`, [ORDER]],
  [
    'an order of no purchase',
    (t) => sql`update operations set kind = 'renewal' where id = ${t.purchaseId}`,
    [ORDER, KIND],
  ],
  [
    'an order of another product',
    (t) => sql`update orders set type = 'ipv6' where id = ${t.orderId}`,
    [BOUGHT],
  ],
  [
    'an order of another number of proxies',
    (t) => sql`update orders set quantity = 2 where id = ${t.orderId}`,
    [BOUGHT, COUNT],
  ],
  [
    'an order that is paid another way',
    (t) => sql`update orders set billing = 'per_gb', expires_at = null where id = ${t.orderId}`,
    [BOUGHT, TERM, SETTINGS],
  ],
  ['an order without its proxy', (t) => sql`delete from proxies where order_id = ${t.orderId}`, [COUNT]],
  [
    'an order with a proxy too many',
    (t) => sql`insert into proxies (reseller_id, order_id, position, upstream_id, host, port, credentials)
      select reseller_id, order_id, 1, 'unbought', host, port, credentials from proxies where order_id = ${t.orderId}`,
    [COUNT],
  ],
  [
    'a settled renewal without its effect',
    (t) => sql`update orders set expires_at = expires_at - interval '7 days' where id = ${t.orderId}`,
    [TERM],
  ],
  [
    'an order of another term',
    (t) => sql`update orders set expires_at = created_at + interval '1 day' where id = ${t.orderId}`,
    [TERM],
  ],
  [
    'a renewal of what does not end by time',
    (t) => sql`update operations set order_id = ${t.luxuryId} where id = ${t.renewalId}`,
    [TERM],
  ],
  [
    'a renewal that does not say its term',
    (t) => sql`update operations set request = '{}' where id = ${t.renewalId}`,
    [TERM],
  ],
  [
    'a settled addition without its effect',
    (t) =>
      sql`update luxury_traffic set total_bytes = total_bytes - 5368709120 where order_id = ${t.luxuryId}`,
    [VOLUME],
  ],
  [
    'traffic that nobody paid for',
    (t) => sql`update luxury_traffic set total_bytes = total_bytes + 1 where order_id = ${t.luxuryId}`,
    [VOLUME],
  ],
  [
    'an addition of more than was delivered',
    (t) => sql`update operations set request = request || '{"gb":500}' where id = ${t.additionId}`,
    [VOLUME],
  ],
  [
    'a Luxury order without its traffic',
    (t) => sql`delete from luxury_traffic where order_id = ${t.luxuryId}`,
    [VOLUME],
  ],
  [
    'traffic of an order that ends by time',
    (t) => sql`update luxury_traffic set order_id = ${t.orderId} where order_id = ${t.luxuryId}`,
    [VOLUME, VOLUME, ACCOUNT],
  ],
  [
    'a Luxury order on another account',
    (t) => sql`update luxury_traffic set upstream_id = 'another' where order_id = ${t.luxuryId}`,
    [ACCOUNT],
  ],
  [
    'a Luxury order without its settings',
    (t) => sql`delete from luxury_settings where order_id = ${t.luxuryId}`,
    [SETTINGS],
  ],
  [
    'a proxy in two orders',
    (t) => sql`update proxies set upstream_id =
      (select upstream_id from proxies where order_id = ${other.orderId}) where order_id = ${t.orderId}`,
    [TWICE],
  ],
  [
    'an account in two orders',
    (t) => sql`
      with account as (select upstream_id as id from luxury_traffic where order_id = ${other.luxuryId}),
      measured as (update luxury_traffic set upstream_id = id from account where order_id = ${t.luxuryId}),
      reached as (update proxies set upstream_id = id from account where order_id = ${t.luxuryId})
      update operations o set request = request || jsonb_build_object('upstreamId', account.id)
      from account where o.id = ${t.openingId}`,
    [TWICE],
  ],
  [
    'an operation that nobody decides',
    (t) => sql`${begun(t.resellerId, t.orderId, sql`now() - interval '6 minutes'`)} select`,
    [UNDECIDED],
  ],
  [
    'a decision before the question',
    (t) => sql`update operations set decided_at = created_at - interval '1 hour' where id = ${t.renewalId}`,
    [EARLY],
  ],
  [
    'a key that has no answer although its operation has ended',
    (t) => sql`update idempotency_keys set answer = null where reseller_id = ${t.resellerId}`,
    [ANSWER],
  ],
  [
    'a key that waits for nothing',
    (t) =>
      sql`update idempotency_keys set answer = null, operation_id = null where reseller_id = ${t.resellerId}`,
    [ANSWER],
  ],
  [
    'a key that has an answer although its operation runs',
    (t) => sql`${begun(t.resellerId, t.orderId)}
      insert into idempotency_keys select reseller_id, 'early', '', id, 'too early', now() from begun`,
    [ANSWER],
  ],
  [
    'a key of another operation',
    (t) => sql`update idempotency_keys set operation_id = ${t.renewalId} where reseller_id = ${t.resellerId}`,
    [WRONG_KEY],
  ],
  [
    'a key of another reseller’s operation',
    (t) =>
      sql`update idempotency_keys set operation_id = ${other.renewalId} where reseller_id = ${t.resellerId}`,
    [WRONG_KEY],
  ],
  [
    'two keys of one operation',
    (
      t,
    ) => sql`insert into idempotency_keys select reseller_id, 'copy', fingerprint, operation_id, answer, created_at
      from idempotency_keys where reseller_id = ${t.resellerId}`,
    [KEYS],
  ],
  [
    'a sweep that nobody does',
    // A sweep that is put off again and again is found by the age of its operation.
    (t) => sql`with earlier as (
        update operations set created_at = created_at - interval '2 hours', decided_at = decided_at - interval '2 hours'
        where id = ${t.purchaseId} returning id
      )
      update idempotency_keys k set created_at = k.created_at - interval '2 hours' from earlier where operation_id = earlier.id`,
    [UNSWEPT],
  ],
  ['a sweep that was given up', (t) => givenUp('sweep', sql`${t.purchaseId}::uuid`), [GIVEN_UP]],
  [
    'a repair that was given up',
    (t) => sql`with doubtful as (
        update luxury_settings set change_token = gen_random_uuid(), change_until = now()
        where reseller_id = ${t.resellerId} returning order_id
      ) ${givenUp('repair', sql`(select order_id from doubtful)`)}`,
    [UNREPAIRED],
  ],
  [
    'a sweep after what still runs',
    (t) =>
      sql`${begun(t.resellerId, t.orderId)} insert into sweeps select reseller_id, id, 1, now() from begun`,
    [SWEEP],
  ],
  [
    'a sweep of another reseller’s operation',
    (t) => sql`update sweeps set operation_id = ${other.purchaseId} where operation_id = ${t.purchaseId}`,
    [SWEEP],
  ],
  [
    'a write-off in another unit',
    (t) => sql`insert into house_items values (${t.resellerId}, ${t.renewalId}, 'gb', 5000, now())`,
    [WRITE_OFF],
  ],
  [
    'a write-off of what still runs',
    (t) => sql`${begun(t.resellerId, t.orderId)}
      insert into house_items select reseller_id, id, 'proxy_days', 30, now() from begun`,
    [WRITE_OFF],
  ],
  [
    'a write-off of another reseller’s operation',
    (t) => sql`insert into house_items values (${t.resellerId}, ${other.additionId}, 'gb', 5, now())`,
    [WRITE_OFF],
  ],
];

test.each(DAMAGES)(
  '%s is found, by whoever reads everything or what is new',
  async (_name, damage, problems) => {
    const trade = await givenTrade();
    expect(await problemsOf(trade.resellerId)).toEqual([]);
    await plant(damage(trade));
    expect(await problemsOf(trade.resellerId)).toEqual(problems);
  },
);

test('a fault that is everywhere is counted, and its first cases are listed', async () => {
  await using stack = new AsyncDisposableStack();
  const alone = await openServices({ sandbox: opened.sandbox });
  stack.defer(() => alone.close());
  for (let i = 0; i < 25; i++) await givenReseller(alone.services, { balanceUsd: '1' });
  await sql`update top_ups set amount = 7`.execute(alone.services.database.sql);
  const { problemCount, problems } = await verifyLedger(alone.services.database);
  expect(problemCount).toBe(25);
  expect(problems).toHaveLength(20);
  expect(problems[0]).toMatchObject({ expected: 7n, found: 1_000_000n });
});

/** What stands in both reports of the same books, whoever has read how much of them. */
function totalsOf({ since: _, transfersRead: __, hasMovedCheckpoint: ___, ...totals }: LedgerReport) {
  return totals;
}

/** The ledger is told the same from the point as from the beginning, and agrees. */
async function expectSameTotals({ services: { database } }: OpenedServices): Promise<void> {
  const sincePoint = await verifySinceCheckpoint(database);
  expect(sincePoint.since).not.toBeNull();
  expect(sincePoint.problems).toEqual([]);
  expect(totalsOf(sincePoint)).toEqual(totalsOf(await verifyLedger(database)));
}

/**
 * Services of their own with a trade and a payment of 25 USD, verified so long ago that nothing of them is
 * read again for its instant: only what comes to them leads there.
 */
async function givenVerified(stack: AsyncDisposableStack) {
  const alone = await openServices();
  stack.defer(() => alone.close());
  const trade = await givenTrade(alone);
  const { services, payments, clock } = alone;
  const wanted = { resellerId: trade.resellerId, provider: 'stars', amount: 25_000_000n } as const;
  const { id } = await services.database.inTransaction((tx) => openPayment(tx, payments, wanted));
  const paid = { currency: 'XTR', total_amount: 1925, invoice_payload: id };
  const receipt = starsReceipt({ ...paid, telegram_payment_charge_id: randomUUID() }, 7);
  await credit(payments, receipt);
  expect(await verifyLedger(services.database)).toMatchObject({ problemCount: 0, hasMovedCheckpoint: true });
  await forgetMargin(alone);
  clock.advance(2 * HOUR_MS);
  return { ...alone, trade, receipt };
}

/** Moves the instant of the last verification ahead of all that has an id or an instant. */
async function forgetMargin({ services: { database } }: OpenedServices): Promise<void> {
  await sql`update verifications set started_at = now() + interval '1 hour'`.execute(database.sql);
}

type Verified = Awaited<ReturnType<typeof givenVerified>>;

/** Gives a renewal and the payment back that were verified before, and takes 3 USD from the balance. */
async function correct({ services, payments, clock, trade, receipt }: Verified): Promise<void> {
  const decision = () => ({ reference: randomUUID(), reason: 'x', at: clock.now() });
  const { resellerId, renewalId: operationId } = trade;
  await refundSettled(services.database, { operationId, amount: 10_000n, ...decision() });
  await adjust(services.database, { resellerId, amount: -3_000_000n, ...decision() });
  await services.database.inTransaction((tx) => bookRefund(tx, payments, receipt));
}

const CORRECTION = 'the transfer and the correction that it books do not match';
const MORE = 'more was given back of the operation than it has earned';
const GIVEN_BACK = 'the transfers that give the payment back do not match its state';

const LATER_DAMAGES: [string, (trade: Trade) => RawBuilder<unknown>, string[]][] = [
  ['nothing', () => sql`select`, []],
  [
    'an adjustment without its correction',
    (t) => sql`delete from corrections where reseller_id = ${t.resellerId} and kind = 'adjustment'`,
    [CORRECTION],
  ],
  [
    'an operation refund without its correction',
    (t) => sql`delete from corrections where operation_id = ${t.renewalId}`,
    [CORRECTION],
  ],
  [
    'a correction of another amount',
    (t) => sql`update corrections set amount = 1 where operation_id = ${t.renewalId}`,
    [CORRECTION],
  ],
  [
    'a correction that was not booked',
    (t) => sql`insert into corrections
      values ('unbooked', ${t.resellerId}, ${t.purchaseId}, 3, 'operation_refund', 1, 'x', now() + interval '2 hours')`,
    [CORRECTION],
  ],
  [
    'an operation refund of another amount',
    (t) => sql`update ledger set amount = amount + 1 where operation_id = ${t.renewalId} and stage = 3`,
    [BALANCE, STATEMENT, CORRECTION],
  ],
  [
    'more given back than was charged',
    (t) => sql`update operations set amount = 1 where id = ${t.renewalId}`,
    [CHARGE, END, MORE],
  ],
  [
    'an adjustment that counts as spent',
    (t) => sql`update ledger set spent_after = spent_after + 1 where reseller_id = ${t.resellerId}
      and kind = 'adjustment'`,
    [STATEMENT, STATEMENT],
  ],
  [
    'a payment that was given back but for what nobody lacks',
    (t) => sql`update payments set uncovered = 1 where reseller_id = ${t.resellerId}`,
    [GIVEN_BACK],
  ],
];

test.each(LATER_DAMAGES)(
  'corrections and refunds of what was verified long ago: %s is found, by whoever reads everything or what is new',
  async (_name, damage, problems) => {
    await using stack = new AsyncDisposableStack();
    const verified = await givenVerified(stack);
    await correct(verified);
    await plant(damage(verified.trade), verified);
    expect(await problemsOf(verified.trade.resellerId, verified)).toEqual(problems);
  },
);

test('from point to point, whatever runs and was corrected, the totals are those of the whole ledger', async () => {
  await using stack = new AsyncDisposableStack();
  const verified = await givenVerified(stack);
  const { services, sandbox, clock, trade } = verified;
  const { database } = services;
  const inFlight: bigint[] = [];
  const look = async () => {
    const report = await verifySinceCheckpoint(database);
    expect(report).toMatchObject({ problems: [], hasMovedCheckpoint: true });
    expect(report.balances + report.inFlight + report.revenue).toBe(report.toppedUp + report.adjusted);
    inFlight.push(report.inFlight);
    await forgetMargin(verified);
  };
  const watched = { ...services, term: lookingAt(services.term, ['buy', 'extend'], look) };
  const buyer = buyerOf(trade);
  await purchase(watched, buyer, ITEM);
  await correct(verified);
  await look();
  await renew(watched, buyer, { orderId: trade.orderId, period: '7d' });
  const amount = 5_000_000n;
  await topUp(database, {
    resellerId: trade.resellerId,
    amount,
    reference: randomUUID(),
    at: clock.now(),
  });
  sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'reset_before', times: 1 }]);
  await expect(purchase(watched, buyer, ITEM)).rejects.toMatchObject({ code: 'provider_error' });
  await givenTrade(verified);
  await look();
  expect(inFlight.some((sum) => sum > 0n)).toBe(true);
  expect(inFlight.at(-1)).toBe(0n);
  await expectSameTotals(verified);
});

test('operations that are deleted as old between two verifications change no total and are no finding', async () => {
  await using stack = new AsyncDisposableStack();
  const verified = await givenVerified(stack);
  const { services, clock, trade } = verified;
  await correct(verified);
  clock.advance(2 * DAY_MS);
  while (await sweepOne(services));
  const before = totalsOf(await verifySinceCheckpoint(services.database));
  clock.advance((OPERATIONS_KEPT_DAYS + 60) * DAY_MS);
  await cleanUp(services);
  const { rows } = await sql`select from charged_work where operation_id = ${trade.renewalId}`.execute(
    services.database.sql,
  );
  expect(rows).toHaveLength(1);
  const after = await verifySinceCheckpoint(services.database);
  expect(totalsOf(after)).toEqual(before);
  // Their lines were read: they are younger than the margin by the time in their ids.
  expect(after.transfersRead).toBeGreaterThan(8);
  await expectSameTotals(verified);
});

test('what began before the point and is committed after it is verified by the next run', async () => {
  await using stack = new AsyncDisposableStack();
  const verified = await givenVerified(stack);
  const { services, clock, trade } = verified;
  const { database } = services;
  const written = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  stack.defer(released.resolve);
  const late = database.inTransaction(async (tx) => {
    // The server would end it on a busy machine, before the others have read the books.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    await topUp(database.joinedTo(tx), {
      resellerId: trade.resellerId,
      amount: 5_000_000n,
      reference: 'late',
      at: clock.now(),
    });
    await sql`update top_ups set amount = 1 where reference = 'late'`.execute(tx);
    written.resolve();
    await released.promise;
  });
  await written.promise;
  clock.advance(HOUR_MS);
  await givenTrade(verified);
  const { transfers } = await verifySinceCheckpoint(database);
  await forgetMargin(verified);
  released.resolve();
  await late;
  const next = await verifySinceCheckpoint(database);
  expect(next.problems).toMatchObject([{ problem: TOP_UP, expected: 1n, found: 5_000_000n }]);
  expect(next).toMatchObject({ transfers: transfers + 1, hasMovedCheckpoint: false });
  await plant(sql`update top_ups set amount = 5000000 where reference = 'late'`, verified);
  await expectSameTotals(verified);
});

/** Keeps the point from being moved. */
const holdPoint = ({ databaseUrl }: OpenedServices) =>
  holdLock(databaseUrl, 'lock table verified_accounts in share mode');

/** The point, and the verifications that have led to it. */
async function pointOf({ services: { database } }: OpenedServices) {
  const { rows } = await sql`select (select count(*) from verifications) as verifications,
    (select json_agg(v order by reseller_id) from verified_accounts v) as accounts`.execute(database.sql);
  return rows[0];
}

test('of two verifications at once one moves the point, and both find the same', async () => {
  await using stack = new AsyncDisposableStack();
  const verified = await givenVerified(stack);
  await correct(verified);
  await using point = await holdPoint(verified);
  const { database } = verified.services;
  const both = Promise.all([verifySinceCheckpoint(database), verifyLedger(database)]);
  await expect.poll(point.waiting).toBe(2);
  await point.release();
  const reports = await both;
  expect(reports.map(({ hasMovedCheckpoint }) => hasMovedCheckpoint).toSorted()).toEqual([false, true]);
  expect(totalsOf(reports[0])).toEqual(totalsOf(reports[1]));
  await expectSameTotals(verified);
});

test('a verification that is killed while it moves the point moves nothing, and the next one is right', async () => {
  await using stack = new AsyncDisposableStack();
  const verified = await givenVerified(stack);
  await correct(verified);
  const before = await pointOf(verified);
  await using point = await holdPoint(verified);
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    DATABASE_URL: verified.databaseUrl,
    CREDENTIALS_KEY: verified.credentialsKey.toString('base64'),
    SANDBOX: '1',
    DATA_DIR: newDataDirectory(),
  };
  const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
  const ended = Promise.withResolvers<string>();
  const child = execFile(process.execPath, [main, 'operator', 'ledger', 'verify'], { env }, (_, stdout) =>
    ended.resolve(stdout),
  );
  await expect.poll(point.waiting).toBe(1);
  child.kill('SIGKILL');
  expect(await ended.promise).toBe('');
  await point.release();
  const connections = async () => {
    const { rows } = await sql`select from pg_stat_activity where datname = current_database()
      and query like '%verified_accounts%' and pid <> pg_backend_pid()
      and state in ('active', 'idle in transaction')`.execute(verified.services.database.sql);
    return rows.length;
  };
  await expect.poll(connections).toBe(0);
  expect(await pointOf(verified)).toEqual(before);
  await expectSameTotals(verified);
  expect(await pointOf(verified)).not.toEqual(before);
});
