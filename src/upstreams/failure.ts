/**
 * Why a call of an upstream failed, as far as money is concerned:
 *
 * - `out_of_stock`: the upstream has less than was asked for and did nothing.
 * - `gone`: the object does not exist at the upstream (any more), and nothing was done.
 * - `refused`: the upstream, or the way to it, refused before any work was done.
 * - `unknown`: the work may or may not have been done; look it up by our reference before deciding.
 */
export type UpstreamOutcome = 'out_of_stock' | 'gone' | 'refused' | 'unknown';

/** For the operator's log: the upstream, the call and the cause, never a key, a login or a password. */
export class UpstreamError extends Error {
  readonly outcome: UpstreamOutcome;

  constructor(outcome: UpstreamOutcome, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UpstreamError';
    this.outcome = outcome;
  }
}

/** Whether it is the failure of a call of an upstream, with that outcome. */
export function hasOutcome(error: unknown, outcome: UpstreamOutcome): boolean {
  return error instanceof UpstreamError && error.outcome === outcome;
}

/** The rate left no slot before a call's deadline: nothing was sent, and the upstream has not failed. */
export class NoRateSlotError extends UpstreamError {
  constructor(message: string, options?: ErrorOptions) {
    super('refused', message, options);
    this.name = 'NoRateSlotError';
  }
}
