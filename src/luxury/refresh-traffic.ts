import { setTimeout } from 'node:timers/promises';
import { UpstreamError } from '../upstreams/failure.ts';
import { noteUsage, takeSnapshot } from './note-usage.ts';
import type { LuxuryServices } from './services.ts';
import { readTraffic, type Traffic } from './traffic.ts';

/** A reading of this age is as good as a new one to whoever asks for one order. */
const FRESH_MS = 2_000;
/** How long a reader waits for the upstream; an upstream that hangs must not make reading slow. */
const REFRESH_WITHIN_MS = 3_000;

/**
 * The traffic of one order, read from the upstream unless that was done a moment ago. When the upstream does not answer in time,
 * the last reading has to do: `measuredAt` says how old it is. Undefined for an order that is not Luxury.
 */
export async function refreshTraffic(
  services: LuxuryServices,
  resellerId: number,
  orderId: number,
): Promise<Traffic | undefined> {
  const { database, clock } = services;
  const order = { resellerId, orderId };
  const known = (await readTraffic(database.sql, [order])).get(orderId);
  if (!known || clock.now().getTime() - known.measuredAt.getTime() < FRESH_MS) return known;
  const timeout = new AbortController();
  const inTime = setTimeout(REFRESH_WITHIN_MS, false, { signal: timeout.signal });
  try {
    const refreshed = await Promise.race([refresh(services, known), inTime]);
    return refreshed ? (await readTraffic(database.sql, [order])).get(orderId) : known;
  } finally {
    timeout.abort();
  }
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
