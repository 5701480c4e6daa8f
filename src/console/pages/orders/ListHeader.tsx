import { useEffect, useRef, useState } from 'react';
import { Button } from '../../kit/Button.tsx';
import { toast } from '../../kit/Toast.tsx';
import { formatCount, t } from '../../texts/texts.tsx';
import styles from './OrdersPage.module.css';
import { MOST_COUNTED, MOST_SELECTED } from './order-list.ts';

interface ListHeaderProps {
  /** Undefined until it is known. */
  total: number | undefined;
  page: readonly string[];
  selection: Selection;
  /** How many orders of the filter are newer than the list. */
  news: number;
  /** Whether new orders are not at the start of the list. */
  isElsewhere: boolean;
  /** Whether rows have changed since, so that they stand in the wrong place. */
  isUnsorted: boolean;
  onShowNews: () => void;
  /** Selects what the filter selects, on every page. */
  onSelectAll: () => Promise<void>;
  onOpen: (dialog: OrdersDialog) => void;
}

export type OrdersDialog = 'renew' | 'export' | 'view';

/** How many orders there are, or what can be done with those that are selected, in the same room. */
export function ListHeader(props: ListHeaderProps) {
  const { total, page, selection, news, isElsewhere, isUnsorted, onShowNews, onOpen } = props;
  const [isGathering, setGathering] = useState(false);
  const gather = async () => {
    setGathering(true);
    await props.onSelectAll();
    setGathering(false);
  };
  const box = useRef<HTMLInputElement>(null);
  const count = selection.ids.size;
  const onPage = page.filter((id) => selection.ids.has(id)).length;
  const isWhole = onPage > 0 && onPage === page.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = onPage > 0 && !isWhole;
  }, [onPage, isWhole]);
  return (
    <section className={`row wrap middle ${styles['header']}`} aria-label={t('list-selected-orders')}>
      <label className={`grid ${styles['choice']}`}>
        <input
          ref={box}
          type="checkbox"
          className="tick"
          aria-label={t('list-select-page')}
          checked={isWhole}
          disabled={page.length === 0}
          onChange={selection.togglePage}
        />
      </label>
      <output className={`bold nowrap ${styles['count']}`}>
        {count === 0 ? (
          total !== undefined && t('orders', { count: total })
        ) : (
          <>
            {formatCount(count)}
            <span className="heard-on-cards">{t('list-selected', { count })}</span>
          </>
        )}
      </output>
      <output className={styles['news']}>
        {(news > 0 || isUnsorted) && <Button onClick={onShowNews}>{newsText(news, isElsewhere)}</Button>}
      </output>
      <div className={`row gap-2 ${styles['actions']}`}>
        {count > 0 ? (
          <>
            <Button onClick={() => onOpen('renew')}>{t('renew')}</Button>
            <Button onClick={() => onOpen('export')}>{t('list-export')}</Button>
            <Button variant="quiet" onClick={selection.clear}>
              {t('list-deselect')}
            </Button>
          </>
        ) : (
          <Button variant="quiet" onClick={() => onOpen('view')}>
            {t('list-view')}
          </Button>
        )}
      </div>
      {isWhole && total !== undefined && total > page.length && count < total && (
        <p className={`center ${styles['beyond']}`}>
          <Button variant="quiet" busy={isGathering} onClick={gather}>
            {t('list-select-all', { count: total })}
          </Button>
        </p>
      )}
    </section>
  );
}

function newsText(count: number, isElsewhere: boolean): string {
  if (count === 0) return t('list-sort-again');
  const isMore = count > MOST_COUNTED ? 'yes' : 'no';
  const values = { count: Math.min(count, MOST_COUNTED), isMore, isElsewhere: isElsewhere ? 'yes' : 'no' };
  return t('list-new', values);
}

export interface Selection {
  ids: ReadonlySet<string>;
  /** With `isRange` all from the one that was pressed before to this one become as this one. */
  toggle(id: string, isRange: boolean): void;
  togglePage(): void;
  add(ids: readonly string[]): void;
  clear(): void;
}

/** Which orders are selected; they stay so on other pages of the list. */
export function useSelection(page: readonly string[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const anchor = useRef<string>(undefined);

  const change = (some: readonly string[], isSelected: boolean) => {
    const next = new Set(ids);
    for (const id of some) {
      if (!isSelected) next.delete(id);
      else if (next.size < MOST_SELECTED) next.add(id);
    }
    if (isSelected && some.some((id) => !next.has(id))) toast(t('list-most', { count: MOST_SELECTED }));
    setIds(next);
  };
  return {
    ids,
    toggle(id, isRange) {
      const [from, to] = [page.indexOf(anchor.current ?? id), page.indexOf(id)].sort((a, b) => a - b);
      const range = isRange && from !== undefined && to !== undefined && from >= 0;
      change(range ? page.slice(from, to + 1) : [id], !ids.has(id));
      anchor.current = id;
    },
    add: (some) => change(some, true),
    togglePage: () => change(page, !page.every((id) => ids.has(id))),
    clear: () => setIds(new Set()),
  };
}
