import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { test } from 'vitest';
import { openTarget } from '../e2e/through-proxy.ts';
import { useBrowser } from '../support/browser.ts';
import { openConsole, SCREENS } from '../support/console-page.ts';
import { startService } from '../support/service.ts';
import { makeNorthwind, type Northwind } from './northwind.ts';

const FOLDER = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));

const PICTURES: readonly { name: string; path(northwind: Northwind): string; shows?: string }[] = [
  { name: 'overview', path: () => '', shows: '[role=img]' },
  { name: 'buy', path: () => '/buy' },
  { name: 'orders', path: () => '/orders' },
  { name: 'order', path: ({ orders }) => `/orders/${orders.get('busy')}`, shows: 'pre, ol' },
  { name: 'statement', path: () => '/statement' },
  { name: 'access', path: () => '/access' },
];

const browser = useBrowser();

test('take the pictures', async () => {
  const service = await startService();
  try {
    const northwind = await makeNorthwind(service, await openTarget());
    await mkdir(FOLDER, { recursive: true });
    for (const screen of SCREENS) {
      for (const { name, path, shows } of PICTURES) {
        const { resellerId } = northwind;
        const { page } = await openConsole(browser, { service, resellerId, path: path(northwind), screen });
        if (shows) await page.locator(shows).first().waitFor();
        await page.waitForLoadState('networkidle');
        await page.screenshot({
          path: `${FOLDER}${name}-${screen.name.split(' ').at(-1)}.png`,
          animations: 'disabled',
          caret: 'hide',
        });
        await page.close();
      }
    }
  } finally {
    await service.close();
  }
});
