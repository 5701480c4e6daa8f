import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { createDatabase, newDataDirectory, type TestDatabase } from '../support/postgres.ts';
import { broken, readsOf } from './compare.ts';
import { type Filled, fill } from './fill.ts';
import { openWorks } from './works.ts';

/** Most resellers have twenty orders, and the plans are made for these; one has two thousand. */
const AMOUNTS = { orders: 20_000, resellers: 1_000 };

/** Lines of the ledger: five for each order, and the top-ups. */
const BOOKED = 102_560;

let sandbox: Sandbox;
let database: TestDatabase;
let filled: Filled;

beforeAll(async () => {
  sandbox = await startSandbox({
    port: 0,
    stateDir: newDataDirectory(),
    clock: { now: () => new Date() },
    requestsPerSecond: Number.POSITIVE_INFINITY,
  });
  database = await createDatabase();
  filled = await fill(database.url, AMOUNTS);
});
afterAll(async () => {
  await database.drop();
  await sandbox.close();
});

test('the books that are filled in agree, and their checkpoint is that of a whole verification', async () => {
  const works = await openWorks(database.url, filled, { sandbox, credentialsKey: randomBytes(32) });
  await works.buy();
  const { since, transfersRead, ...found } = await works.verify();
  expect(found).toMatchObject({ ok: true, transfers: BOOKED + 20 });
  expect(await works.verify('--full')).toMatchObject(found);
  await works.close();
});

test('no request, command or background work reads a table that grows as a whole, or more of it than it needs', async () => {
  const measured = await readsOf({ url: database.url, filled }, { sandbox, credentialsKey: randomBytes(32) });
  expect(
    measured.flatMap(({ work, reads }) => broken(work, reads).map((what) => `${work.name} ${what}`)),
  ).toEqual([]);
  const read = new Map(measured.map(({ work, reads }) => [work.name, reads]));
  const verified = read.get('ledger verify')?.rows;
  for (const table of ['ledger', 'operations', 'orders']) expect(verified?.get(table)).toBeLessThan(1_000);
});
