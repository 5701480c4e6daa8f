import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { setAutoRenew } from '../../src/auto-renewal/set-auto-renew.ts';
import type { Annotations } from '../../src/orders/annotations.ts';
import { readAutoRenewals } from '../../src/orders/auto-renewals.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { readSpendingLimits, setSpendingLimits } from '../../src/purchases/spending-limits.ts';
import { type Tab, useBrowser } from '../support/browser.ts';
import {
  flawsOfAccess,
  openConsole,
  SCREENS,
  sidewaysOverflow,
  waitForToast,
} from '../support/console-page.ts';
import { buyerOf, type GivenReseller, givenReseller } from '../support/given.ts';
import { type RunningService, startService } from '../support/service.ts';

const browser = useBrowser();
let service: RunningService;
let reseller: GivenReseller;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  reseller = await givenReseller(service.services, { balanceUsd: '10' });
});

/** The number of a new order, of one proxy for 7 days if nothing else is said. */
async function buy(wanted: Annotations & { period?: string; quantity?: number } = {}): Promise<number> {
  const input = { tier: 'prem', type: 'ipv4', country: 'US', period: '7d', ...wanted };
  return (await purchase(service.services, buyerOf(reseller), input)).sale.order.id;
}

async function switchOn(orderIds: readonly number[], maxPrice = 5_000_000n): Promise<void> {
  const terms = { period: '7d', maxPrice, until: null };
  await setAutoRenew(service.services, buyerOf(reseller), { orderIds }, terms);
}

/** How an order renews itself; undefined when it does not. */
async function termsOf(id: number) {
  const { resellerId } = reseller;
  const terms = await readAutoRenewals(service.services.database.sql, { resellerId, orderIds: [id] });
  return terms.get(id);
}

async function open(path = '/renewals', screen?: (typeof SCREENS)[number]): Promise<Tab> {
  const { resellerId } = reseller;
  const tab = await openConsole(browser, { service, resellerId, path, ...(screen && { screen }) });
  await tab.page.locator('h1').waitFor();
  return tab;
}

const rowOf = (page: Page, id: number) =>
  page.locator('tr', { has: page.getByRole('link', { name: `${id}`, exact: true }) });
const change = (page: Page, id: number) =>
  page.getByRole('button', { name: `renewal of order ${id} by itself` });
const save = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();

test.each(SCREENS)('on $name the page has no flaw of access, fits, and asks nobody else', async (screen) => {
  await buy({ label: 'shop 7', quantity: 2 });
  const ids = [await buy(), await buy({ label: 'W'.repeat(64) }), await buy()];
  const check = async (tab: Tab, name: string) => {
    expect(await flawsOfAccess(tab), name).toEqual([]);
    expect(await sidewaysOverflow(tab), name).toBeLessThanOrEqual(0);
    expect(tab.complaints).toEqual([]);
    expect([...new Set(tab.requests.map(({ origin }) => origin))]).toEqual([service.url]);
  };
  const empty = await open('/renewals', screen);
  await empty.page.getByText('Nothing renews itself in these days').waitFor();
  await check(empty, 'empty');
  await switchOn(ids);
  const tab = await open('/renewals', screen);
  await tab.page.getByText('Top it up before').waitFor();
  await tab.page.getByText('Premium IPv4 HTTP').first().waitFor();
  await check(tab, 'full');
  await change(tab.page, ids[0] ?? 0).click();
  await check(tab, 'dialog');
});

test('an order is switched on at the price of today, counted in the forecast, and switched off', async () => {
  const id = await buy({ quantity: 2 });
  const { page } = await open();
  await rowOf(page, id).getByText('No', { exact: true }).waitFor();
  await change(page, id).click();
  const dialog = page.getByRole('dialog');
  const most = dialog.getByLabel('Most to pay');
  expect(await most.inputValue()).toBe('1.20');
  await dialog.getByLabel('Term').selectOption('30 days');
  expect(await most.inputValue()).toBe('3.60');
  await dialog.getByLabel('Term').selectOption('7 days');
  await save(page);
  await waitForToast(page, /^Saved/);
  await rowOf(page, id).getByText('7 days, up to $1.20').waitFor();
  expect(await termsOf(id)).toMatchObject({ period: '7d', maxPrice: 1_200_000n, until: null });
  await page.getByRole('img', { name: /: \$1\.20 \(1\), \$7\.60 left$/ }).waitFor();
  await page.getByText('The balance covers all of it').waitFor();
  await change(page, id).click();
  await dialog.getByRole('checkbox', { name: 'Renew it by itself' }).uncheck();
  await save(page);
  await rowOf(page, id).getByText('No', { exact: true }).waitFor();
  expect(await termsOf(id)).toBe(undefined);
  await page.getByText('Nothing renews itself in these days').waitFor();
});

test('an order’s own page switches it on up to a day, and tells what is wrong with an amount and a day', async () => {
  const id = await buy();
  const { page } = await open(`/orders/${id}`);
  await page.getByRole('button', { name: 'Renew by itself…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Most to pay').fill('much');
  await dialog.getByText('Type an amount such as 12.50.').waitFor();
  await dialog.getByLabel('Most to pay').fill('0,75');
  await dialog.getByLabel('Last day').fill('2020-01-01');
  await save(page);
  await dialog.getByText('Must be in the future.').waitFor();
  await dialog.getByLabel('Last day').fill('2100-01-31');
  await save(page);
  await page.getByRole('button', { name: 'Renews itself…' }).waitFor();
  const terms = await termsOf(id);
  expect(terms).toMatchObject({ period: '7d', maxPrice: 750_000n, until: new Date('2100-02-01T00:00:00Z') });
});

test('what the balance will not cover is told, with the orders that will end and why', async () => {
  const ids = [await buy({ label: 'shop 7', quantity: 8 }), await buy()];
  await switchOn(ids);
  const dear = await buy();
  await switchOn([dear], 1n);
  const { page } = await open();
  await page.getByText('Top it up before').waitFor();
  await page.getByText(`2 orders will end although they are to renew themselves:`).waitFor();
  await page
    .getByRole('listitem')
    .filter({ hasText: `${ids[0]} · shop 7` })
    .getByText('the balance does not cover it')
    .waitFor();
  await page
    .getByRole('listitem')
    .filter({ hasText: `${dear}` })
    .getByText('it costs more than you allow')
    .waitFor();
});

test('spending limits are set, shown with what is spent, and lifted', async () => {
  const { resellerId } = reseller;
  const { database } = service.services;
  await setSpendingLimits(database.sql, resellerId, { perDay: 5_000_000n, perMonth: null });
  const { page } = await open();
  const day = page.getByLabel('In a day');
  await day.waitFor();
  expect(await day.inputValue()).toBe('5.00');
  await page.getByText('$0.00 spent so far.').first().waitFor();
  await day.fill('-1');
  await page.getByText('Type an amount such as 12.50.').waitFor();
  await day.fill('');
  await page.getByLabel('In a month').fill('20');
  await page.getByRole('button', { name: 'Save limits' }).click();
  await waitForToast(page, /^The limits are saved/);
  expect(await readSpendingLimits(database.sql, resellerId)).toEqual({ perDay: null, perMonth: 20_000_000n });
  expect(await page.getByLabel('In a month').inputValue()).toBe('20.00');
});
