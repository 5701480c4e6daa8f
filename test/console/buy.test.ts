import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readBalance } from '../../src/billing/accounts.ts';
import { topUp } from '../../src/billing/top-ups.ts';
import { importCatalog } from '../../src/catalog/import-catalog.ts';
import { byForwarding, bySocks5, openTarget } from '../e2e/through-proxy.ts';
import { type Tab, useBrowser } from '../support/browser.ts';
import {
  flawsOfAccess,
  newSignInCode,
  openConsole,
  SCREENS,
  sidewaysOverflow,
  waitForCopied,
  waitForToast,
} from '../support/console-page.ts';
import { type GivenReseller, givenReseller } from '../support/given.ts';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';

const browser = useBrowser();
let service: RunningService;
let reseller: GivenReseller;

beforeAll(async () => {
  service = await startService();
});
afterEach(() => service.sandbox.arm([]));
afterAll(() => service.close());

interface Opening {
  balanceUsd?: string;
  screen?: (typeof SCREENS)[number];
}

/** Opens a page of the console as a new reseller. */
async function open(path: string, { balanceUsd = '100', screen }: Opening = {}): Promise<Tab> {
  reseller = await givenReseller(service.services, { balanceUsd });
  const { resellerId } = reseller;
  return openConsole(browser, { service, resellerId, path, ...(screen && { screen }) });
}

const choice = (page: Page) => page.getByRole('region', { name: 'Your choice' });
const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const balance = () => readBalance(service.services.database.sql, reseller.resellerId);

/** Finds a choice by typing, and takes the first one. */
async function pick(page: Page, field: string, text: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).fill(text);
  await page.locator('[role=option]').first().waitFor();
  await page.keyboard.press('Enter');
}

async function review(page: Page): Promise<void> {
  await button(page, 'Review and buy').click();
  await dialog(page).waitFor();
}

async function buyNow(page: Page): Promise<void> {
  await review(page);
  await button(page, /^Buy for/).click();
}

async function isReady(page: Page): Promise<void> {
  await page.getByRole('heading', { name: /^Order \d+ is ready$/, level: 1 }).waitFor();
}

/** The first line that the page shows in one of the formats that are URLs. */
async function firstLine(page: Page, scheme: 'http' | 'socks5'): Promise<string> {
  await page.getByLabel('Format').selectOption(`${scheme}://login:password@host:port`);
  const lines = page.getByLabel('Lines', { exact: true }).locator('code, pre');
  const first = lines.filter({ hasText: new RegExp(`^${scheme}:`) }).first();
  return (await first.textContent()) ?? '';
}

