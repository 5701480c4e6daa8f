import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DatabaseUnavailableError } from '../../src/kit/database-errors.ts';
import { upTo } from '../../src/kit/job.ts';
import { GivenUpError, listJobFailures } from '../../src/kit/job-failures.ts';
import { STUCK_RECOVERY } from '../../src/purchases/jobs.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { retryJobs, sweepOne } from '../../src/purchases/recovery.ts';
import { renew } from '../../src/purchases/renew.ts';
import type { Services } from '../../src/purchases/services.ts';
import { verifyLedger } from '../../src/reconciliation/verify-ledger.ts';
import { NoRateSlotError, UpstreamError } from '../../src/upstreams/failure.ts';
import type { Bought } from '../../src/upstreams/term.ts';
import { dyingAt } from '../support/dying-process.ts';
import { usePurchases } from '../support/purchase-fixture.ts';
import { recoverOne } from '../support/recover-one.ts';
import { type OpenedServices, openServices } from '../support/services.ts';

const ORDER = { tier: 'prem', type: 'ipv4', country: 'DE', period: '30d', quantity: 1 };
const FUNDS = 100_000_000n;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Longer than a worker keeps an operation. */
const LEASE_MS = 46 * SECOND;

const { opened, buyer, balance, orders } = usePurchases();

/** A second process, on the same clock. */
let other: OpenedServices;

beforeAll(async () => {
  other = await openServices(opened);
  // It stands still, because the tries in a span are counted here.
  opened.clock.stop();
});
afterAll(() => other.close());
beforeEach(() => sql`truncate job_failures`.execute(opened.services.database.sql));

const failures = async (failed = false) =>
  (await listJobFailures(opened.services.database.sql, { failed: failed && STUCK_RECOVERY, limit: 1_000 }))
    .jobs;

/** Buys, and returns the operations' ids. */
async function givenPurchases(count: number): Promise<string[]> {
  for (let i = 0; i < count; i++) await purchase(opened.services, buyer, ORDER);
  const { rows } = await sql<{ id: string }>`select id from operations
    where reseller_id = ${buyer.resellerId} order by id desc limit ${count}`.execute(
    opened.services.database.sql,
  );
  return rows.map(({ id }) => id);
}

interface Poison {
  reference: string;
  error: Error;
}

/**
 * Two processes for which the upstream's look-up of one operation always fails, and the look-ups that they
 * made.
 */
function poisoned({ reference, error }: Poison) {
  const seen: string[] = [];
  const look = (of: Bought) => {
    seen.push(of.reference);
    if (of.reference === reference) throw error;
  };
  const processes = [opened.services, other.services].map((services): Services => {
    const { term } = services;
    return {
      ...services,
      clock: opened.clock,
      term: {
        ...term,
        async findByReference(...args) {
          look(args[0]);
          return term.findByReference(...args);
        },
        async find(...args) {
          look(args[0]);
          return term.find(...args);
        },
      },
    };
  });
  return { processes, seen, tries: () => seen.filter((of) => of === reference).length };
}

/** One round of both processes as the background jobs do it; returns what was thrown. */
async function sweepRound(processes: Services[]): Promise<unknown[]> {
  const thrown: unknown[] = [];
  await Promise.all(
    processes.map((services) =>
      upTo(
        100,
        () => sweepOne(services),
        (error) => thrown.push(error),
      ),
    ),
  );
  return thrown;
}

test.each([
  ['an upstream’s failure', new UpstreamError('refused', 'px6 getproxy: not sent'), 0],
  ['a bug', new TypeError('broken'), 1],
])(
  'a sweep that always fails keeps no other from being done, and is tried less and less often by all processes together (%s)',
  async (_what, error, thrownEach) => {
    const [reference = '', ...others] = (await givenPurchases(8)).reverse();
    const { processes, seen, tries } = poisoned({ reference, error });
    opened.clock.advance(MINUTE);
    expect(await sweepRound(processes)).toHaveLength(thrownEach);
    expect(seen.toSorted()).toEqual([reference, ...others].toSorted());
    // As a round is done every 5 seconds, for an hour.
    for (let round = 0; round < 720; round++) {
      opened.clock.advance(5 * SECOND);
      await sweepRound(processes);
    }
    // Pauses of a half at the least: 0.5, 1, 2, 4, 8, 16 and 30 minutes; and the whole at the most.
    expect(tries()).toBeGreaterThanOrEqual(6);
    expect(tries()).toBeLessThanOrEqual(8);
    expect(await failures()).toEqual([
      {
        job: 'sweep',
        key: reference,
        attempt: tries(),
        lastError: `${error.name}: ${error.message}`,
        nextAttemptAt: expect.any(Date),
        failedAt: null,
      },
    ]);
  },
);

