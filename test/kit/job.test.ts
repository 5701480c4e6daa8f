import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENTITIES } from '../../src/app/entities.ts';
import { type Database, openDatabase } from '../../src/kit/database.ts';
import { CommitUnknownError, DatabaseUnavailableError, silentError } from '../../src/kit/database-errors.ts';
import { deleteJobFailures, GivenUpError, listJobFailures, Retry } from '../../src/kit/job-failures.ts';
import { REPAIR } from '../../src/luxury/change-at-upstream.ts';
import { RECOVERY, STUCK_RECOVERY, SWEEP } from '../../src/purchases/jobs.ts';
import { createDatabase, type TestDatabase } from '../support/postgres.ts';

const START = new Date('2026-01-01T00:00:00Z').getTime();
const SECOND = 1_000;
const FAILURE = new Error('broken');
const POLICY = { firstPauseMs: 10 * SECOND, longestPauseMs: 60 * SECOND, attempts: 5 };

let file: TestDatabase;
let database: Database;
let other: Database;

beforeAll(async () => {
  file = await createDatabase();
  database = await openDatabase({ url: file.url, entities: ENTITIES });
  other = await openDatabase({ url: file.url, entities: ENTITIES });
});
afterAll(async () => {
  await database.close();
  await other.close();
  await file.drop();
});

/** A failed attempt at a piece that is still the caller's. */
const failed = (key: string, attempt: number | null, now: number, error: unknown = FAILURE) => ({
  key,
  attempt,
  error,
  now: new Date(now),
  giveBack: async () => true,
});

const newJob = (policy = POLICY) => new Retry(randomUUID(), policy);

function isReady(job: Retry, key: string, at: Date): Promise<unknown> {
  return database.sql
    .selectNoFrom((eb) => [job.isReady(eb.val(key), at).as('ready'), job.attempt(eb.val(key)).as('attempt')])
    .executeTakeFirst();
}

async function recordOf(job: Retry) {
  const { jobs } = await listJobFailures(database.sql, { failed: false, limit: 1_000 });
  return jobs.filter((failure) => failure.job === job.name);
}

test('pauses double up to the longest, and each is between a half and the whole', async () => {
  const job = newJob();
  let now = START;
  for (const [before, longest] of [
    [null, 10],
    [1, 20],
    [2, 40],
    [3, 60],
  ] as const) {
    await job.fail(database.sql, failed('one', before, now));
    const [record] = await recordOf(job);
    const pause = (record?.nextAttemptAt?.getTime() ?? 0) - now;
    expect(pause).toBeGreaterThanOrEqual((longest * SECOND) / 2);
    expect(pause).toBeLessThanOrEqual(longest * SECOND);
    const attempt = (before ?? 0) + 1;
    expect(record).toMatchObject({ attempt, lastError: 'Error: broken', failedAt: null });
    now += pause;
    expect(await isReady(job, 'one', new Date(now - 1))).toEqual({ ready: false, attempt });
    expect(await isReady(job, 'one', new Date(now))).toEqual({ ready: true, attempt });
  }
});

test('what fails together is not tried again together', async () => {
  const job = newJob({ ...POLICY, firstPauseMs: 1_000 * SECOND, longestPauseMs: 1_000 * SECOND });
  for (let i = 0; i < 20; i++) await job.fail(database.sql, failed(String(i), null, START));
  const instants = (await recordOf(job)).map(({ nextAttemptAt }) => nextAttemptAt?.getTime());
  expect(new Set(instants).size).toBeGreaterThan(10);
});

test('after the bound it is given up, for ever, until it is retried as if it had never failed', async () => {
  const job = newJob();
  await job.fail(database.sql, failed('one', 3, START));
  expect((await listJobFailures(database.sql, { failed: STUCK_RECOVERY, limit: 10 })).jobs).toEqual([]);
  await job.fail(database.sql, failed('one', 4, START + 1));
  expect(await recordOf(job)).toEqual([
    {
      job: job.name,
      key: 'one',
      attempt: 5,
      lastError: 'Error: broken',
      nextAttemptAt: null,
      failedAt: new Date(START + 1),
    },
  ]);
  expect(await isReady(job, 'one', new Date(START + 1e12))).toEqual({ ready: false, attempt: 5 });
  expect(await isReady(job, 'another', new Date(START))).toEqual({ ready: true, attempt: null });
  await deleteJobFailures(database.sql, [{ job: job.name, key: 'one' }]);
  expect(await isReady(job, 'one', new Date(START))).toEqual({ ready: true, attempt: null });
});

test('one attempt that two processes made, or whose failure is noted twice, counts once', async () => {
  const job = newJob();
  const failing = [database, other, database, other].map((process) =>
    job.fail(process.sql, failed('one', 1, START)),
  );
  await Promise.all(failing);
  expect(await recordOf(job)).toMatchObject([{ attempt: 2 }]);
});

