import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { renewer } from '../../src/auto-renewal/renewer.ts';
import { setAutoRenew } from '../../src/auto-renewal/set-auto-renew.ts';
import { readEvents } from '../../src/events/log.ts';
import { parseUsd } from '../../src/kit/money.ts';
import { showEvents } from '../../src/live/event-log.ts';
import { type AutoRenewalTerms, readAutoRenewals } from '../../src/orders/auto-renewals.ts';
import { findOrder } from '../../src/orders/order.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { recovery } from '../../src/purchases/recovery.ts';
import { renew } from '../../src/purchases/renew.ts';
import type { Services } from '../../src/purchases/services.ts';
import { setSpendingLimits } from '../../src/purchases/spending-limits.ts';
import { dyingAt } from '../support/dying-process.ts';
import { adjustBalance } from '../support/given.ts';
import { usePurchases } from '../support/purchase-fixture.ts';
import { openServices } from '../support/services.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const PRICE = parseUsd('1.80') as bigint;
const WANTED = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };
const TERMS: AutoRenewalTerms = { period: '30d', maxPrice: PRICE, until: null };

const { opened, buyer, balance } = usePurchases();
let failures: unknown[];

beforeAll(() => opened.clock.stop());
beforeEach(() => {
  failures = [];
});
afterEach(() => expect(failures).toEqual([]));

const db = () => opened.services.database.sql;

async function givenOrder(terms: AutoRenewalTerms | undefined = TERMS): Promise<number> {
  const { sale } = await purchase(opened.services, buyer, WANTED);
  if (terms) await setAutoRenew(opened.services, buyer, { orderIds: [sale.order.id] }, terms);
  return sale.order.id;
}

const endOf = async (id: number) =>
  (await findOrder(db(), buyer.resellerId, id, opened.clock.now())).expiresAt?.getTime() ?? 0;

/** Moves the clock to so many hours before the end, behind the spread of the mark. */
async function goTo(hours: number, id: number): Promise<void> {
  opened.clock.advance((await endOf(id)) - hours * HOUR + HOUR / 2 - opened.clock.now().getTime());
}

/** What a process does until nothing is due. */
async function work(
  services: Services = opened.services,
  onFailure: (error: unknown) => unknown = (error) => failures.push(error),
) {
  const crew = renewer(services, onFailure);
  for (let i = 0; i < 10; i++) {
    await crew.round();
    await crew.close();
  }
}

/** The events of the order that a renewal by itself has written. */
async function told(id: number) {
  const page = await readEvents(db(), { resellerId: buyer.resellerId, orderId: id, limit: 200 });
  const events = await showEvents(db(), page.events);
  return events
    .filter(({ type }) => type === 'order.renewed' || type === 'order.renewal_refused')
    .map(({ type, data }) => [type, data['code'] ?? data['cause'], data['next_try_at']]);
}

const refusalOf = async (id: number) =>
  (await readAutoRenewals(db(), { resellerId: buyer.resellerId, orderIds: [id] })).get(id)?.refusal?.code;

test('an order renews itself at 48 hours, once, and again before the new end', async () => {
  const id = await givenOrder();
  const [end, before] = [await endOf(id), await balance()];
  await goTo(49, id);
  await work();
  expect(await endOf(id)).toBe(end);
  await goTo(48, id);
  await work();
  await work();
  expect(await endOf(id)).toBe(end + 30 * DAY);
  expect(await balance()).toBe(before - PRICE);
  await goTo(48, id);
  await work();
  expect(await endOf(id)).toBe(end + 60 * DAY);
  expect(await told(id)).toEqual([
    ['order.renewed', 'auto_renew', undefined],
    ['order.renewed', 'auto_renew', undefined],
  ]);
});

test('what is refused is told with why and with the next try, and a later try may succeed', async () => {
  const id = await givenOrder();
  const end = await endOf(id);
  await adjustBalance(opened.services, buyer, -(await balance()));
  await goTo(48, id);
  await work();
  await goTo(24, id);
  await work();
  const nextOf = (mark: number) => new Date(end - mark * HOUR + (id % 1_800) * 1_000).toISOString();
  expect(await told(id)).toEqual([
    ['order.renewal_refused', 'insufficient_balance', nextOf(24)],
    ['order.renewal_refused', 'insufficient_balance', nextOf(6)],
  ]);
  expect(await refusalOf(id)).toBe('insufficient_balance');
  await adjustBalance(opened.services, buyer, 10_000_000n);
  await goTo(6, id);
  await work();
  expect(await endOf(id)).toBe(end + 30 * DAY);
  expect(await refusalOf(id)).toBeUndefined();
});

