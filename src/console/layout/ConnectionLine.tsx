import { connection } from '../data/connection.ts';
import { clockTime } from '../kit/figures.tsx';
import styles from './Layout.module.css';

/** One line above the page while what it shows is old, or late. */
export function ConnectionLine() {
  const { lostSince, busyUntil } = connection.use();
  return (
    <div role="status" className={styles['connection']}>
      {lostSince ? (
        <p className={styles['connectionLine']}>
          Connection lost. What you see is from {clockTime(lostSince)}. Trying again…
        </p>
      ) : (
        busyUntil && (
          <p className={styles['connectionLine']}>
            Too much was asked in the last minute. Going on by itself at {clockTime(busyUntil)}.
          </p>
        )
      )}
    </div>
  );
}