async function downloaded(page: Page, format: string): Promise<{ name: string; text: string }> {
  await button(page, 'Download as…').click();
  await dialog(page).getByLabel('Format').selectOption(format);
  const coming = page.waitForEvent('download');
  await dialog(page).getByRole('button', { name: 'Download' }).click();
  const file = await coming;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

/** The sample catalog with another price for seven days of a Premium proxy; undefined: its own one. */
async function setPrice(usd = '0.60'): Promise<void> {
  const sample = JSON.parse(
    await readFile(new URL('../../src/catalog/sample-catalog.json', import.meta.url), 'utf8'),
  );
  sample.tiers[0].types[0].periods[0].priceUsd = usd;
  await importCatalog(service.services.database, JSON.stringify(sample), { force: true });
}

async function ordersOfReseller(): Promise<unknown[]> {
  const { body } = await sendGraphql<{ orders: { nodes: unknown[] } }>(
    service.url,
    reseller.apiKey,
    '{ orders { nodes { id quantity priceUsd source } } }',
  );
  return body.data?.orders.nodes ?? [];
}

/** Lets the service have the next purchase, and keeps its answer from the page. */
async function loseAnswer(page: Page): Promise<void> {
  let isLost = false;
  await page.route('**/graphql', async (route) => {
    if (isLost || !route.request().postData()?.includes('mutation Purchase')) return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
}

function expectQuiet({ complaints, requests }: Tab): void {
  expect(complaints).toEqual([]);
  expect([...new Set(requests.map(({ origin }) => origin))]).toEqual([service.url]);
}

test('where the chat bot has another price, it stands below that of the console, and nowhere without a bot', async () => {
  service.services.chat.url = 'https://t.me/proxies_bot';
  onTestFinished(() => {
    service.services.chat.url = undefined;
  });
  const { page } = await open('/buy');
  await page.getByRole('radio', { name: /^30 days/ }).check();
  await button(page, 'One more').click();
  await choice(page).getByText('The console pays the API price. In the chat bot: $4.40.').waitFor();
  service.services.chat.url = undefined;
  await page.reload();
  await choice(page).getByText('$3.60').first().waitFor();
  expect(await choice(page).getByText('In the chat bot').count()).toBe(0);
});

test('a person buys proxies, and pages are fetched through what was bought', async () => {
  const tab = await open('/buy');
  const { page } = tab;
  await pick(page, 'Country', 'germ');
  await page.getByRole('radio', { name: /^30 days/ }).check();
  await button(page, 'One more').click();
  await button(page, 'One more').click();
  await choice(page).getByText('$5.40').waitFor();
  await choice(page).getByText('$94.60').waitFor();
  await review(page);
  for (const fact of ['Premium IPv4 HTTP', 'Germany', '30 days', '3', '$5.40', '$94.60'])
    await dialog(page).getByText(fact, { exact: true }).waitFor();
  await button(page, 'Buy for $5.40').click();
  await isReady(page);
  await page.getByText('$94.60').waitFor();
  expect(await balance()).toBe(94_600_000n);
  expect(await ordersOfReseller()).toEqual([
    { id: expect.any(String), quantity: 3, priceUsd: '5.40', source: 'CONSOLE' },
  ]);

  const target = await openTarget();
  const proxy = await firstLine(page, 'http');
  expect(await byForwarding(proxy, `${target}/1000`)).toMatchObject({ bytes: 1_000 });
  const [, inCommand = ''] =
    /-x '([^']+)'/.exec((await page.getByText(/^curl -x/).textContent()) ?? '') ?? [];
  expect(await byForwarding(inCommand, `${target}/10`)).toMatchObject({ bytes: 10 });

  await button(page, 'Copy 3 lines').click();
  const lines = await page.getByLabel('Lines', { exact: true }).locator('code').allTextContents();
  expect(lines).toHaveLength(3);
  await waitForCopied(page, lines.join('\n'));
  await button(page, 'Copy line 1').click();
  await waitForCopied(page, proxy);
  await page.getByRole('link', { name: 'Open the order' }).click();
  await page.getByRole('heading', { name: /^Order \d+$/ }).waitFor();
  expectQuiet(tab);
});

test('what was bought is downloaded as lines of each format, as CSV and as JSON', async () => {
  const { page } = await open('/buy?country=US&quantity=2');
  await buyNow(page);
  await isReady(page);
  const json = await downloaded(page, 'JSON');
  const [order] = JSON.parse(json.text) as [
    { proxies: { host: string; port: number; login: string; password: string }[] },
  ];
  expect(json.name).toBe('proxies.json');
  expect(order.proxies).toHaveLength(2);
  const parts = order.proxies.map((proxy) => Object.values(proxy));
  const text = (lines: string[]) => lines.map((line) => `${line}\n`).join('');
  expect((await downloaded(page, 'HPUP')).text).toBe(text(parts.map((proxy) => proxy.join(':'))));
  expect((await downloaded(page, 'HTTP')).text).toBe(
    text(parts.map(([host, port, login, password]) => `http://${login}:${password}@${host}:${port}`)),
  );
  const rows = (await downloaded(page, 'CSV')).text.trim().split('\r\n').slice(1);
  expect(rows.map((row) => row.split(',').slice(-4))).toEqual(parts.map((proxy) => proxy.map(String)));
});

test('an upstream’s text that a spreadsheet would execute is none in the table, and stays as it is elsewhere', async () => {
  const { page } = await open('/buy?country=US');
  const login = '=HYPERLINK("http://evil.example","x")';
  await page.route('**/graphql', async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    const body = text.replace(/"login":"[^"]*","password":"[^"]*"/g, () => {
      return `"login":${JSON.stringify(login)},"password":"@x"`;
    });
    await route.fulfill({ response, body });
  });
  await buyNow(page);
  await isReady(page);
  const row = (await downloaded(page, 'CSV')).text.split('\r\n')[1] ?? '';
  expect(row).toMatch(/,127\.0\.0\.1,\d+,"'=HYPERLINK\(""http:\/\/evil\.example"",""x""\)",'@x$/);
  const [{ proxies }] = JSON.parse((await downloaded(page, 'JSON')).text);
  const [proxy] = proxies;
  expect(proxy).toMatchObject({ login, password: '@x' });
});

test('a person buys Luxury traffic of one city, and a page is fetched by it', async () => {
  const tab = await open('/buy');
  const { page } = tab;
  await page.getByRole('radio', { name: /^Luxury/ }).check();
  await page.getByRole('radio', { name: /^5 GB/ }).check();
  await pick(page, 'Country', 'united st');
  await pick(page, 'State', 'cal');
  await pick(page, 'City', 'san f');
  await pick(page, 'Providers left out', 'comcast');
  await page.getByLabel('Anonymous addresses only').check();
  await page.getByText(/^At most [\d,]+ addresses match\.$/).waitFor();
  await page.getByRole('radio', { name: /^Sticky/ }).check();
  await page.getByLabel('Minutes for each address').fill('10');
  await page.getByLabel('Protocols').selectOption('SOCKS5');
  await review(page);
  for (const fact of [
    'California',
    'San Francisco',
    'Comcast (AS7922)',
    'Sticky for 10 min',
    'SOCKS5',
    '$4.80',
  ])
    await dialog(page).getByText(fact, { exact: true }).first().waitFor();
  await button(page, 'Buy for $4.80').click();
  await isReady(page);
  const { body } = await sendGraphql<{ orders: { nodes: { settings: object }[] } }>(
    service.url,
    reseller.apiKey,
    `{ orders { nodes { ... on LuxuryOrder { settings {
      country state city excludeAsn anonymous session stickyMinutes protocol threads } } } } }`,
  );
  expect(body.data?.orders.nodes[0]?.settings).toEqual({
    country: 'US',
    state: 'california',
    city: expect.stringContaining('san'),
    excludeAsn: ['7922'],
    anonymous: true,
    session: 'STICKY',
    stickyMinutes: 10,
    protocol: 'SOCKS5',
    threads: 100,
  });
  const target = await openTarget();
  expect(await bySocks5(await firstLine(page, 'socks5'), `${target}/1000`)).toMatchObject({ bytes: 1_000 });
  expectQuiet(tab);
});

test('the choice stands in the address: it survives a sign-in, and going back undoes one step', async () => {
  const { page } = await open('/buy');
  // The open page would leave for the sign-in, too, and say where it was.
  await page.goto('about:blank');
  await page.context().clearCookies();
  const path = '/console/buy?tier=econ&type=ipv4&country=FR&period=90d&quantity=4';
  await page.goto(service.url + path);
  await page.waitForURL(`${service.url}/console/sign-in`);
  const code = await newSignInCode(service, reseller.resellerId);
  await page.goto(`${service.url}/console/sign-in#${code}`);
  await page.waitForURL(service.url + path);
  await choice(page).getByText('$9.60').waitFor();
  await choice(page).getByText('France').waitFor();
  await page.getByRole('radio', { name: /^7 days/ }).check();
  await choice(page).getByText('$1.20').waitFor();
  await page.goBack();
  await choice(page).getByText('$9.60').waitFor();
  expect(page.url()).toBe(service.url + path);
});

test('after a purchase, going back leads to the choice, and a reload shows the proxies again', async () => {
  const { page } = await open('/buy?country=NL');
  await buyNow(page);
  await isReady(page);
  const line = await firstLine(page, 'http');
  await page.reload();
  await isReady(page);
  expect(await firstLine(page, 'http')).toBe(line);
  await page.goBack();
  await choice(page).getByText('Netherlands').waitFor();
  expect(await ordersOfReseller()).toHaveLength(1);
});

test('whatever is typed quickly, the price is that of the last choice, and wrong numbers are told', async () => {
  const { page } = await open('/buy?country=US');
  const quantity = page.getByLabel('Quantity');
  for (const text of ['1', '12', '123', '5', '50']) await quantity.fill(text);
  await choice(page).getByText('$30.00').waitFor();
  await quantity.fill('51');
  await page.getByText('Type a whole number from 1 to 50.').waitFor();
  expect(await button(page, 'Review and buy').isDisabled()).toBe(true);
  await quantity.fill('<img src=x onerror=alert(1)>');
  await page.getByText('Type a whole number from 1 to 50.').waitFor();
  await quantity.fill('2');
  await choice(page).getByText('$1.20').waitFor();
  expect(await button(page, 'Review and buy').isEnabled()).toBe(true);
});

test('a stock that is too small is told before buying, with what there is to take', async () => {
  service.sandbox.setStock('4', 'tr', 3);
  const { page } = await open('/buy?country=TR&quantity=7');
  await page.getByRole('alert').getByText('Only 3 in stock in Türkiye.').waitFor();
  expect(await button(page, 'Review and buy').isDisabled()).toBe(true);
  await button(page, 'Take 3').click();
  await buyNow(page);
  await isReady(page);
});

test('who is sold out while reading is told what is left, and takes that', async () => {
  const { page } = await open('/buy?country=PL&quantity=6');
  await choice(page).getByText('$3.60').waitFor();
  await review(page);
  service.sandbox.setStock('4', 'pl', 2);
  await button(page, 'Buy for $3.60').click();
  await dialog(page).getByText('Only 2 left in Poland. Nothing was charged.').waitFor();
  await button(page, 'Take 2').click();
  await button(page, 'Buy for $1.20').click();
  await isReady(page);
  expect(await balance()).toBe(98_800_000n);
});

test('a price that has changed is told with the old and the new one, and asked about again', async () => {
  const { page } = await open('/buy?country=US');
  await choice(page).getByText('$0.60').waitFor();
  await review(page);
  onTestFinished(() => setPrice());
  await setPrice('0.75');
  await button(page, 'Buy for $0.60').click();
  await dialog(page).getByText('The price has changed from $0.60 to $0.75. Nothing was charged.').waitFor();
  expect(await balance()).toBe(100_000_000n);
  await button(page, 'Buy for $0.75').click();
  await isReady(page);
  expect(await balance()).toBe(99_250_000n);
});

test('what the balance does not cover is told with what is missing, until a top-up comes in', async () => {
  const { page } = await open('/buy?country=US&quantity=10&period=30d', { balanceUsd: '7.5' });
  await page.getByText('The balance does not cover this: $10.50 is missing.').waitFor();
  expect(await button(page, 'Review and buy').isDisabled()).toBe(true);
  const { database, clock } = service.services;
  const { resellerId } = reseller;
  await topUp(database, { resellerId, amount: 11_000_000n, reference: 'enough', at: clock.now() });
  await choice(page).getByText('$0.50').waitFor();
  await buyNow(page);
  await isReady(page);
});

test('a provider that does not deliver is told, nothing stays charged, and trying again buys', async () => {
  const { page } = await open('/buy?country=US');
  service.sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'refuse', times: 1 }]);
  await buyNow(page);
  await dialog(page)
    .getByText(/^The provider did not carry it out/)
    .waitFor();
  expect(await balance()).toBe(100_000_000n);
  await button(page, 'Buy for $0.60').click();
  await isReady(page);
  expect(await balance()).toBe(99_400_000n);
});

