import { Retry } from '../kit/job-failures.ts';
import { UpstreamError } from '../upstreams/failure.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/**
 * The recovery of operations whose worker died; the key is the operation's id. A failure of the upstream does
 * not fail it: after half a minute without an answer the operation is refunded. So a failure here is one of
 * the program or of its data. It is never given up, because the customer's money is in flight until it
 * succeeds. A corrected program continues it within the longest pause.
 */
export const RECOVERY = new Retry('recovery', {
  firstPauseMs: 15 * SECOND_MS,
  longestPauseMs: 5 * MINUTE_MS,
  attempts: Number.POSITIVE_INFINITY,
});

/**
 * A recovery that has failed so many times in a row is stuck: it is still tried, but the operator sees it
 * with the work that was given up. The fifth attempt comes after 2 to 4 minutes, when a database that was
 * overloaded for a moment has recovered.
 */
export const STUCK_RECOVERY = { job: RECOVERY.name, attempts: 5 };

/**
 * The sweep of an operation that has ended; the key is the operation's id. No customer waits for it, and an
 * upstream that has just come back is needed for purchases, so pauses grow to an hour. 60 attempts take 27 to
 * 54 hours, more than an outage of a day.
 */
export const SWEEP = new Retry('sweep', {
  firstPauseMs: MINUTE_MS,
  longestPauseMs: 60 * MINUTE_MS,
  attempts: 60,
  isExpected: (error) => error instanceof UpstreamError,
});
