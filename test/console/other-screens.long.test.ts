import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTarget } from '../e2e/through-proxy.ts';
import { makeNorthwind, type Northwind } from '../pictures/northwind.ts';
import { useBrowser } from '../support/browser.ts';
import { flawsOfAccess, openConsole, sidewaysOverflow } from '../support/console-page.ts';
import { type RunningService, startService } from '../support/service.ts';

/** Each theme at the width at which the tests of the pages do not show it, and a wide one. */
const OTHER_SCREENS = [
  { name: 'a light phone', colorScheme: 'light', width: 390, height: 844 },
  { name: 'a dark desk', colorScheme: 'dark', width: 1280, height: 800 },
  { name: 'a light wide desk', colorScheme: 'light', width: 1920, height: 1080 },
] as const;
const PAGES = ['', '/buy', '/orders', '/orders/busy', '/statement', '/access', '/developers'];

const browser = useBrowser();
let service: RunningService;
let northwind: Northwind;

beforeAll(async () => {
  service = await startService();
  northwind = await makeNorthwind(service, await openTarget());
});
afterAll(() => service.close());

test.each(OTHER_SCREENS.flatMap((screen) => PAGES.map((path) => ({ screen, path, at: screen.name }))))(
  'on $at the page at /console$path has no flaw of access, fits, and asks nobody else',
  async ({ screen, path }) => {
    const { resellerId, orders } = northwind;
    const tab = await openConsole(browser, {
      service,
      resellerId,
      path: path.replace('busy', String(orders.get('busy'))),
      screen,
    });
    await tab.page.getByRole('heading', { level: 1 }).waitFor();
    await tab.page.waitForLoadState('networkidle');
    expect(await flawsOfAccess(tab)).toEqual([]);
    expect(await sidewaysOverflow(tab)).toBeLessThanOrEqual(0);
    expect(tab.complaints).toEqual([]);
    expect([...new Set(tab.requests.map(({ origin }) => origin))]).toEqual([service.url]);
  },
);
