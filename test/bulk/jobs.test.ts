import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { acceptJob, quoteJob } from '../../src/bulk/accept.ts';
import { cancelJob, deleteOldJobs, findJobs, type JobName, listItems } from '../../src/bulk/jobs.ts';
import { textFlaw } from '../../src/kit/text.ts';
import { readAutoRenewals } from '../../src/orders/auto-renewals.ts';
import { findOwnOrders } from '../../src/orders/order.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import type { Services } from '../../src/purchases/services.ts';
import { Died } from '../support/dying-process.ts';
import { buyerOf, givenReseller } from '../support/given.ts';
import { givenLuxuryOrder } from '../support/given-luxury.ts';
import { usePurchases } from '../support/purchase-fixture.ts';
import { recoverOne } from '../support/recover-one.ts';
import {
  acceptRenewals,
  carryOut,
  carryOutInTime,
  eventsOf,
  extensionsOf,
  givenOrders,
  jobOf,
  ORDER,
  outcomesOf,
  startWorker,
} from './fixture.ts';

const PRICE = 1_800_000n;
const FUNDS = 100_000_000n;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const { opened, buyer, balance } = usePurchases();
const db = () => opened.services.database.sql;

beforeEach(() => sql`truncate bulk_jobs cascade`.execute(db()));

const setPrice = (price: bigint) =>
  sql`update prices set price = ${price} where price_list = 'standard' and (tier, type, period) = ('prem', 'ipv4', '30d')`.execute(
    db(),
  );

/** A process that begins two items and then stops for good, before or after it has extended them. */
function stoppingAt(when: 'before' | 'after') {
  const stopped = Promise.withResolvers<never>();
  stopped.promise.catch(() => {});
  const reached = Promise.withResolvers<void>();
  let count = 0;
  const { term } = opened.services;
  const services: Services = {
    ...opened.services,
    term: {
      ...term,
      async extend(...args) {
        if (when === 'after') await term.extend(...args);
        count += 1;
        // One process begins two.
        if (count === 2) reached.resolve();
        return stopped.promise;
      },
    },
  };
  return { services, reached: reached.promise, end: () => stopped.reject(new Died()) };
}

test('a job is priced when it is accepted, has all its items, and charges nothing before it is carried out', async () => {
  const orderIds = await givenOrders(opened.services, buyer, 2);
  const luxury = await givenLuxuryOrder(opened.services, {
    reseller: { resellerId: buyer.resellerId, keyId: 0, apiKey: '' },
  });
  const before = await balance();
  const all = [...orderIds, luxury.order.id];
  const quote = await quoteJob(opened.services, buyer, 'renew', {
    selection: { orderIds: all },
    period: '30d',
  });
  expect(quote.total).toBe(2n * PRICE);
  expect(quote.items.map(({ refusal }) => refusal?.code)).toEqual([undefined, undefined, 'not_renewable']);
  const name = await acceptRenewals(opened.services, buyer, { orderIds: all, maxTotal: quote.total });
  expect(await jobOf(opened.services, name)).toMatchObject({
    kind: 'renew',
    state: 'pending',
    count: 3,
    done: 0,
    failed: 1,
    charged: 0n,
    endedAt: null,
  });
  expect(await outcomesOf(opened.services, name)).toEqual(['pending', 'pending', 'not_renewable']);
  expect(await balance()).toBe(before);
});

test('a total above the limit is refused as a whole, and nothing of it is kept', async () => {
  const orderIds = await givenOrders(opened.services, buyer, 2);
  const accepting = acceptRenewals(opened.services, buyer, { orderIds, maxTotal: 2n * PRICE - 1n });
  await expect(accepting).rejects.toMatchObject({
    code: 'price_changed',
    price: 2n * PRICE,
    maxPrice: 2n * PRICE - 1n,
  });
  expect(await findJobs(db(), buyer)).toEqual([]);
});

