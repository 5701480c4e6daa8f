import { DomainError } from '../kit/errors.ts';
import { Places } from '../kit/places.ts';

/**
 * Readings that a process makes at the same time, half of them for one reseller. Each is two calls at the
 * most, and the upstream has 32 places for such calls.
 */
const AT_ONCE = 16;
/** How many more of a reseller wait: what one API key may ask for in a minute has room. */
const MOST_WAITING = 64;

/** Thrown when too much is to be read at an upstream for one reseller. */
export class TooManyReadsError extends DomainError {
  readonly code = 'rate_limited';
  readonly retryAfterSeconds = 2;

  constructor() {
    super('Too many of your orders are being read at the provider; ask for fewer at once, or again in 2 s.');
  }
}

/** The places for what is read at the traffic upstream because resellers have asked for it. */
export function readingPlaces(): Places {
  return new Places({ most: AT_ONCE, mostWaiting: MOST_WAITING, refusal: () => new TooManyReadsError() });
}