test('a sweep that fails for days is given up and named by the reconciliation, and is done once it is retried', async () => {
  const [reference = ''] = await givenPurchases(1);
  const { processes, tries } = poisoned({ reference, error: new UpstreamError('unknown', 'px6: down') });
  const thrown: unknown[] = [];
  for (let hour = 0; hour < 100; hour++) {
    opened.clock.advance(HOUR);
    thrown.push(...(await sweepRound(processes)));
    if (hour === 24) expect(await failures(true)).toEqual([]);
  }
  expect(tries()).toBe(60);
  expect(thrown).toEqual([expect.any(GivenUpError)]);
  expect(await failures(true)).toMatchObject([
    { job: 'sweep', key: reference, attempt: 60, nextAttemptAt: null, failedAt: expect.any(Date) },
  ]);
  const { database } = opened.services;
  expect((await verifyLedger(database)).problems).toEqual([
    {
      problem: 'the sweep was given up: "jobs list --failed" shows why, and "jobs retry" retries it',
      resellerId: buyer.resellerId,
      operationId: reference,
      expected: null,
      found: null,
    },
  ]);
  await retryJobs(opened.services, { job: 'sweep', key: reference });
  expect(await sweepOne(opened.services)).toBe(true);
  expect([await failures(), await sweepOne(opened.services)]).toEqual([[], false]);
});

test('a sweep that succeeds after failures leaves no record', async () => {
  const [reference = ''] = await givenPurchases(1);
  const { processes } = poisoned({ reference, error: new UpstreamError('refused', 'px6: down') });
  opened.clock.advance(MINUTE);
  await sweepRound(processes);
  opened.clock.advance(MINUTE);
  await sweepRound([opened.services]);
  expect(await failures()).toEqual([]);
});

test('a sweep whose order is busy has not failed', async () => {
  const { order } = (await purchase(opened.services, buyer, ORDER)).sale;
  await renew(opened.services, buyer, { orderId: order.id, period: '30d' });
  const { term } = opened.services;
  const extend = async (): Promise<never> => {
    throw new Error('died');
  };
  const dying: Services = { ...opened.services, term: { ...term, extend } };
  await expect(renew(dying, buyer, { orderId: order.id, period: '30d' })).rejects.toThrow('died');
  opened.clock.advance(MINUTE);
  await sweepRound([opened.services]);
  const { rows } = await sql`select from sweeps where reseller_id = ${buyer.resellerId}`.execute(
    opened.services.database.sql,
  );
  expect([rows.length, await failures()]).toEqual([1, []]);
  expect(await recoverOne(opened.services)).toBe(true);
});

test('a sweep that gets no turn in the upstream’s rate has not failed: it is due a minute later, however often, and keeps no other from being done', async () => {
  const [other = '', reference = ''] = await givenPurchases(2);
  const { processes, seen, tries } = poisoned({
    reference,
    error: new NoRateSlotError('px6 getproxy: not sent'),
  });
  for (let minute = 1; minute <= 100; minute++) {
    opened.clock.advance(MINUTE);
    expect(await sweepRound(processes)).toEqual([]);
    expect(tries()).toBe(minute);
  }
  expect(seen).toContain(other);
  expect(await failures()).toEqual([]);
  opened.clock.advance(MINUTE);
  expect(await sweepOne(opened.services)).toBe(true);
  expect(await sweepOne(opened.services)).toBe(false);
});

test('a database that is away is no failure of a sweep', async () => {
  const [reference = ''] = await givenPurchases(1);
  const { processes, tries } = poisoned({ reference, error: new DatabaseUnavailableError('gone') });
  opened.clock.advance(MINUTE);
  await expect(sweepRound(processes)).rejects.toThrow(DatabaseUnavailableError);
  expect([tries(), await failures()]).toEqual([1, []]);
});

/** A purchase that the upstream has carried out, and whose process died. Returns its operation's id. */
async function givenLapsed(): Promise<string> {
  const dying = dyingAt(opened.services, 'buy', 'after');
  await expect(purchase(dying, buyer, ORDER)).rejects.toThrow('died');
  opened.clock.advance(LEASE_MS);
  const { rows } = await sql<{ id: string }>`select id from operations
    where reseller_id = ${buyer.resellerId} and state = 'running'`.execute(opened.services.database.sql);
  return rows[0]?.id ?? '';
}