test('places that do not exist are marked at their fields', async () => {
  const { page } = await open('/buy?tier=di&type=diresi&country=US&city=atlantis&asn=999');
  await page.getByText(/^there is no "atlantis" in US/i).waitFor();
  await page.getByText(/^there is no "999" in US/i).waitFor();
  expect(await page.getByRole('combobox', { name: 'City' }).getAttribute('aria-invalid')).toBe('true');
  expect(await button(page, 'Review and buy').isDisabled()).toBe(true);
  await page.getByRole('combobox', { name: 'City' }).fill('');
  await page.getByRole('combobox', { name: 'Provider', exact: true }).fill('');
  await page.keyboard.press('Tab');
  await expect.poll(() => button(page, 'Review and buy').isEnabled()).toBe(true);
});

test('that no address matches is told before buying', async () => {
  const { page } = await open('/buy?tier=di&type=diresi&country=US&asn=7922&excludeAsn=7922');
  await page.getByText('No address matches: connections would fail.').waitFor();
  await review(page);
  await dialog(page).getByText('No address matches: connections would fail.').waitFor();
});

test.each([
  ['a product that is not sold', 'tier=%3Cimg%20src=x%3E&type=y&country=US', /is not on sale any more/],
  ['a country that is none', 'country=%3Cimg%20src=x%3E', /^"<IMG SRC=X>" is not available/i],
  ['an order that is not there', 'order=99999', /^You have no order 99999$/],
  ['no order at all', 'order=%3Cimg%20src=x%3E', /^You have no order <img src=x>$/],
])('an address that names %s says so, as text', async (_name, query, told) => {
  const tab = await open(`/buy?${query}`);
  await tab.page.getByText(told).waitFor();
  expectQuiet(tab);
});

