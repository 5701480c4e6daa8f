import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTarget } from '../e2e/through-proxy.ts';
import { makeNorthwind } from '../pictures/northwind.ts';
import { type Tab, useBrowser } from '../support/browser.ts';
import { flawsOfAccess, openConsole, sidewaysOverflow } from '../support/console-page.ts';
import { givenReseller } from '../support/given.ts';
import { type RunningService, startService } from '../support/service.ts';
import { failedDelivery } from '../webhooks/fixture.ts';

const SCREENS = [
  { name: 'a small phone', colorScheme: 'dark', width: 320, height: 640 },
  { name: 'a desk', colorScheme: 'light', width: 1280, height: 800 },
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
  '/nowhere',
];

const browser = useBrowser();
let service: RunningService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

test('in Russian no page says anything in English, is too wide, or has a flaw of access', async () => {
  const northwind = await makeNorthwind(service, await openTarget());
  const { resellerId, orders } = northwind;
  await failedDelivery(service, northwind);
  for (const screen of SCREENS)
    for (const page of PAGES) {
      const path = page.replace('busy', String(orders.get('busy')));
      const tab = await openConsole(browser, { service, resellerId, path, screen, language: 'ru' });
      await tab.page.getByRole('heading', { level: 1 }).waitFor();
      await tab.page.waitForLoadState('networkidle');
      const at = `${screen.name}, ${page}`;
      // The names of products come after what they stand in.
      await expect.poll(() => englishOf(tab), { message: at }).toEqual([]);
      expect(await flawsOfAccess(tab), at).toEqual([]);
      expect(await sidewaysOverflow(tab), at).toBeLessThanOrEqual(0);
      expect(tab.complaints, at).toEqual([]);
      await tab.page.close();
    }
});

test('who reads Russian is spoken to in Russian, may choose English, and keeps it', async () => {
  const { resellerId } = await givenReseller(service.services, { balanceUsd: '10' });
  const { page } = await openConsole(browser, { service, resellerId, path: '/buy', language: 'ru' });
  await page.getByRole('heading', { name: 'Покупка' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('ru');
  await page.getByLabel('Язык · Language').selectOption('en');
  await page.getByRole('heading', { name: 'Buy' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
});

/** Names of products, protocols, formats and of what the reseller has named are the same in each language. */
const NAMES =
  /^([A-Z]{2}|Proxy|console|Proxies|Premium|Economy|Telegram|Luxury|Residential|premium|Shared|Mobile|Datacenter|IPv[46]|HTTPS?|SOCKS5|CONNECT|IP|ASN?\d*|ZIP|API|REST|GraphQL|GraphiQL|OpenAPI|WebSocket|URL|CSV|JSON|TXT|UTC|ID|Northwind|Data|Linux|Chrome|HeadlessChrome|English|Language|Ctrl|passkey|on|Idempotency-Key|webhook-id|Standard|Webhooks|standardwebhooks|Node.js|npm|install|graphql(-ws)?|ws|Stars|cron|Inter)$/;

/** Words in Latin letters that are read or heard on the page, outside of code and of names. */
async function englishOf({ page }: Tab): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      if (!parentElement?.closest('code, pre, script, style, noscript, textarea, [translate="no"]'))
        found.push(textContent ?? '');
    }
    for (const name of ['title', 'aria-label', 'placeholder', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`))
        found.push(element.getAttribute(name) ?? '');
    return found;
  });
  const isEnglish = (word: string) => /^[A-Za-z][A-Za-z'’-]+$/.test(word) && !NAMES.test(word);
  return [...new Set(texts.filter((text) => text.split(/[^\p{L}\d'’.:/@_-]+/u).some(isEnglish)))];
}
