import { readFile } from 'node:fs/promises';
import type { Locator, Page, WebSocket } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { readBalance } from '../../src/billing/accounts.ts';
import { importCatalog } from '../../src/catalog/import-catalog.ts';
import { readTraffic } from '../../src/luxury/traffic.ts';
import { UsageReader } from '../../src/luxury/usage-reader.ts';
import { byConnect, openTarget, refusalOf } from '../e2e/through-proxy.ts';
import { type Tab, useBrowser } from '../support/browser.ts';
import {
  flawsOfAccess,
  openConsole,
  SCREENS,
  setInSight,
  sidewaysOverflow,
  waitForCopied,
  waitForToast,
} from '../support/console-page.ts';
import { type GivenReseller, givenReseller } from '../support/given.ts';
import { type GivenLuxuryOrder, givenLuxuryOrder } from '../support/given-luxury.ts';
import { type RunningService, startService } from '../support/service.ts';

/** A provider that has no address in this city, but has some in its state. */
const NOWHERE = { state: 'california', city: 'losangeles', asn: '701' };

const browser = useBrowser();
let service: RunningService;
let reader: UsageReader;
let reseller: GivenReseller;

beforeAll(async () => {
  service = await startService();
  reader = new UsageReader(service.services, 5);
});
afterAll(async () => {
  await reader.close();
  await service.close();
});
beforeEach(async () => {
  service.sandbox.arm([]);
  reseller = await givenReseller(service.services, { balanceUsd: '50' });
});

type Wanted = Omit<Parameters<typeof givenLuxuryOrder>[1], 'reseller'>;
const buy = (wanted: Wanted = {}) => givenLuxuryOrder(service.services, { reseller, ...wanted });
const buyProxies = (quantity = 1) =>
  buy({ tier: 'prem', type: 'ipv4', country: 'US', period: '30d', quantity });

async function open(
  { order }: Pick<GivenLuxuryOrder, 'order'>,
  screen?: Parameters<typeof openConsole>[1]['screen'] & { name: string },
): Promise<Tab> {
  const { resellerId } = reseller;
  const path = `/orders/${order.id}`;
  return openConsole(browser, { service, resellerId, path, ...(screen && { screen }) });
}

function expectQuiet({ complaints, requests }: Tab): void {
  expect(complaints).toEqual([]);
  expect([...new Set(requests.map(({ origin }) => origin))]).toEqual([service.url]);
}

const card = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const chart = (page: Page) => page.getByRole('group', { name: /^Traffic in/ });
const settingsOf = (page: Page) => card(page, 'Settings');
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const save = (page: Page) => settingsOf(page).getByRole('button', { name: 'Save' }).click();
const saved = (page: Page) => settingsOf(page).getByText('Saved, and in effect.').waitFor();
const urlOf = ({ proxy }: GivenLuxuryOrder) =>
  `http://${proxy.login}:${proxy.password}@${proxy.host}:${proxy.port}`;
const balance = () => readBalance(service.services.database.sql, reseller.resellerId);

/** Counts bytes at the sandbox as if they had gone through its gateway. */
async function use(given: GivenLuxuryOrder, bytes: number): Promise<void> {
  const name = { resellerId: given.resellerId, orderId: given.order.id };
  const traffic = (await readTraffic(service.services.database.sql, [name])).get(given.order.id);
  const body = JSON.stringify([{ subUserId: Number(traffic?.upstreamId), bytes }]);
  expect((await fetch(`${service.sandbox.url}/control/usage`, { method: 'PUT', body })).ok).toBe(true);
  await reader.round();
}

