import { useSubscription } from 'urql';
import { RenewButton } from '../../charge/renewal.tsx';
import { useFresh } from '../../data/use-fresh.ts';
import { graphql } from '../../generated/index.ts';
import { ErrorNote, Page } from '../../kit/Page.tsx';
import { LuxuryPart } from './LuxuryPart.tsx';
import { isOrderNumber, NoSuchOrder, OrderFacts, OrderSkeleton, ProxiesCard } from './OrderParts.tsx';

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
  const { data, failure, again } = useFresh({ query: ORDER, variables: { id } });
  const order = data?.order;
  useSubscription({ query: ORDER_EVENTS, variables: { id }, pause: !order });
  if (order === null && !failure) return <NoSuchOrder id={id} />;
  return (
    <Page
      title={`Order ${id}`}
      actions={order?.__typename === 'TermOrder' && <RenewButton order={order} onReplay={again} />}
    >
      <ErrorNote message={failure} onRetry={again} />
      {order ? (
        <>
          <OrderFacts order={order} />
          {order.__typename === 'TermOrder' && <ProxiesCard order={order} />}
          {order.__typename === 'LuxuryOrder' && <LuxuryPart order={order} onReplay={again} />}
        </>
      ) : (
        !failure && <OrderSkeleton />
      )}
    </Page>
  );
}
