import { z } from 'zod';
import { UpstreamError } from './failure.ts';
import { CALL_MILLIS, type HttpAnswer } from './http.ts';

/** The pause after "too many requests" that names no time, and the shortest one. */
const PAUSE_MILLIS = 1_000;
/**
 * Names of purchases that any system stores unchanged. An empty one would match what was bought under other
 * names, or by hand.
 */
const REFERENCE = /^[\w.:-]{1,50}$/;

/**
 * Visible ASCII except `:` and `@`. These texts are written into `host:port:login:password` lines and proxy
 * addresses, where a line break or a separator would make another line or another host of them.
 */
export const credential = z.string().regex(/^[!-9;-?A-~]{1,128}$/);

/** The JSON of an answer; undefined when it is none. */
export function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // The parser's error quotes the body, so it must not be passed on.
    return undefined;
  }
}

/** How long nothing is to be sent after "too many requests": as the answer says, within bounds. */
export function pauseMillis({ headers }: HttpAnswer): number {
  const seconds = headers['retry-after'];
  if (seconds === undefined || !/^\d{1,5}$/.test(seconds)) return PAUSE_MILLIS;
  return Math.min(Math.max(Number(seconds) * 1_000, PAUSE_MILLIS), CALL_MILLIS);
}

/** Our name for a purchase. Throws UpstreamError `refused` for one that cannot be stored as it is. */
export function checkedReference(upstream: string, reference: string): string {
  if (REFERENCE.test(reference)) return reference;
  throw new UpstreamError('refused', `${upstream}: not sent, the reference cannot be used`);
}
