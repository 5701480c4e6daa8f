import { Link } from 'wouter';
import { productNames, type Tiers } from '../../../data/catalog.ts';
import { Icon } from '../../../kit/Icon.tsx';
import { Money } from '../../../kit/figures.tsx';
import { DateTime } from '../../../kit/figures.tsx';
import styles from '../RenewOrdersDialog.module.css';
import type { Renewal } from './renewal.ts';
import type { Outcome } from './use-renewals.ts';

interface RenewalRowProps {
  renewal: Renewal;
  outcome: Outcome | undefined;
  tiers: Tiers | undefined;
}

/** One order, its price, and what became of it. */
export function RenewalRow({ renewal, outcome, tiers }: RenewalRowProps) {
  const { order, priceUsd, obstacle, isSent } = renewal;
  const { id, quantity, expiresAt } = order;
  const { tierName, typeName } = productNames(tiers, order);
  const isRenewed = outcome?.state === 'renewed';
  const unsure = isSent && !outcome && 'An earlier renewal has no answer: it is asked for, and charged once.';
  const problem = outcome && 'message' in outcome ? outcome.message : (obstacle ?? unsure);
  return (
    <li className={styles['row']} data-state={outcome?.state ?? (obstacle ? 'left-out' : undefined)}>
      <Link href={`/orders/${id}`}>{id}</Link>
      <div className={styles['what']}>
        <span>
          {tierName} {typeName}
          {quantity > 1 && ` × ${quantity}`}
        </span>
        {expiresAt && (
          <span className={styles['note']}>
            {isRenewed ? 'Renewed until ' : 'Until '}
            <DateTime at={expiresAt} dateOnly />
          </span>
        )}
        {problem && <span className={styles['problem']}>{problem}</span>}
      </div>
      <span className={styles['state']}>
        {isRenewed && <Icon name="check" />}
        {outcome?.state === 'running' && <span className={styles['running']} />}
        {problem && <Icon name="warning" />}
      </span>
      <span className={styles['price']}>
        {priceUsd !== undefined && <Money usd={isRenewed ? outcome.chargedUsd : priceUsd} />}
      </span>
    </li>
  );
}
