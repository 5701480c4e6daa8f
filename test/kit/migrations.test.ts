import { Migration } from '@mikro-orm/migrations';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { NamedMigration } from '../../src/kit/migrations.ts';
import {
  migrate,
  readMigrations,
  readSchemaState,
  SchemaError,
  waitForSchema,
} from '../../src/kit/migrations.ts';
import { createDatabaseBefore } from '../support/before-baseline.ts';
import { createDatabase, type TestDatabase } from '../support/postgres.ts';

const MIGRATION_LOCK = 4_712;
const IMPATIENT = { timeoutMs: 50, attempts: 1_000, pauseMs: 1 };

let database: TestDatabase;
let clients: Client[];
let client: Client;

beforeEach(async () => {
  database = await createDatabase();
  clients = [];
  client = await connect();
});
afterEach(async () => {
  await Promise.all(clients.map((one) => one.end()));
  await database.drop();
});

async function connect(): Promise<Client> {
  const one = new Client(database.url);
  one.on('error', () => {});
  await one.connect();
  clients.push(one);
  return one;
}

/** A migration that is later than those of the program. */
function later(name: string, statement: string, isTransactional = true): NamedMigration {
  class Later extends Migration {
    override isTransactional(): boolean {
      return isTransactional;
    }

    override async up(): Promise<void> {
      if (isTransactional) this.addSql(statement);
      else await this.execute(statement);
    }
  }
  return { name: `2099_${name}`, class: Later };
}

async function executed(name: string): Promise<boolean> {
  const { rowCount } = await client.query('select from mikro_orm_migrations where name = $1', [
    `2099_${name}`,
  ]);
  return rowCount === 1;
}

const lockHolders = async (): Promise<number[]> => {
  const { rows } = await client.query(
    `select pid from pg_locks where locktype = 'advisory' and objid = $1 and granted
      and database = (select oid from pg_database where datname = current_database())`,
    [MIGRATION_LOCK],
  );
  return rows.map(({ pid }) => pid);
};

test.each([true, false])(
  'a migration takes as long as it takes, whatever limits the server has for statements (in a transaction: %s)',
  async (isTransactional) => {
    for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
      await client.query(`alter database "${new URL(database.url).pathname.slice(1)}" set ${limit} = '50ms'`);
    await expect((await connect()).query('select pg_sleep(0.2)')).rejects.toThrow('statement timeout');
    const slow = later('slow', 'select pg_sleep(0.2)', isTransactional);
    expect(await migrate(database.url, { migrations: [slow] })).toEqual(['2099_slow']);
    expect(await executed('slow')).toBe(true);
  },
);

test('a migration that gets no lock lets go of those that wait behind it, and is tried again until it has it', async () => {
  const holder = await connect();
  await holder.query('begin');
  await holder.query('select from resellers');
  const words: string[] = [];
  const released = Promise.withResolvers<void>();
  const onWaiting = (what: string) => {
    words.push(what);
    if (words.length === 3) released.resolve();
  };
  const adding = later('adding', 'alter table resellers add column nickname text');
  const migrating = migrate(database.url, { migrations: [adding], locks: IMPATIENT, onWaiting });
  await released.promise;
  // Behind the migration, this would wait for the holder, too.
  await client.query('select from resellers');
  await holder.query('commit');
  expect(await migrating).toEqual(['2099_adding']);
  expect(words[0]).toBe('the locks of the migration 2099_adding');
});

test('a migration that never gets its locks is given up with one line, and those before it stay', async () => {
  const holder = await connect();
  await holder.query('begin');
  await holder.query('select from resellers');
  const [first, second] = [
    later('first', 'select'),
    later('second', 'alter table resellers add column nickname text'),
  ];
  const migrating = migrate(database.url, {
    migrations: [first, second],
    locks: { ...IMPATIENT, attempts: 3 },
  });
  await expect(migrating).rejects.toThrow(SchemaError);
  await expect(migrating).rejects.toThrow(
    /^The migration 2099_second did not get its locks in 3 attempts[^\n]*$/,
  );
  expect([await executed('first'), await executed('second')]).toEqual([true, false]);
  await holder.query('commit');
});

test('a migration and its record are one transaction: what fails leaves neither', async () => {
  const failing = later('failing', 'create table half (id int); select 1 / 0');
  await expect(migrate(database.url, { migrations: [failing] })).rejects.toThrow('division by zero');
  expect(await executed('failing')).toBe(false);
  const { rows } = await client.query(`select to_regclass('half') as half`);
  expect(rows).toEqual([{ half: null }]);
});

test('a migration without a transaction that is cut off has no record, and is executed again at the next start', async () => {
  const failing = later('index', 'create index concurrently half on resellers ((1 / (id - id)))', false);
  await client.query(`insert into resellers (name, price_list, created_at) values ('A', 'standard', now())`);
  await expect(migrate(database.url, { migrations: [failing] })).rejects.toThrow('division by zero');
  expect(await executed('index')).toBe(false);
  const again = later('index', 'drop index concurrently half', false);
  expect(await migrate(database.url, { migrations: [again] })).toEqual(['2099_index']);
});

