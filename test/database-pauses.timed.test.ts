import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { describe, expect, inject, test } from 'vitest';
import { POOL_SIZE } from '../src/kit/connection.ts';
import { verifyLedger } from '../src/reconciliation/verify-ledger.ts';
import { openCrowd } from './support/crowd.ts';
import { startDatabaseRelay } from './support/database-relay.ts';
import { fillPool, holdPool } from './support/fill-pool.ts';
import { givenReseller } from './support/given.ts';
import { expectRefusal, restClient } from './support/rest-client.ts';
import { startService } from './support/service.ts';
import { openServices } from './support/services.ts';

/** In ms: nearly the longest pause of the database that costs a client nothing but waiting. */
const PAUSE_MS = 7_900;
/**
 * In ms: requests on a silent connection are answered within this, because it is taken for dead after six
 * seconds.
 */
const ANSWERED_WITHIN_MS = 15_000;

/** A service that reaches its database over a relay, and ten customers of it. */
async function openCrowdBehindRelay() {
  const direct = await openServices();
  const relay = await startDatabaseRelay(direct.databaseUrl);
  const service = await startService({ ...direct, databaseUrl: relay.url });
  const crowd = await openCrowd(service, direct);
  return {
    relay,
    service,
    crowd,
    name: new URL(direct.databaseUrl).pathname.slice(1),
    async [Symbol.asyncDispose]() {
      expect((await verifyLedger(direct.services.database)).problems).toEqual([]);
      await crowd.leave();
      await service.close();
      await relay.close();
      await direct.close();
    },
  };
}

test('a request that has waited long for a connection is answered within 15 seconds, although that falls silent, too', async () => {
  await using ground = await openCrowdBehindRelay();
  const { database } = ground.service.services;
  const { apiKey } = await givenReseller(ground.service.services, { balanceUsd: '100' });
  const rest = restClient(ground.service.url, apiKey);
  const release = await holdPool(database);
  const askedAt = performance.now();
  const order = { tier: 'prem', type: 'ipv4', country: 'DE', period: '7d' };
  const asked = [rest.get('/v1/balance'), rest.post('/v1/orders', order, { 'idempotency-key': 'late' })];
  await setTimeout(9_500);
  ground.relay.fallSilent();
  ground.relay.swallowNew(true);
  await release();
  for (const answer of await Promise.all(asked)) expectRefusal(answer, 503, 'api_disabled');
  expect(performance.now() - askedAt).toBeLessThan(ANSWERED_WITHIN_MS);
  ground.relay.swallowNew(false);
});

// Each test spends most of its time waiting.
describe.concurrent('40 requests are answered with success', () => {
  test('when all pooled connections fall silent, within 15 seconds', async () => {
    await using ground = await openCrowdBehindRelay();
    await fillPool(ground.service.services.database);
    expect(ground.relay.fallSilent()).toBe(POOL_SIZE + 1);
    const askedAt = performance.now();
    expect(await ground.crowd.ask()).toEqual([]);
    expect(performance.now() - askedAt).toBeLessThan(ANSWERED_WITHIN_MS);
  });

  test('when the database takes no writes for nearly 8 seconds', async () => {
    await using ground = await openCrowdBehindRelay();
    const admin = new Client(inject('postgresUrl'));
    await admin.connect();
    const database = admin.escapeIdentifier(ground.name);
    await admin.query(`alter database ${database} set default_transaction_read_only = on`);
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      ground.name,
    ]);
    const asked = ground.crowd.ask();
    await setTimeout(PAUSE_MS);
    await admin.query(`alter database ${database} set default_transaction_read_only = off`);
    await admin.end();
    expect(await asked).toEqual([]);
  });

  test('when every byte to and from the database is swallowed for nearly 8 seconds, on new connections, too', async () => {
    await using ground = await openCrowdBehindRelay();
    ground.relay.fallSilent();
    ground.relay.swallowNew(true);
    const asked = ground.crowd.ask();
    await setTimeout(PAUSE_MS);
    ground.relay.swallowNew(false);
    expect(await asked).toEqual([]);
  });
});
