import { type Expression, expressionBuilder, type QueryCreator, type RawBuilder, sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { DomainError } from '../kit/errors.ts';
import { insertSelect, statement, WITHOUT_FSYNC_WAIT } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import type { RateWindow } from './networks.ts';

/** The contract's rate of one key in any 60 seconds, unless the operator has set another one. */
export const REQUESTS_PER_WINDOW = 60;
/** The most that the operator can set. Each request writes a row of so many instants, 8 bytes each. */
export const MAX_REQUESTS_PER_WINDOW = 600;
const WINDOW_SECONDS = 60;
/** Rows that one statement deletes. */
const DELETE_BATCH_SIZE = 1_000;

/** The `RateLimit` headers of an answer; none when the request was not counted. */
export function rateHeaders(window: RateWindow | undefined): Record<string, string> {
  if (!window) return {};
  return {
    'ratelimit-limit': String(window.limit),
    'ratelimit-remaining': String(window.remaining),
    'ratelimit-reset': String(window.resetSeconds),
  };
}

/** Thrown when a request would exceed the rate of its credential or address. */
export class RateLimitedError extends DomainError {
  readonly code = 'rate_limited';
  /** Whole seconds, at least 1, after which the request is admitted if the key is not used meanwhile. */
  readonly retryAfterSeconds: number;
  /** What is left for smaller requests. */
  readonly window: RateWindow;

  constructor(retryAfterSeconds: number, window: RateWindow, requests = 1) {
    const advice =
      requests > window.limit
        ? `this document counts as ${requests}: ask for less at once`
        : `try again in ${retryAfterSeconds} s`;
    super(`Over ${window.limit} requests per minute; ${advice}.`);
    this.retryAfterSeconds = retryAfterSeconds;
    this.window = window;
  }
}

/** Whose log counts the requests. A caller who is refused has no row, and no request is counted. */
interface Admissible {
  rate_id: number;
  /** Requests in the window. */
  rate_limit: number;
}

/** The limit of the API key of the statement, which joins its reseller. */
export const RATE_LIMIT = sql<number>`coalesce(
  api_keys.requests_per_minute, resellers.requests_per_minute, ${sql.lit(REQUESTS_PER_WINDOW)})`;

/**
 * Counts 1 to 60 requests, all or none of them, in the log that the CTE `admissible` of the statement names,
 * which has as many instants as the limit. Returns a row with what is left of the rate when they fit into it,
 * and no row otherwise.
 *
 * Only a log of the last instants is exact for every 60 seconds; a counter for each minute admits twice as
 * many across a boundary. The log of a credential is one row with the oldest instant first, and its entry at
 * position `requests` decides. All processes use the database's clock. Concurrent requests wait for the lock
 * of the row, and the condition is checked on the locked row, not on the statement's snapshot. The commit
 * does not wait for the disk: a database that crashes loses the requests of the last fraction of a second.
 */
export function countRequests(
  db: QueryCreator<Tables & { admissible: Admissible }>,
  requests: Expression<number>,
) {
  const fresh = sql<Date[]>`array_fill(clock_timestamp(), array[${requests}::int])`;
  const free = sql<Date[]>`array_fill(
    '-infinity'::timestamptz, array[admissible.rate_limit - ${requests}::int])`;
  // A log from before the limit was changed has another length. The new row has the right one.
  const log = resized(sql`cardinality(excluded.admitted)`);
  const callers = db
    .selectFrom('admissible')
    .innerJoin(WITHOUT_FSYNC_WAIT.as('commit_setting'), (join) => join.onTrue())
    .where(sql<boolean>`admissible.rate_limit >= ${requests}::int`);
  return insertSelect(db.insertInto('rate_windows'), callers, ({ ref }) => ({
    key_id: ref('rate_id'),
    admitted: sql<Date[]>`${free} || ${fresh}`,
  }))
    .onConflict((conflict) =>
      conflict
        .column('key_id')
        .doUpdateSet({ admitted: sql<Date[]>`(${log})[${requests}::int + 1:] || ${fresh}` })
        .where(
          sql<boolean>`(${log})[${requests}::int]
            <= clock_timestamp() - make_interval(secs => ${sql.lit(WINDOW_SECONDS)})`,
        ),
    )
    .returning([DEPARTED.as('remaining'), RESET.as('reset')]);
}

export function toWindow(remaining: number, reset: number | null, limit = REQUESTS_PER_WINDOW): RateWindow {
  return { limit, remaining, resetSeconds: Math.max(1, reset ?? 1) };
}

/**
 * The refusal of requests that do not fit into the rate. The log is read again for it. Places that became
 * free in the meantime do not change the refusal, so `remaining` is less than what was asked for.
 */
export async function overRate(
  db: Sql,
  rateId: number,
  requests: number,
  limit = REQUESTS_PER_WINDOW,
): Promise<RateLimitedError> {
  const [row] = await readWindow(db, { rateId, requests, limit });
  const wait = Math.max(1, row?.wait ?? 1);
  // Without a log nothing was sent: more is asked for at once than the rate has.
  const remaining = Math.min(row?.remaining ?? limit, requests - 1);
  const window =
    remaining === 0
      ? { limit, remaining, resetSeconds: wait }
      : toWindow(remaining, row?.reset ?? null, limit);
  return new RateLimitedError(wait, window, requests);
}

/** Deletes logs whose last request is an hour old: at most a thousand. Returns how many. */
export async function deleteIdleRateWindows(db: Sql): Promise<number> {
  const { count } = await db
    .with('idle', (cte) =>
      cte
        .deleteFrom('rate_windows')
        .where('key_id', 'in', (eb) =>
          eb
            .selectFrom('rate_windows')
            .select('key_id')
            .where(sql<boolean>`${LAST_ADMITTED} < clock_timestamp() - interval '1 hour'`)
            .limit(sql.lit(DELETE_BATCH_SIZE))
            .forUpdate()
            .skipLocked(),
        )
        .returning(['key_id', sql<string>`${LAST_ADMITTED}::date`.as('used_on')]),
    )
    .with('noted', (cte) =>
      cte
        .updateTable('api_keys')
        .from('idle')
        .set(({ ref }) => ({ last_used_on: ref('idle.used_on') }))
        .whereRef('api_keys.id', '=', 'idle.key_id')
        .whereRef('api_keys.last_used_on', 'is distinct from', 'idle.used_on'),
    )
    .selectFrom('idle')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The log: as many instants as requests are admitted in the window, sorted. */
const ADMITTED = expressionBuilder<Tables, 'rate_windows'>().ref('rate_windows.admitted');

const LAST_ADMITTED = sql<Date>`${ADMITTED}[cardinality(${ADMITTED})]`;

/** The UTC day of the key's last use, `2026-11-22`; null for never. Requests write no column for it. */
export const LAST_USED_ON = sql<string | null>`coalesce(
  (select ${LAST_ADMITTED}::date from rate_windows where rate_windows.key_id = api_keys.id),
  api_keys.last_used_on)::text`;

/** The log with as many instants as `limit`: the last ones, with instants of long ago before them. */
function resized(limit: RawBuilder<unknown>): RawBuilder<Date[]> {
  const length = sql`cardinality(${ADMITTED})`;
  return sql`case ${length} when ${limit} then ${ADMITTED} else (
    array_fill('-infinity'::timestamptz, array[greatest(${limit} - ${length}, 0)]) || ${ADMITTED}
  )[greatest(${length} - ${limit}, 0) + 1:] end`;
}

/** The number of instants that have left the window. These are the first ones of the log. */
const DEPARTED = sql<number>`width_bucket(clock_timestamp() - make_interval(secs => ${sql.lit(WINDOW_SECONDS)}), ${ADMITTED})`;

/** Whole seconds until the instant at this place of the log leaves the window; null without one. */
function secondsUntilFree(place: RawBuilder<number>): RawBuilder<number | null> {
  return sql`ceil(extract(epoch from ${ADMITTED}[${place}] - clock_timestamp()) + ${sql.lit(WINDOW_SECONDS)})::int`;
}

/** For the oldest instant within the window; null when there is none. */
const RESET = secondsUntilFree(sql`${DEPARTED} + 1`);

const readWindow = statement<{ rateId: number; requests: number; limit: number }>()(
  (db, { rateId, requests, limit }) =>
    db
      .selectFrom(
        db
          .selectFrom('rate_windows')
          .select(resized(sql`${limit}::int`).as('admitted'))
          .where('key_id', '=', rateId)
          .as('rate_windows'),
      )
      .select([
        DEPARTED.as('remaining'),
        RESET.as('reset'),
        secondsUntilFree(sql`${requests}::int`).as('wait'),
      ]),
);

declare module '../kit/errors.ts' {
  interface ErrorCodes {
    rate_limited: true;
  }
}
