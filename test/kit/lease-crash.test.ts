import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Bell } from '../../src/events/bell.ts';
import { openEvents } from '../../src/events/events.ts';
import { type Database, openDatabase } from '../../src/kit/database.ts';
import { readPostmaster } from '../../src/kit/embedded-postgres/server.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/kit/embedded-postgres/start.ts';
import { takeLease } from '../../src/kit/lease.ts';
import { migrate } from '../../src/kit/migrations.ts';
import { DatabaseRateSlots } from '../../src/upstreams/px6/rate-slots.ts';
import { newDataDirectory, removeDataDirectory } from '../support/postgres.ts';

const HOUR_SECONDS = 3_600;
/** A server that was killed is started again within seconds, on a busy machine within a minute. */
const RECOVERED_WITHIN = { timeout: 120_000 };

// A server of its own, since it is killed.
const dataDir = newDataDirectory();
let server: EmbeddedPostgres;
let database: Database;

beforeAll(async () => {
  server = await startEmbeddedPostgres({ dataDir, role: 'service' });
  await migrate(server.url);
  database = await openDatabase({ url: server.url, entities: [] });
});

afterAll(async () => {
  await database.close();
  await server.stop();
  await removeDataDirectory(dataDir);
});

/** When the server was started, and where its files lie. */
async function readServer(): Promise<{ cluster: string; startedAt: Date }> {
  const read = sql<{ cluster: string; startedAt: Date }>`
    select current_setting('data_directory') as cluster, pg_postmaster_start_time() as "startedAt"`;
  const { rows } = await read.execute(database.sql);
  if (!rows[0]) throw new Error('The server has not answered.');
  return rows[0];
}

/** Its connections answer for some moments more, so it is over when a new server answers. */
async function crash(): Promise<void> {
  const { cluster, startedAt } = await readServer();
  const postmaster = await readPostmaster(cluster);
  if (!postmaster) throw new Error('The server does not run.');
  process.kill(postmaster.pid, 'SIGKILL');
  const isNew = async () => (await readServer()).startedAt > startedAt;
  await expect.poll(() => isNew().catch(() => false), RECOVERED_WITHIN).toBe(true);
}

test('a lease is still held when the database server was killed, so nobody begins beside its holder', async () => {
  const [holder, other] = [randomUUID(), randomUUID()];
  expect(await takeLease(database.sql, 'work', holder, HOUR_SECONDS)).toEqual({ wasKept: false });
  await crash();
  expect(await takeLease(database.sql, 'work', other, HOUR_SECONDS)).toBeUndefined();
  expect(await takeLease(database.sql, 'work', holder, HOUR_SECONDS)).toEqual({ wasKept: true });
});

test('a crash cuts connections and empties the rate slots: what is watched is read again, and slots are free a second later', async () => {
  let gaps = 0;
  const events = await openEvents({
    databaseUrl: server.url,
    bell: new Bell(),
    log: pino({ level: 'silent' }),
  });
  events.listen({
    onGap() {
      gaps += 1;
    },
  });
  const slots = new DatabaseRateSlots(database, 3);
  const taken = async () =>
    (await slots.take({ accounts: ['main'], priority: 'urgent', count: 3 })).slots.length;
  expect(await taken()).toBe(3);
  await crash();
  // The first one finds that they are gone, and the next one adds them.
  expect([await taken(), await taken()]).toEqual([0, 0]);
  await expect.poll(taken, RECOVERED_WITHIN).toBe(3);
  await expect.poll(() => gaps, RECOVERED_WITHIN).toBeGreaterThan(0);
  await events.close();
});
