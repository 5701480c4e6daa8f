import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateSettings } from '../../src/luxury/update-settings.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { renew } from '../../src/purchases/renew.ts';
import { type Tab, useBrowser } from '../support/browser.ts';
import { flawsOfAccess, openConsole, SCREENS, sidewaysOverflow } from '../support/console-page.ts';
import { buyerOf, type GivenReseller, givenReseller } from '../support/given.ts';
import { insertOrders } from '../support/inserted-orders.ts';
import { type RunningService, startService } from '../support/service.ts';

const HOUR_MS = 60 * 60_000;

interface Screen {
  name: string;
  colorScheme: 'light' | 'dark';
  width: number;
  height: number;
}

const browser = useBrowser();
let service: RunningService;
/** Has one order of each kind. */
let small: GivenReseller;
let bought: string[];
/** Has 120 orders. */
let large: GivenReseller;

beforeAll(async () => {
  service = await startService();
  small = await givenReseller(service.services);
  bought = [
    await buy(small, { tier: 'prem', type: 'ipv4', country: 'US', period: '7d', quantity: 3 }),
    await buy(small, { tier: 'prem', type: 'socks5', country: 'DE', period: '30d' }),
    await buy(small, { tier: 'di', type: 'diresi', country: 'ANY', period: '1gb' }),
  ];
  large = await givenReseller(service.services);
  await insertOrders(service.services, large.resellerId, 120);
});

afterAll(() => service.close());

async function buy(
  reseller: GivenReseller,
  input: { tier: string; type: string; country: string; period: string; quantity?: number },
): Promise<string> {
  const { sale } = await purchase(service.services, buyerOf(reseller), { quantity: 1, ...input });
  return String(sale.order.id);
}

async function openOrders(
  { resellerId }: GivenReseller,
  { query = '', screen }: { query?: string; screen?: Screen } = {},
): Promise<Tab> {
  const options = { service, resellerId, path: `/orders${query}`, ...(screen && { screen }) };
  const tab = await openConsole(browser, options);
  await drawn(tab);
  return tab;
}

/** Waits until the page has everything that it asks for when it is loaded. */
async function drawn(tab: Tab): Promise<void> {
  await total(tab).waitFor();
  await tab.page
    .getByRole('banner')
    .getByText(/^\$[\d,.]+$/)
    .waitFor({ state: 'attached' });
  await tab.page.locator('option', { hasText: 'All Premium' }).waitFor({ state: 'attached' });
}

/** The line that says how many orders there are. */
const total = ({ page }: Tab) =>
  page.getByRole('region', { name: 'Selected orders' }).getByText(/^[\d,]+ orders?$/);
const rowOf = ({ page }: Tab, id: string) =>
  page.locator('tr', { has: page.getByRole('link', { name: id, exact: true }) });
const boxes = ({ page }: Tab) => page.getByRole('checkbox', { name: /^Select order/ });
const shownNumbers = ({ page }: Tab) => page.locator('tbody').getByRole('link').allTextContents();
const checked = async (some: Locator) =>
  (await some.all()).reduce(
    async (count, one) => (await count) + Number(await one.isChecked()),
    Promise.resolve(0),
  );

/** The operations that a tab has sent over HTTP since it was opened. */
function countOperations({ page }: Tab): () => string[] {
  const names: string[] = [];
  page.on('request', (request) => {
    const { query } = (request.method() === 'POST' && request.postDataJSON()) || {};
    if (query) names.push(/(?:query|mutation) (\w+)/.exec(query)?.[1] ?? query);
  });
  return () => names.splice(0);
}

/** The subscriptions that a tab has begun since it was opened, by their names in order. */
function countSubscriptions({ page }: Tab): () => string[] {
  const names: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const [, name] = /subscription (\w+)/.exec(String(payload)) ?? [];
      if (name) names.push(name);
    }),
  );
  return () => names.toSorted();
}

function expectQuiet({ complaints, requests }: Tab): void {
  expect(complaints).toEqual([]);
  expect([...new Set(requests.map(({ origin }) => origin))]).toEqual([service.url]);
}

test.each(SCREENS)('on $name the list has no flaw of access, fits, and asks nobody else', async (screen) => {
  const tab = await openOrders(small, { screen });
  expect(await flawsOfAccess(tab)).toEqual([]);
  await boxes(tab).first().check();
  expect(await flawsOfAccess(tab)).toEqual([]);
  expect(await sidewaysOverflow(tab)).toBeLessThanOrEqual(0);
  if (screen.width < 820) {
    await tab.page.getByRole('button', { name: 'Filters' }).click();
    await tab.page.getByRole('dialog').getByLabel('Country').waitFor();
    expect(await flawsOfAccess(tab)).toEqual([]);
  }
  expectQuiet(tab);
});

