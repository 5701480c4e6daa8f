import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NotificationListener } from '../../src/events/events.ts';
import { PgClient } from '../../src/kit/connection.ts';
import { createDatabase, type TestDatabase } from '../support/postgres.ts';

const PROVE_EVERY_MS = 5_000;

let file: TestDatabase;
let client: PgClient;

beforeEach(async () => {
  file = await createDatabase();
  client = new PgClient({ connectionString: file.url });
  await client.connect();
});

afterEach(async () => {
  vi.restoreAllMocks();
  await client.end();
  await file.drop();
});

test('a connection that hears itself is proven, and one that notifications do not reach is found out at the next proof', async () => {
  const listener = new NotificationListener(client);
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  await listener.listen();
  for (let proofs = 0; proofs < 3; proofs++) {
    await listener.prove();
    now += PROVE_EVERY_MS;
  }
  // As behind a pooler that gives the session to somebody else.
  await client.query('unlisten *');
  await listener.prove();
  await listener.prove();
  now += PROVE_EVERY_MS;
  await expect(listener.prove()).rejects.toThrow('DATABASE_LISTEN_URL');
});
