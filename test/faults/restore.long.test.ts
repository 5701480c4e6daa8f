import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { purchase } from '../../src/purchases/purchase.ts';
import { buyerOf } from '../support/given.ts';
import { createDatabase, newDataDirectory } from '../support/postgres.ts';
import { takeSnapshot } from '../support/snapshot.ts';
import { operated } from './operate.ts';
import { runRestore } from './restore/restore-run.ts';
import { openSystem } from './system.ts';

const ORDER = { tier: 'prem', type: 'ipv4', country: 'DE', period: '30d' };

test('after a restore to the middle of a run all goods have an owner, and what is asked again is not bought again', async () => {
  const database = await createDatabase();
  try {
    const report = await runRestore({
      seed: 20,
      seconds: 6,
      customers: 3,
      databaseUrl: database.url,
      directory: newDataDirectory(),
    });
    expect(report.violations).toEqual([]);
    expect(report.counts['restored']).toMatchObject({ 'lost left': expect.any(Number) });
  } finally {
    await database.drop();
  }
});

test('the program does not start on a restored database, and starts after the operator’s command', async () => {
  await using all = new AsyncDisposableStack();
  const database = await createDatabase();
  all.defer(() => database.drop());
  const home = newDataDirectory();
  const options = {
    databaseUrl: database.url,
    directory: home,
    resellers: 1,
    keysOfReseller: 1,
    openingUsd: 100,
  };
  const system = await openSystem(options, all);
  const [first] = system.processes;
  const copy = await takeSnapshot(database.url);
  const [reseller] = system.resellers;
  await purchase(system.services, buyerOf({ resellerId: reseller?.id ?? 0 }), ORDER);
  const file = join(home, 'process-1', 'newest-operation.json');
  await expect.poll(() => readFile(file, 'utf8').catch(() => '')).toContain('operationId');
  await Promise.all(system.processes.map((process) => process.kill()));
  await copy.restore();
  await expect(first?.start()).rejects.toThrow(/restored to an earlier state/);
  expect((await operated(system, 'restored')).findings).toHaveLength(1);
  await first?.start();
});
