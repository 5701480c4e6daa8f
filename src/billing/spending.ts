import { DAY_MS } from '../kit/clock.ts';
import type { Micros } from '../kit/money.ts';

/** A time in which something is spent; its end does not belong to it. */
export interface Period {
  from: Date;
  to: Date;
}

export type SpendingUnit = 'day' | 'week' | 'month';

/** The time whose spending says how long a balance lasts. */
const PACE_MS = 7 * DAY_MS;
/** A balance that lasts longer is not said to end: at such a pace the instant means nothing. */
const LASTS_AT_MOST_MS = 36_525 * DAY_MS;

/** The last days, weeks or months in UTC, oldest first; the last one is under way. Weeks begin on Monday. */
export function lastPeriods(unit: SpendingUnit, count: number, now: Date): Period[] {
  return Array.from({ length: count }, (_, i) => {
    const ago = count - 1 - i;
    return { from: startOf(unit, ago, now), to: startOf(unit, ago - 1, now) };
  });
}

/** When the period began that is so many periods before the present one. */
function startOf(unit: SpendingUnit, ago: number, now: Date): Date {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  if (unit === 'month') return new Date(Date.UTC(year, month - ago, 1));
  if (unit === 'day') return new Date(Date.UTC(year, month, day - ago));
  const sinceMonday = (now.getUTCDay() + 6) % 7;
  return new Date(Date.UTC(year, month, day - sinceMonday - 7 * ago));
}

/** The time by whose spending `lastsUntil` reckons. */
export function paceOf(now: Date): Period {
  return { from: new Date(now.getTime() - PACE_MS), to: now };
}

/**
 * When a balance is used up if as much is spent as in the time of `paceOf`; null when nothing was spent in
 * it, or the balance lasts for more than a hundred years.
 */
export function lastsUntil(balance: Micros, spent: Micros, now: Date): Date | null {
  if (spent <= 0n) return null;
  const left = (balance * BigInt(PACE_MS)) / spent;
  return left > BigInt(LASTS_AT_MOST_MS) ? null : new Date(now.getTime() + Number(left));
}