test('after its end an order is tried once more, and is then left alone', async () => {
  const id = await givenOrder({ ...TERMS, maxPrice: PRICE - 1n });
  for (const mark of [48, 24, 6, 1, 0]) {
    await goTo(mark, id);
    await work();
  }
  expect(await told(id)).toHaveLength(5);
  expect((await told(id)).at(-1)).toEqual(['order.renewal_refused', 'price_changed', null]);
  opened.clock.advance(DAY);
  await work();
  expect(await told(id)).toHaveLength(5);
  // Other terms are tried at once.
  await setAutoRenew(opened.services, buyer, { orderIds: [id] }, TERMS);
  await work();
  expect((await told(id)).at(-1)).toEqual(['order.renewed', 'auto_renew', undefined]);
});

test('an end beyond the latest one is not tried, and told once', async () => {
  const id = await givenOrder({ ...TERMS, until: new Date(opened.clock.now().getTime() + 59 * DAY) });
  const before = await balance();
  for (const mark of [48, 24, 6]) {
    await goTo(mark, id);
    await work();
  }
  expect(await told(id)).toEqual([['order.renewal_refused', 'until_reached', null]]);
  expect(await balance()).toBe(before);
});

test('a renewal by hand makes a new end, for which nothing is tried yet', async () => {
  const id = await givenOrder();
  await goTo(49, id);
  await renew(opened.services, buyer, { orderId: id, period: '7d' });
  const end = await endOf(id);
  opened.clock.advance(DAY);
  await work();
  expect(await endOf(id)).toBe(end);
  await goTo(48, id);
  await work();
  expect(await endOf(id)).toBe(end + 30 * DAY);
});

test('several processes, with renewals by hand between them, renew an end once', async () => {
  const ids = [await givenOrder(), await givenOrder(), await givenOrder(), await givenOrder()];
  const ends = await Promise.all(ids.map(endOf));
  const other = await openServices({
    databaseUrl: opened.databaseUrl,
    credentialsKey: opened.credentialsKey,
    sandbox: opened.sandbox,
  });
  onTestFinished(() => other.close());
  other.clock.stop();
  await goTo(48, ids[0] ?? 0);
  other.clock.advance(opened.clock.now().getTime() - other.clock.now().getTime() + 60_000);
  const before = await balance();
  const byHand = ids.slice(0, 2).map((orderId) => renew(opened.services, buyer, { orderId, period: '30d' }));
  // One by hand is refused while another one runs.
  await Promise.allSettled([work(), work(other.services), ...byHand]);
  opened.clock.advance(10 * 60_000);
  await work();
  const moved = await Promise.all(ids.map(endOf));
  const renewals = moved.map((end, i) => (end - (ends[i] ?? 0)) / (30 * DAY));
  // A renewal by hand that came behind the one by itself adds to it.
  expect(renewals.slice(2)).toEqual([1, 1]);
  for (const count of renewals.slice(0, 2)) expect([1, 2]).toContain(count);
  const count = BigInt(renewals.reduce((sum, one) => sum + one, 0));
  expect(await balance()).toBe(before - count * PRICE);
});

test.each(['before', 'after'] as const)(
  'a process that dies %s the upstream has extended has the order renewed once, by the next one',
  async (when) => {
    const id = await givenOrder();
    const [end, before] = [await endOf(id), await balance()];
    await goTo(48, id);
    const died: unknown[] = [];
    await work(dyingAt(opened.services, 'extend', when), (error) => died.push(error));
    expect(died).toHaveLength(1);
    opened.clock.advance(2 * 60_000);
    const recovering = recovery(opened.services, (error) => failures.push(error));
    await recovering.round();
    await recovering.close();
    await work();
    opened.clock.advance(2 * 60_000);
    await work();
    // Before: recovery has given the money back, which is told; the next mark tries again.
    expect(await told(id)).toEqual(
      when === 'after'
        ? [['order.renewed', 'auto_renew', undefined]]
        : [['order.renewal_refused', 'provider_error', expect.any(String)]],
    );
    if (when === 'before') {
      await goTo(24, id);
      await work();
    }
    expect(await endOf(id)).toBe(end + 30 * DAY);
    expect(await balance()).toBe(before - PRICE);
  },
);

