import { createHash } from 'node:crypto';
import { type Expression, type QueryCreator, type RawBuilder, sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import { RateLimitedError } from './errors.ts';
import type { RateWindow } from './rate-window.ts';

/** The contract's rate: 60 requests of one key in any 60 seconds, wherever the 60 seconds begin. */
export const REQUESTS_PER_WINDOW = 60;
const WINDOW_SECONDS = 60;

/** Whose log the requests go into: no row for a caller who is refused, and whose requests are not counted. */
interface Admissible {
  rate_id: number;
}

/**
 * Counts `requests` requests, from 1 to 60, at once or none of them, as a part of the statement whose CTE
 * `admissible` says whose they are. Gives a row when they fit into the rate, with what is left of it.
 *
 * Only a log of the last 60 instants is exact under every reading of "60 per minute"; counters by the minute
 * let twice as many through across a boundary. The log of a key is one row, oldest first, and its
 * `requests`-th entry decides. Every process goes by the database's clock, and the row's lock puts concurrent
 * requests into one line: the condition is judged by the row as it is once it is locked, not as the
 * statement's snapshot has it. No request waits for the disk: a database that crashes forgets the last
 * fraction of a second.
 */
export function countRequests(
  db: QueryCreator<Tables & { admissible: Admissible }>,
  requests: Expression<number>,
) {
  const fresh = sql<Date[]>`array_fill(clock_timestamp(), array[${requests}::int])`;
  return db
    .insertInto('rate_windows')
    .columns(['key_id', 'admitted'])
    .expression(
      db
        .selectFrom('admissible')
        // The setting lasts until the end of the statement's own transaction.
        .innerJoin(WITHOUT_FSYNC_WAIT, (join) => join.onTrue())
        .select([
          'rate_id',
          sql<
            Date[]
          >`array_fill('-infinity'::timestamptz, array[${REQUESTS_PER_WINDOW}::int - ${requests}::int])
            || ${fresh}`.as('admitted'),
        ]),
    )
    .onConflict((conflict) =>
      conflict
        .column('key_id')
        .doUpdateSet({ admitted: sql<Date[]>`${ADMITTED}[${requests}::int + 1:] || ${fresh}` })
        .where(
          sql<boolean>`${ADMITTED}[${requests}::int]
            <= clock_timestamp() - make_interval(secs => ${sql.lit(WINDOW_SECONDS)})`,
        ),
    )
    .returning([LEFT.as('remaining'), RESET.as('reset')]);
}

/** What is left, as `countRequests` gives it. */
export function toWindow(remaining: number, reset: number | null): RateWindow {
  return { remaining, resetSeconds: Math.max(1, reset ?? 1) };
}

/**
 * What to tell a caller whose requests do not fit into the rate. The log is read once more: by then some of
 * it may have come free, which is nothing to those who were refused.
 */
export async function overRate(db: Sql, rateId: number, requests: number): Promise<RateLimitedError> {
  const [row] = await readWindow(db, { rateId, requests });
  const wait = Math.max(1, row?.wait ?? 1);
  const remaining = Math.min(row?.remaining ?? 0, requests - 1);
  return new RateLimitedError(
    wait,
    remaining === 0 ? { remaining, resetSeconds: wait } : toWindow(remaining, row?.reset ?? null),
  );
}

/**
 * Whose log an anonymous caller's requests go into: that of the address, among the negative numbers, where no
 * key's is. Addresses that share a number share a rate, which harms nobody.
 */
export function anonymousId(ip: string): number {
  return -1 - createHash('sha256').update(ip).digest().readUIntBE(0, 6);
}

/**
 * Forgets whose last request lies an hour back: the log of an anonymous caller who is not coming back is of
 * no use.
 */
export async function forgetIdleWindows(db: Sql): Promise<void> {
  await db
    .deleteFrom('rate_windows')
    .where(sql<boolean>`${ADMITTED}[${REQUESTS_PER_WINDOW}::int] < clock_timestamp() - interval '1 hour'`)
    .execute();
}

/** A log: sixty instants, sorted. */
const ADMITTED = sql.ref<Date[]>('rate_windows.admitted');

const WITHOUT_FSYNC_WAIT = sql<{
  set_config: string;
}>`(select set_config('synchronous_commit', 'off', true))`.as('commit_setting');

/** How many of the log's instants have left the window: they are its first ones. */
const LEFT = sql<number>`width_bucket(clock_timestamp() - make_interval(secs => ${sql.lit(WINDOW_SECONDS)}), ${ADMITTED})`;

/** In how many whole seconds an instant of the log leaves the window; null where the log has none. */
function secondsUntilFree(place: RawBuilder<number>): RawBuilder<number | null> {
  return sql`ceil(extract(epoch from ${ADMITTED}[${place}] - clock_timestamp()) + ${sql.lit(WINDOW_SECONDS)})::int`;
}

/** Of the oldest instant that counts; null when none does. */
const RESET = secondsUntilFree(sql`${LEFT} + 1`);

const readWindow = statement<{ rateId: number; requests: number }>()((db, { rateId, requests }) =>
  db
    .selectFrom('rate_windows')
    .select([LEFT.as('remaining'), RESET.as('reset'), secondsUntilFree(sql`${requests}::int`).as('wait')])
    .where('key_id', '=', rateId),
);
