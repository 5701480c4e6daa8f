import type { Client } from 'pg';
import { databaseAddress } from './database-address.ts';
import { PgClient } from './pg-client.ts';
import { LIMITS } from './session-settings.ts';

/**
 * A connection of its own for what a start has to know before it opens the pool. Over a path that is silent
 * connecting and each statement fail within seconds; how long it may be idle has no limit.
 */
export async function connectForStart(url: string): Promise<Client> {
  const { answerWithinMs } = LIMITS;
  const client = new PgClient({ ...databaseAddress(url), keepAlive: true, answerWithinMs });
  // A lost connection is noticed at the next statement.
  client.on('error', () => {});
  await client.connect();
  return client;
}
