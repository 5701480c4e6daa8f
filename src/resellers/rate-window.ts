/** What is left of a caller's rate. */
export interface RateWindow {
  /** Requests that are admitted in any 60 seconds. */
  limit: number;
  /** Requests that are still admitted now. */
  remaining: number;
  /** Whole seconds, at least 1, until the oldest request that was counted leaves the window. */
  resetSeconds: number;
}

/** The `RateLimit` headers of an answer; none when the request was not counted. */
export function rateHeaders(window: RateWindow | undefined): Record<string, string> {
  if (!window) return {};
  return {
    'ratelimit-limit': String(window.limit),
    'ratelimit-remaining': String(window.remaining),
    'ratelimit-reset': String(window.resetSeconds),
  };
}