test.each(SCREENS)(
  'on $name a Luxury order fits, has no flaw of access, and asks nobody else',
  async (screen) => {
    const given = await buy({ country: 'US', options: { ...NOWHERE, session: 'sticky' } });
    await use(given, 5_000_000);
    expect(await refusalOf(urlOf(given), await openTarget())).toBe('NO_RAY');
    const tab = await open(given, screen);
    const { page } = tab;
    const isPhone = screen.width < 820;
    /** On a phone the parts of the page are tabs. */
    const show = async (name: string) => {
      if (isPhone) await page.getByRole('tab', { name, exact: true }).click();
    };
    await page.getByLabel('Lines', { exact: true }).getByText(given.proxy.login).first().waitFor();
    expect(await flawsOfAccess(tab)).toEqual([]);
    await show('Settings');
    await page.getByText('The provider had no address').waitFor();
    await settingsOf(page).getByText('No address matches').waitFor();
    await button(page, 'Clear the provider').click();
    expect(await flawsOfAccess(tab)).toEqual([]);
    expect(await sidewaysOverflow(tab)).toBeLessThanOrEqual(0);
    await show('Traffic');
    await chart(page).waitFor();
    await page.getByText('As a table').click();
    await button(page, 'Add traffic').click();
    expect(await flawsOfAccess(tab)).toEqual([]);
    expect(await sidewaysOverflow(tab)).toBeLessThanOrEqual(0);
    await page.keyboard.press('Escape');
    await show('Settings');
    await page.locator('dl[aria-label="What will change"]').getByText('Verizon').waitFor();
    await show('Paid');
    await card(page, 'Paid in all').waitFor();
    expectQuiet(tab);
  },
);

test.each(SCREENS)(
  'on $name an order for a term fits, has no flaw of access, and asks nobody else',
  async (screen) => {
    const tab = await open(await buyProxies(3), screen);
    await card(tab.page, '3 proxies').getByText('Copy 3 lines').waitFor();
    await button(tab.page, 'Do they work?').click();
    await tab.page.getByText('Works', { exact: true }).nth(2).waitFor();
    expect(await flawsOfAccess(tab)).toEqual([]);
    await button(tab.page, 'Change to SOCKS5').click();
    expect(await flawsOfAccess(tab)).toEqual([]);
    await tab.page.getByRole('dialog').getByRole('button', { name: 'Change to SOCKS5' }).click();
    await button(tab.page, 'Change to HTTP').waitFor();
    await button(tab.page, /^Renew$/).click();
    expect(await flawsOfAccess(tab)).toEqual([]);
    expect(await sidewaysOverflow(tab)).toBeLessThanOrEqual(0);
    expectQuiet(tab);
  },
);

test.each(['99999', 'no-number', '0', '<b>1'])(
  'who opens order %s, which is not theirs or no number, is led back to their orders',
  async (id) => {
    const tab = await openConsole(browser, {
      service,
      resellerId: reseller.resellerId,
      path: `/orders/${encodeURIComponent(id)}`,
    });
    await tab.page.getByRole('heading', { name: 'No such order', level: 1 }).waitFor();
    await tab.page.getByText(`You have no order ${id}`).waitFor();
    await tab.page.getByRole('link', { name: 'All orders' }).click();
    await tab.page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
    expectQuiet(tab);
  },
);

test('the order of another reseller is no order', async () => {
  const given = await buy();
  reseller = await givenReseller(service.services);
  const { page } = await open(given);
  await page.getByRole('heading', { name: 'No such order' }).waitFor();
});

test('what goes through the proxy moves the figure and the chart of the page that is open', async () => {
  const given = await buy();
  const tab = await open(given);
  const { page } = tab;
  await page.getByRole('heading', { name: 'Nothing was used in the last hour' }).waitFor();
  await page.getByText('Paste a line of “Connect” into a program').waitFor();
  await page.getByText('0 B of 1.00 GB used').waitFor();
  expect(await byConnect(urlOf(given), `${await openTarget()}/3000000`)).toMatchObject({ bytes: 3_000_000 });
  await expect
    .poll(async () => {
      await reader.round();
      return page.getByText(/^2\.8\d\sMB of 1\.00\sGB used$/).count();
    })
    .toBe(1);
  await page.getByText(/^2\.8\d\sMB in the last hour, at most \S+\sMB in a minute\.$/).waitFor();
  await page.getByText('As a table').click();
  const rows = page.getByRole('table', { name: 'Traffic in the last hour' }).getByRole('row');
  expect(await rows.filter({ hasText: /MB$/ }).count()).toBeGreaterThan(0);
  for (const [name, words] of [
    ['7 days', 'the last 7 days'],
    ['30 days', 'the last 30 days'],
  ]) {
    await page.getByRole('tab', { name: name ?? '' }).click();
    await page.getByText(new RegExp(`^2\\.8\\d\\sMB in ${words}`)).waitFor();
  }
  expectQuiet(tab);
});

