import { Link } from 'wouter';
import { productNames, type Tiers } from '../../data/catalog.ts';
import type { OrderRowFragment, OrderSort } from '../../generated/graphql.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { countryName } from '../../geo/places.ts';
import { classNames } from '../../kit/class-names.ts';
import { formatBytes, GB, Money, RelativeTime } from '../../kit/figures.tsx';
import { StatusBadge } from '../../kit/Page.tsx';
import type { Selection } from './ListHeader.tsx';
import styles from './OrdersTable.module.css';
import { SOURCES } from './order-filter.ts';

const ORDER_ROW = graphql(`
  fragment OrderRow on Order {
    __typename
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
    ... on LuxuryOrder {
      traffic {
        id
        leftGb
        totalGb
      }
    }
  }
`);

/** With their widths in pixels: they stay where they are when the page of the list changes. */
const COLUMNS = [
  { title: 'Order', name: 'number', width: 80 },
  { title: 'Status', name: 'status', width: 132 },
  { title: 'Product', name: 'product', width: undefined },
  { title: 'Country', name: 'country', width: 144 },
  { title: 'Ends or left', name: 'ends', width: 120 },
  { title: 'Bought', name: 'bought', width: 128 },
  { title: 'Price', name: 'price', width: 84 },
] as const;

interface OrdersTableProps {
  orders: readonly FragmentType<typeof ORDER_ROW>[];
  sort: OrderSort;
  onSort: (sort: OrderSort) => void;
  tiers: Tiers | undefined;
  selection: Selection;
}

/** A page of orders; where it is narrow, each of them is a card. */
export function OrdersTable({ orders, sort, onSort, tiers, selection }: OrdersTableProps) {
  const rows = fieldsOf(ORDER_ROW, orders);
  const byEnd = sort === 'ENDS_SOONEST';
  return (
    <table className={classNames('table cards', styles['table'])}>
      <caption className="heard">Orders, {byEnd ? 'those that end next first' : 'newest first'}</caption>
      <colgroup>
        <col width={44} />
        {COLUMNS.map(({ name, width }) => (
          <col key={name} width={width} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <th scope="col" className={styles['choice']}>
            <span className="heard">Selected</span>
          </th>
          {COLUMNS.map(({ title, name }) =>
            name === 'ends' ? (
              <th key={title} scope="col" className={styles[name]} aria-sort={byEnd ? 'ascending' : 'none'}>
                <span className={styles['plain']}>{title}</span>
                <button
                  type="button"
                  className={styles['sort']}
                  onClick={() => onSort(byEnd ? 'NEWEST' : 'ENDS_SOONEST')}
                >
                  {title}
                  <span aria-hidden="true" className={styles['direction']} />
                </button>
              </th>
            ) : (
              <th key={title} scope="col" className={styles[name]}>
                {title}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} order={row} {...{ tiers, selection }} />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = Pick<OrdersTableProps, 'tiers' | 'selection'> & { order: OrderRowFragment };

function Row({ order, tiers, selection }: RowProps) {
  const { id, status, country, quantity, priceUsd, createdAt, expiresAt, source } = order;
  const { tierName, typeName } = productNames(tiers, order);
  const isSelected = selection.ids.has(id);
  return (
    <tr data-selected={isSelected || undefined}>
      <td className={styles['choice']} style={{ gridArea: 'choice' }}>
        <label>
          <input
            type="checkbox"
            className="tick"
            aria-label={`Select order ${id}`}
            checked={isSelected}
            // A click also comes from the space bar, and tells whether Shift was held.
            onClick={({ shiftKey }) => selection.toggle(id, shiftKey)}
            onChange={() => {}}
          />
        </label>
      </td>
      <td style={{ gridArea: 'number' }}>
        <Link href={`/orders/${id}`} className="strong">
          {id}
        </Link>
      </td>
      <td className={styles['status']} style={{ gridArea: 'status' }}>
        <StatusBadge status={status} />
      </td>
      <td style={{ gridArea: 'product' }}>
        <span className="dim">{tierName}</span> {typeName}
        {quantity > 1 && (
          <span className="dim nowrap">
            {' '}
            ×{'\u00a0'}
            {quantity}
          </span>
        )}
      </td>
      <td style={{ gridArea: 'country' }}>{countryName(country)}</td>
      <td className={styles['ends']} style={{ gridArea: 'ends' }}>
        {order.__typename === 'LuxuryOrder' ? (
          <Left traffic={order.traffic} isExhausted={status === 'EXHAUSTED'} />
        ) : (
          expiresAt && <RelativeTime at={expiresAt} />
        )}
      </td>
      <td className={styles['bought']} style={{ gridArea: 'bought' }}>
        <RelativeTime at={createdAt} />
        <span className="block dim small" style={{ lineHeight: 1.3 }}>
          {SOURCES[source]}
        </span>
      </td>
      <td className={styles['price']} style={{ gridArea: 'price' }}>
        <Money usd={priceUsd} />
      </td>
    </tr>
  );
}

interface LeftProps {
  traffic: { leftGb: number; totalGb: number };
  /** The status may be newer than the figures. */
  isExhausted: boolean;
}

/** What is left of a Luxury order's traffic, as a number and as a bar. */
function Left({ traffic: { leftGb, totalGb }, isExhausted }: LeftProps) {
  const left = isExhausted ? 0 : leftGb;
  return (
    <span className={styles['left']} title={`${left} of ${totalGb} GB`}>
      {formatBytes(left * GB)} left
      <span className="meter" aria-hidden="true">
        <span style={{ width: `${(100 * left) / totalGb}%` }} />
      </span>
    </span>
  );
}
