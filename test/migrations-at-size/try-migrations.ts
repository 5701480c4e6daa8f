import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { type NamedMigration, readMigrations } from '../../src/kit/migration-files.ts';
import { migrate } from '../../src/kit/migrations.ts';
import { type Filled, fillDatabase } from '../support/fill-database.ts';
import { Buyer } from './buyer.ts';

/** The first migration that is tried: those before it make the schema that is filled. */
const FIRST = '20261125000000';
/** How many orders each reseller has, and how many there are for a key. */
const ORDERS_OF_RESELLER = 500;
const BUYERS = 2;
/** Of each buyer. */
const PURCHASES_PER_SECOND = 20;
/** How many purchases each buyer makes before the first migration and after each. */
const CALM_PURCHASES = 40;
const LOOK_EVERY_MS = 10;

/** What was met while one migration was executed, or none. */
interface Met {
  name: string;
  seconds: number;
  /** Purchases that ended meanwhile. */
  bought: number;
  /** How long one of them took at the most, from when it was due. */
  longestMs: number;
  /** What failed meanwhile, purchases and reads alike. */
  failures: string[];
  /** What the migration waited for, and had to try again. */
  waitedFor: string[];
}

/**
 * Fills the empty database at `url` at the schema before 20261125000000, and executes every later migration
 * while clients buy and read as processes of that version do. The first that it tells of is no migration but
 * the calm before them. Throws when what was bought is not in the books.
 */
export async function tryMigrations(url: string, orders: number, onMet: (met: Met) => void): Promise<void> {
  const all = await readMigrations();
  await migrate(url, { migrations: all.filter(({ name }) => name < FIRST) });
  const filled = await fill(url, orders);
  const buyers = Array.from(
    { length: BUYERS },
    (_, turn) => new Buyer(url, filled, { turn, perSecond: PURCHASES_PER_SECOND }),
  );
  try {
    onMet(await meet('none', buyers, async () => {}));
    for (const { name } of all.filter((one) => one.name >= FIRST))
      onMet(await meet(name, buyers, (onWaiting) => executeTo(url, all, name, onWaiting)));
  } finally {
    await Promise.all(buyers.map((buyer) => buyer.stop()));
  }
  await compareBooks(
    url,
    filled,
    buyers.reduce((sum, { purchases }) => sum + purchases.length, 0),
  );
}

async function fill(url: string, orders: number): Promise<Filled> {
  const client = new Client(url);
  await client.connect();
  try {
    const resellers = Math.ceil(orders / ORDERS_OF_RESELLER);
    return await fillDatabase(client, { resellers, keys: orders, orders });
  } finally {
    await client.end();
  }
}

async function executeTo(
  url: string,
  all: readonly NamedMigration[],
  last: string,
  onWaiting: (what: string) => void,
): Promise<void> {
  const executed = await migrate(url, { migrations: all.filter(({ name }) => name <= last), onWaiting });
  if (executed.join() !== last)
    throw new Error(`Executed ${executed.join() || 'nothing'} instead of ${last}`);
}

/** Does `work` in the midst of purchases, and then waits until some more were made. */
async function meet(
  name: string,
  buyers: readonly Buyer[],
  work: (onWaiting: (what: string) => void) => Promise<void>,
): Promise<Met> {
  const waitedFor: string[] = [];
  const failedBefore = buyers.map(({ failures }) => failures.length);
  const startAt = performance.now();
  await work((what) => waitedFor.push(what));
  const endAt = performance.now();
  // What began meanwhile ends in these.
  const counts = buyers.map(({ rounds }) => rounds);
  for (const [i, buyer] of buyers.entries()) {
    while (buyer.rounds < (counts[i] ?? 0) + CALM_PURCHASES)
      await Promise.race([setTimeout(LOOK_EVERY_MS), buyer.ended]);
  }
  // Without a migration all of the calm counts; after one, what it cannot have held up does not.
  const until = name === 'none' ? performance.now() : endAt;
  const meanwhile = buyers.flatMap(({ purchases }) =>
    purchases.filter(({ dueAt, boughtAt }) => boughtAt >= startAt && dueAt <= until),
  );
  return {
    name,
    seconds: (endAt - startAt) / 1_000,
    bought: meanwhile.length,
    longestMs: Math.max(0, ...meanwhile.map(({ dueAt, boughtAt }) => boughtAt - dueAt)),
    failures: buyers.flatMap(({ failures }, i) => failures.slice(failedBefore[i])),
    waitedFor,
  };
}

/**
 * Every purchase is an order with a settled operation and two lines of the ledger, and nothing is left open.
 */
async function compareBooks(url: string, { orders }: Filled, bought: number): Promise<void> {
  const client = new Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, string>>(
      `select (select count(*) from orders) as orders, (select sum(count) from order_counts) as counted,
        (select count(*) from operations where state = 'settled') as settled,
        (select count(*) from operations where state <> 'settled') as open,
        (select count(*) / 2 from ledger) as posted`,
    );
    const expected = String(orders + bought);
    const { open, ...same } = rows[0] ?? {};
    if (open !== '0' || Object.values(same).some((count) => count !== expected))
      throw new Error(
        `${expected} orders were filled in and bought, and there are ${JSON.stringify(rows[0])}`,
      );
  } finally {
    await client.end();
  }
}
