import { lazy, Suspense } from 'react';
import { Provider } from 'urql';
import { Route, Router, Switch } from 'wouter';
import { CONSOLE_PATH, SIGN_IN_PATH } from './data/addresses.ts';
import { createConsoleClient } from './data/client.ts';
import { Page } from './kit/Page.tsx';
import { Skeleton } from './kit/Skeleton.tsx';
import { Toasts } from './kit/Toast.tsx';
import { ConnectionLine } from './layout/ConnectionLine.tsx';
import { Layout } from './layout/Layout.tsx';
import { OverviewPage } from './pages/overview/OverviewPage.tsx';
import { SignInPage } from './pages/sign-in/SignInPage.tsx';

const BuyPage = lazy(async () => ({ default: (await import('./pages/buy/BuyPage.tsx')).BuyPage }));
const OrdersPage = lazy(async () => ({
  default: (await import('./pages/orders/OrdersPage.tsx')).OrdersPage,
}));
const OrderPage = lazy(async () => ({ default: (await import('./pages/order/OrderPage.tsx')).OrderPage }));
const StatementPage = lazy(async () => ({
  default: (await import('./pages/statement/StatementPage.tsx')).StatementPage,
}));
const AccessPage = lazy(async () => ({
  default: (await import('./pages/access/AccessPage.tsx')).AccessPage,
}));
const DevelopersPage = lazy(async () => ({
  default: (await import('./pages/developers/DevelopersPage.tsx')).DevelopersPage,
}));

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
                  <Route path="/buy" component={BuyPage} />
                  <Route path="/orders" component={OrdersPage} />
                  <Route path="/orders/:id">{({ id }) => <OrderPage id={id} />}</Route>
                  <Route path="/statement" component={StatementPage} />
                  <Route path="/access" component={AccessPage} />
                  <Route path="/developers" component={DevelopersPage} />
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
