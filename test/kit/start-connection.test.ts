import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { assertRoomForWorkers } from '../../src/app/prepare.ts';
import { readSchemaState, takeMigrationLock } from '../../src/kit/migrations.ts';
import { type DatabaseRelay, startDatabaseRelay } from '../support/database-relay.ts';
import { createDatabase, type TestDatabase } from '../support/postgres.ts';

/** What a start asks the database before it opens the pool, and a part of its statement. */
const ASKED = [
  { name: 'the schema', ask: readSchemaState, text: 'mikro_orm_migrations' },
  { name: 'the migration lock', ask: takeLock, text: 'pg_try_advisory_xact_lock' },
  {
    name: 'the room for workers',
    ask: (url: string) => assertRoomForWorkers(url, 2),
    text: 'max_connections',
  },
];

let database: TestDatabase;
let relay: DatabaseRelay;

beforeAll(async () => {
  database = await createDatabase();
});
beforeEach(async () => {
  relay = await startDatabaseRelay(database.url);
  return () => relay.close();
});
afterAll(() => database.drop());

async function takeLock(url: string): Promise<void> {
  const lock = await takeMigrationLock(url, () => {});
  await lock.release();
}

test.each(ASKED)('a start that asks for $name over a silent path fails', async ({ ask }) => {
  relay.swallowNew(true);
  await expect(ask(relay.url)).rejects.toThrow(/answer|silent|terminated/);
});

test.each(ASKED)('a start that asks for $name over a path that falls silent fails', async ({ ask, text }) => {
  relay.cutText('silent_before', text);
  await expect(ask(relay.url)).rejects.toThrow(/answer|silent|terminated/);
  expect(relay.cuts()).toBe(1);
});
