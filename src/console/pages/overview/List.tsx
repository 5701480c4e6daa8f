import type { ReactElement } from 'react';
import { classNames } from '../../kit/class-names.ts';
import { Skeleton } from '../../kit/Page.tsx';
import styles from './OverviewPage.module.css';

interface ListProps<Item> {
  /** Undefined until they are here. */
  items: readonly Item[] | undefined;
  /** How many lines of the final size stand there until then. */
  waiting: number;
  /** What is said when there are none. */
  nothing: string;
  rowOf: (item: Item) => ReactElement;
}

export function List<Item>({ items, waiting, nothing, rowOf }: ListProps<Item>) {
  if (items?.length === 0) return <p className="pad dim">{nothing}</p>;
  if (items) return <ul>{items.map(rowOf)}</ul>;
  return (
    <ul aria-hidden="true">
      {Array.from({ length: waiting }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike.
        <li key={row} className={classNames('row middle between gap-3', styles['row'])}>
          <span className={classNames('grid narrow anywhere', styles['what'])}>
            <Skeleton width="60%" />
            <Skeleton width="40%" />
          </span>
        </li>
      ))}
    </ul>
  );
}
