import { Job } from '../kit/job.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/**
 * Bringing operations to their end whose worker died, by the ids of the operations. What the upstream fails
 * with is no failure here, since after half a minute without an answer the money goes back: what fails is the
 * program or its data. It is never given up, for the customer's money is in flight until it succeeds; a
 * program that was mended goes on with it within the longest pause.
 */
export const RECOVERY = new Job('recovery', {
  firstPauseMs: 15 * SECOND_MS,
  longestPauseMs: 5 * MINUTE_MS,
  attempts: Number.POSITIVE_INFINITY,
});

/**
 * Looking at the upstream again after operations have ended, by their ids. Nobody waits for it, and an
 * upstream that has just come back has customers to serve: an hour is soon enough. 60 attempts are 27 to 54
 * hours, more than an upstream's outage of a day.
 */
export const SWEEP = new Job('sweep', {
  firstPauseMs: MINUTE_MS,
  longestPauseMs: 60 * MINUTE_MS,
  attempts: 60,
});
