import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { formatUsd } from '../../src/kit/money.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { setSpendingLimits } from '../../src/purchases/spending-limits.ts';
import { verifyLedger } from '../../src/reconciliation/verify-ledger.ts';
import { adjustBalance, buyerOf } from '../support/given.ts';
import { atOnce } from './at-once.ts';
import { readBooks } from './books.ts';
import { checkGoods } from './check-goods.ts';
import type { RunReport } from './harness.ts';
import { startInfrastructureFaults } from './infrastructure-faults.ts';
import { createRandom } from './random.ts';
import { untilCertain, untilRecovered, untilSwept } from './recovered.ts';
import { openSystem, type System } from './system.ts';
import { arm, fillStock } from './upstream-faults.ts';

interface RenewalsOptions {
  seed: number;
  /** A migrated, empty database. */
  databaseUrl: string;
  directory: string;
  /** Orders that end within the same hour, of all resellers. */
  orders: number;
  /** Milliseconds between two kills, on average; 0 for none. */
  killEveryMs: number;
  /** Of a hundred calls of the upstream so many fail. */
  percent: number;
  defect?: string | undefined;
}

const WANTED = { tier: 'prem', type: 'ipv4', country: 'US', period: '7d' };
const AUTO_RENEW = { period: '7d', maxPrice: 1_000_000n, until: null };
const BOUGHT_AT_ONCE = 8;
const SLOWEST_MS = 600_000;
/** The hours before the end at which orders are tried. */
const MARKS = [48, 24, 6, 1, 0];
/** Behind the spread of a mark, in seconds. */
const SPREAD_SECONDS = 1_800;
/** In seconds by the moved clock: longer than leases, and than a call that was given up may take effect. */
const CERTAIN_SECONDS = 180;
/** Of its renewals by themselves a reseller may spend in a day what so many of a hundred cost. */
const LIMITED_PERCENT = 40;

/**
 * Orders that renew themselves, of three resellers: one with money, one with a limit, and one whose balance
 * covers half of them. Each ends renewed once, or its reseller was told why.
 */
export async function runRenewals(options: RenewalsOptions): Promise<RunReport> {
  await using opened = new AsyncDisposableStack();
  const { orders, percent, killEveryMs } = options;
  const system = await openSystem(
    // The books of ten thousand orders are read as a whole.
    { ...options, resellers: 3, keysOfReseller: 1, openingUsd: orders * 2, slowStatements: true },
    opened,
  );
  const { services, resellers, clock, control } = system;
  await fillStock(control);
  const buyers = resellers.map(({ id, priceList }) => ({ ...buyerOf({ resellerId: id }), priceList }));
  let price = 0n;
  await atOnce(
    BOUGHT_AT_ONCE,
    Array.from({ length: orders }, (_, i) => i),
    async (i) => {
      const buyer = buyers[i % buyers.length] ?? buyerOf({ resellerId: 0 });
      const { sale } = await purchase(services, buyer, { ...WANTED, autoRenew: AUTO_RENEW });
      price = sale.charged > price ? sale.charged : price;
    },
  );
  const each = BigInt(Math.ceil(orders / resellers.length));
  const [, limited, poor] = resellers;
  // No number of renewals comes to it exactly.
  const perDay = (price * each * BigInt(LIMITED_PERCENT)) / 100n + 1n;
  await setSpendingLimits(services.database.sql, limited?.id ?? 0, { perDay, perMonth: null });
  const { rows: wealth } = await sql<{ balance: string }>`
    select balance from accounts where reseller_id = ${poor?.id ?? 0}`.execute(services.database.sql);
  await adjustBalance(
    services,
    { resellerId: poor?.id ?? 0 },
    (price * each) / 2n - BigInt(wealth[0]?.balance ?? 0),
  );

  const [ends] = (
    await sql<{
      first: Date;
      last: Date;
    }>`select min(expires_at) as first, max(expires_at) as last from orders`.execute(services.database.sql)
  ).rows;
  const lasted = (ends?.last.getTime() ?? 0) - (ends?.first.getTime() ?? 0);
  await arm(control, [
    { upstream: 'px6', call: 'prolong', mode: 'reset_after', percent: percent / 4 },
    { upstream: 'px6', call: 'prolong', mode: 'error_before', percent: percent / 4 },
    { upstream: 'px6', call: 'prolong', mode: 'duplicate', percent: percent / 10 },
    { upstream: 'px6', call: '*', mode: 'reset_before', percent: percent / 4 },
    { upstream: 'px6', call: '*', mode: 'malformed', percent: percent / 4 },
  ]);
  const stopping = new AbortController();
  const killed = startInfrastructureFaults(system, createRandom(options.seed), {
    everyMs: killEveryMs,
    rough: false,
    killDatabase: false,
    signal: stopping.signal,
  });
  const violations: string[] = [];
  for (const mark of MARKS) {
    const at = (ends?.last.getTime() ?? 0) - mark * 3_600_000 + SPREAD_SECONDS * 1_000;
    await clock.move((at - clock.now()) / 1_000);
    violations.push(...(await untilTried(system, ends?.last ?? new Date())));
  }
  stopping.abort();
  await killed.ended;
  await arm(control, []);
  violations.push(...(await check(system, { perDay, limited: limited?.id ?? 0 })));
  const { rows } = await sql<{ renewed: number; told: number; refunded: number }>`
    select (select count(distinct order_id) from operations where cause = 'auto_renew' and state = 'settled')::int as renewed,
      (select count(*) from events where type = 'order.renewal_refused')::int as told,
      (select count(*) from operations where cause = 'auto_renew' and state = 'refunded')::int as refunded`.execute(
    services.database.sql,
  );
  const { processKills, workerKills, databaseCuts } = killed;
  const counts = {
    orders,
    ...rows[0],
    processKills,
    workerKills,
    databaseCuts,
    lastedSeconds: lasted / 1_000,
  };
  return { seed: options.seed, violations, counts, failures: [] };
}

