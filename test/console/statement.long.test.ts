import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renew } from '../../src/purchases/renew.ts';
import { type Tab, useBrowser } from '../support/browser.ts';
import { flawsOfAccess, openConsole, SCREENS, sidewaysOverflow } from '../support/console-page.ts';
import { buyerOf, type GivenReseller, givenReseller } from '../support/given.ts';
import { buy, daysAgo, givenHistory, payEach } from '../support/given-history.ts';
import { type RunningService, startService } from '../support/service.ts';

const browser = useBrowser();
let service: RunningService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.close());

/** `query` is what the address has behind the path. */
function open({ resellerId }: GivenReseller, query = '', screen?: (typeof SCREENS)[number]): Promise<Tab> {
  return openConsole(browser, {
    service,
    resellerId,
    path: `/statement${query}`,
    ...(screen && { screen }),
  });
}

/** A reseller with so many payments of a dollar: their references end in #1, #2, and so on. */
async function givenPayments(count: number): Promise<GivenReseller> {
  const reseller = await givenReseller(service.services, { balanceUsd: '0' });
  const references = Array.from({ length: count }, (_, index) => `${reseller.resellerId}#${index + 1}`);
  await payEach(service.services, reseller, references);
  return reseller;
}

/** The numbers of the payments in a text, as they follow each other. */
function paymentsIn(text: string): number[] {
  return [...text.matchAll(/#(\d+)/g)].map(([, number]) => Number(number));
}

/** All numbers from a first one down to 1. */
function downFrom(first: number): number[] {
  return Array.from({ length: first }, (_, index) => first - index);
}

/** Starts the download; the name and the text of the file that comes of it. */
async function saved({ page }: Tab, button = 'Download CSV'): Promise<{ name: string; text: string }> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await coming;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

function monthName(daysBack: number): string {
  const at = daysAgo(service.services, daysBack).clock.now();
  return at.toLocaleString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

test.each(SCREENS)('on $name the page has no flaw of access, fits, and asks nobody else', async (screen) => {
  const reseller = await givenHistory(service.services, [45, 40, 3]);
  await payEach(service.services, reseller, [`<i>a payment</i> on ${screen.name}`]);
  const tab = await open(reseller, '', screen);
  await tab.page.getByText('<i>a payment</i> on').waitFor();
  await tab.page.getByText('5 transactions shown, which is all.').waitFor();
  expect(await flawsOfAccess(tab)).toEqual([]);
  expect(await sidewaysOverflow(tab)).toBeLessThanOrEqual(0);
  expect(tab.complaints).toEqual([]);
  expect([...new Set(tab.requests.map(({ origin }) => origin))]).toEqual([service.url]);
});

test('transactions stand under their month with what it cost, each with its order and the balance after it', async () => {
  const reseller = await givenHistory(service.services, [40, 40]);
  const order = await buy(service.services, reseller, { quantity: 2 });
  const tab = await open(reseller);
  const month = tab.page.getByRole('region', { name: monthName(40) });
  await month.getByText('spent $3.60').waitFor();
  const [newest] = await tab.page
    .getByRole('table', { name: /^Transactions of/ })
    .getByRole('row')
    .filter({ has: tab.page.getByRole('cell') })
    .all();
  expect((await newest?.getByRole('cell').allTextContents())?.slice(1)).toEqual([
    'Purchase',
    'Premium IPv4 HTTP, US, 30 days, 2 proxies',
    String(order),
    '−$3.60',
    '$492.80',
  ]);
  await tab.page.getByRole('link', { name: String(order), exact: true }).click();
  await tab.page.waitForURL(`${service.url}/console/orders/${order}`);
});

test('kind and days narrow the list, stand in the address, and survive loading it again', async () => {
  const reseller = await givenHistory(service.services, [60, 2]);
  const tab = await open(reseller);
  await tab.page.getByText('3 transactions shown, which is all.').waitFor();
  await tab.page.getByRole('combobox', { name: 'Kind' }).selectOption('Top-up');
  await tab.page.getByText('1 transaction shown, which is all.').waitFor();
  await tab.page.getByRole('combobox', { name: 'Kind' }).selectOption('Purchase');
  const from = daysAgo(service.services, 30).clock.now().toISOString().slice(0, 10);
  await tab.page.getByLabel('First day').fill(from);
  await tab.page.getByText('1 transaction shown, which is all.').waitFor();
  expect(new URL(tab.page.url()).search).toBe(`?kind=PURCHASE&from=${from}`);
  await tab.page.reload();
  await tab.page.getByText('1 transaction shown, which is all.').waitFor();
  expect(await tab.page.getByLabel('Period').inputValue()).toBe('Other days');
  await tab.page.getByLabel('Last day').fill('2020-01-01');
  await tab.page.getByText('This is before the first day; choose a later one.').waitFor();
  expect(await tab.page.getByRole('button', { name: 'Download CSV' }).isDisabled()).toBe(true);
  await tab.page.getByLabel('Last day').fill('0202-01-01');
  expect(new URL(tab.page.url()).searchParams.get('to')).toBe('2020-01-01');
  await tab.page.getByRole('combobox', { name: 'Kind' }).selectOption('Refund');
  await tab.page.getByLabel('Period').selectOption('Last year');
  await tab.page.getByText('Nothing of this kind, order and days').waitFor();
});

test('the statement says where the money went last month and in a chosen period, beside the one before', async () => {
  const reseller = await givenHistory(service.services, [65, 34, 34, 33, 32, 3]);
  await buy(daysAgo(service.services, 2), reseller, { country: 'DE', quantity: 2 });
  const tab = await open(reseller);
  const card = tab.page.getByRole('region', { name: /^Where the money went/ });
  await card.getByRole('heading', { name: /went: .*\d{4}$/ }).waitFor();
  const from = daysAgo(service.services, 40).clock.now().toISOString().slice(0, 10);
  await tab.page.getByLabel('First day').fill(from);
  await card.getByText('$12.60 spent, $1.80 in').waitFor();
  await card.getByRole('tab', { name: 'Product' }).press('ArrowRight');
  const rows = card.getByRole('row').filter({ has: tab.page.getByRole('cell') });
  await rows.filter({ hasText: 'Germany' }).waitFor();
  const shown = await Promise.all((await rows.all()).map((row) => row.getByRole('cell').allTextContents()));
  expect(shown).toEqual([
    ['United States', '5', '−$9.00', '−$1.80'],
    ['Germany', '1', '−$3.60', '$0.00'],
  ]);
  expect(await flawsOfAccess(tab)).toEqual([]);
  await tab.page.getByRole('combobox', { name: 'Kind' }).selectOption('Refund');
  await card.waitFor({ state: 'detached' });
});

test('one order narrows the statement, and its page shows all that was paid for it', async () => {
  const reseller = await givenHistory(service.services, [20]);
  const order = await buy(daysAgo(service.services, 9), reseller);
  await renew(service.services, buyerOf(reseller), { orderId: order, period: '7d' });
  const tab = await open(reseller);
  await tab.page.getByLabel('Order', { exact: true }).fill(`${order}`);
  await tab.page.getByText('2 transactions shown, which is all.').waitFor();
  expect(new URL(tab.page.url()).search).toBe(`?order=${order}`);
  await tab.page.getByLabel('Order', { exact: true }).fill('x1');
  await tab.page.getByText('Type the number of an order.').waitFor();
  await tab.page
    .getByRole('link', { name: String(order), exact: true })
    .first()
    .click();
  const paid = tab.page.getByRole('region', { name: 'Paid in all' });
  await paid.getByText('$2.40').waitFor();
  await paid.getByText(`Renewal of order ${order}`).waitFor();
  expect(await flawsOfAccess(tab)).toEqual([]);
});

test('days and times are those of the zone of the reader, which the page names, and of UTC at a closer look', async () => {
  const reseller = await givenReseller(daysAgo(service.services, 70), { balanceUsd: '50' });
  const at = new Date(daysAgo(service.services, 9).clock.now().setUTCHours(20, 0, 0, 0));
  await buy({ ...service.services, clock: { now: () => at } }, reseller);
  const inTokyo = new Date(at.getTime() + 9 * 3_600_000);
  const day = inTokyo.toISOString().slice(0, 10);
  const tab = await open(reseller);
  const devtools = await tab.page.context().newCDPSession(tab.page);
  await devtools.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Tokyo' });
  await tab.page.goto(`${service.url}/console/statement?from=${day}&to=${day}`);
  await tab.page.getByText('1 transaction shown, which is all.').waitFor();
  const date = inTokyo.toLocaleString('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const time = tab.page.getByText(`${date}, 05:00`);
  expect(await time.getAttribute('title')).toBe(`${at.toISOString().slice(0, 10)} 20:00:00 UTC`);
  await tab.page.getByText('those of Asia/Tokyo').waitFor();
});

test('an address with values that nobody can mean shows the whole statement', async () => {
  const reseller = await givenPayments(2);
  const tab = await open(reseller, '?kind=toString&from=2026-02-31&to=9999-12-31');
  await tab.page.getByText('2 transactions shown, which is all.').waitFor();
});

test('older transactions follow on demand, and what happens meanwhile comes first, without a gap or a repetition', async () => {
  const reseller = await givenPayments(230);
  const tab = await open(reseller);
  await tab.page.getByText('100 transactions shown.').waitFor();
  await payEach(service.services, reseller, [`${reseller.resellerId}#231`]);
  await tab.page.getByText('101 transactions shown.').waitFor();
  await tab.page.getByRole('button', { name: 'Show older ones' }).press('Enter');
  await tab.page.getByText('201 transactions shown.').waitFor();
  await tab.page.getByRole('button', { name: 'Show older ones' }).press('Enter');
  await tab.page.getByText('231 transactions shown, which is all.').waitFor();
  expect(paymentsIn((await tab.page.getByRole('main').textContent()) ?? '')).toEqual(downFrom(231));
});

test('the file has every transaction that the filter selects, and no cell that a spreadsheet would execute', async () => {
  const reseller = await givenReseller(service.services, { balanceUsd: '0' });
  const references = ['=1+1', '+1', '-1 off', '@SUM(A1)', '\tTab', 'a "quoted", one', 'two\nlines', 'Zürich'];
  await payEach(service.services, reseller, references);
  const order = await buy(service.services, reseller);
  const tab = await open(reseller);
  await tab.page.getByText('9 transactions shown, which is all.').waitFor();
  const { name, text } = await saved(tab);
  const today = service.clock.now().toISOString().slice(0, 10);
  expect(name).toBe(`statement-${today}-to-${today}.csv`);
  expect(text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'AT').split('\r\n')).toEqual([
    '\uFEFFat,kind,description,order,reference,amount_usd,balance_after_usd,label,customer',
    `AT,PURCHASE,"Premium IPv4 HTTP, US, 30 days, 1 proxy",${order},,-1.80,6.20,,`,
    'AT,TOP_UP,Top-up,,Zürich,1.00,8.00,,',
    'AT,TOP_UP,Top-up,,"two\nlines",1.00,7.00,,',
    'AT,TOP_UP,Top-up,,"a ""quoted"", one",1.00,6.00,,',
    "AT,TOP_UP,Top-up,,'\tTab,1.00,5.00,,",
    "AT,TOP_UP,Top-up,,'@SUM(A1),1.00,4.00,,",
    "AT,TOP_UP,Top-up,,'-1 off,1.00,3.00,,",
    "AT,TOP_UP,Top-up,,'+1,1.00,2.00,,",
    "AT,TOP_UP,Top-up,,'=1+1,1.00,1.00,,",
    '',
  ]);
  await tab.page.getByRole('combobox', { name: 'Kind' }).selectOption('Purchase');
  await tab.page.getByLabel('First day').fill('2026-01-31');
  await tab.page.getByText('1 transaction shown, which is all.').waitFor();
  const narrowed = await saved(tab);
  expect(narrowed.name).toBe(`statement-2026-01-31-to-${today}-purchase.csv`);
  expect(narrowed.text.split('\r\n')).toHaveLength(3);
});

test('a download that loses the connection goes on where it was, and leaves nothing out', async () => {
  const reseller = await givenPayments(450);
  const tab = await open(reseller);
  await tab.page.getByText('100 transactions shown.').waitFor();
  let pages = 0;
  await tab.page.route('**/graphql', (route) => {
    if (!route.request().postData()?.includes('query StatementMovements')) return route.fallback();
    return ++pages === 3 ? route.abort('connectionreset') : route.fallback();
  });
  await tab.page.getByRole('button', { name: 'Download CSV' }).click();
  await tab.page.getByText('The service cannot be reached.').waitFor();
  const { text } = await saved(tab, 'Try again');
  expect(paymentsIn(text)).toEqual(downFrom(450));
  expect(pages).toBe(4);
});
