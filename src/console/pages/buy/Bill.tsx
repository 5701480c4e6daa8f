import { WhereToTopUp } from '../../charge/WhereToTopUp.tsx';
import { Money } from '../../kit/figures.tsx';
import { toMicros, toUsd } from '../../kit/figures.tsx';
import styles from './BuyPage.module.css';

interface BillProps {
  totalUsd: string;
  balanceUsd: string;
}

/** What a purchase leaves of the balance, or what is missing and where it comes from. */
export function Bill({ totalUsd, balanceUsd }: BillProps) {
  const left = toMicros(balanceUsd) - toMicros(totalUsd);
  return (
    <div className={styles['bill']}>
      <p className={styles['billLine']}>
        <span>Balance</span>
        <Money usd={balanceUsd} />
      </p>
      <p className={styles['billLine']}>
        <span>Balance after it</span>
        {left < 0n ? '–' : <Money usd={toUsd(left)} />}
      </p>
      {left < 0n && (
        <p role="alert" className={styles['missing']}>
          The balance does not cover this: <Money usd={toUsd(-left)} /> is missing. Top up <WhereToTopUp />.
          It shows here at once.
        </p>
      )}
    </div>
  );
}
