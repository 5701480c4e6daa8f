import { useQuery } from 'urql';
import { Link, useSearch } from 'wouter';
import { failureText } from '../../data/refusals.ts';
import { fieldsOf, graphql } from '../../generated/index.ts';
import { ButtonLink } from '../../kit/Button.tsx';
import { ErrorNote } from '../../kit/Page.tsx';
import { Page } from '../../kit/Page.tsx';
import { ConnectCard } from '../order/luxury/ConnectCard.tsx';
import { LUXURY_SETTINGS } from '../order/luxury/settings.ts';
import { NoSuchOrder } from '../order/NoSuchOrder.tsx';
import { OrderFacts } from '../order/OrderFacts.tsx';
import { OrderSkeleton } from '../order/OrderSkeleton.tsx';
import { ProxiesCard } from '../order/ProxiesCard.tsx';
import styles from './BuyPage.module.css';
import { DownloadMenu } from './DownloadMenu.tsx';

const BOUGHT = graphql(`
  query Bought($id: ID!) {
    order(id: $id) {
      __typename
      id
      quantity
      ...OrderFacts
      ...DownloadMenu
      ...ProxiesCard
      ...ConnectCard
      ... on LuxuryOrder {
        settings {
          id
          ...LuxurySettingsFields
        }
      }
    }
  }
`);

/** What has just been bought, ready to be used. It can be loaded again as long as the order is there. */
export function Bought({ id }: { id: string }) {
  const search = useSearch();
  const [{ data, error }, refetch] = useQuery({
    query: BOUGHT,
    variables: { id },
    requestPolicy: 'cache-and-network',
  });
  const order = data?.order;
  if (order === null && !error) return <NoSuchOrder id={id} />;
  const again = new URLSearchParams(search);
  again.delete('order');
  return (
    <Page
      title={`Order ${id} is ready`}
      actions={
        order && (
          <>
            <DownloadMenu order={order} />
            <ButtonLink href={`/orders/${id}`}>Open the order</ButtonLink>
          </>
        )
      }
    >
      <ErrorNote
        message={error && failureText(error)}
        onRetry={() => refetch({ requestPolicy: 'network-only' })}
      />
      {order ? (
        <>
          <OrderFacts order={order} />
          {order.__typename === 'TermOrder' && <ProxiesCard order={order} />}
          {order.__typename === 'LuxuryOrder' && (
            <ConnectCard order={order} settings={fieldsOf(LUXURY_SETTINGS, order.settings)} />
          )}
          <p className={styles['again']}>
            <Link href={`/buy?${again}`}>Buy the same again</Link>
            <Link href="/buy">Buy something else</Link>
          </p>
        </>
      ) : (
        !error && <OrderSkeleton />
      )}
    </Page>
  );
}
