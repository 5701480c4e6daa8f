import { Button } from '../../kit/Button.tsx';
import { classNames } from '../../kit/class-names.ts';
import { ErrorNote } from '../../kit/Page.tsx';
import { Money } from '../../kit/figures.tsx';
import { toMicros } from '../../kit/figures.tsx';
import { Bill } from './Bill.tsx';
import { FactList } from './FactList.tsx';
import type { Fact } from './facts.tsx';
import styles from './BuyPage.module.css';

const NOT_COVERED = 'The balance does not cover this.';

interface SummaryProps {
  facts: readonly Fact[];
  /** Undefined while the number of proxies is wrong. */
  totalUsd: string | undefined;
  balanceUsd: string;
  /** What is to be done before it can be bought. */
  missing: string | undefined;
  /** Undefined when as many are in stock as are wanted. */
  shortage: { text: string; available: number } | undefined;
  onTake: (available: number) => void;
  failure: string | undefined;
  onRetry: () => void;
  onReview: () => void;
}

/** What is chosen and what it costs, beside the fields; on a phone the price stays at the lower edge. */
export function Summary(props: SummaryProps) {
  const { facts, totalUsd, balanceUsd, missing, shortage, onTake, failure, onRetry, onReview } = props;
  const isCovered = totalUsd !== undefined && toMicros(balanceUsd) >= toMicros(totalUsd);
  // Beside the fields these stand above the price, on a phone below the fields.
  const told = shortage?.text ?? (totalUsd === undefined || isCovered ? undefined : NOT_COVERED);
  return (
    <section aria-label="Your choice" className={styles['summary']}>
      <div className={styles['part']}>
        <FactList facts={facts} />
        {totalUsd !== undefined && <Bill totalUsd={totalUsd} balanceUsd={balanceUsd} />}
        {shortage && (
          <div role="alert" className={styles['shortage']}>
            <p>{shortage.text}</p>
            {shortage.available > 0 && (
              <Button onClick={() => onTake(shortage.available)}>Take {shortage.available}</Button>
            )}
          </div>
        )}
        <ErrorNote message={failure} onRetry={onRetry} />
      </div>
      <div className={styles['pay']}>
        <p className={styles['total']}>
          <span className={styles['totalLabel']}>Price</span>
          <span className={styles['price']}>{totalUsd === undefined ? '–' : <Money usd={totalUsd} />}</span>
        </p>
        <Button
          variant="primary"
          disabled={missing !== undefined || shortage !== undefined || !isCovered}
          onClick={onReview}
        >
          Review and buy
        </Button>
        {missing ? (
          <p className={styles['stillMissing']}>{missing}</p>
        ) : (
          told && <p className={classNames(styles['stillMissing'], styles['onPhones'])}>{told}</p>
        )}
      </div>
    </section>
  );
}
