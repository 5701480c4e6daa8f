import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteJobFailures, findJobFailures, listJobFailures } from '../../src/kit/job-failures.ts';
import { REPAIR } from '../../src/luxury/change-at-upstream.ts';
import { RECOVERY, SWEEP } from '../../src/purchases/jobs.ts';
import { type OpenedServices, openServices } from '../support/services.ts';
import { operatorOn, type Ran } from './run-operator.ts';

const START = new Date('2026-01-01T00:00:00Z');
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

let opened: OpenedServices;
let operator: (...args: string[]) => Promise<Ran>;

beforeAll(async () => {
  opened = await openServices();
  operator = operatorOn(opened);
});
afterAll(() => opened.close());

const failed = (key: string, attempt: number | null, error: Error) => ({
  key,
  attempt,
  error,
  now: START,
  giveBack: async () => true,
});

beforeEach(async () => {
  const { sql } = opened.services.database;
  await deleteJobFailures(sql, await findJobFailures(sql, {}));
  await SWEEP.fail(sql, failed('a', 59, new Error('px6 is down')));
  await SWEEP.fail(sql, failed('b', 2, new Error('px6 is slow')));
  await REPAIR.fail(sql, failed('7', null, new Error('broken')));
});

async function keys(): Promise<string[]> {
  const { jobs } = await listJobFailures(opened.services.database.sql, { failed: false, limit: 10 });
  return jobs.map(({ key }) => key);
}

test('jobs list shows what was given up and what is tried again: how often it failed, of what, and when it is next', async () => {
  const givenUp = {
    job: 'sweep',
    key: 'a',
    attempt: 60,
    lastError: 'Error: px6 is down',
    nextAttemptAt: null,
    failedAt: START.toISOString(),
  };
  const repair = {
    job: 'repair',
    key: '7',
    attempt: 1,
    lastError: 'Error: broken',
    nextAttemptAt: INSTANT,
    failedAt: null,
  };
  const sweep = { ...repair, job: 'sweep', key: 'b', attempt: 3, lastError: 'Error: px6 is slow' };
  expect((await operator('jobs', 'list')).result).toEqual({ total: 3, jobs: [givenUp, repair, sweep] });
  expect((await operator('jobs', 'list', '--limit', '1')).result).toEqual({ total: 3, jobs: [givenUp] });
  expect((await operator('jobs', 'list', '--failed')).result).toEqual({ total: 1, jobs: [givenUp] });
});

test('jobs list --failed also has a recovery that has failed five times, although it is still tried', async () => {
  const { sql } = opened.services.database;
  await RECOVERY.fail(sql, failed('passing', 3, new Error('broken')));
  await RECOVERY.fail(sql, failed('stuck', 4, new Error('broken')));
  expect((await operator('jobs', 'list', '--failed')).result).toMatchObject({
    total: 2,
    jobs: [
      { job: 'sweep', key: 'a' },
      { job: 'recovery', key: 'stuck', attempt: 5, nextAttemptAt: INSTANT, failedAt: null },
    ],
  });
});

test('jobs retry has one piece of work tried again, all of a job, or everything', async () => {
  expect((await operator('jobs', 'retry', '--job', 'sweep', '--key', 'a')).result).toEqual({ retried: 1 });
  expect(await keys()).toEqual(['7', 'b']);
  expect((await operator('jobs', 'retry', '--all', '--job', 'sweep')).result).toEqual({ retried: 1 });
  expect(await keys()).toEqual(['7']);
  expect((await operator('jobs', 'retry', '--all')).result).toEqual({ retried: 1 });
  expect((await operator('jobs', 'retry', '--all')).result).toEqual({ retried: 0 });
});

test.each([
  ['nothing is named', [], '--all'],
  ['a job without a piece of its work', ['--job', 'sweep'], '--key'],
  ['a piece of no job', ['--key', 'a'], '--job'],
  ['one piece and everything', ['--all', '--job', 'sweep', '--key', 'a'], '--all'],
  ['what has not failed', ['--job', 'repair', '--key', 'a'], 'jobs list'],
])('jobs retry is refused when %s', async (_what, args, advice) => {
  const { status, error } = await operator('jobs', 'retry', ...args);
  expect([status, error]).toMatchObject([
    1,
    { code: 'invalid_request', message: expect.stringContaining(advice) },
  ]);
  expect(await keys()).toHaveLength(3);
});

test('jobs list --limit 1001 is refused', async () => {
  expect((await operator('jobs', 'list', '--limit', '1001')).error).toMatchObject({
    code: 'invalid_request',
  });
});
