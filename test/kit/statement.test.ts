import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, expectTypeOf, test } from 'vitest';
import { ENTITIES } from '../../src/app/entities.ts';
import { type Database, openDatabase } from '../../src/kit/database.ts';
import { statement } from '../../src/kit/statement.ts';
import { startDatabaseRelay } from '../support/database-relay.ts';
import { createDatabase, type TestDatabase } from '../support/postgres.ts';
import { recordStatements } from '../support/statements.ts';

const statements = recordStatements();
let file: TestDatabase;
let database: Database;

beforeAll(async () => {
  file = await createDatabase();
  const { onPoolCreated } = statements;
  database = await openDatabase({ url: file.url, entities: ENTITIES, onPoolCreated });
});
afterAll(async () => {
  await database.close();
  await file.drop();
});
beforeEach(async () => {
  await database.sql.deleteFrom('periods').execute();
  await database.sql.deleteFrom('product_types').execute();
  await database.sql.deleteFrom('tiers').execute();
});

const addTier = statement<{ id: string; position: number }>()((db, { id, position }) =>
  db.insertInto('tiers').values({ id, name: id, position }).returning(['id', 'name', 'position']),
);
const findTiers = statement<{ ids: readonly string[]; from: number | null }>()((db, { ids, from }) =>
  db
    .selectFrom('tiers')
    .select('id')
    .where('id', '=', sql<string>`any (${ids}::text[])`)
    .where((eb) => eb.or([eb('position', '>=', from), sql<boolean>`${from}::int is null`]))
    .orderBy('position'),
);

test('a statement is built once, and sent with other values each time', async () => {
  let builds = 0;
  const countAbove = statement<{ least: number }>()((db, { least }) => {
    builds += 1;
    return db
      .selectFrom('tiers')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('position', '>=', least);
  });
  for (let position = 0; position < 3; position++)
    await addTier(database.sql, { id: `t${position}`, position });
  const sent = await statements.during(async () => {
    for (const least of [0, 1, 2]) {
      expect(await countAbove(database.sql, { least })).toEqual([{ count: 3 - least }]);
    }
  });
  expect(builds).toBe(1);
  expect(new Set(sent).size).toBe(1);
});

test('statements of many callers at once keep their values apart', async () => {
  const positions = Array.from({ length: 50 }, (_, i) => i);
  const added = await Promise.all(
    positions.map((position) => addTier(database.sql, { id: `t${position}`, position })),
  );
  expect(added.flat()).toEqual(positions.map((i) => ({ id: `t${i}`, name: `t${i}`, position: i })));
});

test('each value is in its places, also one that is used twice, an array or null', async () => {
  for (const [position, id] of ['a', 'b', 'c'].entries()) await addTier(database.sql, { id, position });
  const found = async (ids: string[], from: number | null) =>
    (await findTiers(database.sql, { ids, from })).map(({ id }) => id);
  expect(await found(['a', 'c', 'x'], null)).toEqual(['a', 'c']);
  expect(await found(['a', 'c'], 1)).toEqual(['c']);
  expect(await found([], null)).toEqual([]);
});

test('what is written into a statement keeps its place among the values', async () => {
  const addNamed = statement<{ id: string; position: number }>()((db, { id, position }) =>
    db.insertInto('tiers').values({ position, name: 'always the same', id }).returning(['name', 'id']),
  );
  expect(await addNamed(database.sql, { id: 'a', position: 1 })).toEqual([
    { name: 'always the same', id: 'a' },
  ]);
  expect(await addNamed(database.sql, { id: 'b', position: 2 })).toEqual([
    { name: 'always the same', id: 'b' },
  ]);
});

test('rows have the types of their columns', async () => {
  const rows = await addTier(database.sql, { id: 'a', position: 1 });
  expect(rows).toEqual([{ id: 'a', name: 'a', position: 1 }]);
  expectTypeOf(rows).toEqualTypeOf<{ id: string; name: string; position: number }[]>();
  expectTypeOf(addTier).parameter(1).toEqualTypeOf<{ id: string; position: number }>();
  const readPrices = statement<object>()((db) => db.selectFrom('periods').select(['days', 'retail_price']));
  const prices = await readPrices(database.sql, {});
  expectTypeOf(prices).toEqualTypeOf<{ days: number | null; retail_price: number | bigint }[]>();
});

test('a statement that is sent in a transaction is a part of it', async () => {
  await expect(
    database.inTransaction(async (tx) => {
      await addTier(tx, { id: 'doomed', position: 1 });
      expect(await findTiers(tx, { ids: ['doomed'], from: null })).toEqual([{ id: 'doomed' }]);
      expect(await findTiers(database.sql, { ids: ['doomed'], from: null })).toEqual([]);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  expect(await findTiers(database.sql, { ids: ['doomed'], from: null })).toEqual([]);
});

test('a statement whose answer is lost with its connection is sent again', async () => {
  const relay = await startDatabaseRelay(file.url);
  const relayed = await openDatabase({ url: relay.url, entities: ENTITIES });
  await addTier(relayed.sql, { id: 'a', position: 1 });
  relay.cutStatement('after', 1);
  expect(await findTiers(relayed.sql, { ids: ['a'], from: null })).toEqual([{ id: 'a' }]);
  expect(relay.cuts()).toBe(1);
  await relayed.close();
  await relay.close();
});
