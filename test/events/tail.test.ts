import { sql } from 'kysely';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockForMany, tell } from '../../src/events/tell.ts';
import { ListeningProcess } from '../support/listening-process.ts';
import { type OpenedServices, openServices } from '../support/services.ts';

const ONE = 1;
const OTHER = 2;

let opened: OpenedServices;
let process: ListeningProcess;
let sessions: Client[];

beforeEach(async () => {
  sessions = [];
  opened = await openServices();
  process = await new ListeningProcess().open(opened.databaseUrl);
});
afterEach(async () => {
  await Promise.all(sessions.map((session) => session.end()));
  await process.close();
  await opened.close();
});

const db = () => opened.services.database.sql;
const tellOf = (resellerId: number) => tell(db(), [{ type: 'key.created', resellerId }]);
const heardOf = (resellerId: number) =>
  process.events.filter((event) => event.resellerId === resellerId).map(({ sequence }) => sequence);
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
/** All that a reader finds in the log now. */
const logOf = async (resellerId: number) => {
  const { rows } = await sql<{ sequence: number }>`
    select sequence from events where reseller_id = ${resellerId} and type <> 'carried' order by sequence`.execute(
    db(),
  );
  return rows.map(({ sequence }) => sequence);
};

/** A session that the service knows nothing of. */
async function session(): Promise<Client> {
  const client = new Client(opened.databaseUrl);
  await client.connect();
  sessions.push(client);
  return client;
}

/** Takes from what the reseller has, as the ledger tells of it at the commit. */
const moveMoney = (client: Client, resellerId: number) =>
  client.query(
    `insert into ledger (reseller_id, operation_id, stage, debit, credit, amount, created_at, kind, balance_after, spent_after)
     values ($1, gen_random_uuid(), 1, 'adjustments', 'reseller', 1000000, now(), 'adjustment', 0, 0)`,
    [resellerId],
  );

test('who writes first and commits last has the later number: no reader sees a hole, and each event is heard once', async () => {
  const first = await session();
  await first.query('begin');
  await moveMoney(first, ONE);
  const second = await session();
  await moveMoney(second, ONE);
  await expect.poll(() => heardOf(ONE)).toEqual([1]);
  expect(await logOf(ONE)).toEqual([1]);
  await first.query('commit');
  await expect.poll(() => heardOf(ONE)).toEqual([1, 2]);
  expect(await logOf(ONE)).toEqual([1, 2]);
  await tellOf(ONE);
  await expect.poll(() => heardOf(ONE)).toEqual([1, 2, 3]);
  const rows = await db().selectFrom('events').select('balance').orderBy('sequence').execute();
  expect(rows.map(({ balance }) => Number(balance))).toEqual([1_000_000, 2_000_000, 2_000_000]);
});

test('beside a transaction that stays open for many looks none is missed and none is heard twice', async () => {
  const slow = await session();
  await slow.query('begin');
  // It holds the log of this reseller, and is the oldest transaction of every look.
  await slow.query(`select write_event($1, 'key.created', 'api', now(), 0, null, null)`, [OTHER]);
  for (const count of upTo(5)) {
    await tellOf(ONE);
    await expect.poll(() => heardOf(ONE)).toEqual(upTo(count));
  }
  expect(heardOf(OTHER)).toEqual([]);
  await slow.query('commit');
  await expect.poll(() => heardOf(OTHER)).toEqual([1]);
  await tellOf(OTHER);
  await expect.poll(() => heardOf(OTHER)).toEqual([1, 2]);
  expect(heardOf(ONE)).toEqual(upTo(5));
});

test('a transaction that is undone leaves no gap', async () => {
  const undone = await session();
  await tellOf(ONE);
  await undone.query('begin');
  await moveMoney(undone, ONE);
  await undone.query(`select write_event($1, 'key.created', 'api', now(), 0, null, null)`, [ONE]);
  await undone.query('rollback');
  await tellOf(ONE);
  expect(await logOf(ONE)).toEqual([1, 2]);
  await expect.poll(() => heardOf(ONE)).toEqual([1, 2]);
});

test('sixteen writers of one reseller, and eight of several at once, leave 1 to n of each', async () => {
  const each = 10;
  const one = Array.from({ length: 16 }, async () => {
    const client = await session();
    for (let i = 0; i < each; i++) await moveMoney(client, ONE);
  });
  const several = Array.from({ length: 8 }, async (_, writer) => {
    for (let i = 0; i < each; i++) {
      await opened.services.database.inTransaction(async (tx) => {
        await lockForMany(tx);
        const resellers = writer % 2 ? [ONE, OTHER, 3] : [3, ONE, OTHER];
        await tell(
          tx,
          resellers.map((resellerId) => ({ type: 'key.created', resellerId })),
        );
      });
    }
  });
  await Promise.all([...one, ...several]);
  const counts = [
    [ONE, 24 * each],
    [OTHER, 8 * each],
    [3, 8 * each],
  ] as const;
  for (const [resellerId, count] of counts) {
    expect(await logOf(resellerId)).toEqual(upTo(count));
    await expect.poll(() => heardOf(resellerId)).toEqual(upTo(count));
  }
});

