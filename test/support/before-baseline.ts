import { Client } from 'pg';
import { migrate, readMigrations } from '../../src/kit/migrations.ts';
import { createEmptyDatabase, type TestDatabase } from './postgres.ts';

/** The last of the migrations that the baseline has replaced, and how many there were. */
const LAST = '20261201050000_address_refusals';
const COUNT = 62;

/** A database as the version before the baseline leaves it, or one that has executed less. */
export async function createDatabaseBefore(executed = COUNT): Promise<TestDatabase> {
  const database = await createEmptyDatabase();
  await migrate(database.url, { migrations: (await readMigrations()).slice(0, 1) });
  const client = new Client(database.url);
  await client.connect();
  try {
    await client.query(`delete from mikro_orm_migrations`);
    await client.query(
      `insert into mikro_orm_migrations (name)
        select '20261121' || lpad(n::text, 6, '0') || '_replaced' from generate_series(1, $1::int - 1) n
        union all select $2 where $1 = ${COUNT}`,
      [executed, LAST],
    );
    await client.query(`insert into required_migrations values ('20261124010000_payments', '20261127031000_corrections');
      create view transfers as
        select reseller_id, operation_id, stage, debit, credit, amount, created_at from ledger;
      create function write_old_transfer() returns trigger language plpgsql as 'begin return new; end';
      create trigger transfers_written instead of insert on transfers
        for each row execute function write_old_transfer()`);
  } finally {
    await client.end();
  }
  return database;
}
