import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENTITIES } from '../../src/app/entities.ts';
import { type Database, openDatabase } from '../../src/kit/database.ts';
import { ALL_BOOKS, UNVERIFIED_BOOKS } from '../../src/reconciliation/check.ts';
import { findUnverified } from '../../src/reconciliation/unverified.ts';
import { CHECKS } from '../../src/reconciliation/verify-ledger.ts';
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

test.each(CHECKS)('every table and column that it reads is there: $problem', async (check) => {
  await database.inTransaction(async (tx) => {
    await findUnverified(tx, new Date());
    for (const books of [ALL_BOOKS, UNVERIFIED_BOOKS]) {
      const prepared = sql.raw(`prepare found as ${check.sql(books)}`).execute(tx);
      await expect(prepared).resolves.toBeDefined();
      await sql`deallocate found`.execute(tx);
    }
  });
});
