import { sql } from 'kysely';
import { readSpent } from '../../src/billing/movements.ts';
import { lastPeriods } from '../../src/billing/spending.ts';
import { listOrders, type OrderQuery } from '../../src/orders/list-orders.ts';
import { readAccountStatement, type StatementQuery } from '../../src/purchases/account-statement.ts';
import type { Environment } from './environment.ts';
import { median, printTable } from './figures.ts';
import { seedMovements, seedOrders, seedReseller } from './seed.ts';

const QUERIES: { name: string; query: OrderQuery }[] = [
  { name: 'first page', query: { limit: 50 } },
  { name: 'first page, status=active', query: { limit: 50, status: 'active' } },
  { name: 'first page, status=expired', query: { limit: 50, status: 'expired' } },
  { name: 'page after the 500th order', query: { limit: 50, offset: 500 } },
];

const DAY_MS = 24 * 60 * 60_000;
/** Movements are spread over the last hundred days. */
const MIDDLE = new Date(Date.now() - 50 * DAY_MS);
const STATEMENTS: { name: string; query: StatementQuery }[] = [
  { name: 'first page', query: { limit: 50 } },
  { name: 'first page, kind=PURCHASE', query: { limit: 50, kind: 'purchase' } },
  { name: 'first page, kind=TRAFFIC, one in 1,000', query: { limit: 50, kind: 'traffic' } },
  {
    name: 'a week in the middle',
    query: { limit: 50, from: new Date(MIDDLE.getTime() - 7 * DAY_MS), to: MIDDLE },
  },
  { name: 'page after the middle', query: { limit: 50, before: MIDDLE.getTime() * 1_000 } },
];

/**
 * What a page of the order list and its total cost in the database, with few orders of a reseller and with
 * many.
 */
export async function measureGrowth(
  environment: Environment,
  { few, many, samples }: { few: number; many: number; samples: number },
): Promise<void> {
  const sizes: { resellerId: number; count: number }[] = [];
  for (const count of [few, many]) {
    const { resellerId } = await seedReseller(environment, 0);
    await seedOrders(environment, resellerId, count);
    await seedMovements(environment, resellerId);
    sizes.push({ resellerId, count });
  }
  // The server does this by itself within a minute of so many changes, so the figures are those of normal
  // operation.
  await sql`analyze orders, order_counts, operations, transfers`.execute(environment.database.sql);
  const timeAll = async (time: (resellerId: number) => Promise<number>) => {
    const times = sizes.map((): number[] => []);
    for (let sample = 0; sample < samples; sample++) {
      for (const [i, { resellerId }] of sizes.entries()) times[i]?.push(await time(resellerId));
    }
    return times.map((some) => median(some).toFixed(2));
  };
  const lists = [];
  for (const { name, query } of QUERIES)
    lists.push([name, ...(await timeAll((resellerId) => timeList(environment, resellerId, query)))]);
  const statements = [];
  for (const { name, query } of STATEMENTS)
    statements.push([
      name,
      ...(await timeAll((resellerId) => timeStatement(environment, resellerId, query))),
    ]);
  statements.push([
    'spending of 30 days',
    ...(await timeAll((resellerId) => timeSpending(environment, resellerId, 30))),
  ]);
  const title = (what: string) => `${what}, medians of ${samples} in ms, pool and driver included`;
  const header = (unit: string) => ['', ...sizes.map(({ count }) => `${count.toLocaleString('en')} ${unit}`)];
  printTable(title('A page of 50 and its total'), [header('orders'), ...lists]);
  printTable(title('Account statements'), [header('movements'), ...statements]);
}

async function timeList({ database }: Environment, resellerId: number, query: OrderQuery): Promise<number> {
  const start = performance.now();
  const { orders } = await listOrders(database.sql, resellerId, query, new Date());
  const elapsed = performance.now() - start;
  if (orders.length !== query.limit) throw new Error('the page is not full');
  return elapsed;
}

async function timeStatement(
  { database }: Environment,
  resellerId: number,
  query: StatementQuery,
): Promise<number> {
  const start = performance.now();
  const { movements } = await readAccountStatement(database.sql, resellerId, query);
  const elapsed = performance.now() - start;
  if (movements.length === 0) throw new Error('the page is empty');
  return elapsed;
}

async function timeSpending({ database }: Environment, resellerId: number, days: number): Promise<number> {
  const instants = lastPeriods('day', days + 1, new Date()).map(({ from }) => from);
  const start = performance.now();
  await readSpent(database.sql, resellerId, instants);
  return performance.now() - start;
}
