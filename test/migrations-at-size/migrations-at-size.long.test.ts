import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrationNames } from '../../src/kit/migration-files.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/postgres.ts';
import { tryMigrations } from './try-migrations.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createEmptyDatabase();
});
afterEach(() => database.drop());

test('beside every migration, processes of the version before go on buying and reading, and the books hold it', async () => {
  const failures: string[] = [];
  const tried: string[] = [];
  await tryMigrations(database.url, { orders: 20_000, perSecond: 40, calmPurchases: 1 }, (met) => {
    tried.push(met.name);
    failures.push(...met.failures.map((failure) => `${met.name}: ${failure}`));
  });
  expect(failures).toEqual([]);
  expect(tried.at(-1)).toBe(migrationNames().at(-1));
});
