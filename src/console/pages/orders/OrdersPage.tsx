import { useState } from 'react';
import { Link } from 'wouter';
import { useCatalog } from '../../data/catalog.ts';
import type { OrderListQuery } from '../../generated/graphql.ts';
import { Button, ButtonLink } from '../../kit/Button.tsx';
import { EmptyState, ErrorNote, Page, Skeleton } from '../../kit/Page.tsx';
import { toast } from '../../kit/Toast.tsx';
import { t } from '../../texts/texts.tsx';
import { ExportDialog } from './ExportDialog.tsx';
import { FilterBar } from './FilterBar.tsx';
import { OpenJobs, RenewOrdersDialog } from './jobs.tsx';
import { ListHeader, type OrdersDialog, useSelection } from './ListHeader.tsx';
import { OrdersTable, useView, ViewDialog } from './OrdersTable.tsx';
import { PAGE_SIZE, type Place, readNumbers, useAddress, useNewOrders, useOrderList } from './order-list.ts';

export function OrdersPage() {
  const { filter, sort, place, setFilter, setSort, setPlace } = useAddress();
  const { list, newest, isUnsorted, isOutdated, failure, again } = useOrderList(filter, sort, place);
  const { tiers } = useCatalog();
  const news = useNewOrders(newest, filter);
  const page = list?.nodes.map(({ id }) => id) ?? [];
  const selection = useSelection(page);
  const [dialog, setDialog] = useState<OrdersDialog>();
  const closeDialog = () => setDialog(undefined);
  const [view, changeView] = useView();
  const isFirst = !place.after && !place.before;
  const isElsewhere = sort !== 'newest';
  // New orders are on the first page, which is asked for anew when it is opened. In other orders of the list
  // they may be on any.
  const showNews = () => (isFirst || isElsewhere ? again() : setPlace({}));
  const selectAll = async () => {
    try {
      selection.add(await readNumbers(filter));
    } catch (error) {
      toast(t('list-not-selected', { why: (error as Error).message }));
    }
  };
  return (
    <Page
      title={t('layout-place-orders')}
      wide
      actions={<ButtonLink href="/buy">{t('list-buy')}</ButtonLink>}
    >
      <ErrorNote message={failure} onRetry={again} />
      <OpenJobs />
      <FilterBar
        {...{ filter, sort, tiers }}
        onChange={setFilter}
        onSort={setSort}
        total={list?.totalCount}
      />
      <div className="container panel" style={{ opacity: isOutdated ? 0.6 : 1 }} aria-busy={isOutdated}>
        <ListHeader
          total={list?.totalCount}
          {...{ page, selection, news, isUnsorted, isElsewhere }}
          onShowNews={showNews}
          onSelectAll={selectAll}
          onOpen={setDialog}
        />
        {page.length > 0 && list && (
          <OrdersTable orders={list.nodes} {...{ sort, tiers, selection, view }} onSort={setSort} />
        )}
        {!list && <Skeleton height="100vh" />}
        {page.length === 0 && list && (
          <NoOrders isLimited={!isFirst || Object.keys(filter).length > 0} onClear={() => setFilter({})} />
        )}
      </div>
      {list && <Pager list={list} place={place} onMove={setPlace} />}
      {dialog === 'renew' && <RenewOrdersDialog ids={[...selection.ids]} onClose={closeDialog} />}
      {dialog === 'export' && <ExportDialog ids={[...selection.ids]} onClose={closeDialog} />}
      {dialog === 'view' && <ViewDialog view={view} onChange={changeView} onClose={closeDialog} />}
    </Page>
  );
}

/** `isLimited`: by a filter, or its page is beyond its end. */
function NoOrders({ isLimited, onClear }: { isLimited: boolean; onClear: () => void }) {
  if (!isLimited)
    return (
      <EmptyState title={t('list-empty')}>
        <p>{t('list-empty-text')}</p>
        <Link href="/buy">{t('list-buy-first')}</Link>
      </EmptyState>
    );
  return (
    <EmptyState title={t('list-no-match')}>
      <p>{t('list-no-match-text')}</p>
      <Button onClick={onClear}>{t('filter-clear-all')}</Button>
    </EmptyState>
  );
}

interface PagerProps {
  list: Pick<OrderListQuery['orders'], 'pageInfo' | 'totalCount'>;
  place: Place;
  onMove: (place: Place) => void;
}

function Pager({ list, place, onMove }: PagerProps) {
  const { hasNextPage, hasPreviousPage, startCursor, endCursor } = list.pageInfo;
  if (!hasNextPage && !hasPreviousPage) return null;
  const page = Number(place.page ?? 1);
  const move = (target: Place) => {
    onMove(target);
    scrollTo(0, 0);
  };
  return (
    <nav aria-label={t('list-pages')} className="row wrap middle end gap-2">
      <span className="dim" style={{ marginRight: 'auto' }}>
        {t('list-page', { page, pages: Math.ceil(list.totalCount / PAGE_SIZE) })}
      </span>
      <Button disabled={!hasPreviousPage} onClick={() => move({})}>
        {t('list-first')}
      </Button>
      <Button
        disabled={!hasPreviousPage || startCursor === null}
        onClick={() => startCursor && move({ before: startCursor, page: String(Math.max(1, page - 1)) })}
      >
        {t('list-previous')}
      </Button>
      <Button
        disabled={!hasNextPage || endCursor === null}
        onClick={() => endCursor && move({ after: endCursor, page: String(page + 1) })}
      >
        {t('list-next')}
      </Button>
    </nav>
  );
}
