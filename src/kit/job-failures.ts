import type { Sql } from './database.ts';

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

/**
 * Pieces that were given up, newest first, then those that are tried again, the next one first. `total` counts
 * all of them.
 */
export async function listJobFailures(
  db: Sql,
  { failed, limit }: { failed: boolean; limit: number },
): Promise<{ total: number; jobs: JobFailure[] }> {
  let query = db.selectFrom('job_failures').selectAll();
  if (failed) query = query.where('failed_at', 'is not', null);
  const rows = await query
    .select((eb) => eb.fn.countAll<number>().over().as('total'))
    .orderBy('failed_at', (order) => order.desc().nullsLast())
    .orderBy('next_attempt_at')
    .orderBy('job')
    .orderBy('key')
    .limit(limit)
    .execute();
  const jobs = rows.map(({ job, key, attempt, last_error, next_attempt_at, failed_at }) => ({
    job,
    key,
    attempt,
    lastError: last_error,
    nextAttemptAt: next_attempt_at,
    failedAt: failed_at,
  }));
  return { total: rows[0]?.total ?? 0, jobs };
}

/** One piece of work, all pieces of a job, or all pieces. */
export interface FailureSelection {
  job?: string | undefined;
  key?: string | undefined;
}

/** Deletes records, so that the work is ready as if it had never failed. Returns the pieces. */
export function deleteJobFailures(
  db: Sql,
  { job, key }: FailureSelection,
): Promise<Pick<JobFailure, 'job' | 'key'>[]> {
  let query = db.deleteFrom('job_failures');
  if (job !== undefined) query = query.where('job', '=', job);
  if (key !== undefined) query = query.where('key', '=', key);
  return query.returning(['job', 'key']).execute();
}

/**
 * For each job the number of pieces that are tried again and that were given up. Jobs without either have no row.
 */
export function countJobFailures(db: Sql) {
  return db
    .selectFrom('job_failures')
    .select(({ fn }) => [
      'job',
      fn.countAll<number>().filterWhere('failed_at', 'is', null).as('retrying'),
      fn.countAll<number>().filterWhere('failed_at', 'is not', null).as('given_up'),
    ])
    .groupBy('job')
    .execute();
}
