import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createLog } from '../src/app/log.ts';
import { startJobs } from '../src/jobs/jobs.ts';
import { updateSettings } from '../src/luxury/update-settings.ts';
import { purchase } from '../src/purchases/purchase.ts';
import { retryJobs } from '../src/purchases/recovery.ts';
import { buyerOf, givenReseller } from './support/given.ts';
import { givenLuxuryOrder } from './support/given-luxury.ts';
import { type OpenedServices, openServices } from './support/services.ts';

const CONFIG = { trafficPollSeconds: 1_000, px6: { accounts: [{}] }, px6RequestsPerSecond: 3 };
const ORDER = { tier: 'prem', type: 'ipv4', country: 'DE', period: '30d', quantity: 1 };
const MINUTE = 60_000;
const ERROR_LEVEL = 50;

let opened: OpenedServices;
/** A second process. */
let other: OpenedServices;

beforeAll(async () => {
  opened = await openServices();
  other = await openServices(opened);
});
afterAll(async () => {
  await other.close();
  await opened.close();
});
afterEach(() => {
  vi.useRealTimers();
});

async function firstRow<Row>(query: ReturnType<typeof sql<Row>>): Promise<Row> {
  const { rows } = await query.execute(opened.services.database.sql);
  const [row] = rows;
  if (!row) throw new Error('no row');
  return row;
}

/** A sweep that the upstream refuses. Returns its key. */
async function givenSweep(): Promise<string> {
  const { resellerId } = await givenReseller(opened.services, { balanceUsd: '100' });
  await purchase(opened.services, { resellerId, priceList: 'standard', source: 'api' }, ORDER);
  opened.sandbox.arm([{ upstream: 'px6', call: 'getproxy', mode: 'refuse', times: 2 }]);
  return (await firstRow(sql<{ key: string }>`select operation_id::text as key from sweeps`)).key;
}

/** A repair that the upstream refuses. */
async function givenRepair(): Promise<string> {
  const given = await givenLuxuryOrder(opened.services);
  opened.sandbox.arm([{ upstream: 'dataimpulse', call: 'update', mode: 'refuse', times: 1 }]);
  const change = updateSettings(opened.services, buyerOf(given), given.order.id, { threads: 3 });
  await expect(change).rejects.toThrow();
  opened.sandbox.arm([{ upstream: 'dataimpulse', call: 'get', mode: 'refuse', times: 2 }]);
  return String(given.order.id);
}

const UNWATCHED = { async round() {} };

/** Runs the background jobs of two processes until the condition holds. Returns what they have logged. */
async function housekeepUntil(condition: () => Promise<void>): Promise<Record<string, unknown>[]> {
  const lines: Record<string, unknown>[] = [];
  const log = createLog({
    write(text) {
      const line: Record<string, unknown> = JSON.parse(text);
      lines.push(line);
    },
  });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const stops = [opened, other].map(({ services }) =>
    startJobs({
      services: { ...services, clock: opened.clock },
      payments: opened.payments,
      book: opened.book,
      databaseUrl: opened.databaseUrl,
      restoreWatch: UNWATCHED,
      config: CONFIG,
      log,
    }),
  );
  vi.advanceTimersByTime(5_000);
  await condition();
  await Promise.all(stops.map((stop) => stop()));
  return lines;
}

test.each([
  ['sweep', 60, givenSweep],
  ['repair', 2_000, givenRepair],
])(
  'the last attempt of a piece of work (%s) leaves one line in the logs of all processes, which says what was given up and how it is retried',
  async (job, attempts, given) => {
    const key = await given();
    await sql`insert into job_failures (job, key, attempt, last_error, next_attempt_at)
    values (${job}, ${key}, ${attempts - 1}, '', '2000-01-01')`.execute(opened.services.database.sql);
    opened.clock.advance(MINUTE);
    const givenUp = sql<{ given_up: boolean }>`select failed_at is not null as given_up from job_failures`;
    const lines = await housekeepUntil(() =>
      expect.poll(async () => firstRow(givenUp)).toEqual({ given_up: true }),
    );
    expect(lines.filter((line) => line['job'] === job)).toEqual([
      {
        level: ERROR_LEVEL,
        time: expect.any(Number),
        job,
        err: {
          name: 'GivenUpError',
          message: expect.stringMatching(`^${job} ${key} was given up after ${attempts} failed attempts \\(`),
          stack: expect.any(String),
        },
        msg: `background work was given up; "npm run -s operator -- jobs retry --job ${job} --key ${key}" has it tried again`,
      },
    ]);
    opened.sandbox.arm([]);
    expect(await retryJobs(opened.services, { job, key })).toBe(1);
  },
);
