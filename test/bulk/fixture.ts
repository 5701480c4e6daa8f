import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import { acceptJob } from '../../src/bulk/accept.ts';
import { findJobs, type JobName, listItems } from '../../src/bulk/jobs.ts';
import { BULK_JOB } from '../../src/bulk/worker.ts';
import { readEvents } from '../../src/events/log.ts';
import type { Micros } from '../../src/kit/money.ts';
import { showEvents } from '../../src/live/event-log.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import type { Buyer, Services } from '../../src/purchases/services.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import type { OpenedServices } from '../support/services.ts';

export const ORDER = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };

/** The numbers of new orders of a buyer. */
export async function givenOrders(services: Services, buyer: Buyer, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let i = 0; i < count; i++) ids.push((await purchase(services, buyer, ORDER)).sale.order.id);
  return ids;
}

interface Renewals {
  orderIds: readonly number[];
  period?: string;
  maxTotal?: Micros;
  key?: string;
}

const MINUTE_MS = 60_000;
const MOST_MINUTES = 100;

let keys = 0;

/** A job that renews these orders, which may cost any amount and has a key of its own unless one is given. */
export async function acceptRenewals(
  services: Services,
  buyer: Buyer,
  { orderIds, period = '30d', maxTotal = 10n ** 12n, key }: Renewals,
): Promise<JobName> {
  keys += 1;
  const terms = { maxTotal, idempotencyKey: key ?? `key ${keys}` };
  const asked = { selection: { orderIds }, period };
  const { jobId } = await acceptJob(services, buyer, 'renew', asked, terms);
  return { resellerId: buyer.resellerId, jobId };
}

export async function jobOf({ database }: Services, { resellerId, jobId }: JobName) {
  const [job] = await findJobs(database.sql, { resellerId, ids: [jobId] });
  if (!job) throw new Error(`there is no job ${jobId}`);
  return job;
}

/** What has become of its items: the state, or the code of the refusal. */
export async function outcomesOf({ database }: Services, name: JobName): Promise<string[]> {
  const { items } = await listItems(database.sql, { ...name, after: 0, limit: 1_000 });
  return items.map(({ state, error }) => error?.code ?? state);
}

/** What a process does for jobs. It is closed at the end of the test. */
export function startWorker(
  services: Services,
  onFailure = (error: unknown): void => expect.unreachable(String(error)),
) {
  const worker = BULK_JOB.begin({ services }, onFailure);
  if (!worker?.close) throw new Error('no worker');
  onTestFinished(() => worker.close?.());
  return worker;
}

/** Has these processes carry out jobs, or a new one, until the job has ended. */
export async function carryOut(services: Services, name: JobName, workers = [startWorker(services)]) {
  await expect
    .poll(
      async () => {
        await Promise.all(workers.map((worker) => worker.round()));
        return (await jobOf(services, name)).endedAt;
      },
      { interval: 10 },
    )
    .not.toBeNull();
  return jobOf(services, name);
}

/** The same while time passes, a minute whenever nothing is under way. */
export async function carryOutInTime(opened: OpenedServices, name: JobName, services = opened.services) {
  for (let minutes = 0; minutes < MOST_MINUTES; minutes++) {
    const worker = startWorker(services);
    await worker.round();
    await worker.close?.();
    await worker.round();
    const job = await jobOf(services, name);
    if (job.endedAt) return job;
    opened.clock.advance(MINUTE_MS);
  }
  throw new Error('the job does not end');
}

/** How often the upstream has extended the proxies of each order, by its own book. */
export async function extensionsOf({ database }: Services, sandbox: Sandbox, orderIds: readonly number[]) {
  const { rows } = await sql<{ id: number; reference: string }>`
    select id, operation_id::text as reference from orders where id = any (${[...orderIds]})`.execute(
    database.sql,
  );
  const extended = sandbox.issued().filter(({ call }) => call === 'prolong');
  return orderIds.map((id) => {
    const reference = rows.find((row) => row.id === id)?.reference;
    return extended.filter((entry) => entry.reference === reference).length;
  });
}

export async function eventsOf({ database }: Services, { resellerId }: { resellerId: number }) {
  const { events } = await readEvents(database.sql, { resellerId, limit: 200 });
  return showEvents(database.sql, events);
}