test('an operation whose recovery fails is tried less and less often, never given up, and settled once it can be', async () => {
  const reference = await givenLapsed();
  const { processes, tries } = poisoned({ reference, error: new TypeError('broken') });
  const recoverRound = () => Promise.allSettled(processes.map((services) => recoverOne(services)));
  for (let round = 0; round < 360; round++) {
    await recoverRound();
    opened.clock.advance(5 * SECOND);
  }
  // Half an hour, of which the longest pauses are 5 minutes.
  expect(tries()).toBeGreaterThanOrEqual(9);
  expect(tries()).toBeLessThanOrEqual(17);
  expect(await failures()).toMatchObject([
    { job: 'recovery', key: reference, attempt: tries(), lastError: 'TypeError: broken', failedAt: null },
  ]);
  expect(await orders()).toEqual([]);
  opened.clock.advance(5 * MINUTE);
  expect(await recoverOne(opened.services)).toBe(true);
  expect([await failures(), await orders()]).toMatchObject([[], [{ status: 'active' }]]);
  expect(await balance()).toBeLessThan(FUNDS);
});

test('a poisoned operation keeps no other from being recovered', async () => {
  const first = await givenLapsed();
  const { processes } = poisoned({ reference: first, error: new TypeError('broken') });
  await purchaseDied();
  opened.clock.advance(LEASE_MS);
  const [services = opened.services] = processes;
  const outcomes = [];
  for (let i = 0; i < 3; i++) outcomes.push(await recoverOne(services).catch(() => 'failed'));
  expect(outcomes).toEqual(['failed', true, false]);
  opened.clock.advance(MINUTE);
  expect(await recoverOne(opened.services)).toBe(true);
});

test('coins that this version cannot read are a failure of the recovery, which is recorded and put off', async () => {
  const { sql: db } = opened.services.database;
  const id = await givenLapsed();
  const { rows } = await sql<{ request: object }>`select request from operations where id = ${id}`.execute(
    db,
  );
  const keep = (request: object | undefined) =>
    sql`update operations set request = ${JSON.stringify(request)}::jsonb where id = ${id}`.execute(db);
  await keep({ ...rows[0]?.request, coins: 'many' });
  await expect(recoverOne(opened.services)).rejects.toThrow(`coins of operation ${id}`);
  expect(await failures()).toMatchObject([{ job: 'recovery', key: id, attempt: 1 }]);
  expect(await recoverOne(opened.services)).toBe(false);
  await keep(rows[0]?.request);
  opened.clock.advance(MINUTE);
  expect(await recoverOne(opened.services)).toBe(true);
});

async function purchaseDied(): Promise<void> {
  const { term } = opened.services;
  const buy = async (): Promise<never> => {
    throw new Error('died');
  };
  await expect(purchase({ ...opened.services, term: { ...term, buy } }, buyer, ORDER)).rejects.toThrow(
    'died',
  );
}

test('a worker that was taken for dead writes no failure down of an operation that another has decided', async () => {
  const reference = await givenLapsed();
  const { term } = opened.services;
  const slow: Services = {
    ...opened.services,
    term: {
      ...term,
      async findByReference(of) {
        if (of.reference !== reference) return term.findByReference(of);
        opened.clock.advance(LEASE_MS);
        expect(await recoverOne({ ...other.services, clock: opened.clock })).toBe(true);
        throw new TypeError('broken');
      },
    },
  };
  await expect(recoverOne(slow)).rejects.toThrow('broken');
  expect([await failures(), (await orders()).length]).toEqual([[], 1]);
});

/** A worker whose look-ups wait until `fail` is called, and then fail. */
function hanging() {
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<never>();
  const find = () => {
    asked.resolve();
    return answered.promise;
  };
  const term = { ...opened.services.term, find, findByReference: find };
  const services: Services = { ...opened.services, term };
  return { services, asked: asked.promise, fail: () => answered.reject(new TypeError('broken')) };
}

async function givenDueSweep(): Promise<string> {
  const [reference = ''] = await givenPurchases(1);
  opened.clock.advance(MINUTE);
  return reference;
}

test.each([
  ['sweep', givenDueSweep, sweepOne],
  ['recovery', givenLapsed, recoverOne],
])(
  'a %s that is retried while it is being tried, and then fails, is tried again at once and has the whole bound before it',
  async (job, given, doOne) => {
    const key = await given();
    await sql`insert into job_failures (job, key, attempt, last_error, next_attempt_at)
      values (${job}, ${key}, 59, '', '2000-01-01')`.execute(opened.services.database.sql);
    const worker = hanging();
    const trying = expect(doOne(worker.services)).rejects.toThrow('broken');
    await worker.asked;
    expect(await retryJobs(opened.services, { job, key })).toBe(1);
    worker.fail();
    await trying;
    expect(await failures()).toEqual([]);
    await expect(doOne(worker.services)).rejects.toThrow('broken');
    expect(await failures()).toMatchObject([{ job, key, attempt: 1, failedAt: null }]);
  },
);
