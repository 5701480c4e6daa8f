import { type Expression, type ExpressionBuilder, expressionBuilder, sql } from 'kysely';
import type { Clock } from './clock.ts';
import type { Database, Sql } from './database.ts';
import { CommitUnknownError, isDatabaseUnavailable } from './database-errors.ts';
import { errorLine } from './errors.ts';
import type { Tables } from './tables.ts';

/** The rest of a pause is random: what failed together is not tried again together. */
const LEAST_SHARE = 0.5;

export interface RetryPolicy {
  /** The longest pause after the first failure; each one after it may be twice as long. */
  firstPauseMs: number;
  longestPauseMs: number;
  /** How many attempts in a row may fail before the work is given up. */
  attempts: number;
  /** Whether a failure is one of an upstream: it is recorded, and not reported besides. */
  isExpected?(error: unknown): boolean;
}

/** One piece of a job's work, as of when it was taken. */
export interface Attempted {
  key: string;
  /** Attempts that have failed in a row before this one; null when there is no record of any. */
  attempt: number | null;
}

export interface FailedAttempt extends Attempted {
  error: unknown;
  now: Date;
  /**
   * Ends the lease in the transaction that records the failure; `nextAttemptAt` is null when given up. False
   * when another process has the piece, and may have done it: then nothing is recorded.
   */
  giveBack(tx: Sql, nextAttemptAt: Date | null): Promise<boolean>;
}

/**
 * Not tried until the operator has it retried. The message quotes no value. There is no cause, because the
 * lost connection of an upstream would be taken for the database's.
 */
export class GivenUpError extends Error {
  readonly job: string;
  readonly key: string;

  constructor(job: string, { key, attempt, lastError }: { key: string; attempt: number; lastError: string }) {
    super(`${job} ${key} was given up after ${attempt} failed attempts (${lastError})`);
    this.name = 'GivenUpError';
    this.job = job;
    this.key = key;
  }
}

/**
 * How failed pieces of a job are tried again. Pieces are found and leased by the statements of the folder
 * that owns them. A piece that failed has a record: each failure puts it off for longer, and after a number
 * of failures it is given up. A piece that succeeds has no record and costs no statement for it: the
 * statement that takes pieces leaves out those that are not ready, and reads the failed attempts together
 * with the rest.
 *
 * The record is written or deleted in the transaction that ends the attempt, after that has checked that the
 * piece is still the caller's. So no record is left of work that another process has done meanwhile, and no
 * worker deletes the record of a piece that another one tries. A sweep that has to look again is the one
 * exception: it has its round repeated and its record deleted whoever has the piece.
 */
export class Retry {
  /** What records, and the operator, call the job. */
  readonly name: string;
  readonly policy: RetryPolicy;

  constructor(name: string, policy: RetryPolicy) {
    this.name = name;
    this.policy = policy;
  }

