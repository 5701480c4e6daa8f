import { Link } from 'wouter';
import { useFresh } from '../../data/use-fresh.ts';
import { useRefresh } from '../../data/use-refresh.ts';
import { graphql } from '../../generated/index.ts';
import { DateTime, Money } from '../../kit/figures.tsx';
import { Card, ErrorNote, Skeleton } from '../../kit/Page.tsx';
import { Table } from '../../kit/Table.tsx';

/** The newest transactions of an order; the statement has all. */
const PAYMENTS = graphql(`
  query OrderPayments($id: ID!) {
    viewer {
      id
      balanceUsd
    }
    order(id: $id) {
      id
      paidUsd
      statement(first: 10) {
        nodes {
          id
          at
          amountUsd
          description
        }
        pageInfo {
          hasNextPage
        }
      }
    }
  }
`);

/** All that was paid for an order: its purchase, renewals and traffic, and what came back of them. */
export function PaymentsCard({ orderId }: { orderId: string }) {
  const { data, failure, again } = useFresh({ query: PAYMENTS, variables: { id: orderId } });
  useRefresh([data?.viewer.balanceUsd], again);
  const order = data?.order;
  return (
    <Card
      title="Paid in all"
      flush
      action={
        <span className="bold" style={{ fontSize: 'var(--large)' }}>
          {order ? <Money usd={order.paidUsd} /> : <Skeleton width="72px" />}
        </span>
      }
    >
      <ErrorNote message={failure} onRetry={again} />
      {order ? (
        <Table
          caption={`Transactions of order ${orderId}`}
          columns={[
            { title: 'For', cell: ({ description }) => description },
            { title: 'Time', cell: ({ at }) => <DateTime at={at} /> },
            { title: 'Amount', numeric: true, cell: ({ amountUsd }) => <Money usd={amountUsd} /> },
          ]}
          rows={order.statement.nodes}
        />
      ) : (
        !failure && <Skeleton height="97px" />
      )}
      {order?.statement.pageInfo.hasNextPage && (
        <p className="pad">
          <Link href={`/statement?order=${orderId}`}>All transactions of this order</Link>
        </p>
      )}
    </Card>
  );
}