test('an answer that is lost on its way is fetched by the same purchase, which is charged once', async () => {
  const { page } = await open('/buy?country=US&quantity=2');
  await loseAnswer(page);
  await buyNow(page);
  await dialog(page)
    .getByText(/It is not known whether this was bought\./)
    .waitFor();
  await button(page, 'Find out what happened').click();
  await isReady(page);
  expect(await ordersOfReseller()).toHaveLength(1);
  expect(await balance()).toBe(98_800_000n);
});

test('a page that was left during a purchase finds out what happened, also while it is under way', async () => {
  const { page } = await open('/buy?country=US&quantity=2');
  service.sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'slow', delayMs: 3_000, times: 1 }]);
  await buyNow(page);
  // At another price it would not be charged.
  await expect.poll(balance).toBe(98_800_000n);
  onTestFinished(() => setPrice());
  await setPrice('0.75');
  await page.goto(`${service.url}/console/buy?tier=tg&type=socks5`);
  await dialog(page).getByText('Premium IPv4 HTTP').waitFor();
  await button(page, 'Later').click();
  await page.getByText('it is not known whether it was bought').waitFor();
  await button(page, 'Find out what happened').click();
  await button(page, 'Find out what happened').click();
  await isReady(page);
  expect(await ordersOfReseller()).toHaveLength(1);
  expect(await balance()).toBe(98_800_000n);
});

