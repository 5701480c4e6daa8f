import { useQuery, useSubscription } from 'urql';
import { graphql } from '../generated/index.ts';
import { Money } from '../kit/figures.tsx';
import { Skeleton } from '../kit/Page.tsx';
import styles from './Layout.module.css';
import { SignOut } from './SignOut.tsx';

const ACCOUNT = graphql(`
  query Account {
    viewer {
      id
      name
      balanceUsd
    }
  }
`);

/** Its events change the viewer in the cache, and so the balance on every page. */
const BALANCE = graphql(`
  subscription Balance {
    balanceUpdated {
      id
      balanceUsd
      lowBalanceThresholdUsd
    }
  }
`);

/** Who is signed in, with the balance as it is now. */
export function Account() {
  const [{ data }] = useQuery({ query: ACCOUNT });
  useSubscription({ query: BALANCE, pause: !data });
  return (
    <div className={styles['account']}>
      <div className={styles['who']}>
        <span className={styles['name']} title={data?.viewer.name}>
          {data ? data.viewer.name : <Skeleton width="96px" />}
        </span>
        <span className={styles['balance']}>
          {data ? <Money usd={data.viewer.balanceUsd} /> : <Skeleton width="72px" />}
        </span>
      </div>
      <SignOut />
    </div>
  );
}
