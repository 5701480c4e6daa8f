import { RateLimitedError } from '../resellers/errors.ts';
import type { RateWindow } from '../resellers/rate-window.ts';

/** What the HTTP host is told of how its request was counted. */
interface Counted {
  counted: boolean;
  /** What is left of the rate; undefined until the request was counted, or refused for it. */
  window: RateWindow | undefined;
}

/** Keeps what is left of the caller's rate for the answer, also when the request is over it. Throws as admitting it does. */
export async function count(exchange: Counted, admitting: Promise<RateWindow>): Promise<void> {
  try {
    exchange.window = await admitting;
    exchange.counted = true;
  } catch (error) {
    if (error instanceof RateLimitedError) exchange.window = error.window;
    throw error;
  }
}