test('each order is renewed once, charged by itself and told of, and the end of the job is one event', async () => {
  const orderIds = await givenOrders(opened.services, buyer, 5);
  const before = await balance();
  const name = await acceptRenewals(opened.services, buyer, { orderIds });
  const job = await carryOut(opened.services, name);
  expect(job).toMatchObject({ state: 'done', count: 5, done: 5, failed: 0, charged: 5n * PRICE });
  expect(await extensionsOf(opened.services, opened.sandbox, orderIds)).toEqual([1, 1, 1, 1, 1]);
  expect(await balance()).toBe(before - 5n * PRICE);
  const events = await eventsOf(opened.services, buyer);
  const renewed = events.filter(({ type }) => type === 'order.renewed');
  expect(renewed.map(({ orderId, data }) => [orderId, data['cause']])).toEqual(
    expect.arrayContaining(orderIds.map((id) => [id, 'bulk'])),
  );
  expect(renewed).toHaveLength(5);
  expect(events.filter(({ type }) => type === 'bulk.ended').map(({ data }) => data)).toEqual([
    {
      cause: 'bulk',
      job: {
        id: name.jobId,
        kind: 'renew',
        state: 'done',
        count: 5,
        done: 5,
        failed: 0,
        charged_usd: 9,
        created_at: job.createdAt.toISOString(),
        ended_at: job.endedAt?.toISOString(),
      },
    },
  ]);
  await startWorker(opened.services).round();
  expect(await eventsOf(opened.services, buyer)).toHaveLength(events.length);
});

test('a price that rises after a job was accepted fails what is left, so that the sum stays below the limit', async () => {
  const orderIds = await givenOrders(opened.services, buyer, 6);
  const name = await acceptRenewals(opened.services, buyer, { orderIds, maxTotal: 6n * PRICE });
  const { term } = opened.services;
  let extended = 0;
  const rising: Services = {
    ...opened.services,
    term: {
      ...term,
      async extend(...args) {
        extended += 1;
        if (extended === 2) await setPrice(PRICE + 1n);
        return term.extend(...args);
      },
    },
  };
  try {
    const job = await carryOut(rising, name);
    const outcomes = await outcomesOf(opened.services, name);
    expect(job.done).toBeGreaterThanOrEqual(2);
    expect(outcomes.filter((one) => one === 'price_changed')).toHaveLength(job.failed);
    expect(outcomes.at(-1)).toBe('price_changed');
    expect(job.charged).toBe(BigInt(job.done) * PRICE);
    expect(job.done + job.failed).toBe(6);
  } finally {
    await setPrice(PRICE);
  }
});

test('nothing more is begun of a job that is cancelled, what was done stays, and its end is told once', async () => {
  const orderIds = await givenOrders(opened.services, buyer, 6);
  const name = await acceptRenewals(opened.services, buyer, { orderIds });
  const { term } = opened.services;
  const cancelling: Services = {
    ...opened.services,
    term: {
      ...term,
      async extend(...args) {
        await cancelJob(db(), { ...name, at: opened.clock.now() });
        return term.extend(...args);
      },
    },
  };
  const job = await carryOut(cancelling, name);
  const outcomes = await outcomesOf(opened.services, name);
  expect(job.state).toBe('cancelled');
  expect(job.done).toBeGreaterThan(0);
  expect(outcomes.filter((one) => one === 'done')).toHaveLength(job.done);
  expect(outcomes.filter((one) => one === 'cancelled')).toHaveLength(6 - job.done);
  const extensions = await extensionsOf(opened.services, opened.sandbox, orderIds);
  expect(extensions.filter((times) => times === 1)).toHaveLength(job.done);
  await cancelJob(db(), { ...name, at: opened.clock.now() });
  const events = await eventsOf(opened.services, buyer);
  expect(events.filter(({ type }) => type === 'bulk.ended')).toMatchObject([
    { data: { job: { state: 'cancelled', done: job.done } } },
  ]);
});

test('a job that is cancelled before it was begun ends without a renewal', async () => {
  const name = await acceptRenewals(opened.services, buyer, {
    orderIds: await givenOrders(opened.services, buyer, 2),
  });
  await cancelJob(db(), { ...name, at: opened.clock.now() });
  expect(await outcomesOf(opened.services, name)).toEqual(['cancelled', 'cancelled']);
  expect(await carryOut(opened.services, name)).toMatchObject({ state: 'cancelled', done: 0, charged: 0n });
});

