import { ProviderError } from '../catalog/errors.ts';
import { DAY_MS } from '../kit/clock.ts';
import { DomainError } from '../kit/errors.ts';
import { Places } from '../kit/request.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import type { TrafficUpstream, UsageStats } from '../upstreams/traffic.ts';
import type { LuxuryServices } from './luxury-order.ts';
import type { Traffic } from './traffic.ts';

/** The contract's window. */
const DAYS = 7;
/** For how long a reading is the answer. Live traffic has the same age. */
const FRESH_MS = 5_000;
/** For how long a failure is: not every request has to wait for an upstream that hangs. */
const FAILED_MS = 2_000;
/** How many readings are kept, at about a kilobyte each: far more than are made within five seconds. */
const MAX_KEPT = 1_000;

interface StatsReading {
  stats: Promise<UsageStats>;
  /** In milliseconds since 1970; infinite while it is made. */
  until: number;
}

/** Readings by upstream and account, the oldest first. */
const readings = new WeakMap<TrafficUpstream, Map<string, StatsReading>>();

/**
 * What an order has used on each of the last seven UTC days, the oldest first and today last, including days
 * without use, and the connection errors of these days: read at most five seconds ago. However many ask for
 * the stats of an order, one reading is under way, and none for two seconds after one that failed. Throws
 * ProviderError and TooManyReadsError.
 */
export function readStats(
  services: LuxuryServices,
  order: Pick<Traffic, 'resellerId' | 'upstreamId'>,
): Promise<UsageStats> {
  const { traffic, clock, reads } = services;
  const kept = readings.getOrInsertComputed(traffic, () => new Map());
  const now = clock.now().getTime();
  const known = kept.get(order.upstreamId);
  if (known && now < known.until) return known.stats;
  kept.delete(order.upstreamId);
  for (const [account, { until }] of kept) {
    if (now < until && kept.size < MAX_KEPT) break;
    kept.delete(account);
  }
  const ask = () => askForStats(services, order.upstreamId);
  const reading = { stats: reads.run(ask), until: Number.POSITIVE_INFINITY };
  kept.set(order.upstreamId, reading);
  const keepFor = (milliseconds: number) => () => {
    reading.until = clock.now().getTime() + milliseconds;
  };
  reading.stats.then(keepFor(FRESH_MS), keepFor(FAILED_MS));
  return reading.stats;
}

async function askForStats({ traffic, clock }: LuxuryServices, upstreamId: string): Promise<UsageStats> {
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

/** Readings at once, half for one reseller: two calls each, and the upstream has 32 places for such calls. */
const AT_ONCE = 16;
/** How many more of a reseller wait: what one API key may ask for in a minute has room. */
const MOST_WAITING = 64;

/** Thrown when too much is to be read at an upstream for one reseller. */
export class TooManyReadsError extends DomainError {
  readonly code = 'rate_limited';
  readonly retryAfterSeconds = 2;

  constructor() {
    super('Too many of your orders are being read at the provider; ask for fewer at once, or again in 2 s.');
  }
}

/** The places for what is read at the traffic upstream because resellers have asked for it. */
export function readingPlaces(): Places {
  return new Places({ most: AT_ONCE, mostWaiting: MOST_WAITING, refusal: () => new TooManyReadsError() });
}
