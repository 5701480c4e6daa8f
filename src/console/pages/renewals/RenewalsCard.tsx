import { useState } from 'react';
import { Link } from 'wouter';
import { AUTO_RENEW_TERMS, AutoRenewDialog, RENEWAL } from '../../charge/renewal.tsx';
import { periodName, useCatalog } from '../../data/catalog.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { DateTime, formatUsd, RelativeTime } from '../../kit/figures.tsx';
import { TableCard } from '../../kit/Table.tsx';
import { rich, t } from '../../texts/texts.tsx';

const RENEWALS_CARD = graphql(`
  fragment RenewalsCard on OrderConnection {
    nodes {
      id
      label
      tier
      type
      expiresAt
      ...Renewal
    }
    pageInfo {
      hasNextPage
    }
  }
`);

interface RenewalsCardProps {
  orders: FragmentType<typeof RENEWALS_CARD>;
  /** Lists more; undefined when it cannot. */
  onMore: (() => void) | undefined;
  onChanged: () => void;
}

export function RenewalsCard({ orders, onMore, onChanged }: RenewalsCardProps) {
  const { nodes, pageInfo } = fieldsOf(RENEWALS_CARD, orders);
  const { nameOf } = useCatalog();
  const [changing, setChanging] = useState<FragmentType<typeof RENEWAL>>();
  // Behind the terms stand orders that end with their traffic.
  const ending = nodes.filter(({ expiresAt }) => expiresAt !== null);
  const rows = ending.map((order) => {
    const { renewable, product, autoRenew } = fieldsOf(RENEWAL, order);
    const terms = fieldsOf(AUTO_RENEW_TERMS, autoRenew);
    const term = product?.periods.find(({ code }) => code === terms?.period);
    const period = term ? periodName(term) : (terms?.period ?? '');
    return { ...order, order, terms, period, isOffered: renewable && product !== null };
  });
  const hasMore = pageInfo.hasNextPage && rows.length === nodes.length;
  return (
    <TableCard
      title={t('renewals-orders')}
      nothing={[t('renewals-no-orders'), t('renewals-no-orders-text')]}
      columns={[
        {
          title: t('statement-order'),
          cell: ({ id, label }) => (
            <>
              <Link href={`/orders/${id}`}>{id}</Link>
              {label && (
                <span className="block dim small plain line" style={{ maxWidth: '24ch' }} title={label}>
                  {label}
                </span>
              )}
            </>
          ),
        },
        { title: t('list-column-product'), cell: nameOf },
        { title: t('renewals-ends'), cell: ({ expiresAt }) => <RelativeTime at={expiresAt ?? ''} /> },
        {
          title: t('renewals-terms'),
          cell: ({ terms, period, isOffered }) =>
            terms ? (
              <span>
                {t('renewals-on', { period, most: formatUsd(terms.maxPriceUsd) })}
                {terms.until && (
                  <span className="block dim small">
                    {rich('renewals-until', { end: <DateTime at={terms.until} dateOnly /> })}
                  </span>
                )}
              </span>
            ) : (
              <span className="dim">{t(isOffered ? 'no' : 'renewals-cannot')}</span>
            ),
        },
        {
          title: t('renewals-next'),
          cell: ({ terms }) =>
            terms ? (
              <span>
                {terms.nextTryAt ? <RelativeTime at={terms.nextTryAt} /> : t('renewals-no-try')}
                {terms.lastRefusal && (
                  <span className="block small bad" title={terms.lastRefusal.message}>
                    {t('renewals-why', { code: terms.lastRefusal.code })}
                  </span>
                )}
              </span>
            ) : (
              '–'
            ),
        },
        {
          title: t('change'),
          isAction: true,
          // What cannot be renewed can only be switched off.
          cell: ({ id, order, terms, isOffered }) =>
            (terms || isOffered) && (
              <Button
                aria-label={t('renewals-change-order', { id, isOn: terms ? 'yes' : 'no' })}
                onClick={() => setChanging(order)}
              >
                {t(terms ? 'change' : 'switch-on')}
              </Button>
            ),
        },
      ]}
      rows={rows}
    >
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
    </TableCard>
  );
}
