import { Job } from '../kit/job.ts';

/**
 * Bringing the upstream back to an order's settings, by the number of the order. Until then a customer's
 * proxies may do what he has not set, so that no pause is long. An upstream that is known to be down is not
 * asked, so that short pauses cost it nothing: 2,000 attempts are 33 to 67 hours.
 */
export const REPAIR = new Job('repair', {
  firstPauseMs: 30_000,
  longestPauseMs: 120_000,
  attempts: 2_000,
});
