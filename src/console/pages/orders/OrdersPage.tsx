import { useState } from 'react';
import { useCatalog } from '../../data/catalog.ts';
import { failureText } from '../../data/refusals.ts';
import { ButtonLink } from '../../kit/Button.tsx';
import { classNames } from '../../kit/class-names.ts';
import { ErrorNote } from '../../kit/Page.tsx';
import { Page } from '../../kit/Page.tsx';
import { Skeleton } from '../../kit/Page.tsx';
import { ExportDialog } from './export/ExportDialog.tsx';
import { FilterBar } from './FilterBar.tsx';
import { ListHeader } from './ListHeader.tsx';
import { isSorted } from './list-order.ts';
import { NoOrders } from './NoOrders.tsx';
import styles from './OrdersPage.module.css';
import { OrdersTable } from './OrdersTable.tsx';
import { Pager } from './Pager.tsx';
import { RenewOrdersDialog } from './renew/RenewOrdersDialog.tsx';
import { useAddress } from './use-address.ts';
import { useNewOrders } from './use-new-orders.ts';
import { useOrderList } from './use-order-list.ts';
import { useSelection } from './use-selection.ts';

/** Rows that are kept free until the list is here: what a screen shows. */
const ROWS_WAITING = 12;

export function OrdersPage() {
  const { filter, sort, place, setFilter, setSort, setPlace } = useAddress();
  const { list, newest, isOutdated, error, refetch } = useOrderList(filter, sort, place);
  const { tiers } = useCatalog();
  const news = useNewOrders(newest, filter);
  const page = list?.nodes.map(({ id }) => id) ?? [];
  const selection = useSelection(page);
  const [dialog, setDialog] = useState<'renew' | 'export'>();
  const isFirst = !place.after && !place.before;
  const byEnd = sort === 'ENDS_SOONEST';
  // New orders are on the first page, which is asked for anew when it is opened. By the end they may be on
  // any.
  const showNews = () => (isFirst || byEnd ? refetch() : setPlace({}));
  return (
    <Page title="Orders" actions={<ButtonLink href="/buy">Buy proxies</ButtonLink>}>
      <ErrorNote message={error && failureText(error)} onRetry={refetch} />
      <FilterBar
        {...{ filter, sort, tiers }}
        onChange={setFilter}
        onSort={setSort}
        total={list?.totalCount}
      />
      <div className={classNames(styles['list'], isOutdated && styles['outdated'])} aria-busy={isOutdated}>
        <ListHeader
          total={list?.totalCount}
          {...{ page, selection, news }}
          isUnsorted={byEnd && list !== undefined && !isSorted(list.nodes, new Date())}
          byEnd={byEnd}
          onShowNews={showNews}
          onRenew={() => setDialog('renew')}
          onExport={() => setDialog('export')}
        />
        {page.length > 0 && list && (
          <OrdersTable orders={list.nodes} {...{ sort, tiers, selection }} onSort={setSort} />
        )}
        {!list && (
          <div className={styles['waiting']}>
            {Array.from({ length: ROWS_WAITING }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike.
              <span key={row}>
                <Skeleton height="20px" />
              </span>
            ))}
          </div>
        )}
        {page.length === 0 && list && (
          <NoOrders isLimited={!isFirst || Object.keys(filter).length > 0} onClear={() => setFilter({})} />
        )}
      </div>
      {list && <Pager page={list.pageInfo} onMove={setPlace} />}
      {dialog === 'renew' && (
        <RenewOrdersDialog ids={[...selection.ids]} tiers={tiers} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'export' && <ExportDialog ids={[...selection.ids]} onClose={() => setDialog(undefined)} />}
    </Page>
  );
}
