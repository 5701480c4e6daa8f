import { DAY_MS } from '../kit/clock.ts';
import type { ProxyTerm } from '../upstreams/term.ts';
import { lastRestore } from './lost-purchases.ts';
import type { Services } from './services.ts';

/** How much an end may differ from whole days: the upstream may count days from a fixed hour. */
export const ROUNDED_BY_MS = DAY_MS / 2;

/**
 * Whether the upstream has extended all proxies of an order by exactly these days beyond what the books know,
 * and the books may have lost that: the database was restored to an earlier state once. A renewal carries no
 * reference, so nothing else tells.
 *
 * @param bookedUntil the end that is accounted for, in milliseconds since 1970, by the proxy's id.
 */
export async function isLostRenewal(
  { database }: Services,
  bookedUntil: Readonly<Record<string, number>>,
  terms: readonly ProxyTerm[],
  days: number,
): Promise<boolean> {
  const ends = new Map(terms.map(({ upstreamId, expiresAt }) => [upstreamId, expiresAt.getTime()]));
  const isExtended = ([upstreamId, booked]: [string, number]) =>
    Math.abs((ends.get(upstreamId) ?? 0) - booked - days * DAY_MS) <= ROUNDED_BY_MS;
  if (!Object.entries(bookedUntil).every(isExtended)) return false;
  return (await lastRestore(database.sql)) !== undefined;
}