test('an order shows its number, status, product, country, end or rest, source and price', async () => {
  const tab = await openOrders(small);
  const texts = async (id: string | undefined) =>
    (
      await rowOf(tab, id ?? '')
        .getByRole('cell')
        .allTextContents()
    ).slice(1);
  const [term, socks, luxury] = bought;
  await rowOf(tab, luxury ?? '')
    .getByText('Luxury')
    .waitFor();
  const now = [expect.stringMatching(/API$/)];
  expect(await texts(term)).toEqual([
    term,
    'Active',
    'Premium IPv4 HTTP ×\u00a03',
    'United States',
    'in 7 days',
    ...now,
    '$1.80',
  ]);
  expect(await texts(socks)).toEqual([
    socks,
    'Active',
    'Premium IPv4 SOCKS5',
    'Germany',
    'in 30 days',
    ...now,
    '$1.80',
  ]);
  expect(await texts(luxury)).toEqual([
    luxury,
    'Active',
    'Luxury Residential',
    'Any country',
    '1.00\u00a0GB left',
    ...now,
    '$1.00',
  ]);
  expect(await shownNumbers(tab)).toEqual(bought.toReversed());
});

test('filters stand in the address, and a reload and the way back keep them', async () => {
  const tab = await openOrders(small);
  const { page } = tab;
  await page.getByLabel('Product').selectOption({ label: 'IPv4 HTTP' });
  await total(tab).getByText('1 order').waitFor();
  expect(await shownNumbers(tab)).toEqual([bought[0]]);
  expect(new URL(page.url()).search).toBe('?tier=prem&type=ipv4');
  await page.getByRole('checkbox', { name: 'Expired' }).check();
  await page.getByText('No order matches').waitFor();
  await page.goBack();
  await page.getByRole('cell', { name: 'United States' }).waitFor();
  await page.reload();
  await drawn(tab);
  await total(tab).getByText('1 order').waitFor();
  expect(await page.getByLabel('Product').locator('option:checked').textContent()).toBe('IPv4 HTTP');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await total(tab).getByText('3 orders').waitFor();
  await page.getByLabel('Country').fill('germ');
  await page.getByRole('option', { name: 'Germany' }).click();
  await total(tab).getByText('1 order').waitFor();
  expect(await shownNumbers(tab)).toEqual([bought[1]]);
  expect(new URL(page.url()).search).toBe('?country=DE');
});

test('the heading of the ends sorts by keyboard, stands in the address, and the way back leads to the newest', async () => {
  const tab = await openOrders(large);
  const { page } = tab;
  const newest = await shownNumbers(tab);
  const head = page.getByRole('columnheader', { name: 'Ends or left' });
  expect(await head.getAttribute('aria-sort')).toBe('none');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.waitForURL(/after=/);
  await head.getByRole('button').focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\?sort=ends$/);
  // The first of these orders ends first.
  await rowOf(tab, String(Number(newest[0]) - 119)).waitFor();
  expect(await head.getAttribute('aria-sort')).toBe('ascending');
  expect(await flawsOfAccess(tab)).toEqual([]);
  const soonest = await shownNumbers(tab);
  expect(soonest).toEqual(soonest.toSorted((a, b) => Number(a) - Number(b)));
  await page.getByRole('button', { name: 'Next' }).click();
  await rowOf(tab, String(Number(soonest.at(-1)) + 1)).waitFor();
  expect(new URL(page.url()).searchParams.get('sort')).toBe('ends');
  await page.getByRole('checkbox', { name: 'Active' }).check();
  await page.waitForURL(/\?status=active&sort=ends$/);
  await rowOf(tab, soonest[0] ?? '').waitFor();
  await head.getByRole('button').focus();
  await page.keyboard.press('Space');
  await page.waitForURL(/\?status=active&sort=ended$/);
  await rowOf(tab, newest[0] ?? '').waitFor();
  expect(await head.getAttribute('aria-sort')).toBe('descending');
  expect(await shownNumbers(tab)).toEqual(newest);
  await page.goBack();
  await rowOf(tab, soonest[0] ?? '').waitFor();
  const number = page.getByRole('columnheader', { name: 'Order', exact: true });
  await number.getByRole('button').click();
  await page.waitForURL(/\?status=active$/);
  await number.getByRole('button').click();
  await page.waitForURL(/\?status=active&sort=oldest$/);
  await rowOf(tab, soonest[0] ?? '').waitFor();
  expect(await shownNumbers(tab)).toEqual(soonest);
  await page.getByRole('button', { name: 'Next' }).click();
  await rowOf(tab, String(Number(soonest.at(-1)) + 1)).waitFor();
  await page.getByText('Page 2 of 3').waitFor();
  await page.getByRole('button', { name: 'Previous' }).click();
  await rowOf(tab, soonest[0] ?? '').waitFor();
  expect(await shownNumbers(tab)).toEqual(soonest);
  expectQuiet(tab);
});

