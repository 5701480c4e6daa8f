import { useEffect, useRef, useState } from 'react';
import { Button } from '../../kit/Button.tsx';
import { classNames } from '../../kit/class-names.ts';
import { toast } from '../../kit/Toast.tsx';
import styles from './OrdersPage.module.css';
import { MOST_COUNTED } from './order-list.ts';

interface ListHeaderProps {
  /** Undefined until it is known. */
  total: number | undefined;
  /** The numbers of the page. */
  page: readonly string[];
  selection: Selection;
  /** How many orders of the filter are newer than the list. */
  news: number;
  /** Whether the list goes by the end, where new orders are not at its start. */
  byEnd: boolean;
  /** Whether rows have changed since, so that they stand in the wrong place. */
  isUnsorted: boolean;
  onShowNews: () => void;
  onRenew: () => void;
  onExport: () => void;
}

/** How many orders there are, or what can be done with those that are selected, in the same room. */
export function ListHeader(props: ListHeaderProps) {
  const { total, page, selection, news, byEnd, isUnsorted, onShowNews, onRenew, onExport } = props;
  const box = useRef<HTMLInputElement>(null);
  const count = selection.ids.size;
  const onPage = page.filter((id) => selection.ids.has(id)).length;
  const isWhole = onPage > 0 && onPage === page.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = onPage > 0 && !isWhole;
  }, [onPage, isWhole]);
  return (
    <section className={styles['header']} aria-label="Selected orders">
      <label className={styles['choice']}>
        <input
          ref={box}
          type="checkbox"
          className="tick"
          aria-label="Select all of this page"
          checked={isWhole}
          disabled={page.length === 0}
          onChange={selection.togglePage}
        />
      </label>
      <output className={classNames('bold nowrap', styles['count'])}>
        {count === 0 ? (
          totalText(total)
        ) : (
          <>
            {count}
            <span className="heard-on-cards"> selected</span>
          </>
        )}
      </output>
      <output className={styles['news']}>
        {(news > 0 || isUnsorted) && <Button onClick={onShowNews}>{newsText(news, byEnd)}</Button>}
      </output>
      {count > 0 && (
        <div className={styles['actions']}>
          <Button onClick={onRenew}>Renew</Button>
          <Button onClick={onExport}>Export</Button>
          <Button variant="quiet" onClick={selection.clear}>
            Deselect
          </Button>
        </div>
      )}
    </section>
  );
}

function totalText(total: number | undefined): string {
  if (total === undefined) return '';
  return total === 1 ? '1 order' : `${total.toLocaleString('en-US')} orders`;
}

function newsText(count: number, byEnd: boolean): string {
  if (count === 0) return 'Sort again';
  const many = count > MOST_COUNTED ? `more than ${MOST_COUNTED}` : count;
  return `${byEnd ? 'Sort again with' : 'Show'} ${many} new ${count === 1 ? 'order' : 'orders'}`;
}

/** The service finds no more orders in one request. */
const MOST_SELECTED = 100;

export interface Selection {
  ids: ReadonlySet<string>;
  /** With `isRange` all from the one that was pressed before to this one become as this one. */
  toggle(id: string, isRange: boolean): void;
  togglePage(): void;
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
    if (isSelected && some.some((id) => !next.has(id)))
      toast(`At most ${MOST_SELECTED} orders can be selected at once.`);
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
    togglePage: () => change(page, !page.every((id) => ids.has(id))),
    clear: () => setIds(new Set()),
  };
}
