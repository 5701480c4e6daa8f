import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../kit/Button.tsx';
import { classNames } from '../kit/class-names.ts';
import { Icon } from '../kit/Icon.tsx';
import { Mark } from '../kit/Icon.tsx';
import { Account } from './Account.tsx';
import styles from './Layout.module.css';
import { Navigation } from './Navigation.tsx';
import { PageGuard } from './PageGuard.tsx';

const MAIN_ID = 'main';

/** The menu at the side, or behind a button on a phone, and the page. */
export function Layout({ children }: { children: ReactNode }) {
  const [location] = useLocation();
  const [open, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when the address changes.
  useEffect(() => setOpen(false), [location]);
  return (
    <div className={styles['layout']}>
      <a href={`#${MAIN_ID}`} className={styles['skip']}>
        Skip to the page
      </a>
      <header className={styles['side']}>
        <div className={styles['top']}>
          <span className={styles['brand']}>
            <Mark />
            Proxy console
          </span>
          <Button
            variant="quiet"
            className={styles['toggle']}
            aria-label="Menu"
            aria-expanded={open}
            aria-controls="menu"
            onClick={() => setOpen(!open)}
          >
            <Icon name={open ? 'close' : 'menu'} />
          </Button>
        </div>
        <div id="menu" className={classNames(styles['menu'], open && styles['open'])}>
          <Navigation />
          <Account />
        </div>
      </header>
      <main id={MAIN_ID} tabIndex={-1} className={styles['main']}>
        <PageGuard key={location}>{children}</PageGuard>
      </main>
    </div>
  );
}
