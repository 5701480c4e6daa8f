import { type ReactNode, useEffect, useRef } from 'react';
import styles from './kit.module.css';

/** The first page leaves the focus where the browser puts it; after a navigation the heading gets it. */
let navigated = false;

interface PageProps {
  /** The heading, and the title of the document. */
  title: string;
  /** At the end of the heading's line: buttons, or a badge. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** The frame of every page. */
export function Page({ title, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Console`;
  }, [title]);
  useEffect(() => {
    if (navigated) heading.current?.focus();
    navigated = true;
  }, []);
  return (
    <div className={styles['page']}>
      <header className={styles['pageHeader']}>
        <h1 ref={heading} tabIndex={-1} className={styles['pageTitle']}>
          {title}
        </h1>
        {actions && <div className={styles['pageActions']}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}
