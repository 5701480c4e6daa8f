import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { post } from '../../src/billing/ledger.ts';
import type { Notifier } from '../../src/billing/notices.ts';
import { listNotices, logNotifier } from '../../src/billing/notices.ts';
import { sendNotices } from '../../src/billing/send-notices.ts';
import { topUp } from '../../src/billing/top-ups.ts';
import { noteLowBalance } from '../../src/billing/write-notices.ts';
import { DatabaseUnavailableError } from '../../src/kit/database-errors.ts';
import {
  deleteJobFailures,
  findJobFailures,
  GivenUpError,
  listJobFailures,
} from '../../src/kit/job-failures.ts';
import { setThreshold } from '../../src/resellers/resellers.ts';
import { startDatabaseRelay } from '../support/database-relay.ts';
import { givenReseller } from '../support/given.ts';
import { type OpenedServices, openServices } from '../support/services.ts';

let opened: OpenedServices;
let other: OpenedServices;

beforeAll(async () => {
  opened = await openServices();
  // A second process shares only the database with the first.
  other = await openServices(opened);
});
afterAll(async () => {
  await other.close();
  await opened.close();
});

const USD = 1_000_000n;
/** The longest that a notice which could not be sent once is put off. */
const PUT_OFF_MS = 5_000;
/** The threshold that a reseller starts with. */
const THRESHOLD = 10n * USD;

/** The start of a statement that posts one movement. */
function moving(resellerId: number, micros: bigint, tx = opened.services.database.sql) {
  return tx.with('movement', (cte) =>
    cte.selectNoFrom(({ cast, val }) => [
      cast<number>(val(resellerId), 'bigint').as('reseller_id'),
      cast<string>(val(randomUUID()), 'uuid').as('operation_id'),
      cast<number>(val(micros), 'bigint').as('amount'),
      cast<Date>(val(opened.clock.now()), 'timestamptz').as('created_at'),
    ]),
  );
}

/** Returns whether the balance was high enough. */
async function spendMicros(resellerId: number, micros: bigint, process = opened): Promise<boolean> {
  return process.services.database.inTransaction(async (tx) => {
    const [posted] = await post(moving(resellerId, micros, tx), 'adjustmentDown')
      .selectFrom('posted')
      .select('balance')
      .execute();
    if (posted) await noteLowBalance(tx, { resellerId, amount: micros, at: opened.clock.now() });
    return posted !== undefined;
  });
}

function spend(resellerId: number, usd: bigint, process = opened) {
  return spendMicros(resellerId, usd * USD, process);
}

function pay(resellerId: number, usd: bigint) {
  const payment = { resellerId, amount: usd * USD, reference: randomUUID(), at: opened.clock.now() };
  return topUp(opened.services.database, payment);
}

/** Gives back what was taken. */
async function refund(resellerId: number, usd: bigint) {
  await post(moving(resellerId, usd * USD), 'adjustmentUp')
    .selectFrom('posted')
    .select('balance')
    .execute();
}

async function balancesTold(resellerId: number): Promise<bigint[]> {
  const notices = await listNotices(opened.services.database.sql, { resellerId, limit: 100 });
  return notices.flatMap((notice) => (notice.kind === 'low_balance' ? [notice.balance / USD] : [])).reverse();
}

test('of 40 concurrent charges in two processes one crosses the threshold, and one notice has the balance after it', async () => {
  const { resellerId } = await givenReseller(opened.services, { balanceUsd: '30' });
  const paid = await Promise.all(
    Array.from({ length: 40 }, (_, i) => spend(resellerId, 1n, i % 2 ? opened : other)),
  );
  expect(paid.filter(Boolean)).toHaveLength(30);
  expect(await listNotices(opened.services.database.sql, { resellerId, limit: 100 })).toMatchObject([
    { resellerId, kind: 'low_balance', balance: 9n * USD, threshold: THRESHOLD },
  ]);
});

test('a balance at the threshold is not low, and one micro-dollar below it is', async () => {
  const { resellerId } = await givenReseller(opened.services, { balanceUsd: '11' });
  await spend(resellerId, 1n);
  expect(await balancesTold(resellerId)).toEqual([]);
  await spendMicros(resellerId, 1n);
  expect(await balancesTold(resellerId)).toEqual([9n]);
});

