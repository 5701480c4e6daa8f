import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { RateLimitedError } from './errors.ts';

/** The contract's rate: 60 requests of one key in any 60 seconds, wherever the 60 seconds begin. */
const REQUESTS_PER_WINDOW = 60;
const WINDOW_SECONDS = 60;

/**
 * Admits `requests` requests of a key at once, or none of them. Throws RateLimitedError, which counts nothing.
 *
 * Only a log of the last 60 instants is exact under every reading of "60 per minute"; counters by the minute let twice as
 * many through across a boundary. The log of a key is one row, oldest first, and its `requests`-th entry decides. Every
 * process goes by the database's clock, and the row's lock puts concurrent requests into one line. No request waits for the disk: a
 * database that crashes forgets the last fraction of a second.
 */
export async function admit(sqlClient: Sql, keyId: number, requests: number): Promise<void> {
  if (requests > REQUESTS_PER_WINDOW) throw new RateLimitedError(WINDOW_SECONDS);
  const { rows } = await sql`
    insert into rate_windows as w (key_id, admitted)
    select ${keyId}, array_fill('-infinity'::timestamptz, array[${REQUESTS_PER_WINDOW - requests}::int])
      || array_fill(clock_timestamp(), array[${requests}::int])
    from (select set_config('synchronous_commit', 'off', true)) unhurried
    on conflict (key_id) do update
      set admitted = w.admitted[${requests + 1}::int:] || array_fill(clock_timestamp(), array[${requests}::int])
      where w.admitted[${requests}::int] <= clock_timestamp() - make_interval(secs => ${WINDOW_SECONDS})
    returning key_id
  `.execute(sqlClient);
  if (rows.length === 0) throw new RateLimitedError(await secondsUntilFree(sqlClient, keyId, requests));
}

/**
 * Whose log an anonymous caller's requests go into: that of the address, among the negative numbers, where no key's is. Addresses
 * that share a number share a rate, which harms nobody.
 */
export function anonymousId(ip: string): number {
  return -1 - createHash('sha256').update(ip).digest().readUIntBE(0, 6);
}

/** Forgets whose last request lies an hour back: the log of a stranger who is not coming back is of no use. */
export async function forgetIdleWindows(sqlClient: Sql): Promise<void> {
  await sql`delete from rate_windows
    where admitted[${REQUESTS_PER_WINDOW}::int] < clock_timestamp() - interval '1 hour'`.execute(sqlClient);
}

async function secondsUntilFree(sqlClient: Sql, keyId: number, requests: number): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from admitted[${requests}::int] - clock_timestamp()) + ${WINDOW_SECONDS})::int as seconds
    from rate_windows where key_id = ${keyId}`.execute(sqlClient);
  return Math.max(1, rows[0]?.seconds ?? 1);
}
