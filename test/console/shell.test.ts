import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { topUp } from '../../src/billing/top-ups.ts';
import { setSupportContact } from '../../src/kit/program.ts';
import { type Tab, useBrowser } from '../support/browser.ts';
import {
  flawsOfAccess,
  newSignInCode,
  openConsole,
  SCREENS,
  sidewaysOverflow,
} from '../support/console-page.ts';
import { type GivenReseller, givenReseller } from '../support/given.ts';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';

/** In bytes, compressed: what a phone on a slow network loads in two seconds. */
const MOST_SCRIPT_BYTES = 150_000;

const browser = useBrowser();
let service: RunningService;
let reseller: GivenReseller;

beforeAll(async () => {
  service = await startService();
  reseller = await givenReseller(service.services, { balanceUsd: '1234.5' });
  const { body } = await sendGraphql(
    service.url,
    reseller.apiKey,
    'mutation { purchase(input: {tier: "prem", type: "ipv4", country: "US", period: "30d"}) { __typename } }',
  );
  expect(body.data).toEqual({ purchase: { __typename: 'PurchaseSuccess' } });
});

afterAll(() => service.close());

async function openOverview(screen?: (typeof SCREENS)[number]): Promise<Tab> {
  const { resellerId } = reseller;
  const tab = await openConsole(browser, { service, resellerId, ...(screen && { screen }) });
  await tab.page.getByText('bought by a program').waitFor();
  return tab;
}

async function giveOneDollar(reference: string): Promise<void> {
  const { database, clock } = service.services;
  const { resellerId } = reseller;
  await topUp(database, { resellerId, amount: 1_000_000n, reference, at: clock.now() });
}

function newCode(): Promise<string> {
  return newSignInCode(service, reseller.resellerId);
}

function expectQuiet({ complaints, requests }: Tab): void {
  expect(complaints).toEqual([]);
  expect([...new Set(requests.map(({ origin }) => origin))]).toEqual([service.url]);
}

test.each(SCREENS)(
  'on $name the first page has no flaw of access, fits, and asks nobody else',
  async (screen) => {
    const tab = await openOverview(screen);
    expect(await flawsOfAccess(tab)).toEqual([]);
    expect(await sidewaysOverflow(tab)).toBeLessThanOrEqual(0);
    expectQuiet(tab);
  },
);

test.each(SCREENS)(
  'on $name the sign-in page has no flaw of access, fits, and asks nobody else',
  async (screen) => {
    const tab = await browser.newTab();
    await tab.page.emulateMedia({ colorScheme: screen.colorScheme });
    await tab.page.setViewportSize(screen);
    await tab.page.goto(`${service.url}/console/sign-in`);
    await tab.page.getByText('Whoever runs the service').waitFor();
    expect(await flawsOfAccess(tab)).toEqual([]);
    expect(await sidewaysOverflow(tab)).toBeLessThanOrEqual(0);
    expectQuiet(tab);
  },
);

test('the balance in the menu follows a top-up on every page, without asking again', async () => {
  const { resellerId } = reseller;
  const tab = await openConsole(browser, { service, resellerId, path: '/nowhere' });
  await tab.page.getByText('$1,232.70').waitFor();
  const asked = tab.requests.length;
  await giveOneDollar('while it is shown');
  await tab.page.getByText('$1,233.70').waitFor();
  expect(tab.requests).toHaveLength(asked);
});

test('all of the layout is reached by keyboard, and a navigation moves the focus to the heading', async () => {
  const tab = await openOverview();
  const reached: string[] = [];
  await tab.page.locator('body').focus();
  for (let press = 0; press < 17; press++) {
    await tab.page.keyboard.press('Tab');
    reached.push(await tab.page.evaluate(() => document.activeElement?.textContent?.trim() ?? ''));
  }
  const places = [
    ...['Overview', 'Buy', 'Orders', 'Renewals', 'Statement', 'Access', 'Webhooks', 'Developers'],
  ];
  expect(reached).toEqual([
    'Skip to the page',
    'SearchCtrl K',
    ...places,
    'As the systemLightDark',
    'EnglishРусский',
    '',
    'Buy proxies',
    expect.any(String), // The last day of the chart, which a Monday names.
    'As a table',
    'All transactions',
  ]);
  for (const place of places.toReversed()) {
    await tab.page.getByRole('navigation').getByRole('link', { name: place }).press('Enter');
    await tab.page.locator('h1:focus', { hasText: place }).waitFor();
    expect(await tab.page.title()).toBe(`${place} · Console`);
    expect(await tab.page.locator('[aria-current=page]').allTextContents()).toEqual([place]);
  }
  expectQuiet(tab);
});

