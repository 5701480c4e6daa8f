import { useMemo, useState } from 'react';
import { useMutation } from 'urql';
import { ChargeDialog, type ChargeOutcome } from '../../charge/ChargeDialog.tsx';
import type { Charge } from '../../charge/unanswered.ts';
import { periodName } from '../../data/catalog.ts';
import { bulkClient, FOLLOWED } from '../../data/client.ts';
import { useChange } from '../../data/refusals.ts';
import { TRAFFIC_FIGURES, useTrafficEvents } from '../../data/traffic.ts';
import { useFresh, useRefresh } from '../../data/use-fresh.ts';
import type { OrderUsageQuery, UsageUnit } from '../../generated/graphql.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { type Bar, BarChart, isMarkedDay } from '../../kit/BarChart.tsx';
import { Button } from '../../kit/Button.tsx';
import {
  Bytes,
  byteUnit,
  DAY_MS,
  dayOf,
  formatBytes,
  GB,
  LITTLE_PERCENT,
  SHORT_DATE,
  startOfDay,
  TIME,
  TIME_ZONE,
  useNow,
} from '../../kit/figures.tsx';
import { Card, EmptyState, ErrorNote } from '../../kit/Page.tsx';
import { Tabs } from '../../kit/Tabs.tsx';
import { toast } from '../../kit/Toast.tsx';
import { LANGUAGE, rich, t } from '../../texts/texts.tsx';
import { UPDATE_SETTINGS } from './settings.tsx';

const TRAFFIC_CARD = graphql(`
  fragment TrafficCard on LuxuryOrder {
    id
    status
    product {
      id
    }
    settings {
      id
      paused
    }
    traffic {
      ...TrafficFigures
    }
    ...AddTrafficDialog
  }
`);

interface TrafficCardProps {
  order: FragmentType<typeof TRAFFIC_CARD>;
  onReplay: () => void;
}

export function TrafficCard({ order, onReplay }: TrafficCardProps) {
  const fields = fieldsOf(TRAFFIC_CARD, order);
  const { id, status, product } = fields;
  const isPaused = fields.settings.paused;
  const { usedGb, leftGb, totalGb, usedPercent } = fieldsOf(TRAFFIC_FIGURES, fields.traffic);
  const leftPercent = 100 - usedPercent;
  const [isAdding, setAdding] = useState(false);
  useTrafficEvents(id);
  return (
    <Card
      title={t('order-traffic')}
      action={
        <div className="row wrap end gap-2">
          <PauseButton orderId={id} isPaused={isPaused} />
          {product && (
            <Button variant="primary" onClick={() => setAdding(true)}>
              {t('order-add-traffic')}
            </Button>
          )}
        </div>
      }
    >
      <div className="column gap-3">
        {status === 'EXHAUSTED' && (
          <p className="on-bad" style={{ padding: 'var(--s3) var(--s4)', borderRadius: 'var(--radius)' }}>
            {t('order-exhausted')}
          </p>
        )}
        <div className="row wrap baseline between" style={{ gap: '0 var(--s4)' }}>
          <p>
            {rich('order-left', {
              left: (
                <strong className="figure">
                  <Bytes bytes={Math.round(leftGb * GB)} />
                </strong>
              ),
            })}
          </p>
          <p className="dim">
            {rich('order-used', {
              used: <Bytes bytes={Math.round(usedGb * GB)} />,
              total: <Bytes bytes={Math.round(totalGb * GB)} />,
            })}
          </p>
        </div>
        {/* In steps of ten percent: nobody wants to hear every byte. */}
        <p role="status" className="heard">
          {leftGb === 0 || status === 'EXHAUSTED'
            ? t('order-used-up')
            : t('order-left-percent', { percent: Math.ceil(leftPercent / 10) * 10 })}
        </p>
        <div className="meter" aria-hidden="true">
          <div
            className={leftPercent < LITTLE_PERCENT ? 'little' : undefined}
            style={{ width: `${leftPercent}%` }}
          />
        </div>
        <UsageChart orderId={id} usedGb={usedGb} />
      </div>
      {isAdding && <AddTrafficDialog order={fields} onClose={() => setAdding(false)} onReplay={onReplay} />}
    </Card>
  );
}

/** Stops and resumes the order: while it is paused, the gateway refuses its connections. */
function PauseButton({ orderId, isPaused }: { orderId: string; isPaused: boolean }) {
  const { busy, change } = useChange();
  const toggle = async () => {
    const input = { orderId, paused: !isPaused };
    const told = t(isPaused ? 'order-resumed' : 'order-paused');
    const { refused } = await change(UPDATE_SETTINGS, { input }, told);
    if (refused.above) toast(refused.above);
  };
  return (
    <Button busy={busy} onClick={toggle}>
      {t(isPaused ? 'order-resume' : 'order-pause')}
    </Button>
  );
}

const ADD_TRAFFIC_DIALOG = graphql(`
  fragment AddTrafficDialog on LuxuryOrder {
    id
    period
    traffic {
      id
      leftGb
    }
    product {
      id
      periods {
        id
        code
        name
        gb
        priceUsd
      }
    }
  }
`);

const ADD_TRAFFIC = graphql(`
  mutation AddTraffic($input: AddTrafficInput!) {
    addTraffic(input: $input) {
      ... on AddTrafficSuccess {
        replayed
        order {
          id
          status
          trafficGb
        }
        traffic {
          leftGb
          ...TrafficFigures
        }
        viewer {
          id
          balanceUsd
        }
      }
      ...Refusal
      ... on PriceChangedError {
        priceUsd
      }
    }
  }
`);

interface AddTrafficDialogProps {
  order: FragmentType<typeof ADD_TRAFFIC_DIALOG>;
  onClose: () => void;
  /** Called when the answer is that of an earlier request: the order may have changed since. */
  onReplay: () => void;
}

/** Adds a volume to a Luxury order; it works again at once if it was out of traffic. */
function AddTrafficDialog({ order, onClose, onReplay }: AddTrafficDialogProps) {
  const { id, period, traffic, product } = fieldsOf(ADD_TRAFFIC_DIALOG, order);
  const [, addTraffic] = useMutation(ADD_TRAFFIC);
  const offers = (product?.periods ?? []).map(({ code, name, gb, priceUsd }) => ({
    code,
    name: periodName({ name }),
    totalUsd: priceUsd,
    after: formatBytes((traffic.leftGb + (gb ?? 0)) * GB),
  }));
  const charge = async (input: Charge): Promise<ChargeOutcome> => {
    const { data, error } = await addTraffic({ input: { orderId: id, ...input } });
    const result = data?.addTraffic;
    if (result?.__typename !== 'AddTrafficSuccess') return { refusal: result, error };
    if (result.replayed) onReplay();
    return { done: t('charge-traffic-added', { left: formatBytes(result.traffic.leftGb * GB) }) };
  };
  return (
    <ChargeDialog
      name={`Add traffic to order ${id}`}
      title={t('charge-traffic-title', { id })}
      legend={t('charge-traffic-volume')}
      afterLabel={t('charge-traffic-after')}
      usual={period}
      {...{ offers, charge, onClose }}
    />
  );
}

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

function UsageChart(props: UsageChartProps) {
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
