import { Retry } from '../kit/job-failures.ts';

/**
 * The repair of an order's settings at the upstream; the key is the order's number. Until it succeeds, the
 * proxies may behave differently from their settings, so all pauses are short. An upstream that is known to
 * be down is not called, so short pauses cost it nothing. 2,000 attempts take 33 to 67 hours.
 */
export const REPAIR = new Retry('repair', {
  firstPauseMs: 30_000,
  longestPauseMs: 120_000,
  attempts: 2_000,
});
