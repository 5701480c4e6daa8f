import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import type { Sql } from './database.ts';
import type { Tables } from './tables.ts';

/** The record of one piece of background work whose last attempt failed. */
export interface JobFailure {
  job: string;
  key: string;
  /** Attempts that failed in a row. */
  attempt: number;
  lastError: string;
  /** Null once it is given up. */
  nextAttemptAt: Date | null;
  /** When it was given up; null while it is tried again. */
  failedAt: Date | null;
}

/** A job's work that has failed so many times in a row or more is stuck, although it is tried again. */
export interface StuckWork {
  job: string;
  attempts: number;
}

/**
 * Pieces that were given up, newest first, then those that are tried again, the next one first; of these,
 * with `failed`, only the stuck ones. `total` counts all of them.
 */
export async function listJobFailures(
  db: Sql,
  { failed, limit }: { failed: StuckWork | false; limit: number },
): Promise<{ total: number; jobs: JobFailure[] }> {
  let query = db.selectFrom('job_failures').selectAll();
  if (failed) query = query.where((eb) => eb.or([eb('failed_at', 'is not', null), isStuck(eb, failed)]));
  const rows = await query
    .select((eb) => eb.fn.countAll<number>().over().as('total'))
    .orderBy('failed_at', (order) => order.desc().nullsLast())
    .orderBy('next_attempt_at')
    .orderBy('job')
    .orderBy('key')
    .limit(limit)
    .execute();
  return { total: rows[0]?.total ?? 0, jobs: rows.map(toJobFailure) };
}

function toJobFailure(row: Selectable<Tables['job_failures']>): JobFailure {
  const { job, key, attempt, last_error, next_attempt_at, failed_at } = row;
  return {
    job,
    key,
    attempt,
    lastError: last_error,
    nextAttemptAt: next_attempt_at,
    failedAt: failed_at,
  };
}

/** The records of the pieces with this key, whatever their job. */
export async function readJobFailuresOf(db: Sql, key: string): Promise<JobFailure[]> {
  const rows = await db.selectFrom('job_failures').selectAll().where('key', '=', key).execute();
  return rows.map(toJobFailure);
}

/** One piece of work, all pieces of a job, or all pieces. */
export interface FailureSelection {
  job?: string | undefined;
  key?: string | undefined;
}

type Piece = Pick<JobFailure, 'job' | 'key'>;

/** The pieces that have records. */
export function findJobFailures(db: Sql, { job, key }: FailureSelection): Promise<Piece[]> {
  let query = db.selectFrom('job_failures').select(['job', 'key']);
  if (job !== undefined) query = query.where('job', '=', job);
  if (key !== undefined) query = query.where('key', '=', key);
  return query.execute();
}

/** Deletes records, so that the work is ready as if it had never failed. Returns how many there were. */
export async function deleteJobFailures(db: Sql, pieces: readonly Piece[]): Promise<number> {
  const jobs = pieces.map(({ job }) => job);
  const keys = pieces.map(({ key }) => key);
  const { numDeletedRows } = await db
    .deleteFrom('job_failures')
    .where(
      ({ refTuple }) =>
        sql<boolean>`${refTuple('job', 'key')} in (select * from unnest(${jobs}::text[], ${keys}::text[]))`,
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/**
 * For each job the number of pieces that are tried again, those that are stuck apart, and that were given up.
 * Jobs without any have no row.
 */
export function countJobFailures(db: Sql, stuck: StuckWork) {
  return db
    .selectFrom('job_failures')
    .select((eb) => {
      const count = eb.fn.countAll<number>();
      const isTried = eb('failed_at', 'is', null);
      return [
        'job',
        count.filterWhere(eb.and([isTried, eb.not(isStuck(eb, stuck))])).as('retrying'),
        count.filterWhere(eb.and([isTried, isStuck(eb, stuck)])).as('stuck'),
        count.filterWhere('failed_at', 'is not', null).as('given_up'),
      ];
    })
    .groupBy('job')
    .execute();
}

function isStuck(eb: ExpressionBuilder<Tables, 'job_failures'>, { job, attempts }: StuckWork) {
  return eb.and([eb('job', '=', job), eb('attempt', '>=', attempts)]);
}
