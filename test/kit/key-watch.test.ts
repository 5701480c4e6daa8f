import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../../src/kit/database.ts';
import { isConnectionLost } from '../../src/kit/database-errors.ts';
import { createVault, KeyWatch } from '../../src/kit/vault.ts';
import { createDatabase, type TestDatabase } from '../support/postgres.ts';

let file: TestDatabase;
let database: Database;

beforeEach(async () => {
  file = await createDatabase();
  database = await openDatabase({ url: file.url, entities: [] });
});
afterEach(async () => {
  vi.useRealTimers();
  await database.close();
  await file.drop();
});

function watchWith(onLookFailed: (error: unknown) => void): KeyWatch {
  return new KeyWatch({ database, vault: createVault(randomBytes(32)), onOutOfUse: () => {}, onLookFailed });
}

test('a process that cannot look for 20 seconds whether its key is in use encrypts nothing, as if the database were away', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const watch = watchWith(() => {});
  const seal = () => watch.vault.seal('a password', 'a row');
  // Every look fails from here on.
  await database.close();
  await vi.advanceTimersByTimeAsync(19_000);
  seal();
  await vi.advanceTimersByTimeAsync(2_000);
  const refusal = expect.toSatisfy(isConnectionLost);
  expect(seal).toThrow(refusal);
  watch.close();
});

test('why a look has failed is said when it is not that the database is away', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const failed = Promise.withResolvers<unknown>();
  const watch = watchWith(failed.resolve);
  await sql`alter table key_proof rename to mislaid`.execute(database.sqlOnce);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await failed.promise).toMatchObject({ code: '42P01' });
  watch.close();
});
