import { defineEntity, p } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, LockMode, openDatabase } from '../../src/kit/database.ts';
import { bytes, id, instant, texts } from '../../src/kit/tables.ts';
import { createDatabase, type TestDatabase } from '../support/postgres.ts';
import { recordStatements, type Statements } from '../support/statements.ts';

/** One column of each type that an entity has. */
const EveryTypeEntity = defineEntity({
  name: 'EveryType',
  tableName: 'every_type',
  properties: {
    id: id().primary().autoincrement(false),
    text: p.text(),
    bytes: bytes(),
    at: instant().nullable(),
    micros: p.bigint(),
    small: p.smallint(),
    whole: p.integer(),
    yes: p.boolean(),
    uuid: p.uuid(),
    texts: texts(),
    networks: texts('cidr[]'),
    json: p.json<unknown>(),
    none: p.text().nullable(),
  },
});

const VALUES = {
  text: `O'Neil "said" ?, ??, \\?, $1, \\, %s, \n and ü 漢 😀`,
  bytes: Buffer.from([0, 1, 39, 63, 92, 255]),
  at: new Date('2026-11-22T13:57:04.640Z'),
  micros: 9_223_372_036_854_775_807n,
  small: -32_768,
  whole: 2_147_483_647,
  yes: true,
  uuid: '01a2038b-d1fb-7eae-840e-02b0d2a5b0f7',
  texts: ['plain', `it's "?" \\ {,}`, ''],
  networks: ['203.0.113.0/24', '2001:db8::/32'],
  json: { text: `it's "?" \\`, list: [1, null, true] },
  none: null,
};

let file: TestDatabase;
let database: Database;
let statements: Statements;

beforeAll(async () => {
  file = await createDatabase();
  statements = recordStatements();
  database = await openDatabase({
    url: file.url,
    entities: [EveryTypeEntity],
    onPoolCreated: statements.onPoolCreated,
  });
  await sql`create table every_type (id bigint primary key, text text, bytes bytea, at timestamptz, micros bigint,
    small smallint, whole integer, yes boolean, uuid uuid, texts text[], networks cidr[], json jsonb, none text)`.execute(
    database.sql,
  );
});
afterAll(async () => {
  await database.close();
  await file.drop();
});

const read = async (ids: number[]) =>
  (await sql`select * from every_type where id = any(${ids}::bigint[]) order by id`.execute(database.sql))
    .rows;

test('a unit of work writes and reads values of every type unchanged, alone and many at once', async () => {
  const add = (...ids: number[]) =>
    database.inUnitOfWork(async (em) => {
      for (const one of ids) em.create(EveryTypeEntity, { ...VALUES, id: one }, { persist: true });
    });
  await add(1);
  await add(2, 3, 4);
  expect(await read([1, 2, 3, 4])).toEqual([1, 2, 3, 4].map((one) => ({ ...VALUES, id: one })));

  const other = { text: '?', at: null, yes: false, none: `'?'`, texts: [], json: ['?'] };
  await database.inUnitOfWork(async (em) => {
    const one = await em.findOneOrFail(EveryTypeEntity, { id: 1 }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    expect(one).toMatchObject(VALUES);
    Object.assign(one, other);
  });
  await database.inUnitOfWork(async (em) => {
    const some = await em.find(EveryTypeEntity, { id: { $in: [2, 3] }, text: VALUES.text });
    expect(some).toHaveLength(2);
    for (const one of some) Object.assign(one, other);
    em.remove(await em.findOneOrFail(EveryTypeEntity, { id: 4 }));
  });
  expect(await read([1, 2, 3, 4])).toEqual([1, 2, 3].map((one) => ({ ...VALUES, ...other, id: one })));
});

test('values are parameters, so that the texts of a unit of work are the same for all values', async () => {
  const sent = await statements.during(() =>
    database.inUnitOfWork(async (em) => {
      em.create(EveryTypeEntity, { ...VALUES, id: 10, text: 'secret' }, { persist: true });
      await em.flush();
      (await em.findOneOrFail(EveryTypeEntity, { id: 1 })).text = 'secret';
    }),
  );
  const ofEntities = sent.filter((text) => text.includes('every_type'));
  expect(ofEntities.map((text) => text.split(' ')[0])).toEqual(['insert', 'select', 'update']);
  for (const text of ofEntities) {
    expect(text).toContain('$1');
    expect(text).not.toContain('secret');
  }
});