test('the same request with the same key is the same job, and another request with it is refused', async () => {
  const orderIds = await givenOrders(opened.services, buyer, 2);
  const key = randomUUID();
  const wanted = { orderIds, key, maxTotal: 2n * PRICE };
  const names = await Promise.all(
    Array.from({ length: 5 }, () => acceptRenewals(opened.services, buyer, wanted)),
  );
  expect(new Set(names.map(({ jobId }) => jobId)).size).toBe(1);
  const [name] = names;
  await carryOut(opened.services, name as JobName);
  // Its total is above the limit by now, and the job is the answer all the same.
  await setPrice(2n * PRICE);
  try {
    expect(await acceptRenewals(opened.services, buyer, wanted)).toEqual(name);
  } finally {
    await setPrice(PRICE);
  }
  for (const other of [
    { ...wanted, maxTotal: 3n * PRICE },
    { ...wanted, orderIds: orderIds.slice(1) },
  ])
    await expect(acceptRenewals(opened.services, buyer, other)).rejects.toMatchObject({
      code: 'invalid_request',
      flaws: [{ path: ['idempotencyKey'] }],
    });
  const stranger = buyerOf(await givenReseller(opened.services));
  const own = await givenOrders(opened.services, stranger, 1);
  await acceptRenewals(opened.services, stranger, { orderIds: own, key });
});

test('several processes carry out one job, each item once', async () => {
  const orderIds = await givenOrders(opened.services, buyer, 12);
  const name = await acceptRenewals(opened.services, buyer, { orderIds });
  const workers = Array.from({ length: 3 }, () => startWorker(opened.services));
  expect(await carryOut(opened.services, name, workers)).toMatchObject({ done: 12, charged: 12n * PRICE });
  expect(await extensionsOf(opened.services, opened.sandbox, orderIds)).toEqual(orderIds.map(() => 1));
});

test.each(['before', 'after'] as const)(
  'an item whose process stopped %s the extension is continued by another one, and extended once',
  async (when) => {
    const orderIds = await givenOrders(opened.services, buyer, 3);
    const before = await balance();
    const name = await acceptRenewals(opened.services, buyer, { orderIds });
    const { services, reached, end } = stoppingAt(when);
    const stopped = startWorker(services, () => {});
    onTestFinished(end);
    await stopped.round();
    await reached;
    opened.clock.advance(MINUTE_MS);
    while (await recoverOne(opened.services));
    await carryOutInTime(opened, name);
    expect(await outcomesOf(opened.services, name)).toEqual(['done', 'done', 'done']);
    expect(await extensionsOf(opened.services, opened.sandbox, orderIds)).toEqual([1, 1, 1]);
    expect(await balance()).toBe(before - 3n * PRICE);
    end();
    await stopped.close?.();
    expect(await jobOf(opened.services, name)).toMatchObject({ done: 3, charged: 3n * PRICE });
  },
);

test('an item whose process died when it was done, and not written down, gets the answer that was kept', async () => {
  const orderIds = await givenOrders(opened.services, buyer, 2);
  const before = await balance();
  const name = await acceptRenewals(opened.services, buyer, { orderIds });
  const worker = startWorker(opened.services);
  await worker.round();
  await worker.close?.();
  await sql`update bulk_items set state = 'running', charged = null, lease_token = gen_random_uuid(),
    leased_until = ${new Date(opened.clock.now().getTime() - 1)}`.execute(db());
  expect(await carryOut(opened.services, name)).toMatchObject({ done: 2, charged: 2n * PRICE });
  expect(await extensionsOf(opened.services, opened.sandbox, orderIds)).toEqual([1, 1]);
  expect(await balance()).toBe(before - 2n * PRICE);
});

