import { setTimeout } from 'node:timers/promises';
import { UpstreamError } from '../upstreams/failure.ts';
import type { TrafficUpstream } from '../upstreams/traffic.ts';
import { noteUsage, takeSnapshot } from './note-usage.ts';
import type { LuxuryServices } from './services.ts';
import { readTraffic, type Traffic } from './traffic.ts';

/** A reading of this age is as good as a new one to whoever asks for one order. */
const FRESH_MS = 2_000;
/** How long a reader waits for the upstream; an upstream that hangs must not make reading slow. */
const REFRESH_WITHIN_MS = 3_000;

/** The upstreams that have kept a reader waiting in vain, and what they have not answered yet. */
const unanswered = new WeakMap<TrafficUpstream, Promise<boolean>>();

/**
 * The traffic of one order, read from the upstream unless that was done a moment ago. When the upstream does
 * not answer in time, the last reading has to do, for this reader and for those who come before it answers:
 * `measuredAt` says how old it is. Undefined for an order that is not Luxury.
 */
export async function refreshTraffic(
  services: LuxuryServices,
  resellerId: number,
  orderId: number,
): Promise<Traffic | undefined> {
  const { database, clock, traffic } = services;
  const order = { resellerId, orderId };
  const known = (await readTraffic(database.sql, [order])).get(orderId);
  if (!known || clock.now().getTime() - known.measuredAt.getTime() < FRESH_MS) return known;
  if (unanswered.has(traffic)) return known;
  const timeout = new AbortController();
  const inTime = setTimeout(REFRESH_WITHIN_MS, 'late' as const, { signal: timeout.signal });
  try {
    const refreshing = refresh(services, known);
    const refreshed = await Promise.race([refreshing, inTime]);
    if (refreshed === 'late') rememberUnanswered(traffic, refreshing);
    return refreshed === true ? (await readTraffic(database.sql, [order])).get(orderId) : known;
  } finally {
    timeout.abort();
  }
}

/** Until that is answered or has failed, nobody waits for the upstream, or asks it the same. */
function rememberUnanswered(upstream: TrafficUpstream, refreshing: Promise<boolean>): void {
  unanswered.set(upstream, refreshing);
  const answered = () => {
    if (unanswered.get(upstream) === refreshing) unanswered.delete(upstream);
  };
  refreshing.then(answered, answered);
}

/** Whether the upstream told; what it tells too late for one reader serves the next. */
async function refresh(
  { database, clock, traffic }: LuxuryServices,
  { upstreamId }: Traffic,
): Promise<boolean> {
  try {
    const snapshot = await takeSnapshot(database.sql);
    const { leftBytes } = await traffic.traffic(upstreamId);
    await noteUsage(database, snapshot, new Map([[upstreamId, leftBytes]]), clock.now(), 0);
    return true;
  } catch (error) {
    if (error instanceof UpstreamError) return false;
    throw error;
  }
}
