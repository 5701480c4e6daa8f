import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTarget } from '../e2e/through-proxy.ts';
import { makeNorthwind } from '../pictures/northwind.ts';
import { useBrowser } from '../support/browser.ts';
import { flawsOfAccess, openConsole, sidewaysOverflow } from '../support/console-page.ts';
import { type RunningService, startService } from '../support/service.ts';
import { failedDelivery } from '../webhooks/fixture.ts';

/** Each theme at the width at which the tests of the pages do not show it, and a wide one. */
const OTHER_SCREENS = [
  { name: 'a light phone', colorScheme: 'light', width: 390, height: 844 },
  { name: 'a dark desk', colorScheme: 'dark', width: 1280, height: 800 },
  { name: 'a light wide desk', colorScheme: 'light', width: 1920, height: 1080 },
] as const;
const PAGES = [
  '',
  '/buy',
  '/orders',
  '/orders/busy',
  '/renewals',
  '/statement',
  '/access',
  '/webhooks',
  '/developers',
];

const browser = useBrowser();
let service: RunningService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

test('no page has a flaw of access, is too wide or asks anybody else in other themes and widths', async () => {
  const northwind = await makeNorthwind(service, await openTarget());
  const { resellerId, orders } = northwind;
  await failedDelivery(service, northwind);
  for (const screen of OTHER_SCREENS)
    for (const page of PAGES) {
      const path = page.replace('busy', String(orders.get('busy')));
      const tab = await openConsole(browser, { service, resellerId, path, screen });
      await tab.page.getByRole('heading', { level: 1 }).waitFor();
      await tab.page.waitForLoadState('networkidle');
      const at = `${screen.name}, ${page}`;
      expect(await flawsOfAccess(tab), at).toEqual([]);
      expect(await sidewaysOverflow(tab), at).toBeLessThanOrEqual(0);
      expect(tab.complaints, at).toEqual([]);
      expect([...new Set(tab.requests.map(({ origin }) => origin))], at).toEqual([service.url]);
      await tab.page.close();
    }
});
