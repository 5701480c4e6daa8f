import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { Badge } from '../../kit/Badge.tsx';
import { Card } from '../../kit/Card.tsx';
import { Money } from '../../kit/Money.tsx';
import { Skeleton } from '../../kit/Skeleton.tsx';
import styles from './BalanceCard.module.css';

const BALANCE_CARD = graphql(`
  fragment BalanceCard on Viewer {
    id
    balanceUsd
    lowBalanceThresholdUsd
  }
`);

/** What can be spent now. The events of the layout's subscription keep it up to date. */
export function BalanceCard({ viewer }: { viewer: FragmentType<typeof BALANCE_CARD> | undefined }) {
  const fields = fieldsOf(BALANCE_CARD, viewer);
  const isLow = fields && Number(fields.balanceUsd) < fields.lowBalanceThresholdUsd;
  return (
    <Card title="Balance" action={isLow && <Badge tone="warn">Low</Badge>}>
      <p className={styles['balance']}>
        {fields ? <Money usd={fields.balanceUsd} /> : <Skeleton width="160px" />}
      </p>
      <p className={styles['note']}>Top up in the chat bot. It shows here at once.</p>
    </Card>
  );
}