test('rows of a restored dump, and those that carry a balance on, are no news', async () => {
  const { rows } = await sql<{ xid: number }>`select pg_current_xact_id()::text::bigint as xid`.execute(db());
  const xid = rows[0]?.xid ?? 0;
  const insert = (sequence: number, from: number, type = 'key.created') =>
    sql`insert into events values (${ONE}, ${sequence}, ${from}, now(), 0, 0, null, null, today(), false, ${type}, 'api', '', '', '')`.execute(
      db(),
    );
  await insert(1, 3);
  await insert(2, xid + 1_000_000);
  await sql`insert into events values (${ONE}, 3, pg_current_xact_id()::text::bigint, now(), 0, 0, null, null, today(), false, 'carried', 'api', '', '', '')`.execute(
    db(),
  );
  await tellOf(ONE);
  await expect.poll(() => heardOf(ONE)).toEqual([4]);
  await tellOf(ONE);
  await expect.poll(() => heardOf(ONE)).toEqual([4, 5]);
});

test('a look reads the end of a long day alone, whatever the server knows of its length', async () => {
  let text: string | undefined;
  while (text === undefined) {
    await tellOf(ONE);
    const { rows } = await sql<{ query: string }>`
      select query from pg_stat_activity
      where datname = current_database() and application_name like '% changes' and query like '%carried%'`.execute(
      db(),
    );
    text = rows[0]?.query;
  }
  const reader = await session();
  await reader.query('set enable_seqscan = off');
  const { rows } = await reader.query(`select to_char(today(), 'YYYYMMDD') as today`);
  /** By what the day is read that is under way. */
  const indexes = async () => {
    const plan = JSON.stringify((await reader.query(`explain ${text}`)).rows);
    return plan.match(new RegExp(`events_${rows[0].today}_(pkey|xid_idx)`, 'g'));
  };
  const byTransactions = [`events_${rows[0].today}_xid_idx`];
  await sql`
    insert into events
    select 9, n, 3, now(), 0, 0, null, null, today(), false, 'key.created', 'api', '', '', ''
    from generate_series(1, 20000) n`.execute(db());
  expect(await indexes()).toEqual(byTransactions);
  await sql`analyze events`.execute(db());
  expect(await indexes()).toEqual(byTransactions);
});

test('what each look reads again, since the index does not know it yet, is made known to it soon', async () => {
  const reader = await session();
  // A session of its own has no limit for statements, and no look makes a part known while it holds the lock.
  await reader.query(`
    begin;
    select pg_advisory_xact_lock(31, -2);
    insert into events
    select 9, n, 3, now(), 0, 0, null, null, today(), false, 'key.created', 'api', '', '', ''
    from generate_series(1, 200000) n;
    commit`);
  await reader.query('set enable_seqscan = off');
  const { rows } = await reader.query(
    `select 'events_' || to_char(today(), 'YYYYMMDD') as day, pg_current_xact_id()::text as xid`,
  );
  const readInVain = async () => {
    const plan = await reader.query(
      `explain (analyze, format json) select from ${rows[0].day} where xid >= ${rows[0].xid}`,
    );
    const [, count] = /"Rows Removed by Index Recheck":(\d+)/.exec(JSON.stringify(plan.rows)) ?? [];
    return Number(count);
  };
  await tellOf(ONE);
  await expect.poll(readInVain).toBeLessThan(5_000);
  await tellOf(ONE);
  await expect.poll(() => heardOf(ONE)).toEqual([1, 2]);
});

test('an event that was written right before midnight is heard after it', async () => {
  await sql`
    insert into events
    values (${ONE}, 1, pg_current_xact_id()::text::bigint, now(), 0, 0, null, null, today() - 1, false, 'key.created', 'api', '', '', '')`.execute(
    db(),
  );
  await tellOf(ONE);
  await expect.poll(() => heardOf(ONE)).toEqual([1, 2]);
});

test('more at once than a process takes is a gap, and it goes on behind it', async () => {
  await sql`
    insert into events
    select ${ONE}, n, pg_current_xact_id()::text::bigint, now(), 0, 0, null, null, today(), false, 'key.created', 'api', '', '', ''
    from generate_series(1, 10001) n`.execute(db());
  await expect.poll(() => process.gaps).toBe(1);
  await tellOf(ONE);
  await expect.poll(() => heardOf(ONE)).toEqual([10_002]);
  expect(process.failures).toBe(0);
});