test('two processes take turns, and the second finds nothing to do', async () => {
  const once = [later('once', 'create table once (id int)')];
  const both = await Promise.all([1, 2].map(() => migrate(database.url, { migrations: once })));
  expect(both.toSorted((a, b) => a.length - b.length)).toEqual([[], ['2099_once']]);
});

test('the lock belongs to a transaction, so no pooler can leave it to a connection that goes on', async () => {
  const held = Promise.withResolvers<string>();
  const { promise: going, resolve: go } = Promise.withResolvers<void>();
  class Looking extends Migration {
    override async up(): Promise<void> {
      const [holder] = await lockHolders();
      const { rows } = await client.query('select state from pg_stat_activity where pid = $1', [holder]);
      held.resolve(rows[0].state);
      await going;
    }
  }
  const migrating = migrate(database.url, { migrations: [{ name: '2099_looking', class: Looking }] });
  expect(await held.promise).toBe('idle in transaction');
  go();
  await migrating;
  expect(await lockHolders()).toEqual([]);
});

test('a process that waits for its turn has no transaction open for which an index would wait', async () => {
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
  const migrated = migrate(database.url);
  const others = await connect();
  const waiting = async () =>
    (
      await others.query<{ state: string }>(
        `select state from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
          and (query like '%pg_try_advisory_xact_lock%' or query = 'rollback')`,
      )
    ).rows.map(({ state }) => state);
  await expect.poll(waiting).toEqual(['idle']);
  await client.query('commit');
  await migrated;
});

test('a process that has lost the lock executes nothing more', async () => {
  class Losing extends Migration {
    override async up(): Promise<void> {
      await client.query('select pg_terminate_backend(pid, 10000) from unnest($1::int[]) pid', [
        await lockHolders(),
      ]);
    }
  }
  const migrations = [{ name: '2099_losing', class: Losing }, later('next', 'create table next (id int)')];
  await expect(migrate(database.url, { migrations })).rejects.toThrow();
  expect([await executed('losing'), await executed('next')]).toEqual([true, false]);
  expect(await lockHolders()).toEqual([]);
});

test('a database of a later version is served until it requires a migration that the program does not have', async () => {
  await client.query(`insert into mikro_orm_migrations (name) values ('2099_adds_only')`);
  expect(await readSchemaState(database.url)).toEqual({ isEmpty: false, missing: [] });
  await client.query(`insert into required_migrations values ('2099_adds_only', '2099_takes_away')`);
  const reason = /^The schema of the database is newer than this program[^\n]*2099_adds_only$/;
  await expect(readSchemaState(database.url)).rejects.toThrow(reason);
  await expect(migrate(database.url)).rejects.toThrow(reason);
});

test('a database that has all migrations before the baseline goes on, without what only these had a use for', async () => {
  const before = await createDatabaseBefore();
  try {
    const migrations = (await readMigrations()).slice(0, 1);
    expect(await migrate(before.url, { migrations })).toEqual(['0001_baseline']);
    expect(await migrate(before.url, { migrations })).toEqual([]);
    const other = new Client(before.url);
    await other.connect();
    const { rows } = await other.query(`select to_regclass('transfers') as view,
      (select count(*)::int from required_migrations) as required`);
    await other.end();
    expect(rows).toEqual([{ view: null, required: 0 }]);
    await migrate(before.url);
    expect((await readSchemaState(before.url)).missing).toEqual([]);
  } finally {
    await before.drop();
  }
});

test('a database that has only some of them is told the commit that executes the others, and stays as it is', async () => {
  const before = await createDatabaseBefore(40);
  try {
    const migrating = migrate(before.url);
    await expect(migrating).rejects.toThrow(SchemaError);
    await expect(migrating).rejects.toThrow(
      /^The database has 39 of the 62 migrations [^\n]* the program of commit [0-9a-f]{8}, then start this one$/,
    );
    expect((await readSchemaState(before.url)).missing).toContain('0001_baseline');
  } finally {
    await before.drop();
  }
});

test('waiting for the schema ends when somebody else has executed what is missing', async () => {
  const { rows } = await client.query('delete from mikro_orm_migrations where name like $1 returning name', [
    '%baseline',
  ]);
  const missing = Promise.withResolvers<string[]>();
  const waiting = waitForSchema(database.url, missing.resolve, new AbortController().signal);
  expect(await missing.promise).toEqual([rows[0].name]);
  await client.query('insert into mikro_orm_migrations (name) values ($1)', [rows[0].name]);
  await waiting;
});

test('waiting for the schema can be called off', async () => {
  await client.query(`delete from mikro_orm_migrations where name like '%baseline'`);
  const off = new AbortController();
  const waiting = waitForSchema(database.url, () => off.abort(new Error('called off')), off.signal);
  await expect(waiting).rejects.toThrow();
});
