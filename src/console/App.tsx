import { type ComponentType, lazy, Suspense, useState } from 'react';
import { Provider } from 'urql';
import { Route, Router, Switch } from 'wouter';
import { createConsoleClient } from './data/client.ts';
import { CONSOLE_PATH, SIGN_IN_PATH } from './data/requests.ts';
import { Page, Skeleton } from './kit/Page.tsx';
import { Toasts } from './kit/Toast.tsx';
import { ConnectionLine, Layout } from './layout/Layout.tsx';
import { OverviewPage } from './pages/overview/OverviewPage.tsx';
import { SignInPage } from './pages/sign-in/SignInPage.tsx';
import { t } from './texts/texts.tsx';

const client = createConsoleClient();

/** Every address of the console. The paths are relative to it, those of links, too. */
export function App() {
  return (
    <Provider value={client}>
      <Router base={CONSOLE_PATH}>
        <ConnectionLine />
        <Switch>
          <Route path={SIGN_IN_PATH} component={SignInPage} />
          <Route>
            <Layout>
              <Suspense fallback={<Skeleton width="200px" height="36px" />}>
                <Switch>
                  <Route path="/" component={OverviewPage} />
                  {[...PAGES].map(([path, part]) => (
                    <Route key={path} path={path}>
                      <LoadedPart part={part} props={{}} />
                    </Route>
                  ))}
                  <Route path="/orders/:id">
                    {({ id }) => <LoadedPart part={ORDER_PAGE} props={{ id }} />}
                  </Route>
                  <Route>
                    <Page title={t('layout-no-page')}>
                      <p>{t('layout-no-page-why')}</p>
                    </Page>
                  </Route>
                </Switch>
              </Suspense>
            </Layout>
          </Route>
        </Switch>
        <Toasts />
      </Router>
    </Provider>
  );
}

const ORDER = /^\/orders\/./;
const ORDER_PAGE = partOf(async () => (await import('./pages/order/OrderPage.tsx')).OrderPage);

const PAGES: ReadonlyMap<string, Part<object>> = new Map([
  ['/buy', partOf(async () => (await import('./pages/buy/BuyPage.tsx')).BuyPage)],
  ['/orders', partOf(async () => (await import('./pages/orders/OrdersPage.tsx')).OrdersPage)],
  ['/renewals', partOf(async () => (await import('./pages/renewals/RenewalsPage.tsx')).RenewalsPage)],
  ['/statement', partOf(async () => (await import('./pages/statement/StatementPage.tsx')).StatementPage)],
  ['/access', partOf(async () => (await import('./pages/access/AccessPage.tsx')).AccessPage)],
  ['/webhooks', partOf(async () => (await import('./pages/webhooks/WebhooksPage.tsx')).WebhooksPage)],
  ['/developers', partOf(async () => (await import('./pages/developers/DevelopersPage.tsx')).DevelopersPage)],
]);

/**
 * Loads the page of an address, if it is one that is loaded when opened. One that cannot be loaded fails when
 * it is rendered, where that is told.
 */
export async function loadPage(pathname: string): Promise<void> {
  if (!pathname.startsWith(CONSOLE_PATH)) return;
  const path = pathname.slice(CONSOLE_PATH.length);
  const page = ORDER.test(path) ? ORDER_PAGE : PAGES.get(path);
  await page?.load().catch(() => {});
}

/** Loads the pages that links lead to as soon as somebody points at one, so that they open at once. */
export function loadWhatIsPointedAt(): void {
  const load = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link?.origin === location.origin) void loadPage(link.pathname);
  };
  for (const event of ['pointerover', 'focusin']) addEventListener(event, load, { passive: true });
}

/** A component in files of its own, which are loaded when it is first rendered, or before. */
interface Part<Props extends object> {
  /** Done when it can be rendered at once. */
  load(): Promise<unknown>;
  component(): ComponentType<Props>;
}

/**
 * React's `lazy` alone waits even for what has been loaded, and once something else is shown meanwhile, that
 * stays for 300 ms at least.
 */
function partOf<Props extends object>(load: () => Promise<ComponentType<Props>>): Part<Props> {
  let loaded: ComponentType<Props> | undefined;
  const keep = async () => {
    loaded ??= await load();
    return { default: loaded };
  };
  const later = lazy(keep);
  return { load: keep, component: () => loaded ?? later };
}

function LoadedPart<Props extends object>({ part, props }: { part: Part<Props>; props: Props }) {
  // One object as long as it is shown: another one would begin anew.
  const [Component] = useState(() => part.component());
  return <Component {...props} />;
}
