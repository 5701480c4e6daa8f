import { useState } from 'react';
import { useSubscription } from 'urql';
import { Link } from 'wouter';
import { WhereToTopUp } from '../../charge/ChargeDialog.tsx';
import { useCatalog } from '../../data/catalog.ts';
import { useFresh } from '../../data/use-fresh.ts';
import { useRefresh } from '../../data/use-refresh.ts';
import { graphql } from '../../generated/index.ts';
import { ButtonLink } from '../../kit/Button.tsx';
import { classNames } from '../../kit/class-names.ts';
import { DAY_MS, TIME_ZONE } from '../../kit/figures.tsx';
import { Card, ErrorNote, Page } from '../../kit/Page.tsx';
import { ActivityCard } from './ActivityCard.tsx';
import { BalanceCard } from './BalanceCard.tsx';
import { EndingCard } from './EndingCard.tsx';
import { LuxuryCard } from './LuxuryCard.tsx';
import styles from './OverviewPage.module.css';
import { SpendingCard } from './SpendingCard.tsx';

const OVERVIEW = graphql(`
  query Overview($endsBefore: DateTime!, $timeZone: String!) {
    viewer {
      id
      balanceUsd
      ...BalanceCard
      ...SpendingCard
      ...ActivityCard
    }
    ending: orders(first: 50, endsBefore: $endsBefore) {
      ...EndingOrders
    }
    newest: orders(first: 1) {
      totalCount
    }
  }
`);

/** A subscription whose events change orders on the page; new ones are asked for. */
const ORDERS = graphql(`
  subscription OverviewOrders {
    ordersUpdated {
      id
      status
      expiresAt
      renewable
    }
  }
`);

const SOON_DAYS = 7;

export function OverviewPage() {
  const [endsBefore] = useState(() => new Date(Date.now() + SOON_DAYS * DAY_MS).toISOString());
  const { data, failure, again } = useFresh({
    query: OVERVIEW,
    variables: { endsBefore, timeZone: TIME_ZONE },
  });
  const [revision, setRevision] = useState(0);
  const refresh = () => {
    again();
    setRevision((count) => count + 1);
  };
  const [{ data: changed }] = useSubscription({ query: ORDERS });
  useRefresh([data?.viewer.balanceUsd, changed], refresh);
  const { trafficTiers } = useCatalog();
  return (
    <Page title="Overview" actions={<ButtonLink href="/buy">Buy proxies</ButtonLink>}>
      <ErrorNote message={failure} onRetry={refresh} />
      <div className={classNames('column start gap-4', styles['cards'])}>
        <BalanceCard viewer={data?.viewer} />
        {data?.newest.totalCount === 0 ? (
          <FirstSteps canPay={Number(data.viewer.balanceUsd) > 0} />
        ) : (
          <>
            <SpendingCard viewer={data?.viewer} />
            <div className="column gap-4">
              <EndingCard orders={data?.ending} endsBefore={endsBefore} onStale={refresh} />
              {(trafficTiers ?? [undefined]).map((tier) => (
                <LuxuryCard key={tier ?? ''} tier={tier} revision={revision} />
              ))}
            </div>
            <ActivityCard viewer={data?.viewer} />
          </>
        )}
      </div>
    </Page>
  );
}

/** Stands in place of the orders until there is one. */
function FirstSteps({ canPay }: { canPay: boolean }) {
  return (
    <Card title="First steps">
      <ol className={classNames('grid gap-5', styles['steps'])}>
        <li>
          <h3>{canPay ? 'Your balance is topped up' : 'Top up the balance'}</h3>
          <p className="dim">
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
          <p className="dim">It works within seconds, and its price is shown before you pay.</p>
          <ButtonLink href="/buy">Buy a proxy</ButtonLink>
        </li>
        <li>
          <h3>Let your programs buy</h3>
          <p className="dim">
            They need an <Link href="/access">API key</Link>; the <Link href="/developers">first calls</Link>{' '}
            are ready to copy.
          </p>
        </li>
      </ol>
    </Card>
  );
}
