import type { UsageUnit } from '../../generated/graphql.ts';
import { type Bar, isMarkedDay } from '../../kit/BarChart.tsx';
import { DAY_MS, dayOf, formatBytes, SHORT_DATE, startOfDay, TIME } from '../../kit/figures.tsx';
import { LANGUAGE } from '../../texts/texts.tsx';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A stretch of time up to now, in steps of which each has a bar. */
export interface UsageRange {
  name: 'hour' | 'day' | 'week' | 'month';
  by: UsageUnit;
  stepMs: number;
  steps: number;
  /** Whether a bar that begins then has a mark, of which a phone has room for seven short ones. */
  isMarked: (at: Date) => boolean;
  mark: Intl.DateTimeFormat;
  exact: Intl.DateTimeFormat;
}

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const DAY = { weekday: 'short', month: 'short', day: 'numeric' } as const;

export const RANGES: readonly UsageRange[] = [
  {
    name: 'hour',
    by: 'MINUTE',
    stepMs: MINUTE_MS,
    steps: 60,
    isMarked: (at) => at.getMinutes() % 15 === 0,
    mark: TIME,
    exact: TIME,
  },
  {
    name: 'day',
    by: 'HOUR',
    stepMs: HOUR_MS,
    steps: 24,
    isMarked: (at) => at.getHours() % 6 === 0,
    mark: TIME,
    exact: new Intl.DateTimeFormat(LANGUAGE, { weekday: 'short', ...CLOCK }),
  },
  {
    name: 'week',
    by: 'HOUR',
    stepMs: HOUR_MS,
    steps: 7 * 24,
    isMarked: (at) => at.getHours() === 0,
    mark: new Intl.DateTimeFormat(LANGUAGE, { weekday: 'short' }),
    exact: new Intl.DateTimeFormat(LANGUAGE, { ...DAY, ...CLOCK }),
  },
  {
    name: 'month',
    by: 'DAY',
    stepMs: DAY_MS,
    steps: 30,
    isMarked: isMarkedDay,
    mark: SHORT_DATE,
    exact: new Intl.DateTimeFormat(LANGUAGE, DAY),
  },
];

/**
 * What to ask for: an instant that changes once in the length of the range, so that the cache keeps few
 * answers while a page stays open for days.
 */
export function startFor({ stepMs, steps }: UsageRange, now: number): string {
  const length = stepMs * steps;
  return new Date((Math.floor(now / length) - 1) * length).toISOString();
}

/**
 * A bar for each step up to now; those without a sample are 0. A clock that is behind moves nothing off the
 * chart.
 */
export function barsOf(
  { by, stepMs, steps, isMarked, mark, exact }: UsageRange,
  samples: readonly { at: string; bytes: number }[],
  now: number,
): Bar[] {
  const byStart = new Map<number, number>();
  // Of one step the largest: it only grows, and may have been read more than once.
  for (const { at, bytes } of samples)
    byStart.set(Date.parse(at), Math.max(bytes, byStart.get(Date.parse(at)) ?? 0));
  const latest = Math.max(now, ...byStart.keys());
  const end = Math.floor(latest / stepMs) * stepMs;
  const today = dayOf(new Date(latest));
  return Array.from({ length: steps }, (_, index) => {
    const ago = steps - 1 - index;
    const at = by === 'DAY' ? startOfDay(today, -ago) : new Date(end - ago * stepMs);
    const value = byStart.get(at.getTime()) ?? 0;
    return {
      id: at.toISOString(),
      name: exact.format(at),
      value,
      text: formatBytes(value),
      mark: isMarked(at) ? mark.format(at) : undefined,
    };
  });
}
