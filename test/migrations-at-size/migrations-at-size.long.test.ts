import { Migration } from '@mikro-orm/migrations';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readMigrations } from '../../src/kit/migrations.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/postgres.ts';
import { tryMigrations } from './try-migrations.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createEmptyDatabase();
});
afterEach(() => database.drop());

class AddsColumn extends Migration {
  override up(): void {
    this.addSql('alter table orders add column remark text');
  }
}

class BuildsIndex extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override async up(): Promise<void> {
    await this.execute('create index concurrently orders_remarked on orders (id) where remark is not null');
  }
}

test('beside every migration, and one of each kind, processes of the baseline go on buying and reading, and the books hold it', async () => {
  const failures: string[] = [];
  const tried: string[] = [];
  const all = [
    ...(await readMigrations()),
    { name: '9998_adds_column', class: AddsColumn },
    { name: '9999_builds_index', class: BuildsIndex },
  ];
  await tryMigrations(
    database.url,
    { orders: 20_000, perSecond: 40, calmPurchases: 1 },
    (met) => {
      tried.push(met.name);
      failures.push(...met.failures.map((failure) => `${met.name}: ${failure}`));
    },
    all,
  );
  expect(failures).toEqual([]);
  expect(tried).toEqual(all.slice(1).map(({ name }) => name));
});
