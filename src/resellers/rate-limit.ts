import { type Expression, expressionBuilder, type QueryCreator, sql } from 'kysely';
import { WRITTEN } from '../kit/copies.ts';
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
export const RATE_LIMIT = expressionBuilder<Tables, 'api_keys' | 'resellers'>().fn.coalesce(
  'api_keys.requests_per_minute',
  'resellers.requests_per_minute',
  sql.lit(REQUESTS_PER_WINDOW),
);

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
 * The row also keeps where the last of them came from, if that is given.
 */
export function countRequests(
  db: QueryCreator<Tables & { admissible: Admissible }>,
  requests: Expression<number>,
  address: Expression<string | null> = sql`null`,
) {
  // A log from before the limit was changed has another length. The new row has the right one.
  const log = sql.raw(resized('cardinality(excluded.admitted)'));
  const callers = db
    .selectFrom('admissible')
    .innerJoin(WITHOUT_FSYNC_WAIT.as('commit_setting'), (join) => join.onTrue())
    .where(({ eb, cast }) => eb('admissible.rate_limit', '>=', cast<number>(requests, 'integer')));
  return insertSelect(db.insertInto('rate_windows'), callers, ({ ref }) => ({
    key_id: ref('rate_id'),
    address: sql<string | null>`${address}::inet`,
    admitted: sql<
      Date[]
    >`array_fill('-infinity'::timestamptz, array[admissible.rate_limit - ${requests}::int])
      || array_fill(clock_timestamp(), array[${requests}::int])`,
  }))
    .onConflict((conflict) =>
      conflict
        .column('key_id')
        .doUpdateSet({
          address: sql.ref<string | null>('excluded.address'),
          admitted: sql<Date[]>`(${log})[${requests}::int + 1:]
            || array_fill(greatest(${sql.raw(ASKED_AT)}, ${sql.raw(LAST_ADMITTED)}), array[${requests}::int])`,
        })
        .where(sql<boolean>`(${log})[${requests}::int] <= ${sql.raw(windowBefore(ASKED_AT))}`),
    )
    .returning([
      sql.raw<number>(departedBy(windowBefore(LAST_ADMITTED))).as('remaining'),
      sql.raw<number | null>(resetSince(windowBefore(LAST_ADMITTED))).as('reset'),
    ])
    .returning('rate_windows.written_to as writtenTo');
}

/**
 * Keeps how much the database has written with the row of a credential that has changed something. Each
 * request reads the row anyhow, so whichever process gets the next one knows what a copy has to have for it.
 */
export const keepWritten = statement<{ credentialId: number }>()((db, { credentialId }) =>
  db
    .updateTable('rate_windows')
    .from(WITHOUT_FSYNC_WAIT.as('commit_setting'))
    .set({ written_to: WRITTEN })
    .where('key_id', '=', credentialId),
);

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
            .where(sql.raw<boolean>(`${LAST_ADMITTED} < now() - interval '1 hour'`))
            .limit(sql.lit(DELETE_BATCH_SIZE))
            .forUpdate()
            .skipLocked(),
        )
        .returning(['key_id', 'address', sql.raw<Date>(LAST_ADMITTED).as('used_at')]),
    )
    .with('noted', (cte) =>
      cte
        .updateTable('api_keys')
        .from('idle')
        .set(({ ref }) => ({
          last_used_at: ref('idle.used_at'),
          last_used_from: ref('idle.address'),
          last_used_on: sql<string>`(idle.used_at at time zone interval '0')::date`,
        }))
        .whereRef('api_keys.id', '=', 'idle.key_id'),
    )
    .selectFrom('idle')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

// What statements select of a log: as many instants as requests are admitted in the window, sorted.

const LAST_ADMITTED = 'rate_windows.admitted[cardinality(rate_windows.admitted)]';
/** The instant of the request: Citus hands on no clock in what changes rows. */
const ASKED_AT = 'excluded.admitted[cardinality(excluded.admitted)]';
const WINDOW_START = windowBefore('clock_timestamp()');

function windowBefore(at: string): string {
  return `(${at} at time zone interval '-${WINDOW_SECONDS} s') at time zone interval '0'`;
}

/** The number of instants that have left the window. These are the first ones of the log. */
function departedBy(start: string): string {
  return `width_bucket(${start}, rate_windows.admitted)`;
}

/** For the oldest instant within the window; null when there is none. */
function resetSince(start: string): string {
  return secondsUntilFree(`${departedBy(start)} + 1`, start);
}

/** Whole seconds until the instant at this place of the log leaves the window; null without one. */
function secondsUntilFree(place: string, start: string): string {
  return `ceil(extract(epoch from rate_windows.admitted[${place}] - (${start})))::int`;
}

/** The log with as many instants as `limit`: the last ones, with instants of long ago before them. */
function resized(limit: string): string {
  return `case cardinality(rate_windows.admitted) when ${limit} then rate_windows.admitted else (
    array_fill('-infinity'::timestamptz, array[greatest(${limit} - cardinality(rate_windows.admitted), 0)])
      || rate_windows.admitted
  )[greatest(cardinality(rate_windows.admitted) - ${limit}, 0) + 1:] end`;
}

const ofKey = (column: string) =>
  `(select ${column} from rate_windows where rate_windows.key_id = api_keys.id)`;

/**
 * When the key was last used, and from where; null for never. Requests write no column of the key for it. The
 * version before notes the day alone.
 */
export const LAST_USE = [
  sql
    .raw<Date | null>(
      `coalesce(${ofKey(LAST_ADMITTED)},
        greatest(api_keys.last_used_at, api_keys.last_used_on::timestamp at time zone 'UTC'))`,
    )
    .as('lastUsedAt'),
  sql
    .raw<string | null>(`coalesce(${ofKey('rate_windows.address')}, api_keys.last_used_from)`)
    .as('lastUsedFrom'),
] as const;

const readWindow = statement<{ rateId: number; requests: number; limit: number }>()(
  (_db, { rateId, requests, limit }) => sql<{ remaining: number; reset: number | null; wait: number | null }>`
    select ${sql.raw(departedBy(WINDOW_START))} as remaining, ${sql.raw(resetSince(WINDOW_START))} as reset,
      ${sql.raw(secondsUntilFree('requests', WINDOW_START))} as wait
    from (
      select ${sql.raw(resized('size'))} as admitted, requests
      from rate_windows, (select ${limit}::int as size, ${requests}::int as requests) asked
      where key_id = ${rateId}
    ) rate_windows`,
);
