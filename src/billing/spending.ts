import { DAY_MS, zoned } from '../kit/clock.ts';
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

/** The last days, weeks from Monday or months of a time zone, oldest first; the last one is under way. */
export function lastPeriods(unit: SpendingUnit, count: number, now: Date, timeZone = 'UTC'): Period[] {
  const today = zoned(now, timeZone).toPlainDate();
  const first = {
    day: today,
    week: today.subtract({ days: today.dayOfWeek - 1 }),
    month: today.with({ day: 1 }),
  }[unit];
  const begins = Array.from({ length: count + 1 }, (_, i) =>
    toDate(first.subtract({ [`${unit}s`]: count - 1 - i }).toZonedDateTime(timeZone)),
  );
  return begins.slice(0, -1).map((from, i) => ({ from, to: begins[i + 1] as Date }));
}

/** When the month of a time zone began that has an instant. */
export function startOfMonth(at: Date, timeZone: string): Date {
  return toDate(zoned(at, timeZone).with({ day: 1 }).startOfDay());
}

/**
 * What a period is compared with. One from the first of a month: the same days as many months before, as the
 * month before for a month. Any other: as many days before.
 */
export function periodBefore({ from, to }: Period, timeZone: string): Period {
  const [begin, end] = [zoned(from, timeZone), zoned(to, timeZone)];
  const unit = begin.day === 1 ? 'months' : 'days';
  const ago = begin.until(end, { largestUnit: unit, smallestUnit: unit, roundingMode: 'ceil' });
  return { from: toDate(begin.subtract(ago)), to: toDate(end.subtract(ago)) };
}

function toDate({ epochMilliseconds }: Temporal.ZonedDateTime): Date {
  return new Date(epochMilliseconds);
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