test('of many renewals at once, in two processes, none passes a limit by a cent', async () => {
  // Renewed in the middle of a month, at noon.
  const thirteenth = new Date(opened.clock.now());
  thirteenth.setUTCMonth(thirteenth.getUTCMonth() + 1, 13);
  thirteenth.setUTCHours(12, 0, 0, 0);
  opened.clock.advance(thirteenth.getTime() - opened.clock.now().getTime());
  const ids: number[] = [];
  for (let i = 0; i < 7; i++) ids.push(await givenOrder());
  await setSpendingLimits(db(), buyer.resellerId, {
    perDay: 4n * PRICE,
    perMonth: 6n * PRICE - 1n,
  });
  const other = await openServices({
    databaseUrl: opened.databaseUrl,
    credentialsKey: opened.credentialsKey,
    sandbox: opened.sandbox,
  });
  onTestFinished(() => other.close());
  other.clock.stop();
  await goTo(48, ids[0] ?? 0);
  other.clock.advance(opened.clock.now().getTime() - other.clock.now().getTime());
  const before = await balance();
  await Promise.all([work(), work(other.services)]);
  expect(await balance()).toBe(before - 4n * PRICE);
  opened.clock.advance(DAY);
  await work();
  expect(await balance()).toBe(before - 5n * PRICE);
  const codes = (await Promise.all(ids.map(told)))
    .flat()
    .filter(([type]) => type === 'order.renewal_refused');
  expect(codes.map(([, code]) => code)).toEqual(Array(3 + 2).fill('spending_limit_reached'));
});

test('what was given back is not spent', async () => {
  const first = await givenOrder();
  opened.clock.advance(HOUR);
  const second = await givenOrder();
  await setSpendingLimits(db(), buyer.resellerId, { perDay: PRICE, perMonth: null });
  opened.sandbox.arm([{ upstream: 'px6', call: 'prolong', mode: 'refuse', times: 1 }]);
  await goTo(48, first);
  await work();
  expect(await told(first)).toEqual([['order.renewal_refused', 'provider_error', expect.any(String)]]);
  await goTo(48, second);
  await work();
  expect(await told(second)).toEqual([['order.renewed', 'auto_renew', undefined]]);
});

test('while the operator has the API closed nothing renews itself, and a disabled reseller is told', async () => {
  const id = await givenOrder();
  const end = await endOf(id);
  await goTo(48, id);
  await sql`update service_state set api_disabled_message = 'closed'`.execute(db());
  await work();
  expect(await told(id)).toEqual([]);
  await sql`update service_state set api_disabled_message = null`.execute(db());
  await sql`update resellers set disabled_reason = 'unpaid' where id = ${buyer.resellerId}`.execute(db());
  await work();
  expect(await told(id)).toEqual([['order.renewal_refused', 'key_disabled', expect.any(String)]]);
  expect(await endOf(id)).toBe(end);
});

test('an order that the upstream has dropped is told of once, with no next try', async () => {
  const id = await givenOrder();
  await sql`update orders set dropped_at = ${opened.clock.now()} where id = ${id}`.execute(db());
  await work();
  await goTo(24, id);
  await work();
  expect(await told(id)).toEqual([['order.renewal_refused', 'not_renewable', null]]);
});

test('an order is bought with renewing by itself, in the transaction that delivers it', async () => {
  const autoRenew = { period: '7d', maxPrice: 5_000_000n, until: null };
  const input = { ...WANTED, autoRenew, idempotencyKey: 'once' };
  const { sale } = await purchase(opened.services, buyer, input);
  await expect(
    purchase(opened.services, buyer, { ...input, autoRenew: { ...autoRenew, maxPrice: 1n } }),
  ).rejects.toMatchObject({
    code: 'invalid_request',
  });
  const { id } = sale.order;
  const end = await endOf(id);
  await goTo(48, id);
  await work();
  expect(await endOf(id)).toBe(end + 7 * DAY);
  await expect(
    purchase(opened.services, buyer, { ...WANTED, autoRenew: { ...autoRenew, period: '4d' } }),
  ).rejects.toMatchObject({ code: 'invalid_period' });
});