/** What is not tried in time, once nothing runs any more. The clock goes on, so that leases end. */
async function untilTried({ services, clock }: System, end: Date): Promise<string[]> {
  let giveUpAt = performance.now() + SLOWEST_MS;
  for (let least = Number.POSITIVE_INFINITY; ; ) {
    const { rows } = await sql<{ left: number }>`
      select (select count(*) from auto_renewals where next_look_at <= ${new Date(clock.now())})
        + (select count(*) from operations where state = 'running') as left`.execute(services.database.sql);
    const left = Number(rows[0]?.left);
    if (left === 0) return [];
    if (left < least) giveUpAt = performance.now() + SLOWEST_MS;
    least = Math.min(least, left);
    if (performance.now() > giveUpAt) return [`unfinished: ${left} tries for ${end.toISOString()}`];
    await setTimeout(1_000);
    await clock.move(5);
  }
}

async function check(
  system: System,
  { perDay, limited }: { perDay: bigint; limited: number },
): Promise<string[]> {
  const { services, clock } = system;
  const db = services.database.sql;
  await clock.move(CERTAIN_SECONDS);
  const unfinished = [
    ...(await untilRecovered(system, performance.now())),
    ...(await untilCertain(system, performance.now())),
    ...(await untilSwept(system)),
  ];
  const violations = unfinished.map((what) => `unfinished: ${what}`);
  const orders = await sql<{
    id: number;
    renewed: number;
    told: number;
    told_renewed: number;
    moved: boolean;
  }>`
    with renewed as (
      select order_id, count(*)::int as number from operations
      where cause = 'auto_renew' and state = 'settled' group by 1),
    told as (
      select order_id,
        (count(*) filter (where type = 'order.renewal_refused' and facts::jsonb ->> 'code' <> ''))::int as refused,
        (count(*) filter (where type = 'order.renewed' and cause = 'auto_renew'))::int as renewed
      from events where type in ('order.renewal_refused', 'order.renewed') group by 1)
    select o.id, coalesce(renewed.number, 0) as renewed, coalesce(told.refused, 0) as told,
      coalesce(told.renewed, 0) as told_renewed,
      expires_at > created_at + interval '7 days 1 hour' as moved
    from orders o left join renewed on renewed.order_id = o.id left join told on told.order_id = o.id`.execute(
    db,
  );
  for (const { id, renewed, told, told_renewed: toldRenewed, moved } of orders.rows) {
    if (renewed > 1) violations.push(`renewals: order ${id} was renewed ${renewed} times for one end`);
    if (renewed === 0 && told === 0)
      violations.push(`renewals: order ${id} was lost, and nobody was told why`);
    if (toldRenewed !== renewed || moved !== renewed > 0)
      violations.push(
        `renewals: order ${id} was told as renewed ${toldRenewed} times, and was ${renewed} times`,
      );
  }
  const days = await sql<{ day: string; spent: string }>`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, sum(amount) as spent from operations
    where cause = 'auto_renew' and state <> 'refunded' and reseller_id = ${limited} group by 1`.execute(db);
  for (const { day, spent } of days.rows)
    if (BigInt(spent) > perDay)
      violations.push(
        `renewals: ${formatUsd(BigInt(spent))} were spent on ${day}, and ${formatUsd(perDay)} were allowed`,
      );
  const { problems } = await verifyLedger(services.database);
  violations.push(
    ...problems.map(({ problem, operationId }) => `ledger: ${problem} (${operationId})`),
    ...checkGoods(await readBooks(system)),
  );
  return violations;
}
