import { expect, test } from 'vitest';
import { createDatabase, newDataDirectory } from '../support/postgres.ts';
import { runChats } from './chat/chat-run.ts';

test('after faults and kills every update took effect once, and what was paid is what was credited', async () => {
  const database = await createDatabase();
  try {
    const report = await runChats({
      seed: 20,
      people: 8,
      updates: 60,
      percent: 5,
      killEveryMs: 0,
      crashes: 2,
      databaseUrl: database.url,
      killDatabase: false,
      directory: newDataDirectory(),
    });
    expect(report.violations).toEqual([]);
    expect(report.counts['crashesAtPoints']).toBe(2);
  } finally {
    await database.drop();
  }
});
