import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Client, type Pool } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { POOL_SIZE } from '../../src/kit/connection.ts';
import { type Database, openDatabase, type Sql } from '../../src/kit/database.ts';
import { isRefused } from '../../src/kit/database-errors.ts';
import { startDatabaseRelay } from '../support/database-relay.ts';
import { holdPool } from '../support/fill-pool.ts';
import { createDatabase, type TestDatabase } from '../support/postgres.ts';

/** The advisory lock that keeps a statement running while the test does something else. */
const LOCK = 7;

let file: TestDatabase;
let admin: Client;

beforeAll(async () => {
  file = await createDatabase();
  // Not in the test's own database, where its sessions would be read-only, too.
  admin = new Client(inject('postgresUrl'));
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await file.drop();
});

/** From now on new sessions are read-only, or writable again. */
const takeWrites = (takes: boolean) =>
  admin.query(
    `alter database ${admin.escapeIdentifier(new URL(file.url).pathname.slice(1))}
      set default_transaction_read_only = ${takes ? 'off' : 'on'}`,
  );
const isReadOnly = async (db: Sql) =>
  (await sql<{ value: string }>`select current_setting('transaction_read_only') as value`.execute(db)).rows[0]
    ?.value === 'on';

/** Counts the pool's connections that are read-only. */
async function readOnlyConnections({ sqlOnce }: Database): Promise<number> {
  const all = Promise.withResolvers<void>();
  let held = 0;
  const answers = Array.from({ length: POOL_SIZE }, () =>
    sqlOnce.connection().execute(async (one) => {
      const answer = await isReadOnly(one);
      held += 1;
      if (held === POOL_SIZE) all.resolve();
      await all.promise;
      return answer;
    }),
  );
  return (await Promise.all(answers)).filter(Boolean).length;
}

test('one write that is refused ends all sessions with a server that takes none, each when it has done what it was asked', async () => {
  const holder = new Client(file.url);
  await holder.connect();
  await holder.query('select pg_advisory_lock($1)', [LOCK]);
  await takeWrites(false);
  const database = await openDatabase({ url: file.url, entities: [] });
  const release = await holdPool(database);
  await takeWrites(true);
  await release();

  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const transaction = database.snapshot(async (tx) => {
    const before = await isReadOnly(tx);
    begun.resolve();
    await goOn.promise;
    return [before, await isReadOnly(tx)];
  });
  await begun.promise;
  const waiting = sql`select pg_advisory_xact_lock_shared(${LOCK}::bigint)`.execute(database.sqlOnce);

  let runs = 0;
  await database.inTransaction(async (tx) => {
    runs += 1;
    await sql`delete from watchers`.execute(tx);
  });
  expect(runs).toBe(2);
  goOn.resolve();
  expect(await transaction).toEqual([true, true]);
  await holder.query('select pg_advisory_unlock($1)', [LOCK]);
  await waiting;
  expect(await readOnlyConnections(database)).toBe(0);
  await database.close();
  await holder.end();
});

test('what is asked of a server that turns out to be a standby was certainly not done, and is done once the leader is back', async () => {
  const relay = await startDatabaseRelay(file.url);
  let pool: Pool | undefined;
  const onPoolCreated = (created: object) => {
    pool = created as Pool;
  };
  const database = await openDatabase({ url: relay.url, entities: [], onPoolCreated });
  await sql`create table notes (id uuid primary key)`.execute(database.sql);
  const find = async (db: Sql, id: string) =>
    (await sql<{ id: string }>`select id from notes where id = ${id}`.execute(db)).rows[0]?.id;
  const write = (id: string) =>
    database.write(
      async (db) => {
        await sql`insert into notes values (${id})`.execute(db);
        return id;
      },
      (db) => find(db, id),
    );
  relay.standBy(true);
  relay.cutOpen();
  await expect.poll(() => pool?.totalCount).toBe(0);
  await expect(sql`select`.execute(database.sqlOnce)).rejects.toSatisfy(isRefused);
  const refused = relay.sent('in_hot_standby', 2);
  const id = randomUUID();
  const waiting = write(id);
  await refused;
  relay.standBy(false);
  expect(await waiting).toBe(id);
  const { rows } = await sql`select id from notes`.execute(database.sql);
  expect(rows).toEqual([{ id }]);
  await database.close();
  await relay.close();
});
