import { useQuery } from 'urql';
import { Link } from 'wouter';
import { failureText } from '../../data/refusals.ts';
import { graphql } from '../../generated/index.ts';
import { ButtonLink } from '../../kit/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { ErrorNote } from '../../kit/ErrorNote.tsx';
import { Page } from '../../kit/Page.tsx';
import { BalanceCard } from './BalanceCard.tsx';
import { NewestOrders } from './NewestOrders.tsx';

const OVERVIEW = graphql(`
  query Overview($newest: Int!) {
    viewer {
      id
      ...BalanceCard
    }
    orders(first: $newest) {
      ...NewestOrders
    }
  }
`);

/** How many orders the first page shows: what fits beside the rest without scrolling. */
const NEWEST = 6;

export function OverviewPage() {
  const [{ data, error }, refetch] = useQuery({
    query: OVERVIEW,
    variables: { newest: NEWEST },
    requestPolicy: 'cache-and-network',
  });
  return (
    <Page title="Overview" actions={<ButtonLink href="/buy">Buy proxies</ButtonLink>}>
      <ErrorNote
        message={error && failureText(error)}
        onRetry={() => refetch({ requestPolicy: 'network-only' })}
      />
      <BalanceCard viewer={data?.viewer} />
      <Card title="Newest orders" flush action={<Link href="/orders">All orders</Link>}>
        <NewestOrders orders={data?.orders} rows={NEWEST} />
      </Card>
    </Page>
  );
}
