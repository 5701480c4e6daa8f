import { Skeleton } from '../../kit/Page.tsx';
import styles from './OverviewPage.module.css';

/** Lines of the final size, until a list is here. */
export function ListWaiting({ rows }: { rows: number }) {
  return (
    <ul aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike.
        <li key={row} className={styles['row']}>
          <span className={styles['what']}>
            <Skeleton width="60%" />
            <Skeleton width="40%" />
          </span>
        </li>
      ))}
    </ul>
  );
}
