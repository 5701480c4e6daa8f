import { useMemo, useState } from 'react';
import { bulkClient, FOLLOWED } from '../../data/client.ts';
import { useFresh } from '../../data/use-fresh.ts';
import { useRefresh } from '../../data/use-refresh.ts';
import type { OrderUsageQuery } from '../../generated/graphql.ts';
import { graphql } from '../../generated/index.ts';
import { BarChart } from '../../kit/BarChart.tsx';
import { byteUnit, formatBytes, TIME_ZONE, useNow } from '../../kit/figures.tsx';
import { EmptyState, ErrorNote } from '../../kit/Page.tsx';
import { Tabs } from '../../kit/Tabs.tsx';
import { LANGUAGE, t } from '../../texts/texts.tsx';
import { barsOf, RANGES, startFor, type UsageRange } from './usage-ranges.ts';

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

/** When traffic was used, in stretches of an hour to a month, moving on as it is used. */
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
