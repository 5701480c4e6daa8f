import { expect, test } from 'vitest';
import { createDatabase, newDataDirectory } from '../support/postgres.ts';
import { runRestore } from './restore/restore-run.ts';

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
