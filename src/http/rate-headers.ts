import { REQUESTS_PER_WINDOW } from '../resellers/rate-limit.ts';
import type { RateWindow } from '../resellers/rate-window.ts';

/** The `RateLimit` headers of an answer; none when the request was not counted. */
export function rateHeaders(window: RateWindow | undefined): Record<string, string> {
  if (!window) return {};
  return {
    'ratelimit-limit': String(REQUESTS_PER_WINDOW),
    'ratelimit-remaining': String(window.remaining),
    'ratelimit-reset': String(window.resetSeconds),
  };
}
