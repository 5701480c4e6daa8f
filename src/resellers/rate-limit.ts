import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { RateLimitedError } from './errors.ts';
import type { RateWindow } from './rate-window.ts';

/** The contract's rate: 60 requests of one key in any 60 seconds, wherever the 60 seconds begin. */
export const REQUESTS_PER_WINDOW = 60;
const WINDOW_SECONDS = 60;

/**
 * Admits `requests` requests of a key at once, or none of them, and tells what is left. Throws RateLimitedError, which counts nothing.
 *
 * Only a log of the last 60 instants is exact under every reading of "60 per minute"; counters by the minute let twice as
 * many through across a boundary. The log of a key is one row, oldest first, and its `requests`-th entry decides. Every
 * process goes by the database's clock, and the row's lock puts concurrent requests into one line. No request waits for the disk: a
 * database that crashes forgets the last fraction of a second.
 */
export async function admit(sqlClient: Sql, keyId: number, requests: number): Promise<RateWindow> {
  if (requests > REQUESTS_PER_WINDOW) throw new RateLimitedError(WINDOW_SECONDS);
  const { rows } = await sql<WindowRow>`
    insert into rate_windows as w (key_id, admitted)
    select ${keyId}, array_fill('-infinity'::timestamptz, array[${REQUESTS_PER_WINDOW - requests}::int])
      || array_fill(clock_timestamp(), array[${requests}::int])
    from (select set_config('synchronous_commit', 'off', true)) unhurried
    on conflict (key_id) do update
      set admitted = w.admitted[${requests + 1}::int:] || array_fill(clock_timestamp(), array[${requests}::int])
      where w.admitted[${requests}::int] <= clock_timestamp() - make_interval(secs => ${WINDOW_SECONDS})
    returning ${LEFT} as remaining, ${secondsUntilFree(sql`${LEFT} + 1`)} as reset
  `.execute(sqlClient);
  const [row] = rows;
  if (row) return { remaining: row.remaining, resetSeconds: Math.max(1, row.reset ?? 1) };
  throw await refusal(sqlClient, keyId, requests);
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

interface WindowRow {
  remaining: number;
  /** Null when no request is counted any more. */
  reset: number | null;
}

/** How many of the log's instants have left the window: it is sorted, so that they are its first ones. */
const LEFT = sql`width_bucket(clock_timestamp() - make_interval(secs => ${sql.lit(WINDOW_SECONDS)}), w.admitted)`;

/** In how many whole seconds an instant of the log leaves the window. */
function secondsUntilFree(place: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`ceil(extract(epoch from w.admitted[${place}] - clock_timestamp()) + ${sql.lit(WINDOW_SECONDS)})::int`;
}

/** Asks what is left once more: by then some of it may have come free, which is nothing to those who were refused. */
async function refusal(sqlClient: Sql, keyId: number, requests: number): Promise<RateLimitedError> {
  const { rows } = await sql<WindowRow & { wait: number }>`
    select ${LEFT} as remaining, ${secondsUntilFree(sql`${LEFT} + 1`)} as reset,
      ${secondsUntilFree(sql`${requests}::int`)} as wait
    from rate_windows w where key_id = ${keyId}`.execute(sqlClient);
  const [row] = rows;
  const wait = Math.max(1, row?.wait ?? 1);
  const remaining = Math.min(row?.remaining ?? 0, requests - 1);
  return new RateLimitedError(wait, {
    remaining,
    resetSeconds: remaining === 0 ? wait : Math.max(1, row?.reset ?? 1),
  });
}
