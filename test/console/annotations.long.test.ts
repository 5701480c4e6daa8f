import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Annotations, updateOrder } from '../../src/orders/annotations.ts';
import { findOwnOrders } from '../../src/orders/order.ts';
import { purchase } from '../../src/purchases/purchase.ts';
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
/** A name of 64 characters that breaks nowhere by itself. */
const LONGEST = `${'W'.repeat(62)}-7`;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  reseller = await givenReseller(service.services, { balanceUsd: '100' });
});

async function buy(written: Annotations = {}, period = '7d'): Promise<string> {
  const wanted = { tier: 'prem', type: 'ipv4', country: 'US', period, ...written };
  const { sale } = await purchase(service.services, buyerOf(reseller), wanted);
  return String(sale.order.id);
}

/** What is written on an order. */
async function writtenOn(id: string) {
  const { database, clock } = service.services;
  const { resellerId } = reseller;
  const name = { resellerId, orderIds: [Number(id)] };
  const [order] = await findOwnOrders(database.sql, name, clock.now());
  return order && { label: order.label, customer: order.customer, note: order.note };
}

function write(id: string, written: Annotations): Promise<void> {
  const { database, clock } = service.services;
  const { resellerId } = reseller;
  return updateOrder(database, { resellerId, orderId: Number(id), at: clock.now(), ...written });
}

async function open(path: string, screen?: (typeof SCREENS)[number]): Promise<Tab> {
  const { resellerId } = reseller;
  const tab = await openConsole(browser, { service, resellerId, path, ...(screen && { screen }) });
  await tab.page.locator('h1').waitFor();
  return tab;
}

const dialog = (page: Page) => page.getByRole('dialog');
const edit = (page: Page) => page.getByRole('button', { name: 'Edit label, customer and note' });
const fieldOf = (page: Page, name: string) => page.getByRole('textbox', { name: `${name} (optional)` });
/** What assistive software says of a field besides its name. */
const descriptionOf = (field: Locator) =>
  field.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' '),
  );
const shownNumbers = (page: Page) => page.locator('tbody tr a').allTextContents();
const total = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Selected orders' }).getByText(text, { exact: true });

test.each(SCREENS)('on $name what is written is shown, fits, and has no flaw of access', async (screen) => {
  const plain = await buy();
  const long = await buy({ label: LONGEST, customer: LONGEST, note: `${LONGEST}\n${LONGEST}` });
  await buy({ label: 'shop 7', customer: 'ACME' });
  const check = async (tab: Tab, name: string) => {
    expect(await flawsOfAccess(tab), name).toEqual([]);
    expect(await sidewaysOverflow(tab), name).toBeLessThanOrEqual(0);
    expect(tab.complaints).toEqual([]);
  };
  const list = await open('/orders', screen);
  await list.page.getByText('shop 7').waitFor();
  await check(list, 'list');
  const unwritten = await open(`/orders/${plain}`, screen);
  await unwritten.page.getByText('Nothing is written on this order yet.').waitFor();
  await check(unwritten, 'plain');
  const written = await open(`/orders/${long}`, screen);
  await edit(written.page).click();
  await check(written, 'dialog');
  await written.page.keyboard.press('Escape');
  await check(written, 'written');
  const buying = await open('/buy', screen);
  await buying.page.getByText('Label and customer').click();
  await check(buying, 'buy');
  const overview = await open('/', screen);
  await overview.page.getByText('shop 7').waitFor();
  await check(overview, 'overview');
  const statement = await open('/statement', screen);
  await statement.page.getByText('shop 7').waitFor();
  await check(statement, 'statement');
  await written.page.keyboard.press('Control+KeyK');
  await dialog(written.page).getByRole('textbox').fill('s');
  await dialog(written.page).getByText('shop 7').waitFor();
  await check(written, 'search');
});

test('label, customer and a note of several lines are written, shown in the title, and taken away', async () => {
  const id = await buy();
  const { page } = await open(`/orders/${id}`);
  await edit(page).click();
  await fieldOf(page, 'Label').fill('  shop 7 ');
  await fieldOf(page, 'Customer').fill('ACME');
  await fieldOf(page, 'Note').fill('first\nsecond');
  await page.getByRole('button', { name: 'Save' }).click();
  await waitForToast(page, /^Saved/);
  await page.getByRole('heading', { name: `Order ${id} · shop 7` }).waitFor();
  expect(await page.title()).toContain('shop 7');
  const note = page.locator('dd', { hasText: 'second' });
  expect(await note.textContent()).toBe('first\nsecond');
  expect(await note.evaluate((element) => getComputedStyle(element).whiteSpace)).toBe('pre-line');
  expect(await writtenOn(id)).toEqual({ label: 'shop 7', customer: 'ACME', note: 'first\nsecond' });
  await edit(page).click();
  await fieldOf(page, 'Label').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: `Order ${id}`, exact: true }).waitFor();
  expect(await writtenOn(id)).toEqual({ label: null, customer: 'ACME', note: 'first\nsecond' });
});