test('an order is connected first, then its traffic, then its settings; on a phone each has a tab', async () => {
  const given = await buy();
  const desk = await open(given);
  await card(desk.page, 'Paid in all').waitFor();
  const headings = await desk.page.getByRole('heading', { level: 2 }).allTextContents();
  expect(headings).toEqual(['Connect', 'Traffic', 'Failed connections', 'Settings', 'Paid in all']);
  const phone = await open(given, { name: 'a phone', colorScheme: 'light', width: 320, height: 640 });
  await phone.page.getByRole('tab', { name: 'Connect' }).waitFor();
  for (const name of ['Connect', 'Traffic', 'Settings', 'Paid']) {
    await phone.page.getByRole('tab', { name, exact: true }).click();
    await phone.page.getByRole('tabpanel', { name, exact: true }).waitFor();
    expect(await sidewaysOverflow(phone)).toBeLessThanOrEqual(0);
    expect(await phone.page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(2_400);
  }
});

test('a bar uses the height of the chart, and says its value where it is pointed at and by the arrow keys', async () => {
  const given = await buy();
  await use(given, 300_000_000);
  const { page } = await open(given);
  await chart(page).waitFor();
  const bars = chart(page).getByRole('img');
  const last = bars.last();
  await expect.poll(() => last.getAttribute('aria-label')).toMatch(/^\d\d:\d\d: /);
  const used = bars.and(page.locator(':not([aria-label$="0\u00a0B"])'));
  const toldBy = (bar: Locator) =>
    bar.evaluate((element) => {
      const { content, height } = getComputedStyle(element, '::after');
      return content === 'none' ? 0 : Number.parseFloat(height);
    });
  const highest = await used
    .last()
    .evaluate(
      (element) => Number.parseFloat(getComputedStyle(element, '::before').height) / element.clientHeight,
    );
  expect(highest).toBeGreaterThan(0.95);
  expect(await toldBy(used.last())).toBe(0);
  await used.last().hover();
  expect(await toldBy(used.last())).toBeGreaterThan(10);
  await page.mouse.move(0, 0);
  await last.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  expect(await bars.nth(-3).evaluate((bar) => bar === document.activeElement)).toBe(true);
  expect(await toldBy(bars.nth(-3))).toBeGreaterThan(10);
  await page.keyboard.press('Home');
  expect(await bars.first().evaluate((bar) => bar === document.activeElement)).toBe(true);
  // Round amounts of the unit that people read the highest bar in.
  expect(
    await chart(page)
      .getByText(/^\d+\sMB$/)
      .allTextContents(),
  ).toEqual(expect.arrayContaining(['50\u00a0MB', '250\u00a0MB']));
});

test('the bar of what is left shrinks as it is used, and is colored when little is left', async () => {
  const given = await buy();
  const { page } = await open(given);
  const shown = () =>
    card(page, 'Traffic')
      .locator('.meter > div')
      .evaluate((bar) => [Math.round(Number.parseFloat(bar.style.width)), bar.className]);
  await expect.poll(shown).toEqual([100, '']);
  await use(given, 0.75 * 2 ** 30);
  await expect.poll(shown).toEqual([25, '']);
  await use(given, Math.round(0.2 * 2 ** 30));
  await expect.poll(shown).toEqual([5, 'little']);
});

test('the groups of the settings have no hole, whichever session is chosen', async () => {
  const { page } = await open(await buy());
  const holes = () =>
    settingsOf(page).evaluate((element) =>
      [...element.querySelectorAll('fieldset > div')].map((group) => {
        const { right } = group.getBoundingClientRect();
        const last = group.lastElementChild?.getBoundingClientRect();
        return Math.round(right - (last?.right ?? 0));
      }),
    );
  expect(await holes()).toEqual([0, 0]);
  await page.getByLabel('Session').selectOption('STICKY');
  await page.getByLabel('Minutes for each address').waitFor();
  expect(await holes()).toEqual([0, 0]);
});

/** From when on the page asks for what was used, in the order of its requests. */
function usageReads({ page }: Tab): string[] {
  const reads: string[] = [];
  page.on('request', (request) => {
    const { operationName, variables } = request.postDataJSON() ?? {};
    if (operationName === 'OrderUsage') reads.push(variables.from);
  });
  return reads;
}

test('while traffic is used the chart reads its range once, and then only from its last bar on', async () => {
  const given = await buy();
  await use(given, 1_000_000);
  const tab = await open(given);
  await tab.page.getByText(/^977\sKB in the last hour/).waitFor();
  const reads = usageReads(tab);
  for (let event = 1; event <= 20; event++) await use(given, 1_000_000);
  await tab.page.getByText(/^20\.0\sMB in the last hour/).waitFor();
  expect(reads.length).toBeLessThan(10);
  const anHourAgo = Date.now() - 3_600_000;
  expect(reads.filter((from) => Date.parse(from) < anHourAgo)).toEqual([]);
});

test('a tab in the background asks for nothing, and catches up with one read when it is shown', async () => {
  const given = await buy();
  await use(given, 1_000_000);
  const { resellerId } = reseller;
  const path = `/orders/${given.order.id}`;
  const tab = await openConsole(browser, { service, resellerId, path, hasClock: true });
  const { page } = tab;
  const sockets: WebSocket[] = [];
  page.on('websocket', (socket) => sockets.push(socket));
  await page.reload();
  await page.getByText(/^977\sKB in the last hour/).waitFor();
  await expect.poll(() => sockets.length).toBeGreaterThan(0);
  await setInSight(page, false);
  await page.clock.runFor(5_000);
  await expect.poll(() => sockets.every((socket) => socket.isClosed())).toBe(true);
  const asked = tab.requests.length;
  for (let event = 1; event <= 3; event++) await use(given, 1_000_000);
  await page.clock.runFor(120_000);
  expect(tab.requests.length).toBe(asked);
  expect(await page.getByText('Connection lost').count()).toBe(0);
  const reads = usageReads(tab);
  await setInSight(page, true);
  await page.getByText(/^3\.8\d\sMB in the last hour/).waitFor();
  await page.getByText(/^3\.8\d\sMB of 1\.00\sGB used$/).waitFor();
  await page.clock.runFor(10_000);
  expect(reads).toHaveLength(1);
});

test('a setting that is typed and left is taken if it is sure, and else says that it is as before', async () => {
  const { page } = await open(await buy({ country: 'US' }));
  const country = settingsOf(page).getByRole('combobox', { name: 'Country' });
  await country.fill('germ');
  await page.getByRole('option', { name: 'Germany' }).waitFor();
  await country.press('Tab');
  const rows = page.locator('dl[aria-label="What will change"] > div');
  await rows.filter({ hasText: 'Germany' }).waitFor();
  await country.fill('nowhere');
  await country.press('Tab');
  await page.getByText('“nowhere” was dropped, since nothing matches. It is still Germany.').waitFor();
  expect(await rows.allTextContents()).toEqual([expect.stringMatching(/^Country.*Germany$/)]);
});

test('the form says what it will change, and the gateway obeys as soon as it is saved', async () => {
  const given = await buy();
  const target = await openTarget();
  const { page } = await open(given);
  await page.getByText('Nothing is changed yet.').waitFor();
  expect(await button(page, 'Save').isDisabled()).toBe(true);
  await page.getByLabel('Blocked hosts').fill('Example.com, 127.0.0.1');
  await page.getByLabel('Session').selectOption('STICKY');
  await page.getByLabel('Minutes for each address').fill('15');
  const rows = page.locator('dl[aria-label="What will change"] > div');
  expect(await rows.allTextContents()).toEqual([
    expect.stringMatching(/^Session\s*Rotating\s*Sticky$/),
    expect.stringMatching(/^Minutes for each address\s*30\s*15$/),
    expect.stringMatching(/^Blocked hosts\s*None\s*Example\.com, 127\.0\.0\.1$/),
  ]);
  expect(await refusalOf(urlOf(given), target)).toBeUndefined();
  await save(page);
  await saved(page);
  await page.locator('[data-changes]:focus').waitFor();
  expect(await refusalOf(urlOf(given), target)).toBe('HOST_BLOCKED');
  // The form shows what is stored, and the lines are those of a sticky session.
  expect(await page.getByLabel('Blocked hosts').inputValue()).toBe('example.com\n127.0.0.1');
  await page.getByLabel(/^Lines, up to/).waitFor();
});

test('a refusal stands at the fields that caused it, and nothing is changed until they are corrected', async () => {
  const { page } = await open(await buy());
  await page.getByLabel('Connections at once').fill('5000');
  await page.getByLabel('Allowed without a password').fill('192.0.2.7 10.0.0.0/8');
  await save(page);
  await page.getByText('Nothing was changed. Correct the fields that are marked').waitFor();
  const threads = page.getByLabel('Connections at once');
  expect(await threads.getAttribute('aria-invalid')).toBe('true');
  await page.getByText('must be a whole number from 1 to 2000').waitFor();
  await page.getByText('"10.0.0.0/8" is not an IP address; networks are not taken').waitFor();
  await threads.fill('500');
  expect(await threads.getAttribute('aria-invalid')).toBeNull();
  await page.getByLabel('Allowed without a password').fill('192.0.2.7');
  await save(page);
  await saved(page);
});

test('who narrows an order until nothing matches reads why it fails, loosens it by a button, and it works', async () => {
  const given = await buy({ country: 'US', options: { state: NOWHERE.state, asn: NOWHERE.asn } });
  const target = await openTarget();
  const { page } = await open(given);
  await page.getByLabel('City').click();
  await page.getByLabel('City').fill('los ang');
  await page.getByRole('option', { name: /Los Angeles/ }).click();
  // It is told before it is saved.
  await settingsOf(page).getByText('No address matches: connections would fail.').waitFor();
  await save(page);
  await saved(page);
  expect(await refusalOf(urlOf(given), target)).toBe('NO_RAY');
  // The errors that the service knows may be five seconds old.
  service.clock.advance(6_000);
  await button(page, 'Check again').click();
  const failures = card(page, 'Failed connections');
  await failures.getByText('The provider had no address that matched').waitFor();
  await failures.getByText('Clear or change the provider or the city').waitFor();
  // One step is recommended, and the others are at hand.
  const steps = failures.getByRole('button', { name: /^(Clear|Take)/ });
  expect(await steps.allTextContents()).toEqual(['Clear the provider']);
  await failures.getByText('Other steps').click();
  const advised = failures.getByRole('listitem').filter({ has: button(page, 'Clear the city') });
  expect(await advised.last().textContent()).toMatch(/[\d,]{3,} addresses/);
  await failures.getByRole('button', { name: 'Clear the city' }).click();
  await page.locator('dl[aria-label="What will change"]').getByText('Los Angeles').waitFor();
  await settingsOf(page)
    .getByText(/^[\d,]+ addresses match\.$/)
    .waitFor();
  await save(page);
  await saved(page);
  expect(await refusalOf(urlOf(given), target)).toBeUndefined();
});

test('a paused order refuses connections until it is resumed', async () => {
  const given = await buy();
  const target = await openTarget();
  const { page } = await open(given);
  await button(page, 'Pause').click();
  await page.getByText('Paused', { exact: true }).waitFor();
  expect(await refusalOf(urlOf(given), target)).toBe('USER_BLOCKED');
  await button(page, 'Resume').click();
  await page.getByText('Active', { exact: true }).waitFor();
  expect(await refusalOf(urlOf(given), target)).toBeUndefined();
});

test('a new password is asked about first, shown once, and in the lines at once; the old one is refused', async () => {
  const given = await buy();
  const target = await openTarget();
  const { page } = await open(given);
  await button(page, 'New password').click();
  await button(page, 'Close').click();
  expect(await refusalOf(urlOf(given), target)).toBeUndefined();
  await button(page, 'New password').click();
  await button(page, 'Replace it').click();
  const line =
    (await page.getByRole('dialog', { name: 'The new password works' }).locator('code').textContent()) ?? '';
  await button(page, 'I have stored it').click();
  expect(await refusalOf(urlOf(given), target)).toBe('NO_USER');
  const [host, port, login, password] = line.split(':');
  expect(await refusalOf(`http://${login}:${password}@${host}:${port}`, target)).toBeUndefined();
  await page.getByLabel('Lines', { exact: true }).getByText(line).waitFor();
});

test('lines are read, copied and downloaded in each format, as many as are asked for', async () => {
  const given = await buy({ options: { session: 'sticky' } });
  const { page } = await open(given);
  const { host } = given.proxy;
  const { first } = service.sandbox.gateway.stickyPorts;
  const { login, password } = given.proxy;
  const lines = page.getByLabel('Lines', { exact: true });
  await page.getByLabel(/^Lines, up to/).fill('2');
  const two = (line: (port: number) => string) => [line(first), line(first + 1)];
  const written = {
    'host:port:login:password': two((port) => `${host}:${port}:${login}:${password}`),
    'login:password@host:port': two((port) => `${login}:${password}@${host}:${port}`),
    'http://login:password@host:port': two((port) => `http://${login}:${password}@${host}:${port}`),
    'socks5://login:password@host:port': two((port) => `socks5://${login}:${password}@${host}:${port}`),
  };
  for (const [format, expected] of Object.entries(written)) {
    await page.getByLabel('Format').selectOption(format);
    await expect.poll(() => lines.locator('code').allTextContents()).toEqual(expected);
    const text = expected.join('\n');
    await button(page, 'Copy 2 lines').click();
    await waitForCopied(page, text);
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Download').click()]);
    expect(file.suggestedFilename()).toBe(`order-${given.order.id}.txt`);
    expect(await readFile(await file.path(), 'utf8')).toBe(`${text}\n`);
  }
});

test('a format that the settings do not allow is not offered, and the command is one that works', async () => {
  const { page } = await open(await buy({ options: { protocol: 'socks5' } }));
  await page.getByText(/^curl -x 'socks5h:\/\//).waitFor();
  expect(await page.getByLabel('Format').locator('option').allTextContents()).toEqual([
    'host:port:login:password',
    'login:password@host:port',
    'socks5://login:password@host:port',
  ]);
});

test('a renewal, by keyboard alone, shows its price and the new end before it is paid, and does just that', async () => {
  const given = await buyProxies(2);
  const { page } = await open(given);
  await button(page, /^Renew$/).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio').first().focus();
  await page.keyboard.press('ArrowDown');
  const row = (label: string) => dialog.locator('dl > div', { hasText: label }).locator('dd');
  const end = (await row('New end').textContent()) ?? '';
  await row('Balance now').getByText('$46.40').waitFor();
  await row('Balance after it').getByText('$42.80').waitFor();
  await button(page, 'Pay $3.60').press('Enter');
  await waitForToast(page, /^Renewed until/);
  await page.getByText(end).waitFor();
  await page.getByText(/^in (60 days|2 months)$/).waitFor();
  await page.getByRole('complementary').or(page.getByRole('banner')).getByText('$42.80').waitFor();
  expect(await balance()).toBe(42_800_000n);
});

test('added traffic lets an exhausted order work again, and both are told to who hears the page', async () => {
  const given = await buy();
  const target = await openTarget();
  const { page } = await open(given);
  const told = page.getByRole('status').filter({ hasText: 'traffic' });
  await told.filter({ hasText: 'Up to 100% of the traffic is left.' }).waitFor();
  await use(given, 2 ** 30);
  await told.filter({ hasText: 'The traffic is used up.' }).waitFor();
  await page.getByText('The traffic is used up, and connections are refused.').waitFor();
  await page.getByText('Out of traffic', { exact: true }).waitFor();
  await button(page, 'Add traffic').click();
  await page.getByRole('radio', { name: /^5 GB/ }).check();
  await page.getByText('Traffic left after it').locator('..').getByText('5.00 GB').waitFor();
  await button(page, 'Pay $4.80').click();
  await waitForToast(page, /^Added\. 5\.00\sGB are left now\.$/);
  await page.getByText('1.00 GB of 6.00 GB used').waitFor();
  await told.filter({ hasText: 'Up to 90% of the traffic is left.' }).waitFor();
  await page.getByText('Active', { exact: true }).waitFor();
  expect(await refusalOf(urlOf(given), target)).toBeUndefined();
});

test('a balance that does not cover it is told before anything is sent', async () => {
  reseller = await givenReseller(service.services, { balanceUsd: '2.5' });
  const { page } = await open(await buy());
  await button(page, 'Add traffic').click();
  await page.getByRole('radio', { name: /^10 GB/ }).check();
  await page.getByText('The balance does not cover this: $7.70 is missing.').waitFor();
  expect(await button(page, 'Pay $9.20').isDisabled()).toBe(true);
});

test('a price that has changed meanwhile is told and asked about again, and nothing is charged for the old one', async () => {
  const { page } = await open(await buy());
  await button(page, 'Add traffic').click();
  onTestFinished(() => raisePrices());
  await raisePrices({ '1.00': '1.25' });
  await button(page, 'Pay $1.00').click();
  await page.getByRole('alert').getByText('The price is 1.25 USD').waitFor();
  expect(await balance()).toBe(49_000_000n);
  await button(page, 'Pay $1.25').click();
  await waitForToast(page, /^Added\. 2\.00\sGB are left now\.$/);
  expect(await balance()).toBe(47_750_000n);
});

/** The prices of the sample catalog, those of some amounts raised. */
async function raisePrices(raised: Readonly<Record<string, string>> = {}): Promise<void> {
  const sample = await readFile(new URL('../../src/catalog/sample-catalog.json', import.meta.url), 'utf8');
  const catalog = JSON.parse(sample, (key, value) => (key === 'priceUsd' && raised[value]) || value);
  await importCatalog(service.services.database, JSON.stringify(catalog), { force: true });
}

/** Lets the service have the next payment, and keeps its answer from the page. */
async function losePayment(page: Page, name: string): Promise<void> {
  let isLost = false;
  await page.route('**/graphql', async (route) => {
    if (isLost || !route.request().postData()?.includes(`mutation ${name}`)) return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
}

test.each([
  {
    work: 'added traffic',
    given: () => buy(),
    opens: 'Add traffic',
    mutation: 'AddTraffic',
    chosen: /^5 GB/,
    others: /^1 GB/,
    price: '4.80',
    done: /^Added\. 6\.00\sGB are left now\.$/,
    left: 44_200_000n,
  },
  {
    work: 'a renewal',
    given: () => buyProxies(),
    opens: /^Renew$/,
    mutation: 'Renew',
    chosen: /^7 days/,
    others: /^30 days/,
    price: '0.60',
    done: /^Renewed until/,
    left: 47_600_000n,
  },
])(
  'when the answer to $work is lost, nothing else is sent before what was sent is asked for, whatever it costs now, and it is charged once',
  async ({ given, opens, mutation, chosen, others, price, done, left }) => {
    const { page } = await open(await given());
    await button(page, opens).click();
    await losePayment(page, mutation);
    await page.getByRole('radio', { name: chosen }).check();
    await button(page, `Pay $${price}`).click();
    await page.getByRole('alert').getByText('Trying the same again charges only once.').waitFor();
    await page.keyboard.press('Escape');
    onTestFinished(() => raisePrices());
    await raisePrices({ [price]: '9.90' });
    await page.reload();
    await button(page, opens).click();
    await page.getByRole('alert').getByText('The answer to an earlier payment is missing.').waitFor();
    expect(await page.getByRole('radio', { name: chosen }).isChecked()).toBe(true);
    expect(await page.getByRole('radio', { name: others }).count()).toBe(0);
    expect(await button(page, /^Pay/).count()).toBe(0);
    await button(page, 'Find out what happened').click();
    await waitForToast(page, done);
    expect(await balance()).toBe(left);
  },
);

test.each([
  {
    work: 'added traffic',
    given: () => buy(),
    opens: 'Add traffic',
    slow: { upstream: 'dataimpulse', call: 'balance-add' },
    done: /^Added\. /,
  },
  {
    work: 'a renewal',
    given: () => buyProxies(),
    opens: /^Renew$/,
    slow: { upstream: 'px6', call: 'prolong' },
    done: /^Renewed until/,
  },
] as const)(
  '$work that is under way may be left, is told of on whatever page is open when it is done, and is charged once',
  async ({ given, opens, slow, done }) => {
    const { page } = await open(await given());
    const before = await balance();
    service.sandbox.arm([{ ...slow, mode: 'slow', delayMs: 2_000, times: 1 }]);
    await button(page, opens).click();
    const pay = button(page, /^Pay \$/);
    const price = BigInt(((await pay.textContent()) ?? '').replace(/\D/g, '')) * 10_000n;
    await pay.click();
    await expect.poll(balance).toBe(before - price);
    await button(page, 'Later').click();
    await page.getByRole('link', { name: 'Statement' }).click();
    await waitForToast(page, done);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Statement');
    expect(await balance()).toBe(before - price);
  },
);

test('a provider that does not deliver charges nothing, and the next attempt is a new one', async () => {
  const { page } = await open(await buyProxies());
  service.sandbox.arm([{ upstream: 'px6', call: 'prolong', mode: 'refuse', times: 3 }]);
  await button(page, /^Renew$/).click();
  await button(page, 'Pay $1.80').click();
  await page.getByRole('alert').getByText('The provider did not carry it out').waitFor();
  expect(await balance()).toBe(48_200_000n);
  service.sandbox.arm([]);
  service.clock.advance(120_000);
  await button(page, 'Pay $1.80').click();
  await waitForToast(page, /^Renewed until/);
  expect(await balance()).toBe(46_400_000n);
});

test('after a lost connection the page shows by itself what has changed meanwhile', async () => {
  const given = await buy();
  const { page } = await open(given);
  await page.getByText('0 B of 1.00 GB used').waitFor();
  await page.context().setOffline(true);
  await page.getByText(/^Connection lost\./).waitFor();
  await use(given, 512 * 2 ** 20);
  await page.context().setOffline(false);
  await page.getByText('512 MB of 1.00 GB used').waitFor();
  await page.getByText(/^512\sMB in the last hour/).waitFor();
  expect(await page.getByText(/^Connection lost\./).count()).toBe(0);
});

test('a change that is made elsewhere shows at once, and does not undo what is being edited', async () => {
  const given = await buy();
  const first = await open(given);
  const second = await open(given);
  await first.page.getByLabel('Blocked hosts').fill('example.com');
  await second.page.getByLabel('Connections at once').fill('7');
  await save(second.page);
  await saved(second.page);
  await expect.poll(() => first.page.getByLabel('Connections at once').inputValue()).toBe('7');
  expect(await first.page.getByLabel('Blocked hosts').inputValue()).toBe('example.com');
  await save(first.page);
  await saved(first.page);
  expect(await first.page.getByLabel('Connections at once').inputValue()).toBe('7');
});

test('what is edited while a change is being saved stays', async () => {
  const { page } = await open(await buy());
  const { promise: edited, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('mutation UpdateSettings')) await edited;
    await route.continue();
  });
  await page.getByLabel('Connections at once').fill('7');
  await save(page);
  await page.getByLabel('Blocked hosts').fill('example.com');
  answer();
  const changes = page.locator('dl[aria-label="What will change"] > div');
  await expect.poll(() => changes.count()).toBe(1);
  await changes.getByText('example.com').waitFor();
  expect(await page.getByLabel('Connections at once').inputValue()).toBe('7');
});

// The last one: it moves the clock by weeks.
test('an order whose term is over says so, and is offered for renewal as long as it can be renewed', async () => {
  const given = await buyProxies();
  service.clock.advance(31 * 86_400_000);
  const { page } = await open(given);
  await page.getByText('Expired', { exact: true }).waitFor();
  await button(page, /^Renew$/).waitFor();
  service.clock.advance(3 * 86_400_000);
  await page.reload();
  await page.getByText('cannot be renewed').waitFor();
  expect(await button(page, /^Renew$/).count()).toBe(0);
});
