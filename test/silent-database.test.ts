import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanUp } from '../src/jobs/clean-up.ts';
import { POOL_SIZE } from '../src/kit/connection.ts';
import { sweepOne } from '../src/purchases/recovery.ts';
import { type Crowd, openCrowd } from './support/crowd.ts';
import { type DatabaseRelay, startDatabaseRelay } from './support/database-relay.ts';
import { fillPool } from './support/fill-pool.ts';
import { recoverOne } from './support/recover-one.ts';
import { type RunningService, startService } from './support/service.ts';
import { type OpenedServices, openServices } from './support/services.ts';

let direct: OpenedServices;
let relay: DatabaseRelay;
let service: RunningService;
let crowd: Crowd;

beforeAll(async () => {
  direct = await openServices();
  relay = await startDatabaseRelay(direct.databaseUrl);
  service = await startService({ ...direct, databaseUrl: relay.url });
  crowd = await openCrowd(service, direct);
});
afterAll(async () => {
  await crowd.leave();
  await service.close();
  await relay.close();
  await direct.close();
});

test('when all connections to the database fall silent, no request fails, and subscriptions and jobs go on', async () => {
  const { services } = service;
  expect(await crowd.ask()).toEqual([]);
  await fillPool(services.database);
  // The pool's connections, and the one that listens for events.
  expect(relay.fallSilent()).toBe(POOL_SIZE + 1);
  const jobs = Promise.all([cleanUp(services), recoverOne(services), sweepOne(services)]);
  expect(await crowd.ask()).toEqual([]);
  await jobs;
  await crowd.expectAddedUp();
});

test('when they fall silent in the midst of requests, none fails', async () => {
  const began = relay.sent('UPDATE', 3);
  const asked = crowd.ask();
  await began;
  relay.fallSilent();
  expect(await asked).toEqual([]);
  await crowd.expectAddedUp();
});
