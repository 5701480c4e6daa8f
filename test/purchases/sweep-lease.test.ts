import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { listJobFailures } from '../../src/kit/job-failures.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { sweepOne } from '../../src/purchases/recovery.ts';
import type { Services } from '../../src/purchases/services.ts';
import { usePurchases } from '../support/purchase-fixture.ts';

const ORDER = { tier: 'prem', type: 'ipv4', country: 'DE', period: '30d', quantity: 1 };
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const { opened, buyer } = usePurchases();

afterEach(() => {
  vi.useRealTimers();
});

/**
 * A sweep that is due, and a worker that has begun it and is not answered until `answer` is called. Then it
 * fails, if there is a failure.
 */
async function givenSweeping({ failure, failedBefore }: { failure?: Error; failedBefore?: number } = {}) {
  await purchase(opened.services, buyer, ORDER);
  if (failedBefore)
    await sql`insert into job_failures (job, key, attempt, last_error, next_attempt_at)
      select 'sweep', operation_id::text, ${failedBefore}, '', '2000-01-01' from sweeps
      where reseller_id = ${buyer.resellerId}`.execute(opened.services.database.sql);
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const { term } = opened.services;
  const waiting: Services = {
    ...opened.services,
    term: {
      ...term,
      async find(...args) {
        asked.resolve();
        await answered.promise;
        if (failure) throw failure;
        return term.find(...args);
      },
    },
  };
  opened.clock.advance(MINUTE);
  const sweeping = sweepOne(waiting);
  await asked.promise;
  return { sweeping, answer: answered.resolve };
}

async function sweeps() {
  const { rows } = await sql<{ due_at: Date | null; lease_token: string | null; leased_until: Date | null }>`
    select due_at, lease_token, leased_until from sweeps where reseller_id = ${buyer.resellerId}`.execute(
    opened.services.database.sql,
  );
  return rows;
}

test('a sweep belongs to one worker for as long as it takes: it renews its lease', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { sweeping, answer } = await givenSweeping();
  for (let renewals = 0; renewals < 6; renewals++) {
    opened.clock.advance(20 * SECOND);
    vi.advanceTimersByTime(20 * SECOND);
    const renewed = new Date(opened.clock.now().getTime() + 59 * SECOND);
    await expect.poll(async () => (await sweeps())[0]?.leased_until).toSatisfy((until) => until > renewed);
    expect(await sweepOne(opened.services)).toBe(false);
  }
  answer();
  expect(await sweeping).toBe(true);
  expect(await sweeps()).toEqual([]);
});

test('the sweep of a worker that died is taken by another one a minute later, and not before', async () => {
  const { sweeping, answer } = await givenSweeping();
  opened.clock.advance(MINUTE - 10 * SECOND);
  expect(await sweepOne(opened.services)).toBe(false);
  opened.clock.advance(10 * SECOND);
  expect(await sweepOne(opened.services)).toBe(true);
  expect(await sweeps()).toEqual([]);
  answer();
  await sweeping;
});

test('a worker that has lost its sweep deletes no record of failures, although it succeeds', async () => {
  const { sweeping, answer } = await givenSweeping({ failedBefore: 3 });
  const { database } = opened.services;
  await sql`update sweeps set lease_token = gen_random_uuid() where reseller_id = ${buyer.resellerId}`.execute(
    database.sql,
  );
  answer();
  await sweeping;
  const { jobs } = await listJobFailures(database.sql, { failed: false, limit: 10 });
  expect(jobs).toMatchObject([{ job: 'sweep', attempt: 3 }]);
  opened.clock.advance(MINUTE);
  expect(await sweepOne(opened.services)).toBe(true);
  expect((await listJobFailures(database.sql, { failed: false, limit: 1 })).total).toBe(0);
});

test('a sweep that has ended its round leaves no lease, and the next round is due at its own time', async () => {
  opened.sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'refuse', times: 1 }]);
  await expect(purchase(opened.services, buyer, ORDER)).rejects.toThrow();
  const [planned] = await sweeps();
  opened.clock.advance(MINUTE);
  expect(await sweepOne(opened.services)).toBe(true);
  const dueAt = new Date((planned?.due_at?.getTime() ?? 0) + 9 * MINUTE);
  expect(await sweeps()).toEqual([{ due_at: dueAt, lease_token: null, leased_until: null }]);
});
