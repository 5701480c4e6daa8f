import { ProviderError } from '../catalog/errors.ts';
import { UpstreamError, type UpstreamOutcome } from '../upstreams/failure.ts';
import type { UsageStats } from '../upstreams/traffic.ts';
import type { LuxuryServices } from './services.ts';

/** The contract's window. */
const DAYS = 7;
const DAY_MS = 24 * 60 * 60_000;
const NOT_THERE: UpstreamOutcome = 'gone';

/**
 * What an order has used on each of the last seven UTC days, the oldest first and today last, days without use included, and the
 * connection errors of the same days. Throws ProviderError.
 */
export async function readStats({ traffic, clock }: LuxuryServices, upstreamId: string): Promise<UsageStats> {
  const { days, errors } = await traffic.stats(upstreamId).catch((error: unknown) => {
    if (!(error instanceof UpstreamError)) throw error;
    if (error.outcome === NOT_THERE) return { days: [], errors: [] };
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
