import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENTITIES } from '../../src/entities.ts';
import { type Database, migrate, openDatabase } from '../../src/kit/database.ts';
import { createDatabase, type TestDatabase } from '../support/postgres.ts';

let file: TestDatabase;
let database: Database;

beforeAll(async () => {
  file = await createDatabase();
  database = await openDatabase({ url: file.url, entities: ENTITIES });
});

afterAll(async () => {
  await database.close();
  await file.drop();
});

test('an empty database is migrated once by five processes that start together', async () => {
  const admin = new Client(file.url);
  await admin.connect();
  const url = new URL(file.url);
  url.pathname = `${url.pathname}_together`;
  const name = url.pathname.slice(1);
  await admin.query(`create database ${name}`);
  await Promise.all(Array.from({ length: 5 }, () => migrate(url.href)));
  const client = new Client(url.href);
  await client.connect();
  const { rows } = await client.query('select count(*)::int as tables from pg_tables where schemaname = $1', [
    'public',
  ]);
  expect(rows[0].tables).toBeGreaterThan(10);
  await client.end();
  await admin.query(`drop database ${name}`);
  await admin.end();
});

test('every table says what it is for', async () => {
  const { rows } = await sql<{ relname: string }>`
    select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and obj_description(oid) is null and relname <> 'mikro_orm_migrations'`.execute(database.sql);
  expect(rows).toEqual([]);
});

test('a unit of work that fails leaves nothing behind', async () => {
  await expect(
    database.transaction(async (_em, tx) => {
      await sql`insert into price_lists (id, name) values ('doomed', 'x')`.execute(tx);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  const { rows } = await sql`select from price_lists where id = 'doomed'`.execute(database.sql);
  expect(rows).toEqual([]);
});

test('transactions whose connections are lost are done again, and do not use up the pool', async () => {
  const POOL = 20;
  for (let round = 0; round < 2; round++) {
    const lost = Promise.withResolvers<void>();
    let runs = 0;
    const all = Array.from({ length: POOL }, () =>
      database.transaction(async (_em, tx) => {
        runs += 1;
        await sql`select 1`.execute(tx);
        await lost.promise;
        await sql`select 2`.execute(tx);
      }),
    );
    const settled = Promise.allSettled(all);
    const admin = new Client(file.url);
    await admin.connect();
    const busy = async () => {
      const { rows } = await admin.query(
        "select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'",
      );
      return rows.length;
    };
    await expect.poll(busy).toBe(POOL);
    await admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await admin.end();
    lost.resolve();
    expect((await settled).filter(({ status }) => status === 'fulfilled')).toHaveLength(POOL);
    expect(runs).toBe(2 * POOL);
  }
  const { rows } = await sql<{ two: number }>`select 2 as two`.execute(database.sql);
  expect(rows).toEqual([{ two: 2 }]);
});
