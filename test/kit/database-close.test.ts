import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/kit/database.ts';
import { createDatabase } from '../support/postgres.ts';

test('a database is closed when a statement has just asked for a new connection, and the statement gets its answer', async () => {
  const file = await createDatabase();
  const database = await openDatabase({ url: file.url, entities: [] });
  const one = sql<{ one: number }>`select 1 as one`;
  // The first one takes the connection that is open.
  const asked = [one.execute(database.sqlOnce), one.execute(database.sqlOnce)];
  // So that the second one has begun to connect.
  await setImmediate();
  await database.close();
  expect((await Promise.all(asked)).map(({ rows }) => rows[0]?.one)).toEqual([1, 1]);
  await file.drop();
});
