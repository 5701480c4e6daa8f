import { useEffect, useMemo, useState } from 'react';
import { useFresh } from '../../data/use-fresh.ts';
import { graphql } from '../../generated/index.ts';
import { BarChart } from '../../kit/BarChart.tsx';
import { byteUnit, formatBytes, TIME_ZONE } from '../../kit/figures.tsx';
import { EmptyState, ErrorNote } from '../../kit/Page.tsx';
import { Tabs } from '../../kit/Tabs.tsx';
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

/** In ms: how often the chart moves on when nothing is used. */
const MOVE_MS = 10_000;

interface UsageChartProps {
  orderId: string;
  /** The order's used traffic: when it changes, there is something new to show. */
  usedGb: number;
}

/** When traffic was used, in stretches of an hour to a month, moving on as it is used. */
export function UsageChart(props: UsageChartProps) {
  return (
    <Tabs
      label="Stretch of time"
      tabs={RANGES.map((range) => ({
        value: String(range.steps),
        label: range.label,
        content: <UsageOfRange range={range} {...props} />,
      }))}
    />
  );
}

function UsageOfRange({ range, orderId, usedGb }: UsageChartProps & { range: UsageRange }) {
  const now = useNow();
  const from = startFor(range, now);
  const asked = { query: USAGE, variables: { id: orderId, by: range.by, from, timeZone: TIME_ZONE } };
  const { data, failure, again } = useFresh(asked, usedGb);
  const order = data?.order;
  const samples = order && 'usage' in order ? order.usage : undefined;
  const bars = useMemo(() => barsOf(range, samples ?? [], now), [range, samples, now]);
  const total = bars.reduce((sum, { value }) => sum + value, 0);
  const most = Math.max(...bars.map(({ value }) => value));
  const { size, name } = byteUnit(most);
  return (
    <div className="column gap-2" style={{ minHeight: 284 }}>
      <ErrorNote message={failure} onRetry={again} />
      {samples && total > 0 && (
        <>
          <p>
            {formatBytes(total)} in {range.words}, at most {formatBytes(most)} in {range.step}.
          </p>
          <BarChart
            label={`Traffic in ${range.words}`}
            heading="Traffic"
            bars={bars}
            unit={size}
            lineText={(bytes) => `${Number((bytes / size).toFixed(2))}\u00a0${name}`}
          />
        </>
      )}
      {samples && total === 0 && (
        <EmptyState title={`Nothing was used in ${range.words}`}>
          <p>
            {usedGb === 0
              ? 'Paste a line of “Connect” into a program, or its command into a terminal: what goes through shows here within seconds.'
              : 'What was used before is in a longer stretch of time.'}
          </p>
        </EmptyState>
      )}
    </div>
  );
}

/** The present instant in ms since 1970, a few seconds old at most. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MOVE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