test('an item whose process died a day ago is not tried again, since its answer may be deleted by now', async () => {
  const orderIds = await givenOrders(opened.services, buyer, 1);
  const before = await balance();
  const name = await acceptRenewals(opened.services, buyer, { orderIds });
  const worker = startWorker(opened.services);
  await worker.round();
  await worker.close?.();
  await sql`update bulk_items set state = 'running', charged = null, lease_token = gen_random_uuid(),
    leased_until = begun_at`.execute(db());
  opened.clock.advance(DAY_MS);
  await carryOut(opened.services, name);
  expect(await outcomesOf(opened.services, name)).toEqual(['internal_error']);
  expect(await extensionsOf(opened.services, opened.sandbox, orderIds)).toEqual([1]);
  expect(await balance()).toBe(before - PRICE);
});

test('no request can have the key of an item', async () => {
  const name = await acceptRenewals(opened.services, buyer, {
    orderIds: await givenOrders(opened.services, buyer, 1),
  });
  await carryOut(opened.services, name);
  const kept = await db()
    .selectFrom('idempotency_keys')
    .select('key')
    .where('reseller_id', '=', buyer.resellerId)
    .execute();
  expect(kept.map(({ key }) => textFlaw(key))).toEqual(['a bidirectional control character']);
});

test('what the provider refuses for a moment is tried again later, and charged once', async () => {
  const orderIds = await givenOrders(opened.services, buyer, 1);
  const before = await balance();
  const name = await acceptRenewals(opened.services, buyer, { orderIds });
  opened.sandbox.arm([{ upstream: 'px6', call: 'prolong', mode: 'refuse', times: 2 }]);
  const worker = startWorker(opened.services);
  await worker.round();
  await expect.poll(() => outcomesOf(opened.services, name)).toEqual(['pending']);
  await worker.round();
  expect(await jobOf(opened.services, name)).toMatchObject({ state: 'running', failed: 0 });
  await worker.close?.();
  await carryOutInTime(opened, name);
  expect(await outcomesOf(opened.services, name)).toEqual(['done']);
  expect(await extensionsOf(opened.services, opened.sandbox, orderIds)).toEqual([1]);
  expect(await balance()).toBe(before - PRICE);
});

test('what the provider refuses for half an hour has failed, and nothing of it stays charged', async () => {
  const name = await acceptRenewals(opened.services, buyer, {
    orderIds: await givenOrders(opened.services, buyer, 1),
  });
  const before = await balance();
  opened.sandbox.arm([{ upstream: 'px6', call: 'prolong', mode: 'refuse', times: 100 }]);
  await carryOutInTime(opened, name);
  expect(await outcomesOf(opened.services, name)).toEqual(['provider_error']);
  expect(await balance()).toBe(before);
  const tries = (await eventsOf(opened.services, buyer)).filter(({ type }) => type === 'purchase.failed');
  expect(tries).toHaveLength(7);
});

test('five jobs of a reseller are open at a time, however many come together, and a sixth when one has ended', async () => {
  const orderIds = await givenOrders(opened.services, buyer, 1);
  const accepting = Array.from({ length: 8 }, () => acceptRenewals(opened.services, buyer, { orderIds }));
  const accepted = await Promise.allSettled(accepting);
  const names = accepted.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(names).toHaveLength(5);
  for (const one of accepted)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'request_in_progress' });
  const stranger = buyerOf(await givenReseller(opened.services));
  await acceptRenewals(opened.services, stranger, {
    orderIds: await givenOrders(opened.services, stranger, 1),
  });
  await cancelJob(db(), { ...(names[0] as JobName), at: opened.clock.now() });
  await carryOut(opened.services, names[0] as JobName);
  await acceptRenewals(opened.services, buyer, { orderIds });
});

test('a job of one reseller does not wait for the longer ones of another', async () => {
  const other = buyerOf(await givenReseller(opened.services));
  const orderIds = await givenOrders(opened.services, buyer, 10);
  for (let i = 0; i < 3; i++) await acceptRenewals(opened.services, buyer, { orderIds, period: '7d' });
  const name = await acceptRenewals(opened.services, other, {
    orderIds: await givenOrders(opened.services, other, 3),
  });
  await carryOut(opened.services, name);
  const done = (await findJobs(db(), buyer)).reduce((sum, job) => sum + job.done, 0);
  expect(done).toBeLessThan(15);
});

