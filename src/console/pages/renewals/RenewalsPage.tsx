import { useState } from 'react';
import { useFresh, useRefresh } from '../../data/use-fresh.ts';
import { graphql } from '../../generated/index.ts';
import { ErrorNote, Page, Skeleton } from '../../kit/Page.tsx';
import { t } from '../../texts/texts.tsx';
import { ForecastCard } from './ForecastCard.tsx';
import { LimitsCard } from './LimitsCard.tsx';
import { RenewalsCard } from './RenewalsCard.tsx';

const RENEWALS = graphql(`
  query Renewals($first: Int!) {
    viewer {
      id
      balanceUsd
      ...LimitsCard
    }
    renewalForecast(days: 30) {
      ...ForecastCard
    }
    orders(first: $first, status: ACTIVE, orderBy: ENDS_SOONEST) {
      ...RenewalsCard
    }
  }
`);

/** Orders that are listed at first, and how many more at each press. */
const STEP = 50;
/** The most that the service lists at once. */
const MOST = 200;

export function RenewalsPage() {
  const [first, setFirst] = useState(STEP);
  const { data, failure, again } = useFresh({ query: RENEWALS, variables: { first } });
  // Each renewal is a charge.
  useRefresh([data?.viewer.balanceUsd], again);
  return (
    <Page title={t('layout-place-renewals')}>
      <ErrorNote message={failure} onRetry={again} />
      {data ? (
        <>
          <ForecastCard forecast={data.renewalForecast} />
          <LimitsCard viewer={data.viewer} onSaved={again} />
          <RenewalsCard
            orders={data.orders}
            onMore={first < MOST ? () => setFirst(first + STEP) : undefined}
            onChanged={again}
          />
        </>
      ) : (
        !failure && (
          <>
            <Skeleton height="370px" />
            <Skeleton height="230px" />
            <Skeleton height="360px" />
          </>
        )
      )}
    </Page>
  );
}