test('on a phone the order of the list is a choice among the filters', async () => {
  const [screen] = SCREENS.filter(({ width }) => width < 820);
  const tab = await openOrders(large, screen && { screen });
  const { page } = tab;
  const newest = await shownNumbers(tab);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('dialog').getByLabel('Sort by').selectOption('Ends soonest');
  await page.getByRole('dialog').getByRole('button', { name: /^Show/ }).click();
  await rowOf(tab, String(Number(newest[0]) - 119)).waitFor();
  expect(new URL(page.url()).search).toBe('?sort=ends');
  expect(await flawsOfAccess(tab)).toEqual([]);
  expect(await sidewaysOverflow(tab)).toBeLessThanOrEqual(0);
  expectQuiet(tab);
});

test('a list by the end says when a renewal or a purchase has changed it, and sorts again when asked', async () => {
  const reseller = await givenReseller(service.services);
  const order = { tier: 'prem', type: 'ipv4', country: 'US', period: '7d' };
  const first = await buy(reseller, order);
  const second = await buy(reseller, order);
  const tab = await openOrders(reseller, { query: '?sort=ends' });
  const { page } = tab;
  await rowOf(tab, second).waitFor();
  expect(await shownNumbers(tab)).toEqual([first, second]);
  await renew(service.services, buyerOf(reseller), { orderId: Number(first), period: '30d' });
  await page.getByRole('button', { name: 'Sort again', exact: true }).click();
  await page.locator('tbody tr').first().getByRole('link', { name: second, exact: true }).waitFor();
  const third = await buy(reseller, order);
  await page.getByRole('button', { name: 'Sort again with 1 new order' }).click();
  await rowOf(tab, third).waitFor();
  expect(await shownNumbers(tab)).toEqual([second, third, first]);
  expect(await page.getByRole('button', { name: /^Sort again/ }).count()).toBe(0);
  expectQuiet(tab);
});

test('an address that means nothing shows the list, and hostile codes are only text', async () => {
  const reseller = await givenReseller(service.services);
  const markup = '<img src=x onerror=alert(1)>';
  await insertOrders(service.services, reseller.resellerId, 1, { tier: markup, type: '<b>' });
  const tab = await openOrders(reseller, { query: '?status=none&ends=5&last=1' });
  await tab.page.getByRole('cell', { name: markup }).waitFor();
  await tab.page.goto(`${service.url}/console/orders?tier=${encodeURIComponent(markup)}&type=%3Cb%3E`);
  await total(tab).getByText('1 order').waitFor();
  await tab.page.goto(`${service.url}/console/orders?after=no+cursor`);
  await tab.page.getByRole('alert').getByText('must be a cursor').waitFor();
  expectQuiet(tab);
});

test('a list that cannot be read says so, keeps its room, and is there at the next try', async () => {
  const tab = await openConsole(browser, { service, resellerId: small.resellerId });
  const { page } = tab;
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('OrderList') ? route.abort() : route.continue(),
  );
  await page.getByRole('navigation').getByRole('link', { name: 'Orders' }).click();
  await page.getByRole('alert').getByText('The service cannot be reached.').waitFor();
  expect(await flawsOfAccess(tab)).toEqual([]);
  await page.unroute('**/graphql');
  await page.getByRole('button', { name: 'Try again' }).click();
  await total(tab).getByText('3 orders').waitFor();
  await page.getByRole('alert').waitFor({ state: 'detached' });
});

test('who has no orders is told where to buy, and a number that nobody has can be cleared', async () => {
  const tab = await openOrders(await givenReseller(service.services));
  await tab.page.getByText('No orders yet').waitFor();
  const other = await openOrders(small, { query: '?search=404' });
  await other.page.getByText('No order matches').waitFor();
  await other.page.getByRole('button', { name: 'Clear all filters' }).click();
  await total(other).getByText('3 orders').waitFor();
  expect(await other.page.getByLabel('Number, label or proxy').inputValue()).toBe('');
});

