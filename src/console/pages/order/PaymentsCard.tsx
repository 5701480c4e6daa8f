import { Link } from 'wouter';
import { aboutMovement, useCatalog } from '../../data/catalog.ts';
import { useFresh } from '../../data/use-fresh.ts';
import { useRefresh } from '../../data/use-refresh.ts';
import { graphql } from '../../generated/index.ts';
import { DateTime, Money } from '../../kit/figures.tsx';
import { ErrorNote, Skeleton } from '../../kit/Page.tsx';
import { TableCard } from '../../kit/Table.tsx';
import { t } from '../../texts/texts.tsx';

const PAYMENTS = graphql(`
  query OrderPayments($id: ID!) {
    order(id: $id) {
      id
      paidUsd
    }
    viewer {
      id
      balanceUsd
      statement(first: 10, orderId: $id) {
        nodes {
          id
          at
          amountUsd
          ...AboutMovement
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
  const { nameOf } = useCatalog();
  useRefresh([data?.viewer.balanceUsd], again);
  if (!data?.order)
    return failure ? <ErrorNote message={failure} onRetry={again} /> : <Skeleton height="161px" />;
  const { nodes, pageInfo } = data.viewer.statement;
  return (
    <TableCard
      title={t('order-paid-in-all')}
      action={<Money usd={data.order.paidUsd} />}
      caption={t('order-payments', { orderId })}
      columns={[
        {
          title: t('order-payment-for'),
          cell: (movement) => aboutMovement(movement, nameOf),
        },
        { title: t('order-payment-time'), cell: ({ at }) => <DateTime at={at} /> },
        {
          title: t('order-payment-amount'),
          numeric: true,
          cell: ({ amountUsd }) => <Money usd={amountUsd} />,
        },
      ]}
      rows={nodes}
    >
      {pageInfo.hasNextPage && (
        <p className="pad">
          <Link href={`/statement?order=${orderId}`}>{t('order-payments-all')}</Link>
        </p>
      )}
    </TableCard>
  );
}
