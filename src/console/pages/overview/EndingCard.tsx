import { useState } from 'react';
import { Link } from 'wouter';
import { RenewDialog } from '../../charge/renewal.tsx';
import { useCatalog } from '../../data/catalog.ts';
import type { EndingOrdersFragment } from '../../generated/graphql.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { DAY_MS, RelativeTime } from '../../kit/figures.tsx';
import { Card } from '../../kit/Page.tsx';
import { listed, rich, t } from '../../texts/texts.tsx';
import { List } from './List.tsx';
import styles from './OverviewPage.module.css';

const ENDING_ORDERS = graphql(`
  fragment EndingOrders on OrderConnection {
    totalCount
    nodes {
      id
      tier
      type
      country
      label
      quantity
      expiresAt
      renewable
      product {
        id
      }
      ...Renewal
    }
  }
`);

/** The soonest ones; the rest is a link away. */
const MOST_SHOWN = 6;

interface EndingCardProps {
  orders: FragmentType<typeof ENDING_ORDERS> | undefined;
  /** Orders that end later, such as one that was just renewed, are left out. */
  endsBefore: string;
  /** Asks for the page's data again. */
  onStale: () => void;
}

export function EndingCard({ orders, endsBefore, onStale }: EndingCardProps) {
  const fields = fieldsOf(ENDING_ORDERS, orders);
  const { nameOf } = useCatalog();
  const [renewing, setRenewing] = useState<EndingOrdersFragment['nodes'][number]>();
  const ending = fields?.nodes
    .flatMap((order) =>
      order.expiresAt && order.expiresAt < endsBefore ? [{ ...order, ends: order.expiresAt }] : [],
    )
    .sort((a, b) => (a.ends < b.ends ? -1 : 1));
  const more = fields && ending ? fields.totalCount - (fields.nodes.length - ending.length) - MOST_SHOWN : 0;
  // Renewed elsewhere, or by a request whose answer is lost, it leaves the list, but not the dialog.
  const toRenew = renewing && (fields?.nodes.find(({ id }) => id === renewing.id) ?? renewing);
  return (
    <Card title={t('overview-ending')} flush>
      <List
        items={ending?.slice(0, MOST_SHOWN)}
        waiting={2}
        nothing={t('overview-none-ending')}
        rowOf={(order) => (
          <li key={order.id} className={`row middle between gap-3 ${styles['row']}`}>
            <div className={`grid narrow anywhere ${styles['what']}`}>
              <Link href={`/orders/${order.id}`}>
                {nameOf(order)}
                <span className="heard">{t('overview-of-order', { id: order.id })}</span>
              </Link>
              <span className="dim small">
                {listed(
                  t('overview-order', { id: order.id, country: order.country, count: order.quantity }),
                  order.label,
                )}
              </span>
              <span className={isUrgent(order.ends) ? 'small strong warn' : 'dim small'}>
                {rich('overview-ends', { time: <RelativeTime at={order.ends} /> })}
              </span>
            </div>
            {order.renewable && order.product ? (
              <Button aria-label={t('renewal-title', { id: order.id })} onClick={() => setRenewing(order)}>
                {t('overview-renew')}
              </Button>
            ) : (
              <span className="dim small">
                {order.product ? t('overview-not-renewable') : t('overview-not-sold')}
              </span>
            )}
          </li>
        )}
      />
      {more > 0 && (
        <p className="pad dim ruled-4">
          {rich(
            'overview-more',
            { link: <Link href="/orders?ends=7">{t('overview-more-ending')}</Link> },
            { count: more },
          )}
        </p>
      )}
      {toRenew && <RenewDialog order={toRenew} onReplay={onStale} onClose={() => setRenewing(undefined)} />}
    </Card>
  );
}

function isUrgent(ends: string): boolean {
  return Date.parse(ends) - Date.now() < DAY_MS;
}
