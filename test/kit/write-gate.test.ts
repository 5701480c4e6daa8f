import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/kit/clock.ts';
import { POOL_SIZE, writesAtOnce } from '../../src/kit/connection.ts';
import { type Database, openDatabase } from '../../src/kit/database.ts';
import { CommitUnknownError, DatabaseUnavailableError } from '../../src/kit/database-errors.ts';
import { Readiness } from '../../src/kit/readiness.ts';
import { createVault } from '../../src/kit/vault.ts';
import { startUnconfirmingServer, type UnconfirmingServer } from '../support/unconfirmed-commits.ts';

let server: UnconfirmingServer;
let database: Database;

beforeAll(async () => {
  server = await startUnconfirmingServer();
  database = await openDatabase({ url: server.url, entities: [] });
});

afterAll(async () => {
  await database.close();
  await server.close();
});

const add = (id: string) =>
  database.inTransaction((tx) => tx.insertInto('price_lists').values({ id, name: id }).execute());
const read = async () => (await sql<{ one: number }>`select 1 as one`.execute(database.sql)).rows[0]?.one;
const ends = (all: readonly PromiseSettledResult<unknown>[]) =>
  all.map((one) => (one.status === 'rejected' ? one.reason.constructor : one.status));

test('while no standby confirms commits, reads go on, few commits hang, and the others are refused as not done', async () => {
  const readiness = new Readiness(database, createVault(randomBytes(32)), systemClock);
  expect(await readiness.whyNotReady()).toBeUndefined();
  await server.confirmNone();
  const first = Array.from({ length: writesAtOnce(POOL_SIZE) + 4 }, (_, i) => add(`first-${i}`));
  const firstEnds = Promise.allSettled(first);
  await expect.poll(server.hanging).toBeGreaterThan(0);
  expect(await read()).toBe(1);
  await expect.poll(() => readiness.whyNotReady()).toBe('the database confirms no commits');

  const later = Promise.allSettled(Array.from({ length: 20 }, (_, i) => add(`later-${i}`)));
  expect(await read()).toBe(1);
  // The connections of commits that hang are given up meanwhile. Nothing else is sent in their place.
  expect(ends(await later)).toEqual(Array(20).fill(DatabaseUnavailableError));
  // On a busy machine commits are known to hang before all that have a turn are sent.
  const sent = ends(await firstEnds).filter((end) => end !== DatabaseUnavailableError);
  expect(sent.length).toBeLessThanOrEqual(writesAtOnce(POOL_SIZE));
  expect(sent).toEqual(sent.map(() => CommitUnknownError));
  expect(await server.hanging()).toBe(sent.length);
  expect(await read()).toBe(1);

  const waiting = add('waiting');
  await server.confirmAll();
  await waiting;
  const { rows } = await server.admin.query<{ id: string }>(
    "select id from price_lists where id <> 'standard'",
  );
  // What hung was committed when it was confirmed; nothing that was refused was.
  expect(rows).toHaveLength(sent.length + 1);
  expect(rows.filter(({ id }) => id.startsWith('later'))).toEqual([]);
  await expect.poll(() => readiness.whyNotReady()).toBeUndefined();
});
