import { REQUESTS_PER_WINDOW } from '../resellers/rate-limit.ts';
import type { RateWindow } from '../resellers/rate-window.ts';

/** What an answer says of its caller's rate: nothing where the request was not counted. */
export function rateHeaders(window: RateWindow | undefined): Record<string, string> {
  if (!window) return {};
  return {
    'ratelimit-limit': String(REQUESTS_PER_WINDOW),
    'ratelimit-remaining': String(window.remaining),
    'ratelimit-reset': String(window.resetSeconds),
  };
}
