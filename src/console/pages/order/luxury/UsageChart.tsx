import { useEffect, useMemo, useState } from 'react';
import { useQuery } from 'urql';
import { failureText } from '../../../data/refusals.ts';
import { graphql } from '../../../generated/index.ts';
import { formatBytes } from '../../../kit/figures.tsx';
import { ErrorNote } from '../../../kit/Page.tsx';
import { Guard } from '../../../kit/Page.tsx';
import { Tabs } from '../../../kit/Tabs.tsx';
import { ChartInView } from './ChartInView.tsx';
import styles from '../OrderPage.module.css';
import { UsageTable } from './UsageTable.tsx';
import { barsOf, RANGES, startFor, type UsageRange } from './usage-ranges.ts';

const USAGE = graphql(`
  query OrderUsage($id: ID!, $by: UsageUnit!, $from: DateTime!) {
    order(id: $id) {
      id
      ... on LuxuryOrder {
        usage(by: $by, from: $from) {
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
  /** Of the traffic: when it changes, there is something new to show. */
  usedGb: number;
}

/** When traffic was used, in stretches of an hour to a month, moving on as it is used. */
export function UsageChart(props: UsageChartProps) {
  return (
    <Tabs
      label="Stretch of time"
      tabs={RANGES.map((range) => ({
        value: range.name,
        label: range.label,
        content: <UsageOfRange range={range} {...props} />,
      }))}
    />
  );
}

function UsageOfRange({ range, orderId, usedGb }: UsageChartProps & { range: UsageRange }) {
  const now = useNow();
  const [{ data, error }, ask] = useQuery({
    query: USAGE,
    variables: { id: orderId, by: range.by, from: startFor(range, now) },
    requestPolicy: 'cache-and-network',
  });
  useEffect(() => {
    if (usedGb >= 0) ask({ requestPolicy: 'network-only' });
  }, [ask, usedGb]);
  const order = data?.order;
  const samples = order && 'usage' in order ? order.usage : undefined;
  const bars = useMemo(() => barsOf(range, samples ?? [], now), [range, samples, now]);
  const [hovered, setHovered] = useState<number>();
  const total = bars.bytes.reduce((sum, bytes) => sum + bytes, 0);
  const most = Math.max(...bars.bytes);
  const pointed = hovered === undefined ? undefined : bars.at[hovered];
  const summary =
    total === 0
      ? `Nothing was used in ${range.words}.`
      : `${formatBytes(total)} in ${range.words}, at most ${formatBytes(most)} in a ${range.step}.`;
  return (
    <div className={styles['range']}>
      <ErrorNote
        message={error && failureText(error)}
        onRetry={() => ask({ requestPolicy: 'network-only' })}
      />
      <p className={styles['usageSummary']}>
        {pointed === undefined || hovered === undefined ? (
          samples && summary
        ) : (
          <>
            {range.exact.format(pointed)}: <strong>{formatBytes(bars.bytes[hovered] ?? 0)}</strong>
          </>
        )}
      </p>
      <div className={styles['usageChart']} role="img" aria-label={`Traffic by time. ${summary}`}>
        {samples && (
          <Guard
            fallback={
              <p className={styles['nothing']}>The chart cannot be shown in this browser. The table can.</p>
            }
          >
            <ChartInView range={range} bars={bars} onPoint={setHovered} />
          </Guard>
        )}
      </div>
      <UsageTable range={range} bars={bars} />
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