  /** A condition of the statement that takes work: the piece is neither put off nor given up. */
  isReady(key: Expression<string>, now: Date | Expression<Date>) {
    const eb = expressionBuilder<Tables>();
    const notBefore = this.#record(key).where((record) =>
      record.or([record('next_attempt_at', 'is', null), record('next_attempt_at', '>', now)]),
    );
    return eb.not(eb.exists(notBefore.select(sql.lit(1).as('one'))));
  }

  /** A condition as SQL: the piece is not tried any more until the operator retries it. */
  isGivenUp(key: string): string {
    return `exists (
      select 1 from job_failures f where f.job = '${this.name}' and f.key = ${key}::text and f.failed_at is not null
    )`;
  }

  /** A column of the statement that takes work: the failed attempts in a row; null when there are none. */
  attempt(key: Expression<string>) {
    return this.#record(key).select('attempt').$asScalar().$castTo<number | null>();
  }

  /** A failure is recorded, unless the database was away, and thrown, unless it is expected. */
  async carryOut(
    { database, clock }: { database: Database; clock: Clock },
    piece: Attempted,
    { work, giveBack }: { work(): Promise<unknown>; giveBack: FailedAttempt['giveBack'] },
  ): Promise<void> {
    try {
      await work();
    } catch (error) {
      // What the connection to an upstream failed with may look like the database's failure.
      const isExpected = this.policy.isExpected?.(error) === true;
      if (isExpected || !isDatabaseUnavailable(error)) {
        const { key, attempt } = piece;
        await this.noteFailure(database, { key, attempt, error, now: clock.now(), giveBack });
      }
      if (!isExpected) throw error;
    }
  }

  /**
   * Gives a piece back and records its failed attempt, which counts once, even if two processes record it.
   * Returns the error to report if the piece is given up; undefined when there was nothing to record.
   */
  async fail(tx: Sql, failed: FailedAttempt): Promise<GivenUpError | 'put_off' | undefined> {
    const { key, error, now } = failed;
    const attempt = (failed.attempt ?? 0) + 1;
    const isGivenUp = attempt >= this.policy.attempts;
    const record = {
      attempt,
      last_error: errorLine(error),
      next_attempt_at: isGivenUp ? null : new Date(now.getTime() + this.#pauseMs(attempt)),
      failed_at: isGivenUp ? now : null,
    };
    if (!(await failed.giveBack(tx, record.next_attempt_at))) return undefined;
    const written = await tx
      .insertInto('job_failures')
      .values({ job: this.name, key, ...record })
      .onConflict((conflict) =>
        conflict.columns(['job', 'key']).doUpdateSet(record).where('job_failures.attempt', '<', attempt),
      )
      .returning('key')
      .executeTakeFirst();
    if (!written) return undefined;
    if (!isGivenUp) return 'put_off';
    return new GivenUpError(this.name, { key, attempt, lastError: record.last_error });
  }

  /**
   * Does the same in a transaction of its own, for a piece whose record was kept while it was tried: an
   * attempt that was under way when the operator had the piece retried is not recorded. If the failure cannot
   * be written, the caller's lease lapses, and the piece is tried again as if it had not failed. Returns
   * whether this call has put the piece off. Throws GivenUpError, and what kept the failure from being
   * written, unless the database was away.
   */
  async noteFailure(database: Database, failed: FailedAttempt): Promise<boolean> {
    const giveBack = async (tx: Sql, nextAttemptAt: Date | null) =>
      (await failed.giveBack(tx, nextAttemptAt)) && !(await this.#isRetried(tx, failed));
    const fail = (tx: Sql) => this.fail(tx, { ...failed, giveBack });
    const noted = await database.inTransaction(fail).catch(ignoreUnavailable);
    if (noted instanceof GivenUpError) throw noted;
    return noted === 'put_off';
  }

  /** Whether the operator has had the piece retried since it was taken. If not, a retry waits for `tx`. */
  async #isRetried(tx: Sql, { key, attempt }: Attempted): Promise<boolean> {
    if (attempt === null) return false;
    const record = await tx
      .selectFrom('job_failures')
      .select('key')
      .where('job', '=', this.name)
      .where('key', '=', key)
      .forUpdate()
      .executeTakeFirst();
    return record === undefined;
  }

  /** Deletes the record after an attempt that succeeded. Does nothing if no attempt had failed before. */
  async succeed(tx: Sql, { key, attempt }: Attempted): Promise<void> {
    if (attempt === null) return;
    await tx
      .deleteFrom('job_failures')
      .where('job', '=', this.name)
      .where('key', '=', key)
      // A higher number was recorded by another process meanwhile.
      .where('attempt', '<=', attempt)
      .execute();
  }

  #record(key: Expression<string>) {
    return expressionBuilder<Tables>()
      .selectFrom('job_failures')
      .where('job_failures.job', '=', sql.lit(this.name))
      .where('job_failures.key', '=', key);
  }

  #pauseMs(attempt: number): number {
    const { firstPauseMs, longestPauseMs } = this.policy;
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 1));
    return pauseMs * (LEAST_SHARE + Math.random() * (1 - LEAST_SHARE));
  }
}

/** Rethrows everything but that the database was away. After a CommitUnknownError the record may be there. */
function ignoreUnavailable(error: unknown): undefined {
  if (error instanceof CommitUnknownError || !isDatabaseUnavailable(error)) throw error;
}

export interface JobFailure {
  job: string;
  key: string;
  attempt: number;
  lastError: string;
  /** Null once it is given up. */
  nextAttemptAt: Date | null;
  /** When it was given up; null while it is tried again. */
  failedAt: Date | null;
}

// biome-ignore format: a column on each line would take a screen.
const RECORD = [
  'job', 'key', 'attempt', 'last_error as lastError', 'next_attempt_at as nextAttemptAt', 'failed_at as failedAt',
] as const;

/** A job's work that has failed so many times in a row or more is stuck, although it is tried again. */
export interface StuckWork {
  job: string;
  attempts: number;
}

/** Given up, newest first, then tried again, next first: with `failed`, the stuck ones. `total`: of all. */
export async function listJobFailures(
  db: Sql,
  { failed, limit }: { failed: StuckWork | false; limit: number },
): Promise<{ total: number; jobs: JobFailure[] }> {
  let query = db.selectFrom('job_failures').select(RECORD);
  if (failed) query = query.where((eb) => eb.or([eb('failed_at', 'is not', null), isStuck(eb, failed)]));
  const rows = await query
    .select((eb) => eb.fn.countAll<number>().over().as('total'))
    .orderBy('failed_at', (order) => order.desc().nullsLast())
    .orderBy('next_attempt_at')
    .orderBy('job')
    .orderBy('key')
    .limit(limit)
    .execute();
  return { total: rows[0]?.total ?? 0, jobs: rows.map(({ total: _, ...job }) => job) };
}

export function readJobFailuresOf(db: Sql, key: string): Promise<JobFailure[]> {
  return db.selectFrom('job_failures').select(RECORD).where('key', '=', key).execute();
}

/** One piece of work, all pieces of a job, or all pieces. */
export interface FailureSelection {
  job?: string | undefined;
  key?: string | undefined;
}

type Piece = Pick<JobFailure, 'job' | 'key'>;

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

/** For each job that has any, the pieces that are tried again, the stuck ones apart, or given up. */
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