test('a visit costs three requests, and a filter, a number and a page one each, however many orders there are', async () => {
  for (const [reseller, size] of [
    [small, 3],
    [large, 50],
  ] as const) {
    const tab = await openOrders(reseller);
    const sent = countOperations(tab);
    const subscribed = countSubscriptions(tab);
    await tab.page.reload();
    await drawn(tab);
    expect(await boxes(tab).count()).toBe(size);
    expect(sent().sort()).toEqual(['Account', 'Catalog', 'OrderList']);
    await expect.poll(subscribed).toEqual(['Balance', 'OrderChanges']);

    await tab.page.getByLabel('Ends').selectOption('Within 24 hours');
    await tab.page.waitForURL(/ends=1/);
    await expect.poll(() => total(tab).textContent()).not.toBe(`${reseller === small ? 3 : 120} orders`);
    expect(sent()).toEqual(['OrderList']);
    await tab.page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => total(tab).textContent()).toBe(`${reseller === small ? 3 : 120} orders`);
    expect(sent()).toEqual(['OrderList']);
  }
});

test('a number is looked for when the typing pauses, from its first digits on', async () => {
  const tab = await openOrders(large);
  const [newest = ''] = await shownNumbers(tab);
  const sent = countOperations(tab);
  await tab.page.getByLabel('Number, label or proxy').pressSequentially(` #${newest}`);
  await total(tab).getByText('1 order').waitFor();
  expect(await shownNumbers(tab)).toEqual([newest]);
  expect(new URL(tab.page.url()).search).toBe(`?search=${encodeURIComponent(`#${newest}`)}`);
  expect(new Set(sent())).toEqual(new Set(['OrderList']));
});

test('pages lead to the oldest order and back, and each can be linked to', async () => {
  const tab = await openOrders(large);
  const { page } = tab;
  const all = await shownNumbers(tab);
  const sent = countOperations(tab);
  const move = async (name: string) => {
    const [before] = await shownNumbers(tab);
    await page.getByRole('button', { name, exact: true }).click();
    await expect.poll(async () => (await shownNumbers(tab))[0]).not.toBe(before);
    expect(sent()).toEqual(['OrderList']);
    return shownNumbers(tab);
  };
  all.push(...(await move('Next')), ...(await move('Next')));
  expect(all).toHaveLength(120);
  expect(all).toEqual(all.toSorted((a, b) => Number(b) - Number(a)));
  expect(await page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
  await page.getByText('Page 3 of 3').waitFor();
  expect(await move('Previous')).toEqual(all.slice(50, 100));
  await page.reload();
  await drawn(tab);
  expect(await shownNumbers(tab)).toEqual(all.slice(50, 100));
  await page.getByText('Page 2 of 3').waitFor();
  sent();
  expect(await move('First')).toEqual(all.slice(0, 50));
});

test('a row changes in its place, and a new order is told of and moves nothing until it is asked for', async () => {
  const reseller = await givenReseller(service.services);
  const first = await buy(reseller, { tier: 'prem', type: 'ipv4', country: 'US', period: '7d' });
  const tab = await openOrders(reseller, { query: '?tier=prem' });
  await rowOf(tab, first).getByText('in 7 days').waitFor();
  const sent = countOperations(tab);
  await renew(service.services, buyerOf(reseller), { orderId: Number(first), period: '30d' });
  await rowOf(tab, first)
    .getByText(/next month|in 37 days/)
    .waitFor();
  await buy(reseller, { tier: 'econ', type: 'ipv4', country: 'US', period: '7d' });
  const second = await buy(reseller, { tier: 'prem', type: 'ipv4', country: 'DE', period: '7d' });
  const news = tab.page.getByRole('button', { name: 'Show 1 new order' });
  await news.waitFor();
  expect(await shownNumbers(tab)).toEqual([first]);
  expect(sent()).toEqual([]);
  expect(await flawsOfAccess(tab)).toEqual([]);
  await news.click();
  await rowOf(tab, second).waitFor();
  expect(await shownNumbers(tab)).toEqual([second, first]);
  await news.waitFor({ state: 'detached' });
});

test('orders are selected by keyboard, as a range with Shift, as a page, and stay so on another page', async () => {
  const tab = await openOrders(large);
  const { page } = tab;
  await boxes(tab).nth(1).focus();
  await page.keyboard.press('Space');
  await boxes(tab).nth(4).focus();
  await page.keyboard.press('Shift+Space');
  await page.getByText('4 selected').waitFor();
  expect(await checked(boxes(tab))).toBe(4);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.poll(() => checked(boxes(tab))).toBe(0);
  const whole = page.getByRole('checkbox', { name: 'Select all of this page' });
  await whole.check();
  await page.getByText('54 selected').waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.poll(() => boxes(tab).count()).toBe(20);
  await whole.check();
  await page.getByText('74 selected').waitFor();
  await page.getByRole('button', { name: 'Deselect' }).click();
  await total(tab).getByText('120 orders').waitFor();
  expect(await checked(boxes(tab))).toBe(0);
});

test('all orders of a filter are selected over its pages, and those that it leaves out are not', async () => {
  const tab = await openOrders(large, { query: '?status=active' });
  const { page } = tab;
  const all = page.getByRole('button', { name: 'Select all 120' });
  expect(await all.count()).toBe(0);
  await page.getByRole('checkbox', { name: 'Select all of this page' }).check();
  await page.getByText('50 selected').waitFor();
  expect(await flawsOfAccess(tab)).toEqual([]);
  await all.click();
  await page.getByText('120 selected').waitFor();
  await all.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('dialog', { name: 'Export 120 orders' }).waitFor();
  await page.getByLabel('Format').selectOption('JSON');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const exported: { id: string }[] = JSON.parse(await readFile(await (await saved).path(), 'utf8'));
  expect(new Set(exported.map(({ id }) => id)).size).toBe(120);
  expectQuiet(tab);
});

test('several statuses are one list, which is a link', async () => {
  const reseller = await givenReseller(service.services);
  const order = { tier: 'di', type: 'diresi', country: 'ANY', period: '1gb' };
  const [active, paused, exhausted] = [
    await buy(reseller, order),
    await buy(reseller, order),
    await buy(reseller, order),
  ];
  await updateSettings(service.services, buyerOf(reseller), Number(paused), { paused: true });
  await sql`update orders set filed_status = 'exhausted' where reseller_id = ${reseller.resellerId}
    and id = ${exhausted}`.execute(service.services.database.sql);
  const tab = await openOrders(reseller);
  await tab.page.getByRole('checkbox', { name: 'Paused' }).check();
  await total(tab).getByText('1 order', { exact: true }).waitFor();
  await tab.page.getByRole('checkbox', { name: 'Out of traffic' }).check();
  await total(tab).getByText('2 orders', { exact: true }).waitFor();
  expect(await shownNumbers(tab)).toEqual([exhausted, paused]);
  const { search } = new URL(tab.page.url());
  expect(search).toBe('?status=paused&status=exhausted');
  const link = await openOrders(reseller, { query: search });
  await rowOf(link, paused ?? '').waitFor();
  expect(await shownNumbers(link)).toEqual([exhausted, paused]);
  expect(await link.page.getByRole('checkbox', { name: 'Paused' }).isChecked()).toBe(true);
  expect(await shownNumbers(link)).not.toContain(active);
});

test('rows are dense and columns left out by choice, which this browser keeps', async () => {
  const tab = await openOrders(large);
  const { page } = tab;
  const height = async () => (await page.locator('tbody tr').first().boundingBox())?.height ?? 0;
  const usual = await height();
  await page.getByRole('button', { name: 'View' }).click();
  await page.getByRole('checkbox', { name: 'Dense rows' }).check();
  await page.getByRole('checkbox', { name: 'Country' }).uncheck();
  expect(await flawsOfAccess(tab)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.reload();
  await drawn(tab);
  expect(await height()).toBeLessThan(0.75 * usual);
  expect(await page.getByRole('columnheader').allTextContents()).toEqual([
    'Selected',
    'Order',
    'Status',
    'Product',
    'Ends or left',
    'Bought',
    'Price',
  ]);
  expect(await flawsOfAccess(tab)).toEqual([]);
  await page.evaluate(() => localStorage.clear());
});

test('the table is as wide as the window', async () => {
  const tab = await openOrders(small, {
    screen: { name: 'a wide desk', colorScheme: 'light', width: 2_200, height: 900 },
  });
  const table = await tab.page.getByRole('table').boundingBox();
  expect(table?.width).toBeGreaterThan(1_800);
});

test('an order that ends while it is shown says so', async () => {
  const tab = await openOrders(small);
  await rowOf(tab, bought[0] ?? '')
    .getByText('Active')
    .waitFor();
  service.clock.advance(7 * 24 * HOUR_MS + HOUR_MS);
  await rowOf(tab, bought[0] ?? '')
    .getByText('Expired')
    .waitFor();
});