test('a purchase that is under way may be left, and is told of on whatever page is open when it is done', async () => {
  const { page } = await open('/buy?country=US');
  service.sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'slow', delayMs: 2_000, times: 1 }]);
  await buyNow(page);
  await button(page, 'Later').click();
  await page.getByRole('link', { name: 'Statement' }).click();
  await page.getByRole('heading', { name: 'Statement', level: 1 }).waitFor();
  await waitForToast(page, /^Order \d+ is ready\.$/);
  expect(await ordersOfReseller()).toHaveLength(1);
});

test('a purchase whose connection is lost says so, may be left, and is found again by itself, charged once', async () => {
  const { page } = await open('/buy?country=US');
  const context = page.context();
  onTestFinished(() => context.setOffline(false));
  service.sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'slow', delayMs: 1_000, times: 1 }]);
  await buyNow(page);
  await expect.poll(balance).toBe(99_400_000n);
  await context.setOffline(true);
  await dialog(page).getByText('It is not known whether this was bought.').waitFor();
  await button(page, 'Later').click();
  await page.getByText('Your last purchase has no answer yet').waitFor();
  await context.setOffline(false);
  await isReady(page);
  expect(await ordersOfReseller()).toHaveLength(1);
  expect(await balance()).toBe(99_400_000n);
});

