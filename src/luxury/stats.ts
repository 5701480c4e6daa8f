import { ProviderError } from '../catalog/errors.ts';
import { DAY_MS } from '../kit/clock.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import type { TrafficUpstream, UsageStats } from '../upstreams/traffic.ts';
import type { LuxuryServices } from './services.ts';

/** The contract's window. */
const DAYS = 7;
/** The largest age of recent stats. Live traffic has the same age. */
const RECENT_MS = 5_000;
/** How many stats are kept, at about a kilobyte each: far more than change within five seconds. */
const MAX_KEPT = 1_000;

interface StatsReading {
  askedAt: number;
  stats: Promise<UsageStats>;
}

/** Readings of the last seconds by upstream and account, the oldest first. */
const readings = new WeakMap<TrafficUpstream, Map<string, StatsReading>>();

/**
 * What an order has used on each of the last seven UTC days, the oldest first and today last, including days
 * without use, and the connection errors of these days. Throws ProviderError.
 */
export async function readStats({ traffic, clock }: LuxuryServices, upstreamId: string): Promise<UsageStats> {
  const { days, errors } = await traffic.stats(upstreamId).catch((error: unknown) => {
    if (!(error instanceof UpstreamError)) throw error;
    if (error.outcome === 'gone') return { days: [], errors: [] };
    throw new ProviderError({ cause: error });
  });
  const used = new Map(days.map((day) => [day.date, day]));
  const today = clock.now().getTime();
  const dates = Array.from({ length: DAYS }, (_, index) =>
    new Date(today - (DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
  return {
    days: dates.map((date) => used.get(date) ?? { date, bytes: 0n, requests: 0 }),
    errors: [...errors].sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1)),
  };
}

/**
 * The same, at most five seconds old. However many requests ask for the stats of an order, the upstream is
 * called at most once in five seconds. Throws ProviderError.
 */
export function readRecentStats(services: LuxuryServices, upstreamId: string): Promise<UsageStats> {
  const { traffic, clock } = services;
  const kept = readings.get(traffic) ?? new Map<string, StatsReading>();
  readings.set(traffic, kept);
  const now = clock.now().getTime();
  for (const [account, { askedAt }] of kept) {
    if (now - askedAt < RECENT_MS && kept.size < MAX_KEPT) break;
    kept.delete(account);
  }
  const known = kept.get(upstreamId);
  if (known) return known.stats;
  const reading = { askedAt: now, stats: readStats(services, upstreamId) };
  kept.set(upstreamId, reading);
  // A failed reading is not kept, so the next request calls the upstream again.
  reading.stats.catch(() => {
    if (kept.get(upstreamId) === reading) kept.delete(upstreamId);
  });
  return reading.stats;
}
