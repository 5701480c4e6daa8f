import { afterAll, beforeAll, expect, test } from 'vitest';
import { topUp } from '../../src/billing/top-ups.ts';
import { type Tab, useBrowser } from '../support/browser.ts';
import { flawsOfAccess, openConsole, SCREENS, sidewaysOverflow } from '../support/console-page.ts';
import { type GivenReseller, givenReseller } from '../support/given.ts';
import { buy } from '../support/given-history.ts';
import { type RunningService, startService } from '../support/service.ts';

const browser = useBrowser();
let service: RunningService;
let reseller: GivenReseller;
/** Numbers of orders. */
let orders: number[];

beforeAll(async () => {
  service = await startService();
  reseller = await givenReseller(service.services);
  orders = [
    await buy(service.services, reseller, { quantity: 2 }),
    await buy(service.services, reseller, { country: 'DE' }),
  ];
  const { database, clock } = service.services;
  const payment = { resellerId: reseller.resellerId, amount: 5_000_000n, reference: 'contract-12' };
  await topUp(database, { ...payment, at: clock.now() });
});
afterAll(() => service.close());

const NARROW = { name: 'a narrow phone', colorScheme: 'light' as const, width: 320, height: 568 };
const WIDE = { name: 'a wide dark desk', colorScheme: 'dark' as const, width: 1920, height: 1080 };

function open(path = '', screen?: (typeof SCREENS)[number]): Promise<Tab> {
  const { resellerId } = reseller;
  return openConsole(browser, { service, resellerId, path, ...(screen && { screen }) });
}

/** Opens the search by its key. */
async function search({ page }: Tab, text = '') {
  await page.keyboard.press('Control+KeyK');
  const field = page.getByRole('dialog').getByRole('textbox');
  await field.fill(text);
  return field;
}

test.each([...SCREENS, NARROW, WIDE])(
  'on $name the search has no flaw of access and fits, empty, with hits and without',
  async (screen) => {
    const tab = await open(`/orders/${orders[0]}`, screen);
    await tab.page.getByRole('heading', { name: `Order ${orders[0]}` }).waitFor();
    await tab.page.getByText('Premium IPv4').first().waitFor();
    await tab.page.getByRole('button', { name: 'Search', exact: true }).click();
    const field = tab.page.getByRole('dialog').getByRole('textbox');
    const status = tab.page.getByRole('dialog').getByRole('status');
    const check = async (text: string, said: string) => {
      await field.fill(text);
      await status.filter({ hasText: said }).waitFor();
      expect(await flawsOfAccess(tab)).toEqual([]);
      expect(await sidewaysOverflow(tab)).toBeLessThanOrEqual(0);
    };
    await status.filter({ hasText: 'Search by an order’s number' }).waitFor();
    const dialog = tab.page.getByRole('dialog');
    const before = await dialog.boundingBox();
    await check(`${orders[0]}`, '1 found');
    await check('contract-12', '1 found');
    await check('prk_', '1 found');
    await check('nothing-of-this', 'Nothing found for “nothing-of-this”.');
    await check('', 'Search by an order’s number');
    expect(await dialog.boundingBox()).toEqual(before);
    expect(tab.complaints).toEqual([]);
    expect([...new Set(tab.requests.map(({ origin }) => origin))]).toEqual([service.url]);
  },
);

test('Ctrl+K opens it on every page, and Enter goes to the order that was typed, before its answer is there', async () => {
  for (const path of [
    '',
    '/buy',
    '/orders',
    '/renewals',
    '/statement',
    '/access',
    '/webhooks',
    '/developers',
    '/nowhere',
  ]) {
    const tab = await open(path);
    await tab.page.locator('h1').waitFor();
    const field = await search(tab, `#${orders[1]}`);
    await field.press('Enter');
    await tab.page.locator('h1:focus', { hasText: `Order ${orders[1]}` }).waitFor();
    expect(await tab.page.getByRole('dialog').count()).toBe(0);
    await tab.page.close();
  }
});

test('the arrow keys go through what is found, round its ends', async () => {
  const { page } = await open('/orders');
  await page.locator('h1').waitFor();
  const field = await search({ page } as Tab, '127.0.0.1');
  await page.getByRole('dialog').getByRole('link').first().waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await field.press('ArrowDown');
  expect(await focused()).toMatch(`Order ${orders[1]}`);
  await page.keyboard.press('ArrowDown');
  expect(await focused()).toMatch(`Order ${orders[0]}`);
  await page.keyboard.press('ArrowDown');
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('ArrowUp');
  expect(await focused()).toMatch(`Order ${orders[0]}`);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: `Order ${orders[0]}` }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('a payment leads to its day in the statement, and a key to the page that has it', async () => {
  const tab = await open('/orders');
  await tab.page.locator('h1').waitFor();
  await search(tab, 'contract-12');
  await tab.page.getByRole('dialog').getByRole('link', { name: 'Top-up' }).click();
  await tab.page.locator('h1:focus', { hasText: 'Statement' }).waitFor();
  await tab.page.getByText('contract-12').waitFor();
  await search(tab, reseller.apiKey.slice(0, 7));
  await tab.page.getByRole('link', { name: `API key ${reseller.apiKey.slice(0, 8)}` }).click();
  await tab.page.locator('h1:focus', { hasText: 'Access' }).waitFor();
});

test('Escape gives the focus back to where it was, and no search opens over another dialog', async () => {
  const tab = await open('/orders');
  const button = tab.page.getByRole('button', { name: 'Search', exact: true });
  await button.press('Enter');
  await tab.page.locator('dialog input:focus').waitFor();
  await tab.page.keyboard.press('Escape');
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
  await tab.page.goto(`${service.url}/console/orders/${orders[0]}`);
  await tab.page.getByRole('button', { name: 'Renew', exact: true }).click();
  await tab.page.getByRole('dialog').waitFor();
  await tab.page.keyboard.press('Control+KeyK');
  expect(await tab.page.getByRole('dialog').count()).toBe(1);
  expect(await tab.page.getByRole('dialog', { name: 'Search' }).count()).toBe(0);
});

test('a search that fails is told of, and the next one works', async () => {
  const tab = await open('/orders');
  await tab.page.locator('h1').waitFor();
  const field = await search(tab);
  await tab.page.route('**/graphql', (route) => route.abort());
  await field.fill('77');
  await tab.page.getByText('The service cannot be reached.').waitFor();
  await tab.page.unroute('**/graphql');
  await field.fill(`${orders[0]}`);
  await tab.page
    .getByRole('dialog')
    .getByRole('link', { name: `Order ${orders[0]}` })
    .waitFor();
});