test('a balance that stays low has one notice, also when a top-up does not lift it to the threshold', async () => {
  const { resellerId } = await givenReseller(opened.services, { balanceUsd: '12' });
  await spend(resellerId, 4n);
  await spend(resellerId, 3n);
  await pay(resellerId, 4n);
  await spend(resellerId, 1n);
  expect(await balancesTold(resellerId)).toEqual([8n]);
});

test.each([
  ['top-up', (resellerId: number) => pay(resellerId, 2n)],
  ['refund', (resellerId: number) => refund(resellerId, 2n)],
])('a %s that lifts the balance to the threshold arms the notice again', async (_word, lift) => {
  const { resellerId } = await givenReseller(opened.services, { balanceUsd: '12' });
  await spend(resellerId, 4n);
  await lift(resellerId);
  await spend(resellerId, 3n);
  expect(await balancesTold(resellerId)).toEqual([8n, 7n]);
});

test('a threshold of 0 is never crossed, and a refused charge writes no notice', async () => {
  const [silent, poor] = [
    await givenReseller(opened.services, { balanceUsd: '5' }),
    await givenReseller(opened.services, { balanceUsd: '12' }),
  ];
  await setThreshold(opened.services.database, { resellerId: silent.resellerId, usd: 0 });
  await spend(silent.resellerId, 5n);
  expect(await spend(poor.resellerId, 13n)).toBe(false);
  expect(await balancesTold(silent.resellerId)).toEqual([]);
  expect(await balancesTold(poor.resellerId)).toEqual([]);
});

/** For notices none of which is given up. */
function unexpected(error: unknown): never {
  throw error;
}

/** A notifier that notes whom it has told once that is committed, and fails for some. */
function noting(sent: number[], fails: (resellerId: number) => boolean = () => false): Notifier {
  return {
    async write(_tx, notices) {
      const resellerIds = notices.map(({ resellerId }) => resellerId);
      if (resellerIds.some(fails)) throw new Error('unreachable');
      return () => void sent.push(...resellerIds);
    },
  };
}

/** Resellers whose balance has just fallen, after all earlier notices were sent. */
async function givenDue(count: number): Promise<number[]> {
  await sendNotices(opened.services, { write: async () => () => {} }, unexpected);
  const ids: number[] = [];
  for (let i = 0; i < count; i++) {
    const { resellerId } = await givenReseller(opened.services, { balanceUsd: '12' });
    await spend(resellerId, 4n);
    ids.push(resellerId);
  }
  return ids;
}

test('two processes that send at the same moment hand every notice over once', async () => {
  const due = await givenDue(25);
  const sent: number[] = [];
  const notifier = noting(sent);
  await Promise.all([
    sendNotices(opened.services, notifier, unexpected),
    sendNotices(other.services, notifier, unexpected),
  ]);
  expect(sent.sort((a, b) => a - b)).toEqual(due);
});

test('notices that could not be sent are put off, and keep no other from being sent', async () => {
  const due = await givenDue(12);
  const sent: number[] = [];
  const failing = new Set(due.slice(0, 11));
  const notifier = noting(sent, (resellerId) => failing.has(resellerId));
  await expect(sendNotices(opened.services, notifier, unexpected)).rejects.toThrow('11 notices');
  expect(sent).toEqual(due.slice(11));
  failing.clear();
  await sendNotices(other.services, notifier, unexpected);
  expect(sent).toEqual(due.slice(11));
  other.clock.advance(PUT_OFF_MS);
  await sendNotices(other.services, notifier, unexpected);
  expect(sent.sort((a, b) => a - b)).toEqual(due);
});

/** Writes down in the transaction, as the bot does, and so only what is committed counts. */
const written: Notifier = {
  async write(tx, notices) {
    const ids = notices.map(({ id }) => id);
    await sql`create table if not exists written (id bigint)`.execute(tx);
    await sql`insert into written select unnest(${ids}::bigint[])`.execute(tx);
    return () => {};
  },
};

