import type { UpstreamOutcome } from '../failure.ts';

const OUT_OF_STOCK = 300;

/**
 * The numbers that PX6 gives before it does anything: key, address, method, count, period, country, ids,
 * version, comment, type, our own money at PX6, not found, price. After any other, its "unknown error" (30)
 * included, the work may have been done.
 */
const CERTAIN = [100, 105, 110, 200, 210, 220, 230, 240, 250, 260, 400, 404, 410];

/**
 * The calls that name an object, with the error numbers for an object that does not exist: country 220, ids
 * 230, 404.
 */
const NO_SUCH_THING: ReadonlyMap<string, readonly number[]> = new Map([
  ['getcount', [220, 404]],
  ['getproxy', [404]],
  ['prolong', [230, 404]],
  ['delete', [230, 404]],
]);

/** What PX6's error number means for the money in the call. */
export function outcomeOf(method: string, errorNumber: number): UpstreamOutcome {
  if (errorNumber === OUT_OF_STOCK) return 'out_of_stock';
  if (NO_SUCH_THING.get(method)?.includes(errorNumber)) return 'gone';
  return CERTAIN.includes(errorNumber) ? 'refused' : 'unknown';
}
