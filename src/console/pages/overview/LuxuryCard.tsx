import { Link } from 'wouter';
import { useCatalog } from '../../data/catalog.ts';
import { TRAFFIC_FIGURES, useTrafficEvents } from '../../data/traffic.ts';
import { useFresh, useRefresh, useSettled } from '../../data/use-fresh.ts';
import type { LuxuryOrdersQuery } from '../../generated/graphql.ts';
import { fieldsOf, graphql } from '../../generated/index.ts';
import { Bytes, formatBytes, GB, LITTLE_PERCENT } from '../../kit/figures.tsx';
import { Card, ErrorNote } from '../../kit/Page.tsx';
import { rich, t } from '../../texts/texts.tsx';
import { List } from './List.tsx';
import styles from './OverviewPage.module.css';

/** 20: each order has a subscription of its own, and a socket takes 32. */
const LUXURY = graphql(`
  query LuxuryOrders($tier: String!) {
    active: orders(first: 20, status: ACTIVE, tier: $tier) {
      totalCount
      nodes {
        id
        tier
        type
        country
        ... on LuxuryOrder {
          traffic {
            ...TrafficFigures
          }
        }
      }
    }
    exhausted: orders(first: 1, status: EXHAUSTED, tier: $tier) {
      totalCount
    }
  }
`);

interface LuxuryCardProps {
  /** The code of a tier that sells traffic; undefined until it is known. */
  tier: string | undefined;
  /** When one of them changes, so may the orders. */
  news: readonly unknown[];
}

export function LuxuryCard({ tier, news }: LuxuryCardProps) {
  const asked = { query: LUXURY, variables: { tier: tier ?? '' }, pause: tier === undefined };
  const { data, failure, again } = useFresh(asked);
  useRefresh(news, again);
  const more = data ? data.active.totalCount - data.active.nodes.length : 0;
  return (
    <Card title={t('overview-traffic')} flush>
      {!data && failure ? (
        <ErrorNote message={failure} onRetry={again} />
      ) : (
        <List
          items={data?.active.nodes}
          waiting={2}
          nothing={t('overview-no-traffic')}
          rowOf={(order) => <LuxuryRow key={order.id} order={order} />}
        />
      )}
      {more > 0 && (
        <p className="pad dim ruled-4">
          {rich(
            'overview-more-in',
            { link: <Link href={`/orders?status=active&tier=${tier}`}>{t('overview-active')}</Link> },
            { count: more },
          )}
        </p>
      )}
      <div role="status">
        {data && data.exhausted.totalCount > 0 && (
          <p className="pad dim ruled-4">
            <Link href={`/orders?status=exhausted&tier=${tier}`}>
              {t('overview-exhausted', { count: data.exhausted.totalCount })}
            </Link>
          </p>
        )}
      </div>
    </Card>
  );
}

/** In ms: for how long after a change an order counts as in use; the provider is read every few seconds. */
const IN_USE_MS = 12_000;

function LuxuryRow({ order }: { order: LuxuryOrdersQuery['active']['nodes'][number] }) {
  const { nameOf } = useCatalog();
  const traffic = fieldsOf(TRAFFIC_FIGURES, 'traffic' in order ? order.traffic : undefined);
  useTrafficEvents(order.id, { pause: !traffic });
  const settled = useSettled(traffic?.usedGb, IN_USE_MS);
  const isInUse = settled !== undefined && settled !== traffic?.usedGb;
  if (!traffic) return null;
  const left = Math.round(traffic.leftGb * GB);
  const leftPercent = 100 - traffic.usedPercent;
  const total = formatBytes(traffic.totalGb * GB);
  return (
    <li className={`grid tight ${styles['row']}`} style={{ paddingBlock: 'var(--s3)' }}>
      <div className={`row baseline between gap-3 anywhere ${styles['line']}`}>
        <Link href={`/orders/${order.id}`}>
          {nameOf(order)}
          <span className="heard">{t('overview-of-order', { id: order.id })}</span>
        </Link>
        <strong className="bold nowrap">
          <Bytes bytes={left} />
        </strong>
      </div>
      {/* A <meter> moves in leaps, and every browser draws another one. */}
      {/* biome-ignore lint/a11y/useSemanticElements: see above. */}
      <div
        role="meter"
        aria-label={t('overview-left-of-order', { id: order.id })}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={leftPercent}
        aria-valuetext={t('overview-left-of', { left: formatBytes(left), total })}
        className="meter"
      >
        <div
          className={`${styles['trafficBar']} ${leftPercent < LITTLE_PERCENT ? 'little' : ''}`}
          style={{ width: `${leftPercent}%` }}
        />
      </div>
      <div className={`dim small row baseline between gap-3 anywhere ${styles['line']}`}>
        <span>
          {t('overview-order', { id: order.id, country: order.country, count: 1 })}
          {isInUse && <span className={`good ${styles['inUse']}`}>{t('overview-in-use')}</span>}
        </span>
        <span>{left === 0 ? t('overview-used-up') : t('overview-of', { total })}</span>
      </div>
    </li>
  );
}
