import { type Expression, expressionBuilder, sql } from 'kysely';
import type { Sql } from './database.ts';
import { errorLine } from './error-message.ts';
import type { Tables } from './tables.ts';

/**
 * The least share of a pause that is waited: what failed together is spread over the rest of it, and is not
 * tried again together.
 */
const LEAST_SHARE = 0.5;

export interface RetryPolicy {
  /** The longest pause after the first failure; each one after it may be twice as long. */
  firstPauseMs: number;
  /** No pause is longer. */
  longestPauseMs: number;
  /** How many attempts in a row may fail before the work is given up. */
  attempts: number;
}

/** One piece of a job's work, as it was when it was taken to be tried. */
export interface Attempted {
  key: string;
  /** Attempts that have failed in a row before this one; null when there is no record of any. */
  attempt: number | null;
}

/**
 * A kind of background work, whose pieces are found and leased by the statements of who owns them. What
 * failed of it has a record: it is put off for longer after each failure, and is given up after so many.
 * Work that succeeds has no record, and costs no statement for it: the statement that takes it leaves out
 * what is not ready and reads the attempts along with the rest.
 *
 * The record is written and deleted in the transaction that ends the attempt and finds the piece to be
 * still the caller's: nothing is left behind of work that another process has done meanwhile.
 */
export class Job {
  readonly name: string;
  readonly policy: RetryPolicy;

  constructor(name: string, policy: RetryPolicy) {
    this.name = name;
    this.policy = policy;
  }

  /** As a condition of the statement that finds work: it is neither put off nor given up. */
  isReady(key: Expression<string>, now: Date | Expression<Date>) {
    const eb = expressionBuilder<Tables>();
    const notBefore = this.#record(key).where((record) =>
      record.or([record('next_attempt_at', 'is', null), record('next_attempt_at', '>', now)]),
    );
    return eb.not(eb.exists(notBefore.select(sql.lit(1).as('one'))));
  }

  /** As a condition, too: nobody tries it any more until the operator has it retried. */
  isGivenUp(key: Expression<string>) {
    const givenUp = this.#record(key).where('failed_at', 'is not', null);
    return expressionBuilder<Tables>().exists(givenUp.select(sql.lit(1).as('one')));
  }

  /** As a column of the statement that takes work: the attempts that failed before, or null. */
  attempt(key: Expression<string>) {
    return this.#record(key).select('attempt').$asScalar().$castTo<number | null>();
  }

  /**
   * Notes that an attempt failed. Done twice, or by two processes that tried the same piece, it counts once.
   * Returns when the next one is; null when it is given up.
   */
  async fail(tx: Sql, { key, attempt: before }: Attempted, error: unknown, now: Date): Promise<Date | null> {
    const attempt = (before ?? 0) + 1;
    const isGivenUp = attempt >= this.policy.attempts;
    const record = {
      attempt,
      last_error: errorLine(error),
      next_attempt_at: isGivenUp ? null : new Date(now.getTime() + this.#pauseMs(attempt)),
      failed_at: isGivenUp ? now : null,
    };
    await tx
      .insertInto('job_failures')
      .values({ job: this.name, key, ...record })
      .onConflict((conflict) =>
        conflict.columns(['job', 'key']).doUpdateSet(record).where('job_failures.attempt', '<', attempt),
      )
      .execute();
    return record.next_attempt_at;
  }

  /** Notes that an attempt succeeded: nothing is to be done where none had failed before. */
  async succeed(tx: Sql, { key, attempt }: Attempted): Promise<void> {
    if (attempt === null) return;
    await tx
      .deleteFrom('job_failures')
      .where('job', '=', this.name)
      .where('key', '=', key)
      // A later one that has failed meanwhile is another process's.
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
    return longestPauseMs(this.policy, attempt) * (LEAST_SHARE + Math.random() * (1 - LEAST_SHARE));
  }
}

/** How long work that always fails is tried for at least, in milliseconds. */
export function leastPatienceMs(policy: RetryPolicy): number {
  let sum = 0;
  for (let attempt = 1; attempt < policy.attempts; attempt++) sum += longestPauseMs(policy, attempt);
  return sum * LEAST_SHARE;
}

function longestPauseMs(policy: RetryPolicy, attempt: number): number {
  return Math.min(policy.longestPauseMs, policy.firstPauseMs * 2 ** (attempt - 1));
}