test('a job rests while its reseller is disabled or the API is closed, and then goes on', async () => {
  const name = await acceptRenewals(opened.services, buyer, {
    orderIds: await givenOrders(opened.services, buyer, 1),
  });
  const rests = async () => {
    await startWorker(opened.services).round();
    expect(await outcomesOf(opened.services, name)).toEqual(['pending']);
  };
  const setReason = (reason: string | null) =>
    sql`update resellers set disabled_reason = ${reason} where id = ${buyer.resellerId}`.execute(db());
  await setReason('unpaid');
  await rests();
  await setReason(null);
  await sql`update service_state set api_disabled_message = 'Back soon.'`.execute(db());
  await rests();
  await sql`update service_state set api_disabled_message = null`.execute(db());
  expect(await carryOut(opened.services, name)).toMatchObject({ done: 1 });
});

test('orders of another reseller are refused as a whole, and so is its job to who asks for it', async () => {
  const stranger = buyerOf(await givenReseller(opened.services));
  const [own = 0] = await givenOrders(opened.services, buyer, 1);
  const [foreign = 0] = await givenOrders(opened.services, stranger, 1);
  await expect(acceptRenewals(opened.services, buyer, { orderIds: [own, foreign] })).rejects.toMatchObject({
    code: 'order_not_found',
    order: foreign,
  });
  const { jobId } = await acceptRenewals(opened.services, stranger, { orderIds: [foreign] });
  const { resellerId } = buyer;
  expect(await findJobs(db(), { resellerId, ids: [jobId] })).toEqual([]);
  expect(await listItems(db(), { resellerId, jobId, after: 0, limit: 10 })).toMatchObject({ items: [] });
  await expect(cancelJob(db(), { resellerId, jobId, at: new Date() })).rejects.toMatchObject({
    code: 'bulk_job_not_found',
  });
});

test('many purchases are made, each with what is written on it, and those that are not possible fail', async () => {
  const purchases = [
    { ...ORDER, label: 'one' },
    {
      ...ORDER,
      quantity: 2,
      customer: 'ACME',
      autoRenew: { period: '7d', maxPrice: '9000000', until: null },
    },
    { ...ORDER, period: '31d' },
    { tier: 'di', type: 'diresi', country: 'us', period: '1gb', options: { threads: 7 } },
  ];
  const terms = { idempotencyKey: randomUUID(), maxTotal: 3n * PRICE + 1_000_000n };
  const { jobId } = await acceptJob(opened.services, buyer, 'purchase', { purchases }, terms);
  const name = { resellerId: buyer.resellerId, jobId };
  const job = await carryOut(opened.services, name);
  expect(await outcomesOf(opened.services, name)).toEqual(['done', 'done', 'invalid_period', 'done']);
  expect(job.charged).toBe(terms.maxTotal);
  expect(await balance()).toBe(FUNDS - job.charged);
  const { items } = await listItems(db(), { ...name, after: 0, limit: 10 });
  const orderIds = items.flatMap(({ orderId }) => orderId ?? []);
  const orders = await findOwnOrders(db(), { resellerId: buyer.resellerId, orderIds }, opened.clock.now());
  // Two are made at once, so their numbers may be in another order.
  expect(orderIds.map((id) => orders.find((order) => order.id === id))).toMatchObject([
    { label: 'one', quantity: 1, source: 'api' },
    { customer: 'ACME', quantity: 2 },
    { type: 'diresi', country: 'US' },
  ]);
  const renewals = await readAutoRenewals(db(), { resellerId: buyer.resellerId, orderIds });
  expect(orderIds.map((id) => renewals.get(id)?.period)).toEqual([undefined, '7d', undefined]);
  const events = await eventsOf(opened.services, buyer);
  const created = events.filter(({ type }) => type === 'order.created');
  expect(created.map(({ data }) => data['cause'])).toEqual(['bulk', 'bulk', 'bulk']);
});