test('the last attempt is reported once, by the process that recorded its failure', async () => {
  const job = newJob();
  expect(await job.fail(database.sql, failed('one', 3, START))).toBe('put_off');
  const reports = await Promise.all(
    [database, other].map((process) => job.fail(process.sql, failed('one', 4, START))),
  );
  expect(reports.filter(Boolean)).toEqual([expect.any(GivenUpError)]);
  expect(reports.find(Boolean)).toMatchObject({
    job: job.name,
    key: 'one',
    message: `${job.name} one was given up after 5 failed attempts (Error: broken)`,
  });
});

test('a failure is recorded together with the end of the lease, and only if the caller still had it', async () => {
  const job = newJob();
  const nextAttempts: (Date | null)[] = [];
  const giveBack = (isOurs: boolean) => async (_tx: unknown, nextAttemptAt: Date | null) => {
    nextAttempts.push(nextAttemptAt);
    return isOurs;
  };
  await job.noteFailure(database, { ...failed('one', 4, START), giveBack: giveBack(false) });
  expect(await recordOf(job)).toEqual([]);
  await job.noteFailure(database, { ...failed('one', null, START), giveBack: giveBack(true) });
  const noted = job.noteFailure(database, { ...failed('one', 4, START), giveBack: giveBack(true) });
  await expect(noted).rejects.toThrow(GivenUpError);
  expect(nextAttempts).toEqual([null, expect.any(Date), null]);
  expect(await recordOf(job)).toMatchObject([{ attempt: 5, failedAt: new Date(START) }]);
});

test.each([
  ['is thrown', new Error('permission denied')],
  ['is thrown, because the record may be there', new CommitUnknownError({ cause: silentError(1) })],
  ['is ignored while the database is away', undefined],
])('what keeps a failure from being recorded %s', async (_what, thrown) => {
  const job = newJob();
  const giveBack = () => Promise.reject(thrown ?? new DatabaseUnavailableError('gone'));
  const noted = job.noteFailure(database, { ...failed('one', null, START), giveBack });
  await (thrown ? expect(noted).rejects.toBe(thrown) : noted);
  expect(await recordOf(job)).toEqual([]);
});

test('a success deletes the record that it knew of, and none of a later failure', async () => {
  const job = newJob();
  await job.fail(database.sql, failed('one', 1, START));
  await job.succeed(database.sql, { key: 'one', attempt: null });
  await job.succeed(database.sql, { key: 'one', attempt: 1 });
  expect(await recordOf(job)).toHaveLength(1);
  await job.succeed(database.sql, { key: 'one', attempt: 2 });
  expect(await recordOf(job)).toEqual([]);
});

test('what is kept of an error is one short line without values, passwords and control characters', async () => {
  const job = newJob();
  const secret = 'prk_kept_to_oneself';
  const errors = [
    await sql`select ${secret}::text::int`.execute(database.sql).catch((error: unknown) => error),
    new SyntaxError(`Unexpected token 'p', "${secret}" is not valid JSON`),
    new Error(`no way to postgres://gateway:${secret}@127.0.0.1/gateway\nat 'there'\u0000\ud800`),
    Object.assign(new Error('refused'), { detail: secret, cause: new Error(secret) }),
    new Error('x'.repeat(10_000)),
  ];
  const reports: unknown[] = [];
  for (const [i, error] of errors.entries())
    reports.push(await job.fail(database.sql, failed(String(i), 4, START, error)));
  expect(reports.map((report) => (report as Error).message).join()).not.toContain(secret);
  const kept = new Map((await recordOf(job)).map(({ key, lastError }) => [key, lastError]));
  expect([...kept.values()].join()).not.toContain(secret);
  expect([kept.get('1'), kept.get('2'), kept.get('3')]).toEqual([
    `SyntaxError: Unexpected token 'p', "..." is not valid JSON`,
    "Error: no way to postgres://***@127.0.0.1/gateway at 'there' \ufffd",
    'Error: refused',
  ]);
  expect(kept.get('4')).toHaveLength(300);
});

test.each([SWEEP, REPAIR])(
  'work that is given up, as of $name, was tried for a day at least',
  ({ policy }) => {
    const { firstPauseMs, longestPauseMs, attempts } = policy;
    const pauses = Array.from({ length: attempts - 1 }, (_, i) =>
      Math.min(firstPauseMs * 2 ** i, longestPauseMs),
    );
    const leastMs = pauses.reduce((sum, pause) => sum + pause / 2, 0);
    expect(leastMs).toBeGreaterThan(24 * 3_600 * SECOND);
    expect(leastMs).toBeLessThan(48 * 3_600 * SECOND);
  },
);

test('recovery is never given up', async () => {
  await RECOVERY.fail(database.sql, failed('one', 1_000_000, START));
  expect(await recordOf(RECOVERY)).toMatchObject([{ attempt: 1_000_001, failedAt: null }]);
});
