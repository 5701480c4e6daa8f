import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useMutation, useQuery, useSubscription } from 'urql';
import { Link, useLocation, useRoute } from 'wouter';
import { failureText } from '../data/refusals.ts';
import { connection } from '../data/requests.ts';
import { goToSignIn } from '../data/session.ts';
import { graphql } from '../generated/index.ts';
import { Button } from '../kit/Button.tsx';
import { Money, TIME, TIME_ZONE } from '../kit/figures.tsx';
import { Icon, Mark } from '../kit/Icon.tsx';
import { Guard, Page, Skeleton } from '../kit/Page.tsx';
import { ColorsField, LanguageField } from '../kit/preferences.tsx';
import { toast } from '../kit/Toast.tsx';
import { t } from '../texts/texts.tsx';
import styles from './Layout.module.css';
import { Search } from './Search.tsx';

const MAIN_ID = 'main';

/** The menu at the side, or behind a button on a phone, and the page. */
export function Layout({ children }: { children: ReactNode }) {
  const [location] = useLocation();
  const [open, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when the address changes.
  useEffect(() => setOpen(false), [location]);
  return (
    <div className={`grid ${styles['layout']}`}>
      <a href={`#${MAIN_ID}`} className={styles['skip']}>
        {t('layout-skip')}
      </a>
      <header className={styles['side']}>
        <div className="row wrap middle between gap-3">
          <span className={`brand ${styles['brand']}`}>
            <Mark />
            Proxy console
          </span>
          <Search />
          <Button
            variant="quiet"
            className={styles['toggle']}
            aria-label={t('layout-menu')}
            aria-expanded={open}
            aria-controls="menu"
            onClick={() => setOpen(!open)}
          >
            <Icon name={open ? 'close' : 'menu'} />
          </Button>
        </div>
        <div id="menu" className={`${styles['menu']} ${open ? styles['open'] : ''}`}>
          <nav aria-label={t('layout-pages')}>
            <ul className="grid" style={{ gap: 2 }}>
              {PLACES.map((name) => (
                <Place key={name} name={name} />
              ))}
            </ul>
          </nav>
          <div className="grid gap-3">
            <ColorsField />
            <LanguageField />
            <Account />
          </div>
        </div>
      </header>
      <main id={MAIN_ID} tabIndex={-1} className={styles['main']}>
        {/* Keeps the menu when a page throws, or is not there any more since the service has a newer release. */}
        <Guard key={location} fallback={<FailedPage />}>
          {children}
        </Guard>
        <p className="dim small" style={{ paddingTop: 'var(--s5)' }}>
          {t('layout-zone', { zone: TIME_ZONE })} <Support />
        </p>
      </main>
    </div>
  );
}

/** Each is the name of an icon, and but for the first one the address of a page. */
const PLACES = [
  'overview',
  'buy',
  'orders',
  'renewals',
  'statement',
  'access',
  'webhooks',
  'developers',
] as const;

function Place({ name }: { name: (typeof PLACES)[number] }) {
  const path = name === 'overview' ? '/' : `/${name}`;
  const [isHere] = useRoute(path);
  const [isBelow] = useRoute(`${path}/*`);
  const current = isHere || (path !== '/' && isBelow);
  return (
    <li>
      <Link
        href={path}
        className={`item row middle ${styles['place']}`}
        aria-current={current ? 'page' : undefined}
      >
        <Icon name={name} />
        {t(`layout-place-${name}`)}
      </Link>
    </li>
  );
}

const ACCOUNT = graphql(`
  query Account {
    supportUrl
    viewer {
      id
      name
      balanceUsd
      bulkJobs {
        id
        kind
        state
        endedAt
      }
    }
  }
`);

/** A subscription whose events change the viewer in the cache, and so the balance on every page. */
const BALANCE = graphql(`
  subscription Balance {
    balanceUpdated {
      id
      balanceUsd
      lowBalanceThresholdUsd
    }
  }
`);

function Account() {
  const [{ data }] = useQuery({ query: ACCOUNT });
  useSubscription({ query: BALANCE, pause: !data });
  return (
    <div className="row middle between gap-2 ruled-3" style={{ paddingLeft: 10 }}>
      <div className="grid narrow">
        <span className={`strong nowrap ${styles['name']}`} title={data?.viewer.name}>
          {data ? data.viewer.name : <Skeleton width="96px" />}
        </span>
        <span className="dim small">
          {data ? <Money usd={data.viewer.balanceUsd} /> : <Skeleton width="72px" />}
        </span>
      </div>
      <SignOut />
    </div>
  );
}

/** Whom to ask, where the operator has said so. */
function Support() {
  const [{ data }] = useQuery({ query: ACCOUNT });
  if (data?.supportUrl == null) return null;
  return (
    <a href={data.supportUrl} target="_blank" rel="noreferrer">
      {t('layout-support')}
    </a>
  );
}

const SIGN_OUT = graphql(`
  mutation SignOut {
    signOut {
      signedOut
    }
  }
`);

function SignOut() {
  const [{ fetching }, signOut] = useMutation(SIGN_OUT);
  const leave = async () => {
    const { error } = await signOut({});
    if (error) toast(t('layout-not-signed-out', { failure: failureText(error) }));
    else goToSignIn();
  };
  const name = t('layout-sign-out');
  return (
    <Button variant="quiet" aria-label={name} title={name} busy={fetching} onClick={leave}>
      <Icon name="signOut" />
    </Button>
  );
}

/** Loads itself again when the connection is back, if that was what it lacked. */
function FailedPage() {
  const { lostSince } = connection.use();
  const wasLost = useRef(false);
  useEffect(() => {
    if (wasLost.current && !lostSince) location.reload();
    wasLost.current = lostSince !== undefined;
  }, [lostSince]);
  return (
    <Page title={t('layout-failed')}>
      <p>{lostSince ? t('layout-failed-lost') : t('layout-failed-why')}</p>
      <p>
        <Button variant="primary" onClick={() => location.reload()}>
          {t('layout-reload')}
        </Button>
      </p>
    </Page>
  );
}

/** One line below the page, which it does not move, while what that shows is old, or late. */
export function ConnectionLine() {
  const { lostSince, busyUntil } = connection.use();
  const told = lostSince
    ? t('layout-lost', { time: TIME.format(lostSince) })
    : busyUntil && t('layout-busy', { time: TIME.format(busyUntil) });
  return (
    <div role="status" className={styles['connection']}>
      {told && <p className={`small strong center on-warn ${styles['connectionLine']}`}>{told}</p>}
    </div>
  );
}