test('more than a thousand purchases, and none, are refused', async () => {
  const terms = { idempotencyKey: randomUUID(), maxTotal: FUNDS };
  for (const purchases of [Array.from({ length: 1_001 }, () => ORDER), []])
    await expect(acceptJob(opened.services, buyer, 'purchase', { purchases }, terms)).rejects.toMatchObject({
      code: 'invalid_request',
    });
});

test('the same is written on all orders that a filter selects', async () => {
  for (const customer of ['ACME', 'ACME', 'other'])
    await purchase(opened.services, buyer, { ...ORDER, customer, note: 'stays' });
  const { jobId } = await acceptJob(
    opened.services,
    buyer,
    'update_orders',
    { selection: { filter: { customer: 'ACME' } }, annotations: { label: 'new', customer: undefined } },
    { idempotencyKey: randomUUID() },
  );
  const job = await carryOut(opened.services, { resellerId: buyer.resellerId, jobId });
  expect(job).toMatchObject({ kind: 'update_orders', done: 2, charged: 0n });
  const rows = await db()
    .selectFrom('orders')
    .select(['label', 'note', 'customer'])
    .where('reseller_id', '=', buyer.resellerId)
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { label: 'new', note: 'stays', customer: 'ACME' },
    { label: 'new', note: 'stays', customer: 'ACME' },
    { label: null, note: 'stays', customer: 'other' },
  ]);
  const updated = (await eventsOf(opened.services, buyer)).filter(({ type }) => type === 'order.updated');
  expect(updated.map(({ data }) => [data['cause'], data['changed']])).toEqual([
    ['bulk', ['label']],
    ['bulk', ['label']],
  ]);
});

test('orders renew themselves by a job, those that cannot fail, and another job ends it', async () => {
  const orderIds = await givenOrders(opened.services, buyer, 2);
  const { resellerId } = buyer;
  const luxury = await givenLuxuryOrder(opened.services, { reseller: { resellerId, keyId: 0, apiKey: '' } });
  const selection = { orderIds: [...orderIds, luxury.order.id] };
  const until = opened.clock.now().getTime() + 90 * DAY_MS;
  const switchAll = async (terms: { period: string; maxPrice: string; until: number } | null) => {
    const asked = { selection, terms };
    const key = { idempotencyKey: randomUUID() };
    const name = {
      resellerId,
      ...(await acceptJob(opened.services, buyer, 'set_auto_renew', asked, key)),
    };
    expect(await carryOut(opened.services, name)).toMatchObject({ kind: 'set_auto_renew', charged: 0n });
    return outcomesOf(opened.services, name);
  };
  const terms = { period: '30d', maxPrice: String(PRICE), until };
  expect(await switchAll(terms)).toEqual(['done', 'done', 'not_renewable']);
  const renewals = await readAutoRenewals(db(), { resellerId, orderIds });
  expect([...renewals.keys()]).toEqual(expect.arrayContaining(orderIds));
  for (const renewal of renewals.values())
    expect(renewal).toMatchObject({ period: '30d', maxPrice: PRICE, until: new Date(until) });
  expect(await switchAll({ ...terms, period: '31d' })).toEqual([
    'invalid_period',
    'invalid_period',
    'not_renewable',
  ]);
  expect(await switchAll(null)).toEqual(['done', 'done', 'done']);
  expect((await readAutoRenewals(db(), { resellerId, orderIds })).size).toBe(0);
});

test('jobs are deleted 90 days after their end, with their items, and open ones never', async () => {
  const orderIds = await givenOrders(opened.services, buyer, 1);
  const old = await acceptRenewals(opened.services, buyer, { orderIds, period: '7d' });
  await carryOut(opened.services, old);
  const open = await acceptRenewals(opened.services, buyer, { orderIds, period: '7d' });
  const after = (days: number) => new Date(opened.clock.now().getTime() + days * DAY_MS);
  expect(await deleteOldJobs(db(), after(89))).toBe(0);
  expect(await deleteOldJobs(db(), after(91))).toBe(1);
  expect((await findJobs(db(), buyer)).map(({ id }) => id)).toEqual([open.jobId]);
});
