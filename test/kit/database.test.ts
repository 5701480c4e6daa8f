import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENTITIES } from '../../src/app/entities.ts';
import { POOL_SIZE, writesAtOnce } from '../../src/kit/connection.ts';
import { type Database, openDatabase } from '../../src/kit/database.ts';
import { migrate } from '../../src/kit/migrations.ts';
import { PriceListEntity } from '../../src/resellers/entities.ts';
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
    select relname from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
      and obj_description(oid) is null and relname <> 'mikro_orm_migrations'`.execute(database.sql);
  expect(rows).toEqual([]);
});

const listIds = () =>
  database.sql.selectFrom('price_lists').select('id').where('id', '<>', 'standard').execute();

test('a unit of work writes its entities with its statements, and one that fails leaves nothing behind', async () => {
  const add = (id: 'committed' | 'doomed') =>
    database.inUnitOfWork(async (em, tx) => {
      em.persist(em.create(PriceListEntity, { id, name: 'new' }));
      await em.flush();
      await tx.updateTable('price_lists').set({ name: 'renamed' }).where('id', '=', id).execute();
      if (id === 'doomed') throw new Error('no');
    });
  await add('committed');
  await expect(add('doomed')).rejects.toThrow('no');
  expect(await listIds()).toEqual([{ id: 'committed' }]);
  // The last change is written without an explicit flush.
  await database.inUnitOfWork(async (em) => {
    em.remove(await em.findOneOrFail(PriceListEntity, { id: 'committed', name: 'renamed' }));
  });
  expect(await listIds()).toEqual([]);
});

test('a transaction that fails leaves nothing behind', async () => {
  const failing = database.inTransaction(async (tx) => {
    await tx.insertInto('price_lists').values({ id: 'doomed', name: 'x' }).execute();
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await listIds()).toEqual([]);
});

test('transactions whose connections are lost are done again, and do not use up the pool', async () => {
  for (let round = 0; round < 2; round++) {
    const lost = Promise.withResolvers<void>();
    let runs = 0;
    const all = Array.from({ length: writesAtOnce(POOL_SIZE) }, () =>
      database.inTransaction(async (tx) => {
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
    await expect.poll(busy).toBe(writesAtOnce(POOL_SIZE));
    await admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await admin.end();
    lost.resolve();
    expect((await settled).filter(({ status }) => status === 'fulfilled')).toHaveLength(
      writesAtOnce(POOL_SIZE),
    );
    expect(runs).toBe(2 * writesAtOnce(POOL_SIZE));
  }
  const { rows } = await sql<{ two: number }>`select 2 as two`.execute(database.sql);
  expect(rows).toEqual([{ two: 2 }]);
});

test('a statement finds a row by an index even while its table is short, since its plan is kept when the table grows', async () => {
  await sql`analyze price_lists`.execute(database.sql);
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select name from price_lists where id = 'standard'`.execute(database.sql);
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('price_lists_pkey');
});
