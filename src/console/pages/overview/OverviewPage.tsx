import { useState } from 'react';
import { useSubscription } from 'urql';
import { Link } from 'wouter';
import { WhereToTopUp } from '../../charge/ChargeDialog.tsx';
import { useCatalog } from '../../data/catalog.ts';
import { useFresh, useRefresh } from '../../data/use-fresh.ts';
import { graphql } from '../../generated/index.ts';
import { ButtonLink } from '../../kit/Button.tsx';
import { DAY_MS, TIME_ZONE } from '../../kit/figures.tsx';
import { Card, ErrorNote, Page } from '../../kit/Page.tsx';
import { rich, t } from '../../texts/texts.tsx';
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
  const [{ data: changed }] = useSubscription({ query: ORDERS });
  const news = [data?.viewer.balanceUsd, changed];
  useRefresh(news, again);
  const { trafficTiers } = useCatalog();
  return (
    <Page title={t('layout-place-overview')} actions={<ButtonLink href="/buy">{t('list-buy')}</ButtonLink>}>
      <ErrorNote message={failure} onRetry={again} />
      <div className={`column start gap-4 ${styles['cards']}`}>
        <BalanceCard viewer={data?.viewer} />
        {data?.newest.totalCount === 0 ? (
          <FirstSteps canPay={Number(data.viewer.balanceUsd) > 0} />
        ) : (
          <>
            <SpendingCard viewer={data?.viewer} />
            <div className="column gap-4">
              <EndingCard orders={data?.ending} endsBefore={endsBefore} onStale={again} />
              {(trafficTiers ?? [undefined]).map((tier) => (
                <LuxuryCard key={tier ?? ''} tier={tier} news={news} />
              ))}
            </div>
            <ActivityCard viewer={data?.viewer} />
          </>
        )}
      </div>
    </Page>
  );
}

function FirstSteps({ canPay }: { canPay: boolean }) {
  return (
    <Card title={t('overview-steps')}>
      <ol className={`grid gap-5 ${styles['steps']}`}>
        <li>
          <h3>{canPay ? t('overview-can-pay') : t('overview-pay')}</h3>
          <p className="dim">
            {rich(canPay ? 'overview-can-pay-text' : 'overview-pay-text', { where: <WhereToTopUp /> })}
          </p>
        </li>
        <li>
          <h3>{t('overview-buy-first')}</h3>
          <p className="dim">{t('overview-buy-text')}</p>
          <ButtonLink href="/buy">{t('overview-buy')}</ButtonLink>
        </li>
        <li>
          <h3>{t('overview-programs')}</h3>
          <p className="dim">
            {rich('overview-programs-text', {
              apiKey: <Link href="/access">{t('overview-api-key')}</Link>,
              calls: <Link href="/developers">{t('overview-calls')}</Link>,
            })}
          </p>
        </li>
      </ol>
    </Card>
  );
}
