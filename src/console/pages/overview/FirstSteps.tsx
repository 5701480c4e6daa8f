import { Link } from 'wouter';
import { WhereToTopUp } from '../../charge/WhereToTopUp.tsx';
import { ButtonLink } from '../../kit/Button.tsx';
import { Card } from '../../kit/Page.tsx';
import styles from './OverviewPage.module.css';

/** Stands in place of the orders until there is one. */
export function FirstSteps({ canPay }: { canPay: boolean }) {
  return (
    <Card title="First steps">
      <ol className={styles['steps']}>
        <li>
          <h3>{canPay ? 'Your balance is topped up' : 'Top up the balance'}</h3>
          <p>
            {canPay ? (
              <>
                Purchases are paid from it at once. More is added <WhereToTopUp />.
              </>
            ) : (
              <>
                Do so <WhereToTopUp />. What you pay there shows here at once.
              </>
            )}
          </p>
        </li>
        <li>
          <h3>Buy the first proxy</h3>
          <p>It works within seconds, and its price is shown before you pay.</p>
          <ButtonLink href="/buy">Buy a proxy</ButtonLink>
        </li>
        <li>
          <h3>Let your programs buy</h3>
          <p>
            They need an <Link href="/access">API key</Link>; the <Link href="/developers">first calls</Link>{' '}
            are ready to copy.
          </p>
        </li>
      </ol>
    </Card>
  );
}
