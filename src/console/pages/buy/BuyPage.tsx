import { useSearchParams } from 'wouter';
import { useFresh } from '../../data/use-fresh.ts';
import { graphql } from '../../generated/index.ts';
import { classNames } from '../../kit/class-names.ts';
import { isOrderNumber } from '../../kit/figures.tsx';
import { Card, ErrorNote, Page, Skeleton } from '../../kit/Page.tsx';
import { t } from '../../texts/texts.tsx';
import { NoSuchOrder } from '../order/OrderParts.tsx';
import { Bought } from './Bought.tsx';
import { BuyForm } from './BuyForm.tsx';
import styles from './BuyPage.module.css';

const BUY_PAGE = graphql(`
  query BuyPage {
    viewer {
      id
      balanceUsd
      topUpUrl
      ...StockWatches
    }
    tiers {
      id
      code
      name
      types {
        id
        code
        name
        description
        billing
        maxQuantity
        periods {
          id
          code
          name
          days
          gb
          priceUsd
          retailPriceUsd
        }
      }
    }
  }
`);

/** `/buy`: what to buy stands in the query, and `order` is what was bought with it. */
export function BuyPage() {
  const [query] = useSearchParams();
  const order = query.get('order');
  if (order === null) return <Buying />;
  return isOrderNumber(order) ? <Bought key={order} id={order} /> : <NoSuchOrder id={order} />;
}

function Buying() {
  const { data, failure, again } = useFresh({ query: BUY_PAGE });
  return (
    <Page title={t('buy-title')}>
      <ErrorNote message={failure} onRetry={again} />
      {data ? (
        <BuyForm tiers={data.tiers} viewer={data.viewer} onNewPrices={again} />
      ) : (
        !failure && <BuySkeleton />
      )}
    </Page>
  );
}

/** Holds the place of the form until the catalog is here. */
function BuySkeleton() {
  return (
    <div className={classNames('grid start', styles['layout'])} aria-hidden="true">
      <div className="column gap-5">
        <Card title={t('buy-product')}>
          <Skeleton height="152px" />
        </Card>
        <Card title={t('buy-details')}>
          <Skeleton height="267px" />
        </Card>
      </div>
      <Card>
        <Skeleton height="330px" />
      </Card>
    </div>
  );
}
