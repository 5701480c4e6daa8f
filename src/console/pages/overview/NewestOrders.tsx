import { Link } from 'wouter';
import type { NewestOrdersFragment } from '../../generated/graphql.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { StatusBadge } from '../../kit/Badge.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { Money } from '../../kit/Money.tsx';
import { Skeleton } from '../../kit/Skeleton.tsx';
import { type Column, Table } from '../../kit/Table.tsx';
import { RelativeTime } from '../../kit/Time.tsx';
import styles from './NewestOrders.module.css';

const NEWEST_ORDERS = graphql(`
  fragment NewestOrders on OrderConnection {
    nodes {
      id
      status
      tier
      type
      country
      priceUsd
      createdAt
      expiresAt
      product {
        id
        name
      }
    }
  }
`);

type Order = NewestOrdersFragment['nodes'][number];

const COLUMNS: readonly Column<Order>[] = [
  { title: 'Order', cell: ({ id }) => <Link href={`/orders/${id}`}>{id}</Link> },
  { title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { title: 'Product', cell: ({ product, tier, type }) => product?.name ?? `${tier} ${type}` },
  { title: 'Country', cell: ({ country }) => (country === 'ANY' ? 'Any' : country) },
  {
    title: 'Ends',
    cell: ({ expiresAt }) => (expiresAt ? <RelativeTime at={expiresAt} /> : 'With its traffic'),
  },
  { title: 'Price', numeric: true, cell: ({ priceUsd }) => <Money usd={priceUsd} /> },
];

interface NewestOrdersProps {
  orders: FragmentType<typeof NEWEST_ORDERS> | undefined;
  /** How many were asked for: as much room is kept until they are here. */
  rows: number;
}

export function NewestOrders({ orders, rows }: NewestOrdersProps) {
  const fields = fieldsOf(NEWEST_ORDERS, orders);
  if (!fields) {
    return (
      <div className={styles['waiting']}>
        {Array.from({ length: rows + 1 }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike.
          <Skeleton key={row} height="24px" />
        ))}
      </div>
    );
  }
  if (fields.nodes.length === 0) {
    return (
      <EmptyState title="No orders yet">
        <p>What you buy here, over the API or in the chat bot is listed here.</p>
        <Link href="/buy">Buy the first proxy</Link>
      </EmptyState>
    );
  }
  return <Table caption="Newest orders" columns={COLUMNS} rows={fields.nodes} keyOf={({ id }) => id} />;
}
