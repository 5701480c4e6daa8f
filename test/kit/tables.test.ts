import { randomUUID } from 'node:crypto';
import type { EntitySchema } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENTITIES } from '../../src/app/entities.ts';
import { AccountEntity } from '../../src/billing/entities.ts';
import { addReseller } from '../../src/billing/resellers.ts';
import { findOffer } from '../../src/bot/offers.ts';
import { readHeads } from '../../src/bot/outgoing/outbox.ts';
import { lockPeopleOf } from '../../src/bot/people/people.ts';
import { type Database, openDatabase, type Sql } from '../../src/kit/database.ts';
import { readJobFailuresOf } from '../../src/kit/job-failures.ts';
import { insertSelect, statement } from '../../src/kit/statement.ts';
import { lockPayment } from '../../src/payments/payment.ts';
import { readNewest } from '../../src/reconciliation/checkpoint.ts';
import { createDatabase, type TestDatabase } from '../support/postgres.ts';

/** The first whole number that a JavaScript number would round. */
const INEXACT = 9_007_199_254_740_993n;
const EXACT = 9_007_199_254_740_991;

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

test('whole numbers are read as numbers, and never rounded: one that a number cannot hold is a bigint', async () => {
  const { rows } = await sql`
    select ${String(EXACT)}::int8 as most, ${String(-EXACT)}::int8 as least, ${INEXACT}::int8 as more,
      ${-INEXACT}::int8 as less, array[1, ${INEXACT}::int8] as several, array[]::int8[] as none`.execute(
    database.sql,
  );
  expect(rows).toEqual([
    { most: EXACT, least: -EXACT, more: INEXACT, less: -INEXACT, several: [1, INEXACT], none: [] },
  ]);
});

test('instants are read as dates, alone and in arrays', async () => {
  const at = new Date('2026-01-02T03:04:05.678Z');
  const { rows } =
    await sql`select ${at}::timestamptz as at, array[${at}::timestamptz, null] as several`.execute(
      database.sql,
    );
  expect(rows).toEqual([{ at, several: [at, null] }]);
});

test('money that a number cannot hold is the same to the micro-dollar by a statement and as an entity', async () => {
  const db = database.sql;
  const resellerId = await addReseller(database, { name: 'R', at: new Date() });
  await db.updateTable('accounts').set({ balance: INEXACT }).execute();
  const row = await db.selectFrom('accounts').select('balance').executeTakeFirstOrThrow();
  expect(BigInt(row.balance)).toBe(INEXACT);
  const more = await database.inUnitOfWork(async (em) => {
    const account = await em.findOneOrFail(AccountEntity, resellerId);
    account.balance += 1n;
    return account.balance;
  });
  expect(more).toBe(INEXACT + 1n);
  const same = db
    .selectFrom('accounts')
    .select('reseller_id')
    .where('balance', '=', INEXACT + 1n);
  expect(await same.execute()).toEqual([{ reseller_id: resellerId }]);
});

test('statements that a connection has prepared go on when a migration has added a column to every table', async () => {
  const send = () =>
    database.inUnitOfWork(async (em, tx) => {
      for (const entity of ENTITIES as EntitySchema<object>[]) await em.find(entity, {}, { limit: 1 });
      await lockPayment(tx, randomUUID());
      await readJobFailuresOf(tx, 'none');
      await lockPeopleOf(tx, [0]);
      await findOffer(tx, { token: 'none', resellerId: 0, now: new Date() });
      await readHeads(tx, { paused: [0] });
      await readNewest(tx);
    });
  for (let time = 0; time < 4; time++) await send();
  for (const { meta } of ENTITIES)
    await sql`alter table ${sql.table(meta.tableName)} add column planted integer`.execute(database.sql);
  await send();
});

/**
 * Each line with a mistake has its directive: where the compiler finds none, the directive itself is an
 * error.
 */
function mistakes(db: Sql) {
  return [
    // @ts-expect-error No such table.
    () => db.selectFrom('orderz').selectAll(),
    // @ts-expect-error No such column to read.
    () => db.selectFrom('orders').select('prize'),
    // @ts-expect-error No such column to compare.
    () => db.selectFrom('orders').selectAll().where('resellerId', '=', 1),
    // @ts-expect-error An id is a number.
    () => db.selectFrom('orders').selectAll().where('id', '=', '1'),
    // @ts-expect-error An instant is a date.
    () => db.updateTable('orders').set({ created_at: 0 }),
    // @ts-expect-error Money is a bigint.
    () => db.updateTable('accounts').set({ balance: 1.5 }),
    // @ts-expect-error No such status.
    () => db.updateTable('orders').set({ filed_status: 'lost' }),
    // @ts-expect-error What may not be null.
    () => db.updateTable('orders').set({ tier: null }),
    // @ts-expect-error What may not be left out.
    () => db.insertInto('tiers').values({ id: 'a', name: 'A' }),
    // @ts-expect-error No such column to write.
    () => db.insertInto('tiers').values({ id: 'a', name: 'A', position: 1, colour: 'red' }),
    // @ts-expect-error What may not be left out, in rows that are selected.
    () => insertSelect(db.insertInto('tiers'), db.selectFrom('tiers'), () => ({ id: 'a', name: 'A' })),
    () =>
      insertSelect(db.insertInto('price_lists'), db.selectFrom('tiers'), ({ ref }) => ({
        id: ref('id'),
        name: ref('name'),
        // @ts-expect-error No such column to write.
        colour: 'red',
      })),
    () =>
      insertSelect(db.insertInto('price_lists'), db.selectFrom('tiers'), ({ ref }) => ({
        id: ref('id'),
        // @ts-expect-error A column of another type.
        name: ref('position'),
      })),
    () =>
      insertSelect(db.insertInto('rate_windows'), db.selectFrom('orders'), ({ ref }) => ({
        key_id: ref('id'),
        // @ts-expect-error A value of another type.
        admitted: 'now',
      })),
    () =>
      insertSelect(db.insertInto('price_lists'), db.selectFrom('luxury_settings'), ({ ref }) => ({
        id: ref('country'),
        // @ts-expect-error A column that may be null, for one that may not.
        name: ref('state'),
      })),
    // @ts-expect-error No such column to join by.
    () => db.selectFrom('orders as o').innerJoin('tiers as t', 't.nam', 'o.tier').selectAll(),
    async () => {
      const [row] = await db.selectFrom('accounts').select('balance').execute();
      // @ts-expect-error Money may be a bigint, which no number is.
      return row?.balance satisfies number | undefined;
    },
    () =>
      statement<{ id: string }>()((tables, { id }) =>
        // @ts-expect-error The value's own type is another than the column's.
        tables.selectFrom('orders').select('price').where('id', '=', id),
      ),
    // @ts-expect-error A value is missing.
    () => statement<{ id: number }>()((tables) => tables.selectFrom('orders').select('id'))(db, {}),
  ];
}

test('a statement with a table, column, type or value that is wrong does not compile', () => {
  expect(mistakes(database.sql)).not.toHaveLength(0);
});
