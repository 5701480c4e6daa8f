import type { UsageUnit } from '../../generated/graphql.ts';
import { DAY_MS, dayOf, startOfDay } from '../../kit/figures.tsx';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A stretch of time up to now, in steps of which each has a bar. */
export interface UsageRange {
  label: string;
  /** The range's name in a sentence, such as "the last hour". */
  words: string;
  by: UsageUnit;
  stepMs: number;
  steps: number;
  /** Such as "minute". */
  step: string;
  /** Between labels of the axis, in seconds. */
  ticks: readonly number[];
  axis: Intl.DateTimeFormat;
  exact: Intl.DateTimeFormat;
}

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const DAY = { month: 'short', day: 'numeric' } as const;
const HOURS = [3, 6, 12].map((hours) => (hours * HOUR_MS) / 1_000);
const DAYS = [1, 2, 7].map((days) => (days * DAY_MS) / 1_000);

export const RANGES: readonly UsageRange[] = [
  {
    label: 'Hour',
    words: 'the last hour',
    by: 'MINUTE',
    stepMs: MINUTE_MS,
    steps: 60,
    step: 'minute',
    ticks: [5, 10, 15, 30].map((minutes) => (minutes * MINUTE_MS) / 1_000),
    axis: new Intl.DateTimeFormat('en', CLOCK),
    exact: new Intl.DateTimeFormat('en', CLOCK),
  },
  {
    label: '24 hours',
    words: 'the last 24 hours',
    by: 'HOUR',
    stepMs: HOUR_MS,
    steps: 24,
    step: 'hour',
    ticks: HOURS,
    axis: new Intl.DateTimeFormat('en', CLOCK),
    exact: new Intl.DateTimeFormat('en', { weekday: 'short', ...CLOCK }),
  },
  {
    label: '7 days',
    words: 'the last 7 days',
    by: 'HOUR',
    stepMs: HOUR_MS,
    steps: 7 * 24,
    step: 'hour',
    ticks: DAYS,
    axis: new Intl.DateTimeFormat('en', { weekday: 'short', day: 'numeric' }),
    exact: new Intl.DateTimeFormat('en', { weekday: 'short', ...DAY, ...CLOCK }),
  },
  {
    label: '30 days',
    words: 'the last 30 days',
    by: 'DAY',
    stepMs: DAY_MS,
    steps: 30,
    step: 'day',
    ticks: DAYS,
    axis: new Intl.DateTimeFormat('en', DAY),
    exact: new Intl.DateTimeFormat('en', { weekday: 'short', ...DAY }),
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

export interface Bars {
  /** When each begins, in ms since 1970. */
  at: number[];
  bytes: number[];
}

/**
 * A bar for each step up to now; those without a sample are 0. A clock that is behind moves nothing off the
 * chart.
 */
export function barsOf(
  { by, stepMs, steps }: UsageRange,
  samples: readonly { at: string; bytes: number }[],
  now: number,
): Bars {
  const byStart = new Map<number, number>();
  // Of one step the largest: it only grows, and may have been read more than once.
  for (const { at, bytes } of samples)
    byStart.set(Date.parse(at), Math.max(bytes, byStart.get(Date.parse(at)) ?? 0));
  const latest = Math.max(now, ...byStart.keys());
  const end = Math.floor(latest / stepMs) * stepMs;
  const today = dayOf(new Date(latest));
  const at = Array.from({ length: steps }, (_, index) => {
    const ago = steps - 1 - index;
    return by === 'DAY' ? startOfDay(today, -ago).getTime() : end - ago * stepMs;
  });
  return { at, bytes: at.map((start) => byStart.get(start) ?? 0) };
}
