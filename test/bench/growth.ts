import { sql } from 'kysely';
import { readSpent } from '../../src/billing/movements.ts';
import { lastPeriods } from '../../src/billing/spending.ts';
import type { EndPlace } from '../../src/orders/cursor.ts';
import {
  listOrders,
  listSoonest,
  type OrderFilter,
  type OrderPage,
  type OrderQuery,
  type SoonestQuery,
} from '../../src/orders/page.ts';
import { readAccountStatement, type StatementQuery } from '../../src/purchases/account-statement.ts';
import type { Environment } from './environment.ts';
import { median, printTable } from './figures.ts';
import { MANY_PRODUCTS, RAREST_COUNTRY, seedMovements, seedOrders, seedReseller } from './seed.ts';

const DAY = 24 * 60 * 60_000;
/** Lists of a reseller, by the number of an order in its midst. In brackets: how many orders are selected. */
const QUERIES: { name: string; queryOf: (number: number) => OrderQuery }[] = [
  { name: 'first page', queryOf: () => ({ limit: 50 }) },
  { name: 'first page, status=active', queryOf: () => ({ limit: 50, statuses: ['active'] }) },
  { name: 'first page, status=expired', queryOf: () => ({ limit: 50, statuses: ['expired'] }) },
  { name: 'page after the 500th order', queryOf: () => ({ limit: 50, offset: 500 }) },
  { name: 'a tier (6 in 10)', queryOf: () => ({ limit: 50, tier: 'prem' }) },
  { name: 'the same, status=active', queryOf: () => ({ limit: 50, tier: 'prem', statuses: ['active'] }) },
  { name: 'another tier (1 in 10)', queryOf: () => ({ limit: 50, tier: 'tg' }) },
  {
    name: 'tier, type, country, status=expired',
    queryOf: () => ({ limit: 50, tier: 'prem', type: 'ipv4', country: 'US', statuses: ['expired'] }),
  },
  { name: 'a country (the 3 oldest orders)', queryOf: () => ({ limit: 50, country: RAREST_COUNTRY }) },
  { name: 'search, the whole number (1)', queryOf: (number) => beginningOf(number, 0) },
  { name: 'search, all but 3 digits (up to 1,000)', queryOf: (number) => beginningOf(number, 3) },
  { name: 'the same, country=US', queryOf: (number) => ({ ...beginningOf(number, 3), country: 'US' }) },
  { name: 'search, all but 5 digits (up to 100,000)', queryOf: (number) => beginningOf(number, 5) },
  { name: 'ends within a day (1 in 100)', queryOf: () => endsWithin(1) },
  { name: 'ends within 7 days (7 in 100)', queryOf: () => endsWithin(7) },
];

/** The same lists by the end. */
const BY_END: { name: string; queryOf: (number: number) => SoonestQuery }[] = [
  { name: 'first page', queryOf: () => ({ limit: 50 }) },
  { name: 'last page', queryOf: () => ({ limit: 50, fromLast: true }) },
  { name: 'first page, status=expired', queryOf: () => ({ limit: 50, statuses: ['expired'] }) },
  { name: 'page after those that end within 15 days', queryOf: () => ({ limit: 50, after: endsIn(15) }) },
  { name: 'a tier (6 in 10)', queryOf: () => ({ limit: 50, tier: 'prem' }) },
  { name: 'the same, status=active', queryOf: () => ({ limit: 50, tier: 'prem', statuses: ['active'] }) },
  {
    name: 'tier, type, country, status=expired',
    queryOf: () => ({ limit: 50, tier: 'prem', type: 'ipv4', country: 'US', statuses: ['expired'] }),
  },
  { name: 'a country (the 3 oldest orders)', queryOf: () => ({ limit: 50, country: RAREST_COUNTRY }) },
  { name: 'search, all but 3 digits (up to 1,000)', queryOf: (number) => beginningOf(number, 3) },
  { name: 'search, all but 5 digits (up to 100,000)', queryOf: (number) => beginningOf(number, 5) },
  { name: 'ends within a day (1 in 100)', queryOf: () => endsWithin(1) },
];

