import { Skeleton } from '../../kit/Skeleton.tsx';
import styles from './AccessPage.module.css';

/** Stands in the place of a short list. */
export function Waiting() {
  return (
    <div className={styles['waiting']}>
      <Skeleton height="24px" />
      <Skeleton height="48px" />
    </div>
  );
}
