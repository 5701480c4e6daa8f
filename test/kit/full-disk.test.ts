import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/kit/clock.ts';
import { type Database, openDatabase } from '../../src/kit/database.ts';
import { Readiness } from '../../src/kit/readiness.ts';
import { createVault } from '../../src/kit/vault.ts';
import { createDatabase, type TestDatabase } from '../support/postgres.ts';

// Every write of a price list fails as it does when the disk is full.
const FULL = `
  create function no_room() returns trigger language plpgsql as $$
    begin raise 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
  create trigger no_room before insert on price_lists for each row execute function no_room();`;

let file: TestDatabase;
let admin: Client;
let database: Database;

beforeAll(async () => {
  file = await createDatabase();
  admin = new Client(file.url);
  await admin.connect();
  database = await openDatabase({ url: file.url, entities: [] });
});
afterAll(async () => {
  await database.close();
  await admin.end();
  await file.drop();
});

test('a process that finds no room on the disk of its database says that it is not ready, and is ready again some seconds after the last time', async () => {
  const readiness = new Readiness(database, createVault(randomBytes(32)), systemClock);
  expect(await readiness.whyNotReady()).toBeUndefined();
  await admin.query(FULL);
  const writing = database.inTransaction((tx) =>
    sql`insert into price_lists values ('written', 'Written')`.execute(tx),
  );
  await expect.poll(() => readiness.whyNotReady()).toBe('the database has no room on its disk');
  await admin.query('drop function no_room cascade');
  await writing;
  await expect.poll(() => readiness.whyNotReady()).toBeUndefined();
});
