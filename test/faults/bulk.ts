import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { acceptJob } from '../../src/bulk/accept.ts';
import { findJobs, listItems } from '../../src/bulk/jobs.ts';
import { formatUsd } from '../../src/kit/money.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { verifyLedger } from '../../src/reconciliation/verify-ledger.ts';
import { buyerOf } from '../support/given.ts';
import { atOnce } from './at-once.ts';
import { readBooks } from './books.ts';
import { checkGoods } from './check-goods.ts';
import type { RunReport } from './harness.ts';
import { untilCertain, untilRecovered } from './recovered.ts';
import { openSystem } from './system.ts';
import { fillStock } from './upstream-faults.ts';

interface BulkOptions {
  seed: number;
  /** A migrated, empty database. */
  databaseUrl: string;
  directory: string;
  /** Renewals of the job. */
  orders: number;
  /** Requests that the upstream takes in a second. */
  perSecond: number;
}

const WANTED = { tier: 'prem', type: 'ipv4', country: 'US', period: '7d' };
const KILLS = 10;
const BOUGHT_AT_ONCE = 8;
const LOOK_EVERY_MS = 50;
const SLOWEST_MS = 1_200_000;

/** A job of renewals whose two processes are killed in turn, ten times in all. Each order is renewed once. */
export async function runBulk(options: BulkOptions): Promise<RunReport> {
  await using opened = new AsyncDisposableStack();
  const { seed, orders, perSecond: requestsPerSecond } = options;
  const px6 = { accounts: 1, requestsPerSecond };
  const system = await openSystem(
    { ...options, resellers: 1, keysOfReseller: 1, openingUsd: orders * 2, px6 },
    opened,
  );
  const { services, processes, resellers, control } = system;
  await fillStock(control);
  const db = services.database.sql;
  const buyer = { ...buyerOf({ resellerId: resellers[0]?.id ?? 0 }), priceList: 'standard' };
  const orderIds: number[] = [];
  await atOnce(BOUGHT_AT_ONCE, Array.from({ length: orders }), async () => {
    orderIds.push((await purchase(services, buyer, WANTED)).sale.order.id);
  });
  const asked = { selection: { orderIds }, period: '7d' };
  const acceptedAt = performance.now();
  const { jobId } = await acceptJob(services, buyer, 'renew', asked, {
    maxTotal: BigInt(orders) * 1_000_000n,
    idempotencyKey: 'all',
  });
  const acceptedMs = Math.round(performance.now() - acceptedAt);
  const giveUpAt = performance.now() + SLOWEST_MS;
  let kills = 0;
  for (;;) {
    const [job] = await findJobs(db, { resellerId: buyer.resellerId, ids: [jobId] });
    if (job?.endedAt || performance.now() > giveUpAt) break;
    const process = processes[kills % processes.length];
    if (process && kills < KILLS && (job?.done ?? 0) >= ((kills + 0.5) * orders) / KILLS) {
      kills += 1;
      await process.kill();
      await process.start();
      // What it had begun is taken up when its lease has ended.
      await system.clock.move(60);
    }
    await setTimeout(LOOK_EVERY_MS);
  }
  const violations = [
    ...(await untilRecovered(system, performance.now())),
    ...(await untilCertain(system, performance.now())),
  ].map((what) => `unfinished: ${what}`);
  const [job] = await findJobs(db, { resellerId: buyer.resellerId, ids: [jobId] });
  const { rows } = await sql<{ id: number; renewed: number; charged: string }>`
    select o.id, count(p.id)::int as renewed, coalesce(sum(p.amount), 0) as charged
    from orders o left join operations p on p.reseller_id = o.reseller_id and p.order_id = o.id
      and p.kind = 'renewal' and p.state = 'settled'
    group by 1`.execute(db);
  const charged = rows.reduce((sum, row) => sum + BigInt(row.charged), 0n);
  for (const { id, renewed } of rows)
    if (renewed !== 1) violations.push(`bulk: order ${id} was renewed ${renewed} times`);
  if (!job?.endedAt || job.done !== orders || job.charged !== charged)
    violations.push(`bulk: ${job?.done} of ${orders} are done, for ${job?.charged} of ${formatUsd(charged)}`);
  const { items } = await listItems(db, { resellerId: buyer.resellerId, jobId, after: 0, limit: 1 });
  for (const { error } of items) if (error) violations.push(`bulk: ${error.code}: ${error.message}`);
  const { problems } = await verifyLedger(services.database);
  violations.push(
    ...problems.map(({ problem, operationId }) => `ledger: ${problem} (${operationId})`),
    ...checkGoods(await readBooks(system)),
  );
  return { seed, violations, counts: { orders, kills, acceptedMs, done: job?.done ?? 0 }, failures: [] };
}
