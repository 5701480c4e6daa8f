import { UpstreamError } from '../upstreams/failure.ts';
import { noteUsage, takeSnapshot } from './note-usage.ts';
import type { LuxuryServices } from './services.ts';
import { readTraffic, type Traffic } from './traffic.ts';

/** A reading of this age is as good as a new one to whoever asks for one order. */
const FRESH_MS = 2_000;

/**
 * The traffic of one order, read from the upstream unless that was done a moment ago. When the upstream does not answer, the last
 * reading has to do: `measuredAt` says how old it is. Undefined for an order that is not Luxury.
 */
export async function refreshTraffic(
  { database, clock, traffic }: LuxuryServices,
  resellerId: number,
  orderId: number,
): Promise<Traffic | undefined> {
  const order = { resellerId, orderId };
  const known = (await readTraffic(database.sql, [order])).get(orderId);
  if (!known || clock.now().getTime() - known.measuredAt.getTime() < FRESH_MS) return known;
  try {
    const snapshot = await takeSnapshot(database.sql);
    const { leftBytes } = await traffic.traffic(known.upstreamId);
    await noteUsage(database, snapshot, new Map([[known.upstreamId, leftBytes]]), clock.now());
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return known;
  }
  return (await readTraffic(database.sql, [order])).get(orderId);
}