test('a country that is typed and left is taken when it is called so or alone matches, and else is said to be dropped', async () => {
  const { page } = await open('/buy?country=NL');
  const country = page.getByRole('combobox', { name: 'Country' });
  const shown = async () => [await country.inputValue(), await country.getAttribute('aria-invalid')];
  await choice(page).getByText('Netherlands').waitFor();
  // Until the countries are there it is called by its code.
  await expect.poll(() => country.inputValue()).toBe('Netherlands');
  await country.fill('japa');
  await page.getByRole('option', { name: 'Japan' }).waitFor();
  await country.press('Tab');
  await choice(page).getByText('Japan').waitFor();
  await country.fill('united');
  await country.press('Tab');
  await page.getByText('“united” was dropped, since more than one matches. It is still Japan.').waitFor();
  expect(await shown()).toEqual(['Japan', 'true']);
  await country.fill('de');
  await page.getByLabel('Quantity').click();
  await choice(page).getByText('Germany').waitFor();
  await expect.poll(shown).toEqual(['Germany', null]);
  await country.fill('Atlantis');
  await country.press('Enter');
  await page.getByText('“Atlantis” was dropped, since nothing matches. It is still Germany.').waitFor();
});

test.each(SCREENS)(
  'on $name the choice, its review and its result fit, have no flaw of access, and ask nobody else',
  async (screen) => {
    const tab = await open('/buy?tier=di&type=diresi&country=US&state=california&excludeAsn=7922', {
      screen,
    });
    const { page } = tab;
    const expectSound = async () => {
      expect(await flawsOfAccess(tab)).toEqual([]);
      expect(await sidewaysOverflow(tab)).toBeLessThanOrEqual(0);
    };
    await choice(page).getByText('California').waitFor();
    await page.getByText(/addresses match\.$/).waitFor();
    await expectSound();
    await page.getByRole('combobox', { name: 'City' }).click();
    await page.locator('[role=option]').first().waitFor();
    await expectSound();
    await page.keyboard.press('Escape');
    await review(page);
    await expectSound();
    await button(page, 'Buy for $1.00').click();
    await isReady(page);
    await page.getByText('Try it').waitFor();
    await expectSound();
    await page.goto(`${service.url}/console/buy?country=US&quantity=50&period=90d`);
    await page.getByText(/is missing/).waitFor();
    await expectSound();
    expectQuiet(tab);
  },
);

test('all of it is bought by keyboard alone', async () => {
  const { page } = await open('/buy');
  await page.getByRole('radio', { name: /^Premium/ }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('japan');
  await page.getByRole('option', { name: 'Japan' }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await choice(page).getByText('Shared IPv4 HTTP').waitFor();
  await choice(page).getByText('30 days').waitFor();
  for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Tab']) await page.keyboard.press(key);
  await page.locator('button:focus', { hasText: 'Review and buy' }).press('Enter');
  await dialog(page).waitFor();
  await button(page, /^Buy for/).focus();
  await page.keyboard.press('Enter');
  await isReady(page);
  await page.locator('h1:focus').waitFor();
});

test.each(SCREENS)(
  'on $name who is to be told of a stock says of how few, and can end it',
  async (screen) => {
    const tab = await open('/buy?country=US', { screen });
    const { page } = tab;
    await page.getByText('Tell me when few are left').click();
    const below = page.getByLabel(/United States: fewer than/);
    await below.fill('0');
    await button(page, 'Tell me').click();
    await below.fill('250');
    await below.press('Enter');
    await waitForToast(page, /^You will be told of the stock in United States\.$/);
    await page.getByText(/United States: fewer than 250/).waitFor();
    expect(await flawsOfAccess(tab)).toEqual([]);
    expect(await sidewaysOverflow(tab)).toBeLessThanOrEqual(0);
    const asked = '{ viewer { stockWatches { country below } } }';
    const { body } = await sendGraphql<{ viewer: object }>(service.url, reseller.apiKey, asked);
    expect(body.data?.viewer).toEqual({ stockWatches: [{ country: 'US', below: 250 }] });
    await button(page, /^Stop telling me of/).click();
    await page.getByText('Tell me when few are left', { exact: true }).waitFor();
  },
);
