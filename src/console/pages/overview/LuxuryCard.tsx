import { useEffect } from 'react';
import { useQuery } from 'urql';
import { Link } from 'wouter';
import { failureText } from '../../data/refusals.ts';
import { graphql } from '../../generated/index.ts';
import { Card } from '../../kit/Page.tsx';
import { ErrorNote } from '../../kit/Page.tsx';
import styles from './OverviewPage.module.css';
import { ListWaiting } from './ListWaiting.tsx';
import { LuxuryRow } from './LuxuryRow.tsx';

/** 20: each order has a subscription of its own, and a socket takes 32. */
const LUXURY = graphql(`
  query LuxuryOrders($tier: String!) {
    active: orders(first: 20, status: ACTIVE, tier: $tier) {
      totalCount
      nodes {
        id
        ...LuxuryRow
      }
    }
    exhausted: orders(first: 1, status: EXHAUSTED, tier: $tier) {
      totalCount
      nodes {
        id
      }
    }
  }
`);

interface LuxuryCardProps {
  /** The code of a tier that sells traffic; undefined until it is known. */
  tier: string | undefined;
  /** Changes when the orders should be asked for again. */
  revision: number;
}

/** The Luxury orders that work now, with what is left of their traffic, live. */
export function LuxuryCard({ tier, revision }: LuxuryCardProps) {
  const [{ data, error }, refetch] = useQuery({
    query: LUXURY,
    variables: { tier: tier ?? '' },
    pause: tier === undefined,
    requestPolicy: 'cache-and-network',
  });
  useEffect(() => {
    if (revision > 0) refetch({ requestPolicy: 'network-only' });
  }, [revision, refetch]);
  const shown = data?.active.nodes;
  const more = data ? data.active.totalCount - data.active.nodes.length : 0;
  return (
    <Card title="Traffic left" flush>
      {!data && !error && <ListWaiting rows={2} />}
      <ErrorNote
        message={!data && error ? failureText(error) : undefined}
        onRetry={() => refetch({ requestPolicy: 'network-only' })}
      />
      {shown?.length === 0 && (
        <p className={styles['nothing']}>No order has traffic. Luxury proxies are paid by the GB.</p>
      )}
      {shown && shown.length > 0 && (
        <ul>
          {shown.map((order) => (
            <LuxuryRow key={order.id} order={order} />
          ))}
        </ul>
      )}
      {more > 0 && (
        <p className={styles['more']}>
          and {more} more in <Link href={`/orders?status=active&tier=${tier}`}>active orders</Link>
        </p>
      )}
      {data && data.exhausted.totalCount > 0 && (
        <p className={styles['more']}>
          <Link href={`/orders?status=exhausted&tier=${tier}`}>
            {data.exhausted.totalCount === 1
              ? '1 order is out of traffic'
              : `${data.exhausted.totalCount} orders are out of traffic`}
          </Link>
        </p>
      )}
    </Card>
  );
}
