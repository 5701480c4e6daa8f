import { useEffect, useRef, useState } from 'react';
import { Button } from '../../kit/Button.tsx';
import { classNames } from '../../kit/class-names.ts';
import { toast } from '../../kit/Toast.tsx';
import styles from './OrdersPage.module.css';
import { MOST_COUNTED, MOST_SELECTED } from './order-list.ts';

interface ListHeaderProps {
  /** Undefined until it is known. */
  total: number | undefined;
  /** The numbers of the page. */
  page: readonly string[];
  selection: Selection;
  /** How many orders of the filter are newer than the list. */
  news: number;
  /** Whether new orders are not at the start of the list. */
  isElsewhere: boolean;
  /** Whether rows have changed since, so that they stand in the wrong place. */
  isUnsorted: boolean;
  onShowNews: () => void;
  onRenew: () => void;
  onExport: () => void;
  /** Selects what the filter selects, on every page. */
  onSelectAll: () => Promise<void>;
  onView: () => void;
}

/** How many orders there are, or what can be done with those that are selected, in the same room. */
export function ListHeader(props: ListHeaderProps) {
  const { total, page, selection, news, isElsewhere, isUnsorted, onShowNews, onRenew, onExport } = props;
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
            {count.toLocaleString('en-US')}
            <span className="heard-on-cards"> selected</span>
          </>
        )}
      </output>
      <output className={styles['news']}>
        {(news > 0 || isUnsorted) && <Button onClick={onShowNews}>{newsText(news, isElsewhere)}</Button>}
      </output>
      <div className={styles['actions']}>
        {count > 0 ? (
          <>
            <Button onClick={onRenew}>Renew</Button>
            <Button onClick={onExport}>Export</Button>
            <Button variant="quiet" onClick={selection.clear}>
              Deselect
            </Button>
          </>
        ) : (
          <Button variant="quiet" onClick={props.onView}>
            View
          </Button>
        )}
      </div>
      {isWhole && total !== undefined && total > page.length && count < total && (
        <p className={styles['beyond']}>
          <Button variant="quiet" busy={isGathering} onClick={gather}>
            Select all {total.toLocaleString('en-US')}
          </Button>
        </p>
      )}
    </section>
  );
}

function totalText(total: number | undefined): string {
  if (total === undefined) return '';
  return total === 1 ? '1 order' : `${total.toLocaleString('en-US')} orders`;
}

function newsText(count: number, isElsewhere: boolean): string {
  if (count === 0) return 'Sort again';
  const many = count > MOST_COUNTED ? `more than ${MOST_COUNTED}` : count;
  return `${isElsewhere ? 'Sort again with' : 'Show'} ${many} new ${count === 1 ? 'order' : 'orders'}`;
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
    if (isSelected && some.some((id) => !next.has(id)))
      toast(`At most ${MOST_SELECTED.toLocaleString('en-US')} orders can be selected at once.`);
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
