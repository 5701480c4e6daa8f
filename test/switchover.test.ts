import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { type Crowd, openCrowd } from './support/crowd.ts';
import { type DatabaseRelay, startDatabaseRelay } from './support/database-relay.ts';
import { fillPool } from './support/fill-pool.ts';
import { type RunningService, startService } from './support/service.ts';
import { type OpenedServices, openServices } from './support/services.ts';

/** The error code by which a read-only server refuses a write. */
const REFUSAL = 'C25006\0';
/**
 * As many refusals as the crowd has requests, and some more: the service has checked again whether the
 * database is writable.
 */
const REFUSALS = 50;

let direct: OpenedServices;
let relay: DatabaseRelay;
let service: RunningService;
let crowd: Crowd;
let admin: Client;
let name: string;

beforeAll(async () => {
  direct = await openServices();
  relay = await startDatabaseRelay(direct.databaseUrl);
  service = await startService({ ...direct, databaseUrl: relay.url });
  crowd = await openCrowd(service, direct);
  admin = new Client(inject('postgresUrl'));
  await admin.connect();
  name = new URL(direct.databaseUrl).pathname.slice(1);
});
afterAll(async () => {
  await admin.end();
  await crowd.leave();
  await service.close();
  await relay.close();
  await direct.close();
});

/** From now on new sessions are read-only, or writable again. */
const takeWrites = (takes: boolean) =>
  admin.query(
    `alter database ${admin.escapeIdentifier(name)} set default_transaction_read_only = ${takes ? 'off' : 'on'}`,
  );
afterEach(() => takeWrites(true));
/** Ends all sessions of the database. */
const endSessions = () =>
  admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
const readiness = async () => (await fetch(`${service.url}/readyz`)).json();

test('while the database takes no writes, requests wait for one that does, and none fails', async () => {
  expect(await crowd.ask()).toEqual([]);
  await takeWrites(false);
  await endSessions();
  const refused = relay.sent(REFUSAL, REFUSALS);
  const asked = crowd.ask();
  await refused;
  expect(await readiness()).toEqual({ status: 'not ready', reason: 'the database takes no writes' });
  await takeWrites(true);
  expect(await asked).toEqual([]);
  expect(await readiness()).toEqual({ status: 'ready' });
  await crowd.expectAddedUp();
});

test('sessions that stay with a server that takes no writes any more are not used again', async () => {
  await takeWrites(false);
  // The first refused write ends the idle sessions. It may be one of the service's own jobs, at any time.
  const refused = relay.sent(REFUSAL, 1);
  await endSessions();
  await fillPool(service.services.database);
  await takeWrites(true);
  expect(await crowd.ask()).toEqual([]);
  await refused;
  await crowd.expectAddedUp();
});

test('sessions that are ended in the midst of requests fail none of them', async () => {
  const began = relay.sent('UPDATE', 3);
  const asked = crowd.ask();
  await began;
  await endSessions();
  expect(await asked).toEqual([]);
  await crowd.expectAddedUp();
});
