import { Suspense } from 'react';
import { Provider } from 'urql';
import { Route, Router, Switch } from 'wouter';
import { CONSOLE_PATH, SIGN_IN_PATH } from './data/requests.ts';
import { createConsoleClient } from './data/client.ts';
import { LoadedPart, ORDER_PAGE, PAGES } from './pages/pages.tsx';
import { Page, Skeleton } from './kit/Page.tsx';
import { Toasts } from './kit/Toast.tsx';
import { ConnectionLine, Layout } from './layout/Layout.tsx';
import { OverviewPage } from './pages/overview/OverviewPage.tsx';
import { SignInPage } from './pages/sign-in/SignInPage.tsx';

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
                    <Page title="There is no such page">
                      <p>The address may be mistyped. The menu leads to everything there is.</p>
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