test.each([
  ['before', 1],
  ['before', 2],
  ['before', 3],
  ['before', 4],
  ['before', 5],
  ['before', 6],
  ['after', 6],
] as const)(
  'a process whose connections end for good %s its statement %i, and another one beside it, write every notice once',
  async (cut, number) => {
    const due = await givenDue(25);
    await sql`drop table if exists written`.execute(opened.services.database.sql);
    await sql`create table written (id bigint)`.execute(opened.services.database.sql);
    const relay = await startDatabaseRelay(opened.databaseUrl);
    const dying = await openServices({ ...opened, databaseUrl: relay.url });
    relay.cutStatement(cut, number);
    const died = sendNotices(dying.services, written, unexpected);
    // With the other one it may find nothing left, and get no further.
    await expect.poll(relay.cuts).toBe(1);
    const lived = sendNotices(other.services, written, unexpected);
    await Promise.all([died, lived]);
    await sendNotices(other.services, written, unexpected);
    const { rows } = await sql<{ reseller_id: number }>`
      select reseller_id from notices join written using (id) order by 1`.execute(
      opened.services.database.sql,
    );
    expect(rows.map(({ reseller_id }) => reseller_id)).toEqual(due);
    await dying.close();
    await relay.close();
  },
);

test('a notice that can never be sent is tried less and less often, is given up in the end, and is sent once it is retried', async () => {
  const [resellerId] = await givenDue(1);
  const { clock, services } = other;
  const { database } = services;
  clock.stop();
  const sent: number[] = [];
  let tries = 0;
  const unreachable = {
    async write() {
      tries += 1;
      throw new Error('no text for it');
    },
  };
  const failures = async () => (await listJobFailures(database.sql, { failed: false, limit: 10 })).jobs;
  for (let round = 0; round < 60; round++) {
    await sendNotices(other.services, unreachable, unexpected).catch(() => {});
    clock.advance(1_000);
  }
  // After pauses of at least 2.5, 5, 10 and 20 seconds.
  expect(tries).toBeLessThanOrEqual(5);
  const reported: unknown[] = [];
  const onFailure = (error: unknown) => void reported.push(error);
  while (tries < 220) {
    clock.advance(15 * 60_000);
    await sendNotices(other.services, unreachable, onFailure).catch(() => {});
  }
  expect(reported).toEqual([expect.any(GivenUpError)]);
  clock.advance(24 * 3_600_000);
  await sendNotices(other.services, unreachable, unexpected);
  const [failure] = await failures();
  expect([tries, failure]).toMatchObject([
    220,
    { job: 'notices', attempt: 220, lastError: 'Error: no text for it', failedAt: expect.any(Date) },
  ]);
  await deleteJobFailures(database.sql, await findJobFailures(database.sql, { job: 'notices' }));
  await sendNotices(other.services, noting(sent), unexpected);
  expect([sent, await failures()]).toEqual([[resellerId], []]);
});

test('a notice that is given up is reported even if the database goes away before the next batch', async () => {
  const due = await givenDue(11);
  await sql`insert into job_failures (job, key, attempt, last_error, next_attempt_at)
    select 'notices', id::text, 219, '', '2000-01-01' from notices where reseller_id = ${due[0]}`.execute(
    opened.services.database.sql,
  );
  const { database, clock } = opened.services;
  const gone = new DatabaseUnavailableError('gone');
  const batches = vi.spyOn(database, 'inTransaction');
  const reported: unknown[] = [];
  const notifier = noting([], (resellerId) => resellerId === due[0]);
  const sending = sendNotices({ database, clock }, notifier, (error) => {
    reported.push(error);
    batches.mockRejectedValueOnce(gone);
  });
  await expect(sending).rejects.toBe(gone);
  batches.mockRestore();
  expect(reported).toEqual([expect.any(GivenUpError)]);
  await sendNotices(opened.services, { write: async () => () => {} }, unexpected);
});

test('the log has the reseller, the balance and the threshold, and nothing else of anybody', async () => {
  const [resellerId] = await givenDue(1);
  const lines: string[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(line) });
  await sendNotices(opened.services, logNotifier(log), unexpected);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { level: 40, resellerId, balanceUsd: '8.00', thresholdUsd: '10.00', msg: 'the balance is low' },
  ]);
});
