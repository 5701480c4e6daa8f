import { expect, test } from 'vitest';
import { createDatabase, newDataDirectory } from '../support/postgres.ts';
import { runFaults } from './harness.ts';

test('after faults and kills every cent and every proxy is accounted for, and no answer was a lie', async () => {
  const database = await createDatabase();
  try {
    const report = await runFaults({
      seed: 20,
      seconds: 5,
      customers: 6,
      people: 0,
      killEveryMs: 2_000,
      crashes: 4,
      pauses: 0,
      rough: false,
      databaseUrl: database.url,
      killDatabase: false,
      directory: newDataDirectory(),
    });
    expect(report.violations).toEqual([]);
    expect(report.counts['crashesAtPoints']).toBe(4);
  } finally {
    await database.drop();
  }
});
