import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { afterEach, expect, test } from 'vitest';
import { migrate } from '../../src/kit/migrations.ts';
import {
  createDatabaseBefore,
  OLD_CHARGE,
  OLD_ORDER,
  OLD_POSTING,
  type OldDatabase,
} from '../support/version-before.ts';

/** The first migration of the version that processes of the one before run beside. */
const FIRST = '20261123000000_console_sessions.ts';
const GROUPS = '20261123020000_order_groups.ts';
const INDEX_NAME = 'orders_of_group';
/** How long a process of the version before waits for a lock: after that its purchase fails. */
const OLD_LOCK_TIMEOUT = '4s';
const AT = '2026-11-22T12:00:00Z';
const COUNTRIES = ['US', 'DE', 'FR', 'ANY'];

let database: OldDatabase;
let client: Client;
let resellerIds: number[];

afterEach(() => database.drop());

/** Three resellers with so many orders, in a database that has the migrations before the named one. */
async function given(migration: string, orders: number): Promise<void> {
  database = await createDatabaseBefore(migration);
  client = await database.connect();
  resellerIds = [await givenReseller(), await givenReseller(), await givenReseller()];
  await givenOrders(orders);
}

async function givenReseller(): Promise<number> {
  const { rows } = await client.query(
    `insert into resellers (name, price_list, created_at) values ('A', 'standard', now()) returning id`,
  );
  const id = Number(rows[0].id);
  await client.query('insert into accounts (reseller_id) values ($1)', [id]);
  await client.query(OLD_POSTING(1, 'outside', 'reseller'), [id, randomUUID(), 1_000_000_000_000, AT]);
  return id;
}

/** Orders of all resellers that were there before, with their operations and their counts. */
async function givenOrders(count: number): Promise<void> {
  await client.query('alter table orders disable trigger orders_counted_in');
  await client.query(
    `with bought as (
      select ($1::bigint[])[1 + n % 3] as reseller_id, nextval('order_ids') as id, gen_random_uuid() as operation_id, n
      from generate_series(1, $2) n
    ), operation as (
      insert into operations (id, reseller_id, kind, order_id, request, amount, state, lease_token, leased_until,
        decide_by, created_at, decided_at)
      select operation_id, reseller_id, 'purchase', id, '{}', 1, 'settled', operation_id, $3, $3, $3, $3 from bought
    )
    insert into orders (reseller_id, id, operation_id, tier, type, country, period, quantity, price, protocol, billing,
      upstream, renewable, source, created_at, expires_at, filed_status)
    select reseller_id, id, operation_id, 'prem', 'ipv4', ($4::text[])[1 + n % 4], '30d', 1, 1, 'http', 'per_proxy', 'px6',
      true, 'api', $3, $3::timestamptz + interval '30 days', case when n % 5 = 0 then 'expired' else 'active' end
    from bought`,
    [resellerIds, count, AT, COUNTRIES],
  );
  await client.query(
    'insert into order_counts select reseller_id, filed_status, count(*) from orders group by 1, 2',
  );
  await client.query('alter table orders enable trigger orders_counted_in');
}

/**
 * A purchase as a process of the version before makes it, in its two transactions. Its locks come in time or
 * it throws.
 */
async function buy(writer: Client, resellerId: number, country: string): Promise<void> {
  const operation = randomUUID();
  const { rows } = await writer.query(OLD_CHARGE, [resellerId, operation, 1, AT, 'purchase']);
  await writer.query('begin');
  await writer.query(`update operations set state = 'settled', decided_at = $2 where id = $1`, [
    operation,
    AT,
  ]);
  await writer.query(OLD_POSTING(2, 'in_flight', 'revenue'), [resellerId, operation, 1, AT]);
  await writer.query(OLD_ORDER, [resellerId, rows[0].order_id, operation, 'prem', 'ipv4', country, AT]);
  await writer.query('commit');
}

async function oldWriter(): Promise<Client> {
  const writer = await database.connect();
  await writer.query(`set lock_timeout = '${OLD_LOCK_TIMEOUT}'`);
  return writer;
}

/** The groups that the kept counts and the orders themselves disagree about. */
async function wrongCounts(): Promise<unknown[]> {
  const { rows } = await client.query(
    `select * from (select reseller_id, filed_status, tier, type, country, count from order_groups where count <> 0) kept
    full join (select reseller_id, filed_status, tier, type, country, count(*) as found from orders group by 1, 2, 3, 4, 5) o
      using (reseller_id, filed_status, tier, type, country)
    where count is distinct from found`,
  );
  return rows;
}

