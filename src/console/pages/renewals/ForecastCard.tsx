import { Link } from 'wouter';
import type { ForecastCardFragment } from '../../generated/graphql.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { BarChart, isMarkedDay } from '../../kit/BarChart.tsx';
import { DateTime, formatUsd, Money, SHORT_DATE, startOfDay, toMicros, toUsd } from '../../kit/figures.tsx';
import { Card, EmptyState } from '../../kit/Page.tsx';
import { listed, rich, t } from '../../texts/texts.tsx';

const FORECAST_CARD = graphql(`
  fragment ForecastCard on RenewalForecast {
    days {
      date
      count
      totalUsd
      balanceUsd
    }
    coveredUntil
    lost {
      order {
        id
        label
      }
      code
      at
    }
    lostCount
  }
`);

/** The soonest ones that are named; the rest is counted. */
const MOST_NAMED = 5;

export function ForecastCard({ forecast }: { forecast: FragmentType<typeof FORECAST_CARD> }) {
  const { days, coveredUntil, lost, lostCount } = fieldsOf(FORECAST_CARD, forecast);
  const totalUsd = toUsd(days.reduce((sum, day) => sum + toMicros(day.totalUsd), 0n));
  const isCovered = days.every(({ balanceUsd }) => toMicros(balanceUsd) >= 0n);
  const bars = days.map((day) => ({ ...barOf(day), isBad: toMicros(day.balanceUsd) < 0n }));
  return (
    <Card title={t('renewals-forecast')} action={<Money usd={totalUsd} />}>
      {bars.some(({ value }) => value > 0) ? (
        <div className="column gap-3">
          <p className={isCovered ? undefined : 'strong warn'}>
            {t('renewals-covered', {
              until: isCovered ? 'all' : coveredUntil === null ? 'none' : dayName(coveredUntil),
            })}
          </p>
          <BarChart
            label={t('renewals-forecast')}
            heading={t('renewals-cost')}
            bars={bars}
            line={days.map(({ balanceUsd }) => Number(balanceUsd))}
            unit={1}
            lineText={(usd) => formatUsd(usd.toFixed(2))}
          />
          <p className="dim small">{t('renewals-chart')}</p>
        </div>
      ) : (
        <EmptyState title={t('renewals-none-due')}>
          <p>{t('renewals-none-due-text')}</p>
        </EmptyState>
      )}
      {lostCount > 0 && (
        <div className="grid gap-2 ruled-4" style={{ marginTop: 'var(--s4)' }}>
          <p className="strong warn">{t('renewals-lost', { count: lostCount })}</p>
          <ul className="grid gap-1">
            {lost.slice(0, MOST_NAMED).map((one) => (
              <li key={one.order?.id} className="anywhere">
                {rich(
                  'renewals-lost-order',
                  { order: <LostOrder order={one.order} />, end: <DateTime at={one.at} /> },
                  { why: t('renewals-why', { code: one.code }) },
                )}
              </li>
            ))}
          </ul>
          {lostCount > MOST_NAMED && (
            <p className="dim">{t('renewals-more-lost', { count: lostCount - MOST_NAMED })}</p>
          )}
        </div>
      )}
    </Card>
  );
}

function LostOrder({ order }: { order: ForecastCardFragment['lost'][number]['order'] }) {
  return order && <Link href={`/orders/${order.id}`}>{listed(order.id, order.label)}</Link>;
}

/** Of a UTC day, whatever the reader's zone is. */
const dayName = (date: string) => SHORT_DATE.format(startOfDay(date));

function barOf({ date, count, totalUsd, balanceUsd }: ForecastCardFragment['days'][number]) {
  const name = dayName(date);
  return {
    id: `${date}T00:00:00.000Z`,
    name,
    value: Number(totalUsd),
    text: t('renewals-day', { count, total: formatUsd(totalUsd), balance: formatUsd(balanceUsd) }),
    mark: isMarkedDay(startOfDay(date)) ? name : undefined,
  };
}
