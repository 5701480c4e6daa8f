import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { purchase } from '../src/purchases/purchase.ts';
import { RestoreWatch } from '../src/reconciliation/restore.ts';
import { operatorOn } from './operator/run-operator.ts';
import { buyerOf, givenReseller } from './support/given.ts';
import { newDataDirectory } from './support/postgres.ts';
import { type OpenedServices, openServices } from './support/services.ts';
import { type Snapshot, takeSnapshot } from './support/snapshot.ts';

const ORDER = { tier: 'prem', type: 'ipv4', country: 'DE', period: '30d' };

let opened: OpenedServices;
let buyer: ReturnType<typeof buyerOf>;
let snapshot: Snapshot;
/** The data directory of a machine. */
let directory: string;
let logged: string[];

beforeEach(async () => {
  opened = await openServices();
  buyer = buyerOf(await givenReseller(opened.services, { balanceUsd: '100' }));
  await buy();
  directory = newDataDirectory();
  await mkdir(directory);
  logged = [];
  snapshot = await takeSnapshot(opened.databaseUrl);
});
afterEach(async () => {
  await snapshot.drop();
  await opened.close();
  await rm(directory, { recursive: true });
});

const buy = () => purchase(opened.services, buyer, ORDER);
/** A process of the machine, with its log. */
const watch = (services = opened.services) =>
  new RestoreWatch(services, directory, pino({}, { write: (line) => void logged.push(line) }));
const db = () => opened.services.database.sql;
const closed = async () =>
  (
    await sql<{ message: string | null }>`select api_disabled_message as message from service_state`.execute(
      db(),
    )
  ).rows[0]?.message;

test('no process starts on a database that was restored until the operator has said so', async () => {
  await watch().start();
  await buy();
  await watch().round();
  await snapshot.restore();
  for (let attempt = 0; attempt < 2; attempt++)
    await expect(watch().start()).rejects.toThrow(/restored to an earlier state.*operator -- restored/);
  expect((await operatorOn(opened)('restored')).error).toBeUndefined();
  await watch().start();
  await buy();
  await watch().start();
});

test('a service that runs on while its database is restored closes the API, and says so once', async () => {
  const running = watch();
  await buy();
  await running.round();
  await snapshot.restore();
  await running.round();
  await running.round();
  expect(await closed()).toMatch(/being restored/);
  expect(logged).toHaveLength(1);
  expect(logged[0]).toMatch(/operator -- restored/);
  await operatorOn(opened)('restored');
  await watch().round();
  expect(await closed()).toBeNull();
});

test('a second restore, to before the first one was known, is noticed, too', async () => {
  await buy();
  await watch().round();
  await snapshot.restore();
  const earlier = await takeSnapshot(opened.databaseUrl);
  await operatorOn(opened)('restored');
  await buy();
  await watch().round();
  await earlier.restore();
  await expect(watch().start()).rejects.toThrow(/restored to an earlier state/);
  await operatorOn(opened)('restored');
  await watch().start();
  await earlier.drop();
});

test('a restore that has taken nothing back of what was seen is none', async () => {
  await watch().round();
  await snapshot.restore();
  await watch().start();
});

test('another database in the place of the one before is not taken for restored', async () => {
  await watch().round();
  const other = await openServices();
  // The databases of tests are copies of one.
  await sql`update mikro_orm_migrations set executed_at = now()`.execute(other.services.database.sql);
  await watch(other.services).start();
  await other.close();
});

test('an operation that was deleted for its age is not taken for forgotten', async () => {
  await watch().round();
  await sql`delete from sweeps`.execute(db());
  await sql`insert into charged_work (reseller_id, operation_id, kind, order_id)
    select reseller_id, id, kind, order_id from operations`.execute(db());
  await sql`set session_replication_role = replica; delete from operations`.execute(db());
  await watch().start();
});

test.each(['', '{"operationId":"01a'])(
  'a file that was cut off by a power loss (%j) keeps no process from starting, which says so and writes it anew',
  async (text) => {
    const file = join(directory, 'newest-operation.json');
    await writeFile(file, text);
    await watch().start();
    expect(logged).toHaveLength(1);
    expect(logged[0]).toMatch(/cannot be read, and is written anew: whether the database was restored/);
    expect(JSON.parse(await readFile(file, 'utf8'))).toHaveProperty('operationId');
    await watch().start();
    expect(logged).toHaveLength(1);
  },
);
