import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanUp } from '../../src/jobs/clean-up.ts';
import { addTraffic } from '../../src/purchases/add-traffic.ts';
import { OPERATIONS_KEPT_DAYS } from '../../src/purchases/delete-old-operations.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { sweepOne } from '../../src/purchases/recovery.ts';
import { renew } from '../../src/purchases/renew.ts';
import { buyerOf, givenReseller } from '../support/given.ts';
import { payEach } from '../support/given-history.ts';
import { type OpenedServices, openServices } from '../support/services.ts';

/** So many that a page of 8 KB more or less is 20 bytes of each. */
const COUNT = 400;
const AT_ONCE = 8;
/** Their rows go within minutes, or do not grow with what is sold. */
const PASSING = ['commits', 'term_turns', 'order_counts', 'order_groups'];
const DAY = 86_400_000;

let opened: OpenedServices;
/** The sizes after the work before. */
let known: Map<string, number> | undefined;

beforeAll(async () => {
  opened = await openServices();
});
afterAll(() => opened.close());

/**
 * Bytes by table with its indexes, without those of days, which are dropped, and without space that updates
 * have left, which later rows take: those of a copy. `vacuum full` leaves that space where a transaction of
 * anybody on the server still sees old rows.
 */
async function sizes(): Promise<Map<string, number>> {
  const db = opened.services.database.sqlOnce;
  const { rows: tables } = await sql<{ table: string }>`
    select relname as table from pg_class
    where relkind = 'r' and not relispartition and relnamespace = 'public'::regnamespace`.execute(db);
  const found = new Map<string, number>();
  for (const { table } of tables) found.set(table, await sizeOfCopy(table));
  return found;
}

async function sizeOfCopy(table: string): Promise<number> {
  return opened.services.database.sqlOnce.transaction().execute(async (tx) => {
    const name = sql.table(table);
    await sql`create temp table copy (like ${name} including all) on commit drop`.execute(tx);
    await sql`insert into copy overriding system value select * from ${name}`.execute(tx);
    await sql`reindex table copy`.execute(tx);
    const { rows } = await sql<{ bytes: number }>`
      select pg_relation_size(oid) + coalesce(pg_relation_size(nullif(reltoastrelid, 0)), 0) + pg_indexes_size(oid) as bytes
      from pg_class where oid = 'copy'::regclass`.execute(tx);
    return Number(rows[0]?.bytes);
  });
}

/** What the work has added for each time that it was done, by table, and in sum. */
async function addedBy(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = known ?? (await sizes());
  await work();
  const after = await sizes();
  known = after;
  const added = [...after]
    .filter(([table]) => !PASSING.includes(table))
    .map(([table, bytes]): [string, number] => [
      table,
      Math.round((bytes - (before.get(table) ?? 0)) / COUNT),
    ]);
  const sum = added.reduce((all, [, bytes]) => all + bytes, 0);
  return { ...Object.fromEntries(added.filter(([, bytes]) => Math.abs(bytes) > 2)), sum };
}

async function each<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const left = items.values();
  const worker = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

test('a purchase, a renewal, a top-up and a Luxury order keep no more than they have to, and less when they are old', async ({
  annotate,
}) => {
  const { services, clock } = opened;
  const reseller = await givenReseller(services, { balanceUsd: '100000' });
  const buyer = buyerOf(reseller);
  const numbers = Array.from({ length: COUNT }, (_, n) => n);
  const terms: number[] = [];
  const luxury: number[] = [];
  const settled = async () => {
    clock.advance(2 * DAY);
    while (await sweepOne(services));
    await cleanUp(services);
  };
  const item = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };
  const figures = {
    purchase: await addedBy(async () => {
      await each(numbers, async (n) => {
        const { sale } = await purchase(services, buyer, { ...item, idempotencyKey: `purchase ${n}` });
        terms.push(sale.order.id);
      });
      await settled();
    }),
    renewal: await addedBy(async () => {
      await each(terms, (orderId) => renew(services, buyer, { orderId, period: '7d' }));
      await settled();
    }),
    topUp: await addedBy(() =>
      payEach(
        services,
        reseller,
        numbers.map((n) => `payment-${n}`),
      ),
    ),
    luxury: await addedBy(async () => {
      const wanted = { tier: 'di', type: 'diresi', country: 'ANY', period: '1gb' };
      await each(numbers, async () => {
        luxury.push((await purchase(services, buyer, wanted)).sale.order.id);
      });
      await settled();
    }),
    addition: await addedBy(async () => {
      await each(luxury, (orderId) => addTraffic(services, buyer, { orderId, period: '1gb' }));
      await settled();
    }),
    daysOfUse: await addedBy(() =>
      sql`insert into usage_samples select ${reseller.resellerId}, id, 'day',
        '2026-01-01'::timestamptz + make_interval(days => n), 1
        from unnest(${luxury}::bigint[]) id, generate_series(1, 30) n`.execute(services.database.sql),
    ),
    whenOld: await addedBy(async () => {
      clock.advance((OPERATIONS_KEPT_DAYS + 60) * DAY);
      await cleanUp(services);
    }),
  };
  for (const [what, bytes] of Object.entries(figures)) await annotate(`${what} ${JSON.stringify(bytes)}`);
  expect(figures.purchase['sum']).toBeLessThan(1_850);
  expect(figures.renewal['sum']).toBeLessThan(900);
  expect(figures.topUp['sum']).toBeLessThan(550);
  // A purchase and a renewal of each.
  expect(figures.whenOld['sum']).toBeLessThan(-300);
});