test('every page leads to the support, where the operator has named it', async () => {
  setSupportContact('@acme_help');
  onTestFinished(() => setSupportContact(undefined));
  const { page } = await openOverview();
  expect(await page.getByRole('link', { name: 'Support' }).getAttribute('href')).toBe(
    'https://t.me/acme_help',
  );
});

test('the colors are those of the system until others are chosen, which the browser keeps', async () => {
  const tab = await openOverview({ name: 'a dark desk', colorScheme: 'dark', width: 1280, height: 800 });
  const { page } = tab;
  const ground = () =>
    page.evaluate(() => getComputedStyle(document.body.parentElement ?? document.body).backgroundColor);
  const dark = await ground();
  await page.getByLabel('Colors').selectOption('Light');
  const light = await ground();
  expect(light).not.toBe(dark);
  expect(await flawsOfAccess(tab)).toEqual([]);
  await page.reload();
  await page.getByText('bought by a program').waitFor();
  expect(await ground()).toBe(light);
  expect(await page.getByLabel('Colors').inputValue()).toBe('light');
  await page.getByLabel('Colors').selectOption('As the system');
  expect(await ground()).toBe(dark);
  expectQuiet(tab);
});

test('the font comes from the service, and Cyrillic only where there is some', async () => {
  const tab = await openOverview();
  const fonts = () => tab.requests.map(({ pathname }) => pathname).filter((path) => path.endsWith('.woff2'));
  await tab.page.waitForFunction(() => document.fonts.check('14px Inter', 'A'));
  expect(fonts()).toEqual([expect.stringMatching(/^\/console\/assets\/inter-latin-/)]);
  const response = await fetch(service.url + fonts()[0]);
  expect(response.headers.get('content-type')).toBe('font/woff2');
  await tab.page.evaluate(() => document.fonts.load('14px Inter', 'Ж'));
  expect(fonts().at(-1)).toMatch(/^\/console\/assets\/inter-cyrillic-/);
  expectQuiet(tab);
});

test('on a phone the menu opens by its button, and closes when a page is chosen', async () => {
  const phone = SCREENS.find(({ name }) => name === 'a dark phone');
  const tab = await openOverview(phone);
  const link = tab.page.getByRole('link', { name: 'Statement' });
  expect(await link.isVisible()).toBe(false);
  await tab.page.getByRole('button', { name: 'Menu' }).click();
  expect(await flawsOfAccess(tab)).toEqual([]);
  await link.click();
  await tab.page.getByRole('heading', { name: 'Statement' }).waitFor();
  await link.waitFor({ state: 'hidden' });
});

test('a link signs in once: its code leaves the address, and a second use tells how to get a new one', async () => {
  const code = await newCode();
  const tab = await browser.newTab();
  await tab.page.goto(`${service.url}/console/sign-in#${code}`);
  await tab.page.waitForURL(`${service.url}/console`);
  const again = await browser.newTab();
  await again.page.goto(`${service.url}/console/sign-in#${code}`);
  await again.page.getByRole('alert').waitFor();
  expect(again.page.url()).toBe(`${service.url}/console/sign-in`);
  await again.page.getByText('Whoever runs the service can send you one.').waitFor();
  expect(await again.page.content()).not.toContain('npm run');
  expect(await flawsOfAccess(again)).toEqual([]);
  // The refused link has ended no session, and most who open it twice have one.
  await again.page.getByRole('link', { name: 'Go on to the console' }).click();
  await again.page.getByRole('heading', { name: 'Overview' }).waitFor();
  expectQuiet(again);
});

test('who is signed out comes back, after the sign-in, to the page that was asked for', async () => {
  const tab = await openOverview();
  await tab.page.getByRole('button', { name: 'Sign out' }).click();
  await tab.page.waitForURL(`${service.url}/console/sign-in`);
  await tab.page.goto(`${service.url}/console/orders/1?from=mail`);
  await tab.page.waitForURL(`${service.url}/console/sign-in`);
  // The link is opened in the same tab: only what stands behind # changes.
  await tab.page.goto(`${service.url}/console/sign-in#${await newCode()}`);
  await tab.page.waitForURL(`${service.url}/console/orders/1?from=mail`);
});

const lostLine = ({ page }: Tab) =>
  page.getByText(/^Connection lost\. What you see is from \d\d:\d\d\. Trying again…$/);

/** The first figure of the page. */
async function balanceShown({ page }: Tab): Promise<string> {
  return (await page.getByRole('main').getByRole('paragraph').first().textContent()) ?? '';
}

