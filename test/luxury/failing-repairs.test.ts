import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DatabaseUnavailableError } from '../../src/kit/database-errors.ts';
import { upTo } from '../../src/kit/job.ts';
import { GivenUpError, listJobFailures } from '../../src/kit/job-failures.ts';
import { repairOne } from '../../src/luxury/change-at-upstream.ts';
import { updateSettings } from '../../src/luxury/update-settings.ts';
import { retryJobs } from '../../src/purchases/recovery.ts';
import type { Services } from '../../src/purchases/services.ts';
import { buyerOf } from '../support/given.ts';
import { type GivenLuxuryOrder, givenLuxuryOrder } from '../support/given-luxury.ts';
import { useLuxuryOrder } from '../support/luxury-fixture.ts';
import { openServices } from '../support/services.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const { opened, given, traffic, atUpstream, fail } = useLuxuryOrder({ country: 'US' });

const failures = async () =>
  (await listJobFailures(opened.services.database.sql, { failed: false, limit: 10 })).jobs;

const change = (order: GivenLuxuryOrder, threads: number) =>
  updateSettings(opened.services, buyerOf(order), order.order.id, { threads });

/** Leaves an order in doubt, by a change that failed half-way. */
async function givenInDoubt(order: GivenLuxuryOrder = given): Promise<void> {
  fail('update', 'refuse');
  await expect(change(order, 5)).rejects.toMatchObject({ code: 'provider_error' });
}

async function isInDoubt(order: GivenLuxuryOrder = given): Promise<boolean> {
  const { rows } = await sql`select from luxury_settings
    where order_id = ${order.order.id} and change_token is not null`.execute(opened.services.database.sql);
  return rows.length > 0;
}

/** The service where the order's account can never be found, and how often it was looked for. */
async function poisoned(services: Services, error?: Error) {
  const { upstreamId } = await traffic();
  let tries = 0;
  const failing: Services = {
    ...services,
    clock: opened.clock,
    traffic: {
      ...services.traffic,
      async find(id) {
        if (id !== upstreamId) return services.traffic.find(id);
        tries += 1;
        if (error) throw error;
        fail('get', 'refuse');
        return services.traffic.find(id);
      },
    },
  };
  return { failing, tries: () => tries };
}

const repairRound = async (services: Services) => {
  const thrown: unknown[] = [];
  await upTo(
    20,
    () => repairOne(services),
    (error) => thrown.push(error),
  );
  return thrown;
};

test.each([
  ['the upstream fails', undefined, 0, /^UpstreamError: dataimpulse \S*get/],
  ['the program has a bug', new TypeError('broken'), 1, /^TypeError: broken$/],
])(
  'a repair that always fails keeps no other from being done, and is tried every one or two minutes by all processes together (%s)',
  async (_what, error, thrownEach, message) => {
    await givenInDoubt();
    const other = await givenLuxuryOrder(opened.services);
    await givenInDoubt(other);
    const process = await openServices(opened);
    const [first, second] = [await poisoned(opened.services, error), await poisoned(process.services, error)];
    expect(await repairRound(first.failing)).toHaveLength(thrownEach);
    expect([await isInDoubt(), await isInDoubt(other)]).toEqual([true, false]);
    for (let round = 0; round < 240; round++) {
      opened.clock.advance(5 * SECOND);
      await repairRound(round % 2 ? first.failing : second.failing);
    }
    await process.close();
    // Within 20 minutes.
    const tries = first.tries() + second.tries();
    expect(tries).toBeGreaterThanOrEqual(10);
    expect(tries).toBeLessThanOrEqual(22);
    const key = String(given.order.id);
    expect(await failures()).toMatchObject([
      { job: 'repair', key, attempt: tries, lastError: expect.stringMatching(message), failedAt: null },
    ]);
    opened.clock.advance(2 * MINUTE);
    await repairRound(opened.services);
    expect([await isInDoubt(), await failures()]).toEqual([false, []]);
  },
);

test('a repair is given up in the end, and done once it is retried', async () => {
  await givenInDoubt();
  const { failing, tries } = await poisoned(opened.services);
  await repairRound(failing);
  // As after a day and a half.
  await sql`update job_failures set attempt = 1999`.execute(opened.services.database.sql);
  opened.clock.advance(2 * MINUTE);
  expect(await repairRound(failing)).toEqual([expect.any(GivenUpError)]);
  expect(await failures()).toMatchObject([{ job: 'repair', attempt: 2_000, failedAt: expect.any(Date) }]);
  opened.clock.advance(24 * 60 * MINUTE);
  await repairRound(failing);
  expect([tries(), await isInDoubt()]).toEqual([2, true]);
  opened.sandbox.arm([]);
  await retryJobs(opened.services, { job: 'repair', key: String(given.order.id) });
  await repairRound(opened.services);
  expect([await isInDoubt(), await failures()]).toEqual([false, []]);
});

test('a repair that is retried while it is being tried, and then fails, has the whole bound before it', async () => {
  await givenInDoubt();
  const { failing } = await poisoned(opened.services);
  await repairRound(failing);
  await sql`update job_failures set attempt = 1999`.execute(opened.services.database.sql);
  opened.clock.advance(2 * MINUTE);
  const key = String(given.order.id);
  const retried: Services = {
    ...failing,
    traffic: {
      ...failing.traffic,
      async find(id) {
        expect(await retryJobs(opened.services, { job: 'repair', key })).toBe(1);
        return failing.traffic.find(id);
      },
    },
  };
  expect(await repairOne(retried)).toBe(true);
  expect(await failures()).toEqual([]);
  expect(await repairRound(failing)).toEqual([]);
  expect(await failures()).toMatchObject([{ job: 'repair', key, attempt: 1, failedAt: null }]);
  opened.sandbox.arm([]);
  opened.clock.advance(2 * MINUTE);
  await repairRound(opened.services);
  expect(await failures()).toEqual([]);
});

test('a change by the owner does what was given up, and takes the record away', async () => {
  await givenInDoubt();
  const { failing } = await poisoned(opened.services);
  await repairRound(failing);
  await sql`update job_failures set failed_at = now(), next_attempt_at = null`.execute(
    opened.services.database.sql,
  );
  opened.sandbox.arm([]);
  await change(given, 9);
  expect(await failures()).toEqual([]);
  expect([await isInDoubt(), await atUpstream()]).toMatchObject([false, { threads: 9 }]);
});

test('a database that is away is no failure of a repair', async () => {
  await givenInDoubt();
  const { failing } = await poisoned(opened.services, new DatabaseUnavailableError('gone'));
  await expect(repairRound(failing)).rejects.toThrow(DatabaseUnavailableError);
  expect([await isInDoubt(), await failures()]).toEqual([true, []]);
  await repairRound(opened.services);
  expect(await isInDoubt()).toBe(false);
});
