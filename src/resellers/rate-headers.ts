import type { RateWindow } from './rate-window.ts';

/** The `RateLimit` headers of an answer; none when the request was not counted. */
export function rateHeaders(window: RateWindow | undefined): Record<string, string> {
  if (!window) return {};
  return {
    'ratelimit-limit': String(window.limit),
    'ratelimit-remaining': String(window.remaining),
    'ratelimit-reset': String(window.resetSeconds),
  };
}
