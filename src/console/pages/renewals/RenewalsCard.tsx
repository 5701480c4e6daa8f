import { useState } from 'react';
import { Link } from 'wouter';
import { AUTO_RENEW_TERMS, AUTO_RENEWAL, AutoRenewDialog } from '../../charge/auto-renewal.tsx';
import { periodName, useCatalog } from '../../data/catalog.ts';
import type { AutoRenewTermsFragment, RenewalsCardFragment } from '../../generated/graphql.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { DateTime, formatUsd, RelativeTime } from '../../kit/figures.tsx';
import { Card } from '../../kit/Page.tsx';
import { Table } from '../../kit/Table.tsx';
import { rich, t } from '../../texts/texts.tsx';

const RENEWALS_CARD = graphql(`
  fragment RenewalsCard on OrderConnection {
    nodes {
      id
      label
      tier
      type
      expiresAt
      ...AutoRenewal
    }
    pageInfo {
      hasNextPage
    }
  }
`);

type Ending = RenewalsCardFragment['nodes'][number] & { expiresAt: string };

interface RenewalsCardProps {
  orders: FragmentType<typeof RENEWALS_CARD>;
  /** Lists more; undefined when it cannot. */
  onMore: (() => void) | undefined;
  onChanged: () => void;
}

/** The orders that end soonest, and whether they renew themselves. */
export function RenewalsCard({ orders, onMore, onChanged }: RenewalsCardProps) {
  const { nodes, pageInfo } = fieldsOf(RENEWALS_CARD, orders);
  const { nameOf } = useCatalog();
  const [changing, setChanging] = useState<Ending>();
  // Behind the terms stand orders that end with their traffic.
  const rows = nodes.filter((order): order is Ending => order.expiresAt !== null);
  const hasMore = pageInfo.hasNextPage && rows.length === nodes.length;
  return (
    <Card title={t('renewals-orders')} flush>
      <Table
        caption={t('renewals-orders')}
        nothing={[t('renewals-no-orders'), t('renewals-no-orders-text')]}
        columns={[
          {
            title: t('renewals-order'),
            cell: ({ id, label }) => (
              <>
                <Link href={`/orders/${id}`}>{id}</Link>
                {label && <span className="block dim small plain anywhere">{label}</span>}
              </>
            ),
          },
          { title: t('renewals-product'), cell: nameOf },
          { title: t('renewals-ends'), cell: ({ expiresAt }) => <RelativeTime at={expiresAt} /> },
          { title: t('renewals-terms'), cell: (order) => <Terms order={order} /> },
          { title: t('renewals-next'), cell: (order) => <NextTry order={order} /> },
          {
            title: t('renewals-change'),
            isAction: true,
            cell: (order) => <Change order={order} onPress={() => setChanging(order)} />,
          },
        ]}
        rows={rows}
      />
      {hasMore && (
        <p className="pad ruled-4">
          {onMore ? (
            <Button onClick={onMore}>{t('renewals-more')}</Button>
          ) : (
            <Link href="/orders?status=active&sort=ends">{t('renewals-all')}</Link>
          )}
        </p>
      )}
      {changing && (
        <AutoRenewDialog order={changing} onSaved={onChanged} onClose={() => setChanging(undefined)} />
      )}
    </Card>
  );
}

interface OrderProps {
  order: FragmentType<typeof AUTO_RENEWAL>;
}

function Terms({ order }: OrderProps) {
  const { autoRenew, renewable, product } = fieldsOf(AUTO_RENEWAL, order);
  const terms = fieldsOf(AUTO_RENEW_TERMS, autoRenew);
  if (!terms)
    return <span className="dim">{t(renewable && product ? 'renewals-off' : 'renewals-cannot')}</span>;
  const period = product?.periods.find(({ code }) => code === terms.period);
  return (
    <span>
      {t('renewals-on', {
        period: period ? periodName(period) : terms.period,
        most: formatUsd(terms.maxPriceUsd),
      })}
      {terms.until && (
        <span className="block dim small">
          {rich('renewals-until', { end: <DateTime at={terms.until} dateOnly /> })}
        </span>
      )}
    </span>
  );
}

function NextTry({ order }: OrderProps) {
  const { autoRenew } = fieldsOf(AUTO_RENEWAL, order);
  const terms: AutoRenewTermsFragment | null | undefined = fieldsOf(AUTO_RENEW_TERMS, autoRenew);
  if (!terms) return '–';
  const { nextTryAt, lastRefusal } = terms;
  return (
    <span>
      {nextTryAt ? <RelativeTime at={nextTryAt} /> : t('renewals-no-try')}
      {lastRefusal && (
        <span className="block small bad" title={lastRefusal.message}>
          {t('renewals-why', { code: lastRefusal.code })}
        </span>
      )}
    </span>
  );
}

/** What cannot be renewed can only be switched off. */
function Change({ order, onPress }: OrderProps & { onPress: () => void }) {
  const { id, autoRenew, renewable, product } = fieldsOf(AUTO_RENEWAL, order);
  if (!autoRenew && !(renewable && product)) return null;
  return (
    <Button aria-label={t('renewals-change-order', { id, isOn: autoRenew ? 'yes' : 'no' })} onClick={onPress}>
      {t(autoRenew ? 'renewals-change' : 'renewals-switch-on')}
    </Button>
  );
}
