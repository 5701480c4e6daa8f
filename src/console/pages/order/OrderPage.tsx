import { useQuery, useSubscription } from 'urql';
import { RenewButton } from '../../charge/renewal.tsx';
import { failureText } from '../../data/refusals.ts';
import { graphql } from '../../generated/index.ts';
import { ErrorNote } from '../../kit/Page.tsx';
import { Page } from '../../kit/Page.tsx';
import { LuxuryPart } from './LuxuryPart.tsx';
import { NoSuchOrder } from './OrderParts.tsx';
import { OrderFacts } from './OrderParts.tsx';
import { OrderSkeleton } from './OrderParts.tsx';
import { isOrderNumber } from './OrderParts.tsx';
import { ProxiesCard } from './OrderParts.tsx';

const ORDER = graphql(`
  query OrderPage($id: ID!) {
    order(id: $id) {
      __typename
      id
      ...OrderFacts
      ...RenewButton
      ...ProxiesCard
      ...LuxuryPart
    }
  }
`);

/** Its events change the order in the cache: status, end, settings and credentials are those of now. */
const ORDER_EVENTS = graphql(`
  subscription OrderEvents($id: ID!) {
    orderUpdated(orderId: $id) {
      __typename
      id
      ...OrderFacts
      ...RenewButton
      ...ProxiesCard
      ...LuxuryPart
    }
  }
`);

/** `id` is the order's number, from the address. */
export function OrderPage({ id }: { id: string }) {
  return isOrderNumber(id) ? <NumberedOrder id={id} /> : <NoSuchOrder id={id} />;
}

function NumberedOrder({ id }: { id: string }) {
  const [{ data, error }, refetch] = useQuery({
    query: ORDER,
    variables: { id },
    requestPolicy: 'cache-and-network',
  });
  const order = data?.order;
  useSubscription({ query: ORDER_EVENTS, variables: { id }, pause: !order });
  const reload = () => refetch({ requestPolicy: 'network-only' });
  if (order === null && !error) return <NoSuchOrder id={id} />;
  return (
    <Page
      title={`Order ${id}`}
      actions={order?.__typename === 'TermOrder' && <RenewButton order={order} onReplay={reload} />}
    >
      <ErrorNote message={error && failureText(error)} onRetry={reload} />
      {order ? (
        <>
          <OrderFacts order={order} />
          {order.__typename === 'TermOrder' && <ProxiesCard order={order} />}
          {order.__typename === 'LuxuryOrder' && <LuxuryPart order={order} onReplay={reload} />}
        </>
      ) : (
        !error && <OrderSkeleton />
      )}
    </Page>
  );
}
