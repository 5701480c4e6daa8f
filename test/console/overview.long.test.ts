import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importCatalog } from '../../src/catalog/import-catalog.ts';
import { UsageReader } from '../../src/luxury/usage-reader.ts';
import { byConnect, openTarget } from '../e2e/through-proxy.ts';
import { type Tab, useBrowser } from '../support/browser.ts';
import { botBuyerOf, earnCoins } from '../support/coins.ts';
import {
  flawsOfAccess,
  openConsole,
  SCREENS,
  sidewaysOverflow,
  waitForToast,
} from '../support/console-page.ts';
import { type GivenReseller, givenReseller } from '../support/given.ts';
import { buy, daysAgo, givenHistory, payEach } from '../support/given-history.ts';
import { givenLuxuryOrder } from '../support/given-luxury.ts';
import { type RunningService, startService } from '../support/service.ts';

const POLL_SECONDS = 5;
const DAY_MS = 86_400_000;

const browser = useBrowser();
let service: RunningService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.close());

function open({ resellerId }: GivenReseller, screen?: (typeof SCREENS)[number]): Promise<Tab> {
  return openConsole(browser, { service, resellerId, ...(screen && { screen }) });
}

/** A section of the page, by its heading. */
function card({ page }: Tab, title: string) {
  return page.getByRole('region', { name: title });
}

/** Opens the renewal of the reseller's only order that ends soon. */
async function openRenewal(reseller: GivenReseller): Promise<Tab> {
  const tab = await open(reseller);
  await tab.page.getByRole('button', { name: 'Renew order' }).click();
  return tab;
}

