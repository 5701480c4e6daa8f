import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { Card } from '../../kit/Page.tsx';
import { Money } from '../../kit/figures.tsx';
import { Skeleton } from '../../kit/Page.tsx';
import { toMicros, toUsd } from '../../kit/figures.tsx';
import styles from './OverviewPage.module.css';
import { SpendingChart } from './SpendingChart.tsx';
import { SpendingTable } from './SpendingTable.tsx';

const SPENDING_CARD = graphql(`
  fragment SpendingCard on Viewer {
    id
    spending(by: DAY, last: 30) {
      from
      amountUsd
    }
  }
`);

/** What was spent day by day. */
export function SpendingCard({ viewer }: { viewer: FragmentType<typeof SPENDING_CARD> | undefined }) {
  const days = fieldsOf(SPENDING_CARD, viewer)?.spending;
  const total = days && toUsd(days.reduce((sum, { amountUsd }) => sum + toMicros(amountUsd), 0n));
  return (
    <Card
      title="Spending in 30 days"
      action={
        <span className={styles['total']}>
          {total === undefined ? <Skeleton width="72px" /> : <Money usd={total} />}
        </span>
      }
    >
      {days ? <SpendingChart days={days} /> : <Skeleton height="211px" />}
      {days ? <SpendingTable days={days} /> : <Skeleton width="120px" />}
    </Card>
  );
}
