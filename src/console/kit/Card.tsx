import { type ReactNode, useId } from 'react';
import styles from './kit.module.css';

interface CardProps {
  title?: string;
  /** At the end of the heading's line, such as a link to more. */
  action?: ReactNode;
  /** The content reaches the edges, such as a table. */
  flush?: boolean;
  children: ReactNode;
}

export function Card({ title, action, flush = false, children }: CardProps) {
  const titleId = useId();
  return (
    <section className={styles['card']} aria-labelledby={title && titleId}>
      {title && (
        <header className={styles['cardHeader']}>
          <h2 id={titleId}>{title}</h2>
          {action}
        </header>
      )}
      <div className={flush ? undefined : styles['cardBody']}>{children}</div>
    </section>
  );
}
