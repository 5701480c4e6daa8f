import { Client } from 'pg';
import { ENTITIES } from '../../src/app/entities.ts';
import { openDatabase } from '../../src/kit/database.ts';
import { verifyLedger } from '../../src/reconciliation/verify-ledger.ts';
import type { Figures } from './figures.ts';
import { overConnections } from './over-connections.ts';
import { SALES, SHARES } from './sales.ts';
import { withoutIndexes } from './without-indexes.ts';

/** The oldest sale was so long ago: the first of them are old enough for the clean-up. */
const DAYS = 500;
/** The newest was so long ago: a verification reads the last minutes again, at any size. */
const QUIET_MS = 2 * 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** Orders that one transaction fills in. */
const PART = 100_000;
/** How many connections fill at once. */
const AT_ONCE = 2;
/** Of each of them: what is sold in one part is sorted and read in memory. */
const MEMORY = `set work_mem = '256MB'; set temp_buffers = '256MB'`;
/** Rounds of sales are handed out to resellers in a cycle of so many for each of them. */
const ROUNDS_FOR_RESELLER = 2.5;
const ORDERS_OF_ROUND = 2;
/** Operations of a round, each with two lines of the ledger. */
const OPERATIONS_OF_ROUND = 5;
/** The first reseller has this share of all. */
const FIRST_SHARE = 0.1;
/** Coprime to every length of the cycle: it spreads the rounds of a reseller over it. */
const STEP = 7_919;
/** What each reseller has besides what it needs, in micro-dollars. */
const OPENING = 10_000_000_000;

export interface Filled {
  /** One with a tenth of all orders. */
  reseller: number;
  /** When the last sale was. */
  endedAt: Date;
}

/**
 * Fills a migrated database with what resellers have bought, renewed, topped up and got back, so that the
 * books agree: by SQL, in the order of time, without triggers and checks of references, which takes a
 * superuser. For each order there are two and a half operations and five lines of the ledger. All of it is
 * verified, as far as the next verification can tell.
 */
export async function fill(
  url: string,
  { orders, resellers }: { orders: number; resellers: number },
): Promise<Filled> {
  await using opened = new AsyncDisposableStack();
  const [first, ...others] = await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      const client = new Client(url);
      await client.connect();
      opened.defer(() => client.end());
      await client.query(`set session_replication_role = replica; ${MEMORY}`);
      return client;
    }),
  );
  if (!first) throw new RangeError('nothing fills');
  const clients = [first, ...others];
  await verifyEmpty(url);
  const endedAt = new Date(Date.now() - QUIET_MS);
  const rounds = orders / ORDERS_OF_ROUND;
  const figures = {
    start: endedAt.getTime() - DAYS * DAY_MS,
    end: endedAt.getTime(),
    cycle: ROUNDS_FOR_RESELLER * resellers,
    stepMs: Math.floor((DAYS * DAY_MS) / (rounds * OPERATIONS_OF_ROUND)),
    opening: OPENING,
  };
  const reseller = await shareOut(first, resellers, figures);
  await first.query(SHARES.orderNumbers(orders));
  await withoutIndexes(clients, SALES.tables, async () => {
    const parts = Array.from(
      { length: Math.ceil(orders / PART) },
      (_, part) => (part * PART) / ORDERS_OF_ROUND,
    );
    await overConnections(clients, parts, (client, from) => fillPart(client, from, rounds, figures));
  });
  for (const statement of SHARES.totals(rounds, figures)) await first.query(statement);
  for (const statement of SHARES.point(rounds)) await first.query(statement);
  await overConnections(clients, [...SALES.tables, ...SHARES.tables], (client, table) =>
    client.query(`vacuum analyze ${table}`),
  );
  return { reseller, endedAt };
}

/** Verifies books without a line: what is filled in goes on from that point. */
async function verifyEmpty(url: string): Promise<void> {
  const database = await openDatabase({ url, entities: ENTITIES, slowStatements: true });
  await verifyLedger(database);
  await database.close();
}

async function shareOut(client: Client, resellers: number, figures: Figures): Promise<number> {
  const { rows } = await client.query(SHARES.resellers(resellers));
  const ids = rows.map(({ id }) => Number(id));
  const owners = ids.flatMap((id, place) => Array(sharesOf(place, resellers, figures.cycle)).fill(id));
  if (owners.length > figures.cycle) throw new RangeError('the shares of the resellers are more than all');
  const slots = Array.from({ length: figures.cycle }, (_, i) => owners[(i * STEP) % figures.cycle] ?? ids[1]);
  await client.query(SHARES.slots, [slots]);
  for (const statement of SHARES.accounts(figures)) await client.query(statement);
  const [first] = ids;
  if (first === undefined) throw new RangeError('there is no reseller');
  return first;
}

/**
 * How many rounds of a cycle a reseller has: the first a tenth, the others ever fewer, and each one. What is
 * left over is the second one's: a fifth of all.
 */
function sharesOf(place: number, resellers: number, cycle: number): number {
  const first = Math.floor(cycle * FIRST_SHARE);
  if (place === 0) return first;
  const shared = cycle - first - (resellers - 1);
  return 1 + Math.floor(shared / (place * (1 + Math.log(resellers))));
}

async function fillPart(client: Client, from: number, rounds: number, figures: Figures): Promise<void> {
  await client.query('begin');
  const to = Math.min(rounds, from + PART / ORDERS_OF_ROUND);
  for (const statement of SALES.statements(from, to, figures)) await client.query(statement);
  await client.query('commit');
}
