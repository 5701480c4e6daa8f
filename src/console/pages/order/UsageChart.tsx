import { useEffect, useMemo, useRef, useState } from 'react';
import { bulkClient, FOLLOWED } from '../../data/client.ts';
import { useFresh } from '../../data/use-fresh.ts';
import { useRefresh } from '../../data/use-refresh.ts';
import type { OrderUsageQuery } from '../../generated/graphql.ts';
import { graphql } from '../../generated/index.ts';
import { Bytes, formatBytes, TIME_ZONE, useNow, utc } from '../../kit/figures.tsx';
import { ErrorNote, Guard } from '../../kit/Page.tsx';
import { type Column, Table } from '../../kit/Table.tsx';
import { Tabs } from '../../kit/Tabs.tsx';
import type { BarChart, BarChartProps } from './BarChart.tsx';
import styles from './OrderPage.module.css';
import { type Bars, barsOf, RANGES, startFor, type UsageRange } from './usage-ranges.ts';

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
      label="Stretch of time"
      tabs={RANGES.map((range) => ({
        value: String(range.steps),
        label: range.label,
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

function UsageOfRange({ range, ...props }: UsageChartProps & { range: UsageRange }) {
  const now = useNow();
  const { samples, failure, again } = useSamples(range, props, now);
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
    <div className="column gap-3">
      <ErrorNote message={failure} onRetry={again} />
      <p style={{ minHeight: '1lh' }}>
        {pointed === undefined || hovered === undefined ? (
          samples && summary
        ) : (
          <>
            {range.exact.format(pointed)}: <strong>{formatBytes(bars.bytes[hovered] ?? 0)}</strong>
          </>
        )}
      </p>
      <div style={{ height: 220 }} role="img" aria-label={`Traffic by time. ${summary}`}>
        {samples && (
          <Guard
            fallback={
              <p className="dim" style={{ paddingBlock: 'var(--s3)' }}>
                The chart cannot be shown in this browser. The table can.
              </p>
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

/** How far below the screen its place may be when the chart is loaded. */
const AHEAD = '300px';

/**
 * The chart, loaded and drawn when its place is in view and painted: on a slow phone that takes longer than
 * the figures beside it may wait for.
 */
function ChartInView(props: BarChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const [Chart, setChart] = useState<typeof BarChart>();
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const view = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        view.disconnect();
        giveValidLanguage();
        import('./BarChart.tsx').then(
          (loaded) => setChart(() => loaded.BarChart),
          (error) =>
            setChart(() => {
              throw error;
            }),
        );
      },
      { rootMargin: AHEAD },
    );
    view.observe(element);
    return () => view.disconnect();
  }, []);
  return (
    <div ref={place} style={{ height: '100%' }}>
      {Chart && <Chart {...props} />}
    </div>
  );
}

/**
 * uPlot gives the browser's language to Intl while it loads. A Chromium that runs without a locale calls it
 * "en-US@posix", which Intl refuses: then there would be no chart.
 */
function giveValidLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en-US' });
  }
}

/** What the chart shows, for those who read or listen, newest first; times without traffic are left out. */
function UsageTable({ range, bars }: { range: UsageRange; bars: Bars }) {
  const rows = bars.at
    .map((at, index) => ({ id: String(at), at, bytes: bars.bytes[index] ?? 0 }))
    .filter(({ bytes }) => bytes > 0)
    .reverse();
  const columns: readonly Column<(typeof rows)[number]>[] = [
    {
      title: range.by === 'DAY' ? 'Day' : 'From',
      cell: ({ at }) => {
        const instant = new Date(at).toISOString();
        return (
          <time dateTime={instant} title={utc(instant)}>
            {range.exact.format(at)}
          </time>
        );
      },
    },
    { title: 'Traffic', numeric: true, cell: ({ bytes }) => <Bytes bytes={bytes} /> },
  ];
  return (
    <details>
      <summary>As a table</summary>
      {rows.length === 0 ? (
        <p className="dim" style={{ paddingBlock: 'var(--s3)' }}>
          Nothing was used in {range.words}.
        </p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
        <section className={styles['usageTable']} tabIndex={0} aria-label="Traffic as a table">
          <Table caption={`Traffic in ${range.words}`} columns={columns} rows={rows} />
        </section>
      )}
    </details>
  );
}
