import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import type { NamedMigration } from '../../src/kit/migrations.ts';
import { migrate } from '../../src/kit/migrations.ts';
import { type Filled, fillDatabase } from '../support/fill-database.ts';
import { Buyer, type Purchase } from './buyer.ts';

/** How many orders each reseller has, and how many there are for a key. */
const ORDERS_OF_RESELLER = 500;
const BUYERS = 2;
/** How many purchases each buyer makes after a migration, of those that it may have held up. */
const LATE_PURCHASES = 40;
const LOOK_EVERY_MS = 10;

interface Load {
  orders: number;
  /** How many purchases are due in a second, of all buyers together. */
  perSecond: number;
  /** How many purchases each buyer makes before each migration, to compare with. */
  calmPurchases: number;
}

/** What was met while one migration was executed. */
interface Met {
  name: string;
  seconds: number;
  /** How long each purchase just before it took, from when it was due, in ms. */
  calm: number[];
  /** The same of those that were due or under way meanwhile. */
  meanwhile: number[];
  /** What failed in both times, purchases and reads alike. */
  failures: string[];
  /** What the migration waited for, and had to try again. */
  waitedFor: string[];
}

/**
 * Fills the empty database at `url` at the schema of the first migration, and executes the others while
 * clients buy and read as processes of that schema do. Throws when what was bought is not in the books.
 */
export async function tryMigrations(
  url: string,
  { orders, perSecond, calmPurchases }: Load,
  onMet: (met: Met) => void,
  all: readonly NamedMigration[],
): Promise<void> {
  await migrate(url, { migrations: all.slice(0, 1) });
  const filled = await fill(url, orders);
  const buyers = Array.from(
    { length: BUYERS },
    (_, turn) => new Buyer(url, filled, { turn, perSecond: perSecond / BUYERS }),
  );
  try {
    for (const { name } of all.slice(1)) {
      const waitedFor: string[] = [];
      const failedBefore = buyers.map(({ failures }) => failures.length);
      const calmFrom = performance.now();
      await untilBought(buyers, calmPurchases);
      const beginsAt = performance.now();
      await executeTo(url, all, name, (what) => waitedFor.push(what));
      const endsAt = performance.now();
      await untilBought(buyers, LATE_PURCHASES);
      onMet({
        name,
        seconds: (endsAt - beginsAt) / 1_000,
        calm: waitsOf(buyers, ({ dueAt, boughtAt }) => dueAt >= calmFrom && boughtAt < beginsAt),
        meanwhile: waitsOf(buyers, ({ dueAt, boughtAt }) => boughtAt >= beginsAt && dueAt <= endsAt),
        failures: buyers.flatMap(({ failures }, i) => failures.slice(failedBefore[i])),
        waitedFor,
      });
    }
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

/** Waits until each of them has made so many purchases more, and rejects when one cannot go on. */
async function untilBought(buyers: readonly Buyer[], purchases: number): Promise<void> {
  const counts = buyers.map(({ rounds }) => rounds + purchases);
  for (const [i, buyer] of buyers.entries()) {
    while (buyer.rounds < (counts[i] ?? 0)) await Promise.race([setTimeout(LOOK_EVERY_MS), buyer.ended]);
  }
}

function waitsOf(buyers: readonly Buyer[], isOne: (purchase: Purchase) => boolean): number[] {
  return buyers.flatMap(({ purchases }) =>
    purchases.filter(isOne).map(({ dueAt, boughtAt }) => boughtAt - dueAt),
  );
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