async function balanceOf({ apiKey }: GivenReseller): Promise<string> {
  const response = await fetch(`${service.url}/v1/balance`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  return JSON.stringify(await response.json());
}

async function changePrice(priceUsd: string): Promise<void> {
  const sample = await readFile(new URL('../../src/catalog/sample-catalog.json', import.meta.url), 'utf8');
  const catalog = JSON.parse(sample);
  const tier = catalog.tiers.find(({ id }: { id: string }) => id === 'econ');
  const type = tier.types.find(({ id }: { id: string }) => id === 'ipv4');
  Object.assign(
    type.periods.find(({ id }: { id: string }) => id === '7d'),
    { priceUsd },
  );
  await importCatalog(service.services.database, JSON.stringify(catalog), { force: true });
}

test.each(SCREENS)(
  'on $name a full page has no flaw of access, fits, and asks nobody else',
  async (screen) => {
    const { services } = service;
    const reseller = await givenHistory(services, [40, 20, 12, 5, 1]);
    await buy(services, reseller, { period: '7d', quantity: 3 });
    await givenLuxuryOrder(services, { reseller });
    await payEach(services, reseller, [`<b>payment</b> on ${screen.name}`]);
    const tab = await open(reseller, screen);
    await card(tab, 'Ends within 7 days').getByText('3 proxies').waitFor();
    await card(tab, 'Traffic left').getByRole('meter').waitFor();
    // Links to several orders of one product are told apart by those who hear their names only.
    for (const title of ['Traffic left', 'Ends within 7 days'])
      await card(tab, title)
        .getByRole('link', { name: /of order \d+$/ })
        .first()
        .waitFor();
    await card(tab, 'Latest activity').getByText('<b>payment</b> on').waitFor();
    await card(tab, 'Spending in 30 days').getByText('As a table').click();
    expect(await flawsOfAccess(tab)).toEqual([]);
    expect(await sidewaysOverflow(tab)).toBeLessThanOrEqual(0);
    await tab.page.getByRole('button', { name: 'Renew order' }).click();
    await tab.page.getByRole('dialog').getByText('New end').waitFor();
    expect(await flawsOfAccess(tab)).toEqual([]);
    expect(tab.complaints).toEqual([]);
    expect([...new Set(tab.requests.map(({ origin }) => origin))]).toEqual([service.url]);
  },
);

test('a reseller without orders reads what to do first, and sees the first order come without loading the page again', async () => {
  const reseller = await givenReseller(service.services, { balanceUsd: '0' });
  const tab = await open(reseller);
  await card(tab, 'First steps').getByText('Top up the balance').waitFor();
  expect(await flawsOfAccess(tab)).toEqual([]);
  await payEach(service.services, reseller, ['the first one', 'the second one']);
  await card(tab, 'First steps').getByText('Your balance is topped up').waitFor();
  const order = await buy(service.services, reseller);
  await card(tab, 'Latest activity').getByText(`order ${order}, bought by a program`).waitFor();
  await card(tab, 'Latest activity').getByText('the first one').waitFor();
  await card(tab, 'First steps').waitFor({ state: 'detached' });
});

test('the balance has the coins of the chat bot beside it, with what earns them', async () => {
  const reseller = await givenReseller(service.services, { balanceUsd: '20' });
  await earnCoins(service.services, botBuyerOf(reseller), 12);
  const tab = await open(reseller);
  await card(tab, 'Balance').getByText('1,200 coins').waitFor();
  await card(tab, 'Balance')
    .getByText(/You earn 3% of what you pay there, and 5% of what/)
    .waitFor();
});

test('the balance links to the chat bot that it is topped up in', async () => {
  const reseller = await givenReseller(service.services, { balanceUsd: '0' });
  service.services.chat.url = 'https://t.me/proxies_bot';
  const tab = await open(reseller);
  const link = card(tab, 'Balance').getByRole('link', { name: 'the chat bot' });
  await link.waitFor();
  service.services.chat.url = undefined;
  expect(await link.getAttribute('href')).toBe('https://t.me/proxies_bot');
  expect(await flawsOfAccess(tab)).toEqual([]);
});

test('the balance says how long it lasts at the pace of the last 7 days', async () => {
  const reseller = await givenReseller(daysAgo(service.services, 30), { balanceUsd: '19.80' });
  const tab = await open(reseller);
  await card(tab, 'Balance').getByText('Nothing was spent in the last 7 days.').waitFor();
  await buy(service.services, reseller);
  await card(tab, 'Balance')
    .getByText(/^Lasts about 70 days, until \w+ \d+$/)
    .waitFor();
});

test('the spending of each day is read by arrow keys, and as a table', async () => {
  // The days of one instant, and read by their names: a new day may begin meanwhile.
  const now = service.clock.now();
  const reseller = await givenHistory({ ...service.services, clock: { now: () => now } }, [3, 3, 1]);
  const nameOf = (daysBack: number) =>
    new Date(now.getTime() - daysBack * DAY_MS).toLocaleDateString('en', {
      month: 'short',
      day: 'numeric',
      timeZone: 'UTC',
    });
  const tab = await open(reseller);
  const days = tab.page.getByRole('group', { name: 'Spending in 30 days' }).getByRole('img');
  await days.last().focus();
  const told: (string | null)[] = [];
  for (let press = 0; press < 5; press++) {
    told.push(await tab.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null));
    await tab.page.keyboard.press('ArrowLeft');
  }
  const read = [`${nameOf(0)}: $0.00`, `${nameOf(1)}: $1.80`, `${nameOf(2)}: $0.00`, `${nameOf(3)}: $3.60`];
  expect(told.join()).toContain(read.join());
  await tab.page.keyboard.press('Home');
  expect(await days.first().evaluate((day) => day === document.activeElement)).toBe(true);
  await tab.page.getByText('As a table').click();
  const cells = await tab.page.getByRole('table').getByRole('cell').allTextContents();
  expect(cells).toEqual([nameOf(1), '$1.80', nameOf(3), '$3.60']);
});

