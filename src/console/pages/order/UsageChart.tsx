import { useMemo, useState } from 'react';
import { bulkClient, FOLLOWED } from '../../data/client.ts';
import { useFresh, useRefresh } from '../../data/use-fresh.ts';
import type { OrderUsageQuery, UsageUnit } from '../../generated/graphql.ts';
import { graphql } from '../../generated/index.ts';
import { type Bar, BarChart, isMarkedDay } from '../../kit/BarChart.tsx';
import {
  byteUnit,
  DAY_MS,
  dayOf,
  formatBytes,
  SHORT_DATE,
  startOfDay,
  TIME,
  TIME_ZONE,
  useNow,
} from '../../kit/figures.tsx';
import { EmptyState, ErrorNote } from '../../kit/Page.tsx';
import { Tabs } from '../../kit/Tabs.tsx';
import { LANGUAGE, t } from '../../texts/texts.tsx';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A stretch of time up to now, in steps of which each has a bar. */
interface UsageRange {
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

const RANGES: readonly UsageRange[] = [
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
function startFor({ stepMs, steps }: UsageRange, now: number): string {
  const length = stepMs * steps;
  return new Date((Math.floor(now / length) - 1) * length).toISOString();
}

/**
 * A bar for each step up to now; those without a sample are 0. A clock that is behind moves nothing off the
 * chart.
 */
function barsOf(
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

const USAGE = graphql(`
  query OrderUsage($id: ID!, $by: UsageUnit!, $from: DateTime!, $timeZone: String!) {
    order(id: $id) {
      id
      ... on LuxuryOrder {
        usage(by: $by, from: $from, timeZone: $timeZone) {
          at
          bytes
        }
      }
    }
  }
`);

interface UsageChartProps {
  orderId: string;
  /** The order's used traffic: when it changes, there is something new to show. */
  usedGb: number;
}

export function UsageChart(props: UsageChartProps) {
  return (
    <Tabs
      label={t('usage-stretch')}
      tabs={RANGES.map((range) => ({
        value: range.name,
        label: t('usage-range', { range: range.name }),
        content: <UsageOfRange range={range} {...props} />,
      }))}
    />
  );
}

type Samples = readonly { at: string; bytes: number }[];

const samplesOf = (data: OrderUsageQuery | undefined): Samples | undefined =>
  data?.order && 'usage' in data.order ? data.order.usage : undefined;

/** What was used in a range: read once as a whole, then only from the last sample on, which still grows. */
function useSamples(range: UsageRange, { orderId, usedGb }: UsageChartProps, now: number) {
  const variables = { id: orderId, by: range.by, from: startFor(range, now), timeZone: TIME_ZONE };
  const { data, failure, again } = useFresh({ query: USAGE, variables, context: FOLLOWED });
  const whole = samplesOf(data);
  const [newer, setNewer] = useState<Samples>([]);
  const samples = useMemo(() => whole && [...whole, ...newer], [whole, newer]);
  useRefresh([usedGb], async () => {
    if (!samples) return again();
    const from = samples.at(-1)?.at ?? variables.from;
    const read = samplesOf((await bulkClient.query(USAGE, { ...variables, from })).data) ?? [];
    setNewer((before) => [...before.filter(({ at }) => at < from), ...read]);
  });
  return { samples, failure, again };
}

/** How the numbers of the lines are written. */
const LINE = { maximumFractionDigits: 2, useGrouping: false } as const;

function UsageOfRange({ range, ...props }: UsageChartProps & { range: UsageRange }) {
  const now = useNow();
  const { samples, failure, again } = useSamples(range, props, now);
  const bars = useMemo(() => barsOf(range, samples ?? [], now), [range, samples, now]);
  const total = bars.reduce((sum, { value }) => sum + value, 0);
  const most = Math.max(...bars.map(({ value }) => value));
  const { size, name } = byteUnit(most);
  const words = { range: range.name, total: formatBytes(total), most: formatBytes(most) };
  return (
    <div className="column gap-2" style={{ minHeight: 284 }}>
      <ErrorNote message={failure} onRetry={again} />
      {samples && total > 0 && (
        <>
          <p>{t('usage-sum', words)}</p>
          <BarChart
            label={t('usage-of', words)}
            heading={t('order-traffic')}
            bars={bars}
            unit={size}
            lineText={(bytes) => `${(bytes / size).toLocaleString(LANGUAGE, LINE)}\u00a0${name}`}
          />
        </>
      )}
      {samples && total === 0 && (
        <EmptyState title={t('usage-none', words)}>
          <p>{t(props.usedGb === 0 ? 'usage-begin' : 'usage-before')}</p>
        </EmptyState>
      )}
    </div>
  );
}
