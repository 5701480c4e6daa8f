import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WRITES_AT_ONCE } from '../../src/kit/connect.ts';
import { CommitUnknownError, DatabaseUnavailableError } from '../../src/kit/connection-errors.ts';
import { type Database, openDatabase } from '../../src/kit/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/kit/embedded-postgres/start.ts';
import { migrate } from '../../src/kit/migrations.ts';
import { Readiness } from '../../src/kit/readiness.ts';
import { createVault } from '../../src/kit/vault.ts';
import { newDataDirectory, removeDataDirectory } from '../support/postgres.ts';

// A server of its own, since the standbys that commits wait for are a setting of the whole server.
const dataDir = newDataDirectory();
let server: EmbeddedPostgres;
let admin: Client;
let database: Database;

beforeAll(async () => {
  server = await startEmbeddedPostgres({ dataDir, role: 'service' });
  await migrate(server.url);
  admin = new Client(server.url);
  await admin.connect();
  database = await openDatabase({ url: server.url, entities: [] });
});

afterAll(async () => {
  await database.close();
  await admin.end();
  await server.stop();
  await removeDataDirectory(dataDir);
});

/** Commits wait for a standby of that name, of which there is none; with '' they wait for nobody. */
async function waitForStandby(name: string): Promise<void> {
  await admin.query(`alter system set synchronous_standby_names = '${name}'`);
  await admin.query('select pg_reload_conf()');
}

const add = (id: string) =>
  database.inTransaction((tx) => tx.insertInto('price_lists').values({ id, name: id }).execute());
const hanging = async () =>
  (await admin.query("select from pg_stat_activity where wait_event = 'SyncRep'")).rowCount;
const read = async () => (await sql<{ one: number }>`select 1 as one`.execute(database.sql)).rows[0]?.one;
const ends = (all: readonly PromiseSettledResult<unknown>[]) =>
  all.map((one) => (one.status === 'rejected' ? one.reason.constructor : one.status));

test('while no standby confirms commits, reads go on, few commits hang, and the others are refused as not done', async () => {
  const readiness = new Readiness(database, createVault(randomBytes(32)));
  expect(await readiness.whyNotReady()).toBeUndefined();
  await waitForStandby('nobody');
  const first = Array.from({ length: WRITES_AT_ONCE + 4 }, (_, i) => add(`first-${i}`));
  const firstEnds = Promise.allSettled(first);
  await expect.poll(hanging).toBeGreaterThan(0);
  expect(await read()).toBe(1);
  await expect.poll(() => readiness.whyNotReady()).toBe('the database confirms no commits');

  const later = Promise.allSettled(Array.from({ length: 20 }, (_, i) => add(`later-${i}`)));
  expect(await read()).toBe(1);
  // The connections of commits that hang are given up meanwhile. Nothing else is sent in their place.
  expect(ends(await later)).toEqual(Array(20).fill(DatabaseUnavailableError));
  // On a busy machine commits are known to hang before all that have a turn are sent.
  const sent = ends(await firstEnds).filter((end) => end !== DatabaseUnavailableError);
  expect(sent.length).toBeLessThanOrEqual(WRITES_AT_ONCE);
  expect(sent).toEqual(sent.map(() => CommitUnknownError));
  expect(await hanging()).toBe(sent.length);
  expect(await read()).toBe(1);

  const waiting = add('waiting');
  await waitForStandby('');
  await waiting;
  const { rows } = await admin.query<{ id: string }>("select id from price_lists where id <> 'standard'");
  // What hung was committed when it was confirmed; nothing that was refused was.
  expect(rows).toHaveLength(sent.length + 1);
  expect(rows.filter(({ id }) => id.startsWith('later'))).toEqual([]);
  await expect.poll(() => readiness.whyNotReady()).toBeUndefined();
});
