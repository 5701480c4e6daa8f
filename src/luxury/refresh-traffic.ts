import { within } from '../kit/clock.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import type { TrafficUpstream } from '../upstreams/traffic.ts';
import type { LuxuryServices } from './luxury-order.ts';
import { readTraffic, type Traffic } from './traffic.ts';
import { readUsage } from './usage.ts';

/** A stored reading of at most this age is returned without a call of the upstream. */
const FRESH_MS = 2_000;
/** How long a request waits for the upstream: an upstream that hangs must not make reading slow. */
const REFRESH_WITHIN_MS = 3_000;

/** Upstreams that did not answer in time, with the call that is still unanswered. */
const unanswered = new WeakMap<TrafficUpstream, Promise<boolean>>();

/**
 * The traffic of one order, read from the upstream unless the stored reading is fresh. When the upstream does
 * not answer in time, returns the stored reading, also to later callers until that call ends, and so it does
 * when as much is being read for the reseller as may be; `measuredAt` shows its age. Undefined for an order
 * that is not a Luxury order.
 */
export async function refreshTraffic(
  services: LuxuryServices,
  resellerId: number,
  orderId: number,
): Promise<Traffic | undefined> {
  const { database, clock, traffic, reads } = services;
  const order = { resellerId, orderId };
  const known = (await readTraffic(database.sql, [order])).get(orderId);
  if (!known || clock.now().getTime() - known.measuredAt.getTime() < FRESH_MS) return known;
  if (unanswered.has(traffic) || !reads.isFree(resellerId)) return known;
  const refreshing = reads.run(() => refresh(services, known));
  const refreshed = await within(REFRESH_WITHIN_MS, refreshing);
  if (refreshed === undefined) rememberUnanswered(traffic, refreshing);
  return refreshed ? (await readTraffic(database.sql, [order])).get(orderId) : known;
}

/** Until the call has ended, later callers neither wait for the upstream nor call it. */
function rememberUnanswered(upstream: TrafficUpstream, refreshing: Promise<boolean>): void {
  unanswered.set(upstream, refreshing);
  const answered = () => {
    if (unanswered.get(upstream) === refreshing) unanswered.delete(upstream);
  };
  refreshing.then(answered, answered);
}

/**
 * Whether the upstream has answered. An answer that is too late for this caller is stored for the next one.
 */
async function refresh(services: LuxuryServices, { upstreamId }: Traffic): Promise<boolean> {
  try {
    await readUsage(services, upstreamId, true, 'read');
    return true;
  } catch (error) {
    if (error instanceof UpstreamError) return false;
    throw error;
  }
}