/** Movements are spread over the last hundred days. */
const MIDDLE = new Date(Date.now() - 50 * DAY);
const STATEMENTS: { name: string; query: StatementQuery }[] = [
  { name: 'first page', query: { limit: 50 } },
  { name: 'first page, kind=PURCHASE', query: { limit: 50, kind: 'purchase' } },
  { name: 'first page, kind=TRAFFIC, one in 1,000', query: { limit: 50, kind: 'traffic' } },
  {
    name: 'a week in the middle',
    query: { limit: 50, from: new Date(MIDDLE.getTime() - 7 * DAY), to: MIDDLE },
  },
  { name: 'page after the middle', query: { limit: 50, before: MIDDLE.getTime() * 1_000 } },
];

function beginningOf(number: number, less: number): OrderFilter & { limit: number } {
  const text = String(number);
  return { limit: 50, search: text.slice(0, text.length - less) };
}

function endsWithin(days: number): OrderFilter & { limit: number } {
  return { limit: 50, endsBefore: new Date(Date.now() + days * DAY) };
}

function endsIn(days: number): EndPlace {
  return { part: 'ending', end: (Date.now() + days * DAY) * 1_000, id: 0 };
}

interface Size {
  resellerId: number;
  /** Of orders, and of movements. */
  count: number;
  /** Of an order in the midst of them. */
  number: number;
}

/**
 * What a page of the order list and its total cost in the database, with few orders of a reseller and with
 * many, which are spread over hundreds of products, countries and statuses.
 */
export async function measureGrowth(
  environment: Environment,
  { few, many, samples }: { few: number; many: number; samples: number },
): Promise<void> {
  const { database } = environment;
  const sizes: Size[] = [];
  for (const count of [few, many]) {
    const { resellerId } = await seedReseller(environment, 0);
    await seedOrders(environment, resellerId, count, MANY_PRODUCTS);
    await seedMovements(environment, resellerId);
    const middle = { limit: 1, offset: count / 2 };
    const { orders } = await listOrders(database.sql, resellerId, middle, new Date());
    sizes.push({ resellerId, count, number: orders[0]?.id ?? 0 });
  }
  // The server does this by itself within a minute of so many changes, so the figures are those of normal
  // operation.
  await sql`vacuum analyze orders, order_counts, order_groups, operations, ledger`.execute(database.sql);
  const timeAll = async (time: (size: Size) => Promise<number>) => {
    const times = sizes.map((): number[] => []);
    for (let sample = 0; sample < samples; sample++) {
      for (const [i, size] of sizes.entries()) times[i]?.push(await time(size));
    }
    return times.map((some) => median(some).toFixed(2));
  };
  const lists = [];
  for (const { name, queryOf } of QUERIES)
    lists.push([
      name,
      ...(await timeAll(({ resellerId, number }) => {
        const query = queryOf(number);
        return timeList(query, (now) => listOrders(database.sql, resellerId, query, now));
      })),
    ]);
  const byEnd = [];
  for (const { name, queryOf } of BY_END)
    byEnd.push([
      name,
      ...(await timeAll(({ resellerId, number }) => {
        const query = queryOf(number);
        return timeList(query, (now) => listSoonest(database.sql, resellerId, query, now));
      })),
    ]);
  const statements = [];
  for (const { name, query } of STATEMENTS)
    statements.push([
      name,
      ...(await timeAll(({ resellerId }) => timeStatement(environment, resellerId, query))),
    ]);
  statements.push([
    'spending of 30 days',
    ...(await timeAll(({ resellerId }) => timeSpending(environment, resellerId, 30))),
  ]);
  const title = (what: string) => `${what}, medians of ${samples} in ms, pool and driver included`;
  const header = (unit: string) => ['', ...sizes.map(({ count }) => `${count.toLocaleString('en')} ${unit}`)];
  printTable(title('A page of 50 and its total'), [header('orders'), ...lists]);
  printTable(title('The same by the end'), [header('orders'), ...byEnd]);
  printTable(title('Account statements'), [header('movements'), ...statements]);
}

async function timeList(
  query: { limit: number; offset?: number | undefined },
  read: (now: Date) => Promise<OrderPage>,
): Promise<number> {
  const start = performance.now();
  const { orders, total } = await read(new Date());
  const elapsed = performance.now() - start;
  if (orders.length === 0 || orders.length < Math.min(query.limit, total - (query.offset ?? 0)))
    throw new Error('the page is not full');
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
