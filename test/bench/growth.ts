import { sql } from 'kysely';
import { listOrders, type OrderQuery } from '../../src/orders/list-orders.ts';
import type { Environment } from './environment.ts';
import { median, printTable } from './figures.ts';
import { seedOrders, seedReseller } from './seed.ts';

const QUERIES: { name: string; query: OrderQuery }[] = [
  { name: 'first page', query: { limit: 50 } },
  { name: 'first page, status=active', query: { limit: 50, status: 'active' } },
  { name: 'first page, status=expired', query: { limit: 50, status: 'expired' } },
  { name: 'page after the 500th order', query: { limit: 50, offset: 500 } },
];

/**
 * What a page of the order list and its total cost in the database, with few orders of a reseller and with
 * many.
 */
export async function measureGrowth(
  environment: Environment,
  { few, many, samples }: { few: number; many: number; samples: number },
): Promise<void> {
  const sizes = [];
  for (const count of [few, many]) {
    const { resellerId } = await seedReseller(environment, 0);
    await seedOrders(environment, resellerId, count);
    sizes.push({ resellerId, count });
  }
  // The server does this by itself within a minute of so many changes, so the figures are those of normal
  // operation.
  await sql`analyze orders, order_counts`.execute(environment.database.sql);
  const rows = [];
  for (const { name, query } of QUERIES) {
    const times = sizes.map((): number[] => []);
    for (let sample = 0; sample < samples; sample++) {
      for (const [i, { resellerId }] of sizes.entries())
        times[i]?.push(await timeList(environment, resellerId, query));
    }
    rows.push([name, ...times.map((some) => median(some).toFixed(2))]);
  }
  const header = sizes.map(({ count }) => `${count.toLocaleString('en')} orders`);
  printTable(`A page of 50 and its total, medians of ${samples} in ms, pool and driver included`, [
    ['', ...header],
    ...rows,
  ]);
}

async function timeList({ database }: Environment, resellerId: number, query: OrderQuery): Promise<number> {
  const start = performance.now();
  const { orders } = await listOrders(database.sql, resellerId, query, new Date());
  const elapsed = performance.now() - start;
  if (orders.length !== query.limit) throw new Error('the page is not full');
  return elapsed;
}
