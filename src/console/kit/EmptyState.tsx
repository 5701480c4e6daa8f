import type { ReactNode } from 'react';
import styles from './kit.module.css';

/** Stands where a list would be: what will be here, and what to do for it. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles['empty']}>
      <h3>{title}</h3>
      <div className={styles['emptyText']}>{children}</div>
    </div>
  );
}
