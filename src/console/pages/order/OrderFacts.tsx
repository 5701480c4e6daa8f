import { useCatalog } from '../../data/catalog.ts';
import type { OrderSource } from '../../generated/graphql.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { countryName } from '../../geo/places.ts';
import { StatusBadge } from '../../kit/Badge.tsx';
import { Card } from '../../kit/Page.tsx';
import { Money } from '../../kit/figures.tsx';
import { Skeleton } from '../../kit/Page.tsx';
import { DateTime, RelativeTime } from '../../kit/figures.tsx';
import styles from './OrderPage.module.css';

const ORDER_FACTS = graphql(`
  fragment OrderFacts on Order {
    id
    status
    tier
    type
    country
    quantity
    priceUsd
    createdAt
    expiresAt
    source
    trafficGb
    renewable
    billing
    product {
      id
    }
  }
`);

const SOURCES: Record<OrderSource, string> = {
  API: 'over the API',
  BOT: 'in the chat bot',
  CONSOLE: 'in the console',
};

/** What was bought, when, where and for how much, and how long it lasts. */
export function OrderFacts({ order }: { order: FragmentType<typeof ORDER_FACTS> }) {
  const fields = fieldsOf(ORDER_FACTS, order);
  const { status, country, quantity, priceUsd, createdAt, expiresAt, source, product } = fields;
  const isForGood = fields.billing === 'PER_PROXY' && !(fields.renewable && product);
  const { nameOf, tiers } = useCatalog();
  return (
    <Card>
      <dl className={styles['facts']}>
        <div>
          <dt>Status</dt>
          <dd>
            <StatusBadge status={status} />
          </dd>
        </div>
        <div>
          <dt>Product</dt>
          <dd>
            {tiers ? `${quantity > 1 ? `${quantity} × ` : ''}${nameOf(fields)}` : <Skeleton width="120px" />}
          </dd>
        </div>
        <div>
          <dt>Bought for</dt>
          <dd>{countryName(country)}</dd>
        </div>
        <div>
          <dt>{status === 'EXPIRED' ? 'Ended' : 'Ends'}</dt>
          <dd>
            {expiresAt ? (
              <>
                <RelativeTime at={expiresAt} />
                <span className={styles['note']}>
                  <DateTime at={expiresAt} />
                  {isForGood && ', cannot be renewed'}
                </span>
              </>
            ) : (
              <>
                With its traffic
                <span className={styles['note']}>{fields.trafficGb} GB bought in all</span>
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>Price</dt>
          <dd>
            <Money usd={priceUsd} />
          </dd>
        </div>
        <div>
          <dt>Bought</dt>
          <dd>
            <RelativeTime at={createdAt} />
            <span className={styles['note']}>
              <DateTime at={createdAt} />, {SOURCES[source]}
            </span>
          </dd>
        </div>
      </dl>
    </Card>
  );
}
