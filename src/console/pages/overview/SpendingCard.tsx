import { Link } from 'wouter';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { BarChart, isMarkedDay } from '../../kit/BarChart.tsx';
import { formatUsd, Money, SHORT_DATE, toMicros, toUsd } from '../../kit/figures.tsx';
import { Card, EmptyState, Skeleton } from '../../kit/Page.tsx';
import { rich, t } from '../../texts/texts.tsx';

const SPENDING_CARD = graphql(`
  fragment SpendingCard on Viewer {
    id
    spending(by: DAY, last: 30, timeZone: $timeZone) {
      from
      amountUsd
    }
  }
`);

export function SpendingCard({ viewer }: { viewer: FragmentType<typeof SPENDING_CARD> | undefined }) {
  const days = fieldsOf(SPENDING_CARD, viewer)?.spending;
  const total = days && toUsd(days.reduce((sum, { amountUsd }) => sum + toMicros(amountUsd), 0n));
  const bars = days?.map(({ from, amountUsd }) => {
    const name = SHORT_DATE.format(new Date(from));
    const mark = isMarkedDay(new Date(from)) ? name : undefined;
    return { id: from, name, value: Number(amountUsd), text: formatUsd(amountUsd), mark };
  });
  return (
    <Card
      title={t('overview-spending')}
      action={
        <span className="bold" style={{ fontSize: 'var(--large)' }}>
          {total === undefined ? <Skeleton width="72px" /> : <Money usd={total} />}
        </span>
      }
    >
      <div style={{ minHeight: 240 }}>
        {bars?.some(({ value }) => value > 0) && (
          <BarChart
            label={t('overview-spending')}
            heading={t('overview-spent')}
            bars={bars}
            unit={1}
            lineText={(usd) => formatUsd(usd.toFixed(2))}
          />
        )}
        {bars?.every(({ value }) => value <= 0) && (
          <EmptyState title={t('overview-nothing-spent')}>
            <p>{rich('overview-spent-on', { buy: <Link href="/buy">{t('overview-spent-on-buy')}</Link> })}</p>
          </EmptyState>
        )}
        {!bars && <Skeleton height="240px" />}
      </div>
    </Card>
  );
}