async function isIndexValid(): Promise<boolean | undefined> {
  const { rows } = await client.query('select indisvalid from pg_index where indexrelid = to_regclass($1)', [
    INDEX_NAME,
  ]);
  return rows[0]?.indisvalid;
}

/** Keeps a snapshot from before the index: the build waits for it at its end, however long it takes. */
async function holdSnapshot(): Promise<Client> {
  const holder = await database.connect();
  await holder.query('begin isolation level repeatable read');
  await holder.query('select 1');
  return holder;
}

const builders = async () =>
  (
    await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database() and wait_event = 'virtualxid'
        and query like 'create index concurrently%'`,
    )
  ).rows.map(({ pid }) => pid);

test('while 200,000 orders are counted and indexed, processes of the version before go on buying', async () => {
  await given(FIRST, 200_000);
  const holder = await holdSnapshot();
  const [writer, other, watcher] = [await oldWriter(), await oldWriter(), await database.connect()];
  let isDone = false;
  let bought = 0;
  const buying = async (client: Client, offset: number) => {
    for (let n = offset; !isDone; n++) {
      await buy(client, resellerIds[n % 3] ?? 0, COUNTRIES[n % 4] ?? '');
      bought += 1;
    }
  };
  /** Statements of the migration that somebody waited for. */
  const waitedFor = new Set<string>();
  const watching = async () => {
    while (!isDone) {
      const { rows } = await watcher.query<{ query: string }>(
        `select b.query from pg_stat_activity a, unnest(pg_blocking_pids(a.pid)) blocker (pid)
        join pg_stat_activity b on b.pid = blocker.pid
        where a.datname = current_database() and a.query not like 'create index%' and b.application_name <> ''`,
      );
      for (const { query } of rows) waitedFor.add(query);
    }
  };
  const all = [buying(writer, 0), buying(other, 1), watching()];
  const migrated = migrate(database.url);
  migrated.catch(() => {});
  await expect.poll(builders).toHaveLength(1);
  // The index is being built now, and is to be until the snapshot is let go.
  const before = bought;
  await expect.poll(() => bought).toBeGreaterThan(before + 50);
  // What it waited for before may have been a purchase.
  await expect.poll(builders).toHaveLength(1);
  await holder.query('commit');
  await migrated;
  isDone = true;
  await Promise.all(all);
  expect([...waitedFor].filter((query) => /json_agg|create index concurrently/.test(query))).toEqual([]);
  expect(await wrongCounts()).toEqual([]);
  expect(await isIndexValid()).toBe(true);
});

test('a migration that is cut off is done at the next start, and its unfinished index is built again', async () => {
  await given(FIRST, 300);
  const holder = await holdSnapshot();
  const writer = await oldWriter();
  const failing = migrate(database.url);
  failing.catch(() => {});
  await expect.poll(builders).toHaveLength(1);
  await client.query('select pg_terminate_backend($1)', await builders());
  await expect(failing).rejects.toThrow();
  expect(await isIndexValid()).toBe(false);
  await buy(writer, resellerIds[0] ?? 0, 'DE');
  await holder.query('commit');
  await migrate(database.url);
  expect(await isIndexValid()).toBe(true);
  expect(await wrongCounts()).toEqual([]);
});

test('counting that is cut off begins again, and counts what was bought meanwhile once', async () => {
  await given(GROUPS, 300);
  const [writer, holder] = [await oldWriter(), await database.connect()];
  // The triggers count new orders, and the counting of the others stops at its first table.
  await holder.query('begin');
  await holder.query('lock table resellers in access exclusive mode');
  const failing = migrate(database.url);
  failing.catch(() => {});
  const waiting = `select pid from pg_locks where relation = 'resellers'::regclass and not granted`;
  await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(1);
  await client.query(`select pg_terminate_backend(pid) from (${waiting}) w`);
  await expect(failing).rejects.toThrow();
  await holder.query('commit');
  for (const country of COUNTRIES) await buy(writer, resellerIds[0] ?? 0, country);
  const { rows } = await client.query('select sum(count)::int as counted from order_groups');
  expect(rows).toEqual([{ counted: 4 }]);
  await migrate(database.url);
  await buy(writer, resellerIds[1] ?? 0, 'US');
  expect(await wrongCounts()).toEqual([]);
});
