import { sql } from 'kysely';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepDays } from '../../src/events/days.ts';
import { tell } from '../../src/events/tell.ts';
import { type OpenedServices, openServices } from '../support/services.ts';

const QUIET = 1;
const BUSY = 2;

let opened: OpenedServices;
let backup: Client;

beforeEach(async () => {
  opened = await openServices();
  backup = new Client(opened.databaseUrl);
  await backup.connect();
});
afterEach(async () => {
  await backup.end();
  await opened.close();
});

const db = () => opened.services.database.sql;
const tellOf = (resellerId: number) => tell(db(), [{ type: 'key.created', resellerId }]);

/** Adds to what the reseller has, as the ledger tells of it. */
const addMoney = (resellerId: number, usd: number) =>
  sql`
    insert into ledger (reseller_id, operation_id, stage, debit, credit, amount, created_at, kind, balance_after, spent_after)
    values (${resellerId}, gen_random_uuid(), 1, 'adjustments', 'reseller', ${usd * 1_000_000}, now(), 'adjustment', 0, 0)`.execute(
    db(),
  );

/** The days that there is a table for, from today on: 0 is today, -1 yesterday. */
async function days(): Promise<number[]> {
  const { rows } = await sql<{ day: number }>`
    select to_date(right(relname, 8), 'YYYYMMDD') - today() as day
    from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = 'events'::regclass order by 1`.execute(
    db(),
  );
  return rows.map(({ day }) => day);
}

/** As if all that is there had been written so many days ago. */
async function age(daysAgo: number): Promise<void> {
  await sql`select add_day('events', today() - n) from generate_series(1, ${daysAgo}::int) n`.execute(db());
  await sql`update events set day = today() - ${daysAgo}::int`.execute(db());
}

async function keepAll(): Promise<number> {
  for (let rounds = 1; ; rounds++) if (!(await keepDays(opened.services.database))) return rounds;
}

/** What a reader finds of a reseller. */
async function logOf(resellerId: number) {
  const { rows } = await sql<{ sequence: number; balance: number }>`
    select sequence, balance / 1000000 as balance from events
    where reseller_id = ${resellerId} and type <> 'carried' order by sequence`.execute(db());
  return rows.map(({ sequence, balance }) => [sequence, balance]);
}

test('today and the thirty days before it are kept, older ones are dropped one by one, and ten to come are there', async () => {
  await age(34);
  expect(await keepAll()).toBe(5);
  expect(await days()).toEqual(Array.from({ length: 41 }, (_, i) => i - 30));
});

test('the last day that is kept has its events, and the one before it has none any more', async () => {
  await tellOf(BUSY);
  await age(30);
  await keepAll();
  expect(await logOf(BUSY)).toEqual([[1, 0]]);
  await age(31);
  await keepAll();
  expect(await logOf(BUSY)).toEqual([]);
});

test('who was quiet for longer than the log is kept goes on at the next number with the balance, however often', async () => {
  await addMoney(QUIET, 5);
  await addMoney(QUIET, 7);
  for (const quiet of [31, 31, 40]) {
    await age(quiet);
    await keepAll();
    expect(await logOf(QUIET)).toEqual([]);
  }
  await addMoney(QUIET, 1);
  expect(await logOf(QUIET)).toEqual([[3, 13]]);
  await age(31);
  await addMoney(QUIET, 1);
  await keepAll();
  expect(await logOf(QUIET)).toEqual([[4, 14]]);
});

test('a day that a backup reads stays until a later round, and holds up nobody for long', async () => {
  await addMoney(QUIET, 5);
  await age(31);
  await backup.query('begin');
  await backup.query('select count(*) from events where day < today() - 30');
  const beganAt = performance.now();
  const [isMore] = await Promise.all([keepDays(opened.services.database), tellOf(BUSY)]);
  expect(performance.now() - beganAt).toBeLessThan(3_000);
  expect(isMore).toBe(false);
  expect(await days()).toContain(-31);
  expect(await logOf(BUSY)).toEqual([[1, 0]]);
  // What was carried on is undone with it.
  expect(await logOf(QUIET)).toEqual([[1, 5]]);
  await backup.query('commit');
  await keepAll();
  expect(await days()).not.toContain(-31);
  await addMoney(QUIET, 1);
  expect(await logOf(QUIET)).toEqual([[2, 6]]);
});
