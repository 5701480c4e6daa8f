import { RateLimitedError } from '../../resellers/errors.ts';
import type { RateWindow } from '../../resellers/rate-limit.ts';
import type { Exchange } from './server.ts';

/** Keeps what is left of the caller's rate for the answer, also when the request is over it. Throws as admitting it does. */
export async function count(exchange: Exchange, admitting: Promise<RateWindow>): Promise<void> {
  try {
    exchange.window = await admitting;
    exchange.counted = true;
  } catch (error) {
    if (error instanceof RateLimitedError) exchange.window = error.window;
    throw error;
  }
}