test('what is too long is told at its field, and what another has changed meanwhile stays', async () => {
  const id = await buy({ note: 'old' });
  const { page } = await open(`/orders/${id}`);
  await edit(page).click();
  await fieldOf(page, 'Label').fill('x'.repeat(65));
  await fieldOf(page, 'Customer').fill('y'.repeat(65));
  await page.getByRole('button', { name: 'Save' }).click();
  for (const name of ['Label', 'Customer'])
    await expect
      .poll(() => descriptionOf(fieldOf(page, name)))
      .toContain('Must be at most 64 characters long.');
  await write(id, { note: 'new' });
  await fieldOf(page, 'Label').fill('𝐱'.repeat(64));
  await fieldOf(page, 'Customer').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  expect(await writtenOn(id)).toEqual({ label: '𝐱'.repeat(64), customer: null, note: 'new' });
});

test('the list is limited to a customer by the address, and searched by labels', async () => {
  const acme = await buy({ label: 'Shop 7', customer: 'ACME' });
  const other = await buy({ label: 'shop 71', customer: 'acme' });
  await buy();
  const { page } = await open('/orders?customer=ACME');
  await total(page, '1 order').waitFor();
  expect(await shownNumbers(page)).toEqual([acme]);
  const field = page.getByRole('searchbox', { name: 'Customer' });
  expect(await field.inputValue()).toBe('ACME');
  await field.fill(' acme ');
  await page.getByText('shop 71').waitFor();
  expect(await shownNumbers(page)).toEqual([other]);
  expect(new URL(page.url()).search).toBe('?customer=acme');
  await field.fill('');
  await total(page, '3 orders').waitFor();
  await page.getByLabel('Number, label or proxy').fill('SHOP');
  await total(page, '2 orders').waitFor();
  expect(await shownNumbers(page)).toEqual([other, acme]);
});

test('of new orders those are counted that the customer or the label lets in, and a new label shows at once', async () => {
  const first = await buy({ label: 'shop 1', customer: 'ACME' });
  const ofCustomer = await open('/orders?customer=ACME');
  const ofLabel = await open('/orders?search=Shop');
  await total(ofCustomer.page, '1 order').waitFor();
  await total(ofLabel.page, '1 order').waitFor();
  await buy({ label: 'depot' });
  await buy({ label: 'SHOP 2' });
  await buy({ label: 'workshop', customer: 'ACME' });
  await ofCustomer.page.getByRole('button', { name: 'Show 1 new order' }).waitFor();
  await ofLabel.page.getByRole('button', { name: 'Show 1 new order' }).waitFor();
  await write(first, { label: 'Shop one' });
  await ofLabel.page.getByText('Shop one').waitFor();
});

test('a table of exported orders has what is written on each', async () => {
  await buy({ label: '=1+1', customer: 'ACME', note: 'first\nsecond' });
  const { page } = await open('/orders');
  await page.getByRole('checkbox', { name: /^Select order/ }).check();
  const saved = async (format: string) => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByLabel('Format').selectOption(format);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    await dialog(page).waitFor({ state: 'detached' });
    return readFile(await file.path(), 'utf8');
  };
  const csv = await saved('CSV');
  expect(csv).toMatch(/^order,tier,type,country,protocol,ends,label,customer,note,host,/);
  expect(csv).toContain(`,'=1+1,ACME,"first\nsecond",`);
  expect(JSON.parse(await saved('JSON'))).toMatchObject([
    { label: '=1+1', customer: 'ACME', note: 'first\nsecond' },
  ]);
});

test('a purchase is written on where somebody opens the fields for it, and the next one by the address', async () => {
  const { page } = await open('/buy?tier=prem&type=ipv4&country=US&period=7d');
  const label = fieldOf(page, 'Label');
  expect(await label.isVisible()).toBe(false);
  await page.getByText('Label and customer').click();
  await label.fill('x'.repeat(65));
  await fieldOf(page, 'Customer').fill('ACME');
  await page.getByRole('button', { name: 'Review and buy' }).click();
  await dialog(page)
    .getByRole('button', { name: /^Buy for/ })
    .click();
  await page.getByText('Must be at most 64 characters long.').waitFor();
  await label.fill('shop 7');
  await page.getByRole('button', { name: 'Review and buy' }).click();
  await dialog(page).getByText('shop 7').waitFor();
  await dialog(page)
    .getByRole('button', { name: /^Buy for/ })
    .click();
  await page.getByRole('link', { name: 'Open the order' }).click();
  await page.getByRole('heading', { name: /· shop 7$/ }).waitFor();
  const id = page.url().split('/').at(-1) ?? '';
  expect(await writtenOn(id)).toEqual({ label: 'shop 7', customer: 'ACME', note: null });
  await page.goBack();
  await page.getByRole('link', { name: 'Buy the same again' }).click();
  expect(await label.inputValue()).toBe('shop 7');
});
