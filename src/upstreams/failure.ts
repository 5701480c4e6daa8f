/**
 * Why a call of an upstream failed, as far as money is concerned:
 *
 * - `out_of_stock`: the upstream has less than was asked for and did nothing.
 * - `gone`: the object does not exist at the upstream (any more), and nothing was done.
 * - `refused`: the upstream, or the way to it, refused before any work was done.
 * - `unknown`: the work may or may not have been done; look it up by our reference before deciding.
 */
export type UpstreamOutcome = 'out_of_stock' | 'gone' | 'refused' | 'unknown';

/**
 * Thrown when an upstream did not do what was asked, or may not have done it. The message is for the
 * operator's log: it names the upstream, the call and the cause, never a key, a login or a password.
 */
export class UpstreamError extends Error {
  readonly outcome: UpstreamOutcome;

  constructor(outcome: UpstreamOutcome, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UpstreamError';
    this.outcome = outcome;
  }
}

/**
 * Thrown when the rate of requests to an upstream left no place for a call before its deadline: nothing was
 * sent. It does not count as a failure of the upstream.
 */
export class NoTurnError extends UpstreamError {
  constructor(message: string, options?: ErrorOptions) {
    super('refused', message, options);
    this.name = 'NoTurnError';
  }
}