test('a lost connection is told of, and when it is back the page shows what has changed meanwhile', async () => {
  const tab = await openOverview();
  const context = tab.page.context();
  onTestFinished(() => context.setOffline(false));
  await context.setOffline(true);
  await lostLine(tab).waitFor();
  expect(await flawsOfAccess(tab)).toEqual([]);
  const before = await balanceShown(tab);
  await giveOneDollar('while it was away');
  await context.setOffline(false);
  await lostLine(tab).waitFor({ state: 'detached' });
  await expect.poll(() => balanceShown(tab)).not.toBe(before);
});

/** A way to the service that can let nothing through, without closing anything, as a network that fails. */
async function openWay(): Promise<{ url: string; isOpen: (open: boolean) => void }> {
  const sockets = new Set<Socket>();
  let open = true;
  const turn = (socket: Socket) => void (open ? socket.resume() : socket.pause());
  const server = createServer((near) => {
    const far = connect(Number(new URL(service.url).port), '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (data) => to.write(data));
      from.on('error', () => {});
      from.on('close', () => to.destroy());
      turn(from);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isOpen(now) {
      open = now;
      for (const socket of sockets) turn(socket);
    },
  };
}

test.each(SCREENS)(
  'on $name a network that lets nothing through is told of within 5 s, moves nothing and covers no button, and is left behind when it works',
  async (screen) => {
    const way = await openWay();
    const { resellerId } = reseller;
    const { page } = await openConsole(browser, {
      service: { ...service, url: way.url },
      resellerId,
      screen,
      hasClock: true,
    });
    await page.getByText('bought by a program').waitFor();
    const menu = page.getByRole('button', { name: 'Menu' });
    if (await menu.isVisible()) await menu.click();
    const signOut = page.getByRole('button', { name: 'Sign out' });
    const before = await page.getByRole('heading', { name: 'Overview' }).boundingBox();
    // Answers are on their way for a moment, in which nothing is amiss.
    for (let second = 0; second < 6; second++) {
      await page.clock.runFor(1_000);
      await page.evaluate(() => fetch('../healthz').then((answer) => answer.text()));
    }
    expect(await lostLine({ page } as Tab).count()).toBe(0);
    way.isOpen(false);
    await page.clock.runFor(5_000);
    await lostLine({ page } as Tab).waitFor();
    expect(await page.getByRole('heading', { name: 'Overview' }).boundingBox()).toEqual(before);
    await signOut.click({ trial: true });
    way.isOpen(true);
    await lostLine({ page } as Tab).waitFor({ state: 'detached' });
  },
);

test('a page that is opened while the connection is lost says so, and opens when it is back', async () => {
  const tab = await openOverview();
  const context = tab.page.context();
  onTestFinished(() => context.setOffline(false));
  const devtools = await context.newCDPSession(tab.page);
  await devtools.send('Network.clearBrowserCache');
  await context.setOffline(true);
  await tab.page.getByRole('link', { name: 'Access' }).click();
  await tab.page.getByText('The connection was lost before this page was here.').waitFor();
  expect(await flawsOfAccess(tab)).toEqual([]);
  await context.setOffline(false);
  await tab.page.getByRole('heading', { name: 'Access', level: 1 }).waitFor();
  await tab.page.getByRole('heading', { name: 'API keys' }).waitFor();
});

test('a service that goes away and comes back is told of, and followed again without a reload', async () => {
  const { databaseUrl, credentialsKey, sandbox } = service;
  const same = { databaseUrl, credentialsKey, sandbox };
  const first = await startService(same);
  const tab = await openConsole(browser, { service: first, resellerId: reseller.resellerId });
  await tab.page.getByText('bought by a program').waitFor();
  const before = await balanceShown(tab);
  await first.close();
  await lostLine(tab).waitFor();
  await giveOneDollar('while the service was away');
  const second = await startService({ ...same, port: Number(new URL(first.url).port) });
  onTestFinished(() => second.close());
  await lostLine(tab).waitFor({ state: 'detached' });
  await expect.poll(() => balanceShown(tab)).not.toBe(before);
  const between = await balanceShown(tab);
  await giveOneDollar('after it was back');
  await expect.poll(() => balanceShown(tab)).not.toBe(between);
});

test('the first page loads at most 150 KB of script', async () => {
  const html = await (await fetch(`${service.url}/console`)).text();
  const scripts = [...html.matchAll(/(?:src|href)="\.\/(console\/assets\/[\w-]+\.js)"/g)];
  const sizes = scripts.map(async ([, script]) => {
    const response = await fetch(`${service.url}/${script}`, { headers: { 'accept-encoding': 'gzip' } });
    return Number(response.headers.get('content-length'));
  });
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(MOST_SCRIPT_BYTES);
});
