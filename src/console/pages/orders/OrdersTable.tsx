import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { productNames, type Tiers } from '../../data/catalog.ts';
import type { OrderRowFragment } from '../../generated/graphql.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { countryName } from '../../geo/places.ts';
import { Dialog } from '../../kit/Dialog.tsx';
import { Checkbox } from '../../kit/fields.tsx';
import { formatBytes, GB, LITTLE_PERCENT, Money, RelativeTime } from '../../kit/figures.tsx';
import { StatusBadge } from '../../kit/Page.tsx';
import { listed, t } from '../../texts/texts.tsx';
import type { Selection } from './ListHeader.tsx';
import styles from './OrdersTable.module.css';
import { SORTS, type Sort } from './order-list.ts';

const ORDER_ROW = graphql(`
  fragment OrderRow on Order {
    id
    status
    tier
    type
    country
    label
    customer
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

interface Column {
  /** Of its cell among those of a card, and of the text of its heading. */
  name: string;
  /** In pixels: columns stay where they are when the page of the list changes. */
  width?: number;
  /** The orders of the list that pressing its heading leads to, in turn: an index has them. */
  sorts?: readonly [Sort, Sort];
  cell: (order: OrderRowFragment, tiers: Tiers | undefined) => ReactNode;
}

const COLUMNS: readonly Column[] = [
  {
    name: 'number',
    width: 148,
    sorts: ['newest', 'oldest'],
    cell: ({ id, label, customer }) => (
      <div className={styles['name']}>
        <Link href={`/orders/${id}`} className="strong">
          {id}
        </Link>
        {(label ?? customer) && (
          <span className="small line" title={listed(label, customer)}>
            {label}
            {customer && (
              <span className="dim">
                {label && ' · '}
                {customer}
              </span>
            )}
          </span>
        )}
      </div>
    ),
  },
  { name: 'status', width: 132, cell: ({ status }) => <StatusBadge status={status} /> },
  {
    name: 'product',
    cell: (order, tiers) => {
      const { tierName, typeName } = productNames(tiers, order);
      return (
        <>
          <span className="dim">{tierName}</span> {typeName}
          {order.quantity > 1 && (
            <span className="dim nowrap">
              {' '}
              ×{'\u00a0'}
              {order.quantity}
            </span>
          )}
        </>
      );
    },
  },
  { name: 'country', width: 132, cell: ({ country }) => countryName(country) },
  {
    name: 'ends',
    width: 132,
    sorts: ['ends', 'ended'],
    cell: (order) =>
      order.__typename === 'LuxuryOrder' ? (
        <Left traffic={order.traffic} isExhausted={order.status === 'EXHAUSTED'} />
      ) : (
        order.expiresAt && <RelativeTime at={order.expiresAt} />
      ),
  },
  {
    name: 'bought',
    width: 120,
    cell: ({ createdAt, source }) => (
      <>
        <RelativeTime at={createdAt} />
        <span className="block dim small" style={{ lineHeight: 1.3 }}>
          {t('list-source', { source })}
        </span>
      </>
    ),
  },
  { name: 'price', width: 84, cell: ({ priceUsd }) => <Money usd={priceUsd} /> },
];

/** How this browser shows the list. */
interface View {
  isDense: boolean;
  /** The names of columns. */
  hidden: readonly string[];
}

const PLACE = 'console:orders-view';

export function useView() {
  const [view, setView] = useState<View>(() => ({
    isDense: false,
    hidden: [],
    ...JSON.parse(localStorage.getItem(PLACE) ?? '{}'),
  }));
  const change = (some: Partial<View>) => {
    const next = { ...view, ...some };
    localStorage.setItem(PLACE, JSON.stringify(next));
    setView(next);
  };
  return [view, change] as const;
}

interface ViewDialogProps {
  view: View;
  onChange: (some: Partial<View>) => void;
  onClose: () => void;
}

export function ViewDialog({ view: { isDense, hidden }, onChange, onClose }: ViewDialogProps) {
  return (
    <Dialog title={t('list-view')} onClose={onClose}>
      <Checkbox checked={isDense} onChange={(dense) => onChange({ isDense: dense })}>
        {t('list-dense')}
      </Checkbox>
      <fieldset>
        <legend className="strong">{t('list-columns')}</legend>
        {COLUMNS.slice(1).map(({ name }) => (
          <Checkbox
            key={name}
            checked={!hidden.includes(name)}
            onChange={(isShown) =>
              onChange({ hidden: isShown ? hidden.filter((other) => other !== name) : [...hidden, name] })
            }
          >
            {t(`list-column-${name}`)}
          </Checkbox>
        ))}
      </fieldset>
    </Dialog>
  );
}

interface OrdersTableProps {
  orders: readonly FragmentType<typeof ORDER_ROW>[];
  sort: Sort;
  onSort: (sort: Sort) => void;
  tiers: Tiers | undefined;
  selection: Selection;
  view: View;
}

export function OrdersTable({ orders, sort, onSort, tiers, selection, view }: OrdersTableProps) {
  const rows = fieldsOf(ORDER_ROW, orders);
  const columns = COLUMNS.filter(({ name }) => !view.hidden.includes(name));
  return (
    <table className={`table cards ${styles['table']} ${view.isDense ? styles['dense'] : ''}`}>
      <caption className="heard">
        {t('list-caption', { sort: t('list-sort', { sort }).toLowerCase() })}
      </caption>
      <colgroup>
        <col width={44} />
        {columns.map(({ name, width }) => (
          <col key={name} width={width} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <th scope="col" className={styles['choice']}>
            <span className="heard">{t('list-choice')}</span>
          </th>
          {columns.map(({ name, sorts }) => (
            <th
              key={name}
              scope="col"
              className={styles[name]}
              aria-sort={sorts && (sorts.includes(sort) ? SORTS[sort].direction : 'none')}
            >
              {sorts ? (
                <button
                  type="button"
                  className={styles['sort']}
                  onClick={() => onSort(sorts[sort === sorts[0] ? 1 : 0])}
                >
                  {t(`list-column-${name}`)}
                  <span aria-hidden="true" className={styles['direction']} />
                </button>
              ) : (
                t(`list-column-${name}`)
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((order) => (
          <tr key={order.id} data-selected={selection.ids.has(order.id) || undefined}>
            <td className={styles['choice']} style={{ gridArea: 'choice' }}>
              <label className="grid">
                <input
                  type="checkbox"
                  className="tick"
                  aria-label={t('list-select', { id: order.id })}
                  checked={selection.ids.has(order.id)}
                  // A click also comes from the space bar, and tells whether Shift was held.
                  onClick={({ shiftKey }) => selection.toggle(order.id, shiftKey)}
                  onChange={() => {}}
                />
              </label>
            </td>
            {columns.map(({ name, cell }) => (
              <td key={name} className={styles[name]} style={{ gridArea: name }}>
                {cell(order, tiers)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface LeftProps {
  traffic: { leftGb: number; totalGb: number };
  /** The status may be newer than the figures. */
  isExhausted: boolean;
}

function Left({ traffic: { leftGb, totalGb }, isExhausted }: LeftProps) {
  const left = isExhausted ? 0 : leftGb;
  const percent = (100 * left) / totalGb;
  return (
    <span className={styles['left']} title={t('list-left-of', { left, total: totalGb })}>
      {t('list-left', { amount: formatBytes(left * GB) })}
      <span className="meter" aria-hidden="true">
        <span className={percent < LITTLE_PERCENT ? 'little' : undefined} style={{ width: `${percent}%` }} />
      </span>
    </span>
  );
}