test('what is left of an order’s traffic falls while bytes go through its proxy', async () => {
  const { services } = service;
  const { order, proxy, ...reseller } = await givenLuxuryOrder(services);
  const tab = await open(reseller);
  const meter = tab.page.getByRole('meter', { name: `Traffic left of order ${order.id}` });
  await meter.waitFor();
  expect(await meter.getAttribute('aria-valuetext')).toBe('1.00\u00a0GB of 1.00\u00a0GB');
  const target = await openTarget();
  const url = `http://${encodeURIComponent(proxy.login)}:${encodeURIComponent(proxy.password)}@${proxy.host}:${proxy.port}`;
  await byConnect(url, `${target}/60000000`);
  const reader = new UsageReader(services, POLL_SECONDS);
  await expect
    .poll(async () => {
      await reader.round();
      return meter.getAttribute('aria-valuetext');
    })
    .toBe('967\u00a0MB of 1.00\u00a0GB');
  // It is said of what has moved in the last seconds, so something moves until it is seen.
  const inUse = card(tab, 'Traffic left').getByText('in use');
  await expect
    .poll(async () => {
      await byConnect(url, `${target}/2000000`);
      await reader.round();
      return inUse.isVisible();
    })
    .toBe(true);
});

test('a renewal says its price first, charges it once, and takes the order from those that end soon', async () => {
  const reseller = await givenReseller(service.services, { balanceUsd: '10' });
  const order = await buy(service.services, reseller, { period: '7d', quantity: 2 });
  const tab = await openRenewal(reseller);
  const dialog = tab.page.getByRole('dialog', { name: `Renew order ${order}` });
  await dialog.getByRole('radio', { name: '30 days' }).check();
  expect(await dialog.getByRole('definition').allTextContents()).toEqual([
    expect.stringMatching(/20\d\d/),
    '$8.80',
    '$5.20',
  ]);
  await dialog.getByRole('button', { name: 'Pay $3.60' }).dblclick();
  await waitForToast(tab.page, /^Renewed until .+20\d\d\.$/);
  await card(tab, 'Ends within 7 days').getByText('No order ends within 7 days.').waitFor();
  await card(tab, 'Balance').getByText('$5.20').waitFor();
  await card(tab, 'Latest activity').getByText(`Renewal of order ${order}, `).waitFor();
  expect(await balanceOf(reseller)).toContain('5.2');
});

test('a renewal whose price has risen meanwhile is not charged, but asked again at the new price', async () => {
  const reseller = await givenReseller(service.services, { balanceUsd: '10' });
  await buy(service.services, reseller, { tier: 'econ', period: '7d' });
  const tab = await openRenewal(reseller);
  const dialog = tab.page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Pay \$/ }).waitFor();
  const before = await balanceOf(reseller);
  await changePrice('4.44');
  await dialog.getByRole('button', { name: /^Pay \$/ }).click();
  await dialog.getByRole('alert').waitFor();
  expect(await balanceOf(reseller)).toBe(before);
  await dialog.getByRole('button', { name: 'Pay $4.44' }).click();
  await waitForToast(tab.page, /^Renewed until/);
});

test('a renewal whose answer is lost is charged once, however often it is sent', async () => {
  const reseller = await givenReseller(service.services, { balanceUsd: '1.50' });
  await buy(service.services, reseller, { period: '7d' });
  const tab = await openRenewal(reseller);
  let lost = 0;
  await tab.page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('mutation Renew') || lost > 0) return route.fallback();
    lost++;
    await route.fetch();
    return route.abort('connectionreset');
  });
  await tab.page.getByRole('button', { name: 'Pay $0.60' }).click();
  await tab.page.getByText('Trying the same again charges only once.').waitFor();
  await tab.page.getByRole('button', { name: 'Find out what happened' }).click();
  await waitForToast(tab.page, /^Renewed until/);
  expect(lost).toBe(1);
  await card(tab, 'Balance').getByText('$0.30').waitFor();
});

test('a balance that does not cover a renewal is told before paying', async () => {
  const reseller = await givenReseller(service.services, { balanceUsd: '1' });
  await buy(service.services, reseller, { period: '7d' });
  const tab = await openRenewal(reseller);
  await tab.page.getByText(/^The balance does not cover this: \$0\.20 is missing/).waitFor();
  expect(await tab.page.getByRole('button', { name: 'Pay $0.60' }).isDisabled()).toBe(true);
});
