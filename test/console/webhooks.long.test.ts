import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { EVENT_TYPES } from '../../src/events/event-types.ts';
import { freePort } from '../../src/kit/embedded-postgres/server.ts';
import { type Tab, useBrowser } from '../support/browser.ts';
import {
  flawsOfAccess,
  newSignInCode,
  openConsole,
  SCREENS,
  sidewaysOverflow,
  waitForToast,
} from '../support/console-page.ts';
import { type GivenReseller, givenReseller } from '../support/given.ts';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';
import { dispatching, givenWebhook, happened, Receiver, status } from '../webhooks/fixture.ts';

const MINUTE_MS = 60_000;
const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
/** Where nobody listens. */
const NOBODY = 'http://localhost:9/hooks';

const browser = useBrowser();
let service: RunningService;
let reseller: GivenReseller;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  reseller = await givenReseller(service.services);
});

const open = (screen?: (typeof SCREENS)[number]) =>
  openConsole(browser, {
    ...{ service, resellerId: reseller.resellerId, path: '/webhooks' },
    ...(screen && { screen }),
  });

const cardOf = ({ page }: Tab, url: string) => page.getByRole('region', { name: url });
/** What is delivered, without the headings. */
const rowsOf = (tab: Tab, url: string) =>
  cardOf(tab, url)
    .getByRole('row')
    .filter({ has: tab.page.getByRole('cell') });

/** Chooses from the menu of a webhook. */
async function choose(tab: Tab, url: string, item: string): Promise<void> {
  await cardOf(tab, url)
    .getByRole('button', { name: `Change ${url}` })
    .click();
  await tab.page.getByRole('menuitem', { name: item }).click();
}

async function secretShown({ page }: Tab): Promise<string> {
  const shown = await page.locator('dialog:modal code', { hasText: /^whsec_/ }).textContent();
  await page.getByRole('button', { name: 'I have stored it' }).click();
  return shown ?? '';
}

async function sendAgain(
  { page }: Tab,
  row: ReturnType<typeof rowsOf>,
  item = 'Only this one',
): Promise<void> {
  await row.getByRole('button', { name: /^Send again evt_/ }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function buy(): Promise<void> {
  const { body } = await sendGraphql(
    service.url,
    reseller.apiKey,
    'mutation { purchase(input: {tier: "prem", type: "ipv4", country: "US", period: "30d"}) { __typename } }',
  );
  expect(body.data).toEqual({ purchase: { __typename: 'PurchaseSuccess' } });
}

test.each(SCREENS)('on $name the page has no flaw of access, fits, and asks nobody else', async (screen) => {
  dispatching(service);
  const tab = await open(screen);
  await tab.page.getByRole('heading', { name: 'Receive and verify' }).waitFor();
  expect(await flawsOfAccess(tab)).toEqual([]);
  await givenWebhook(service, NOBODY, { reseller, types: ['order.paused', 'balance.low'] });
  await happened(service, reseller);
  await tab.page.reload();
  await tab.page.locator('summary').click();
  await tab.page.getByText('next attempt').waitFor();
  expect(await flawsOfAccess(tab)).toEqual([]);
  expect(await sidewaysOverflow(tab)).toBeLessThanOrEqual(0);
  await choose(tab, NOBODY, 'Edit the webhook');
  await tab.page.getByRole('dialog').waitFor();
  expect(await flawsOfAccess(tab)).toEqual([]);
  expect(tab.complaints).toEqual([]);
  expect([...new Set(tab.requests.map(({ origin }) => origin))]).toEqual([service.url]);
});

test('a webhook is made, shows its secret once, and lists what is sent to it, which is sent again on demand', async () => {
  const receiver = await Receiver.start();
  const { wake } = dispatching(service);
  const tab = await open();
  const { page } = tab;
  await page.getByRole('button', { name: 'New webhook' }).click();
  await page.getByLabel('Address').fill(receiver.url);
  await page.getByLabel('Description').fill('The shop');
  await page.getByRole('button', { name: 'Create the webhook' }).click();
  const secret = await secretShown(tab);
  const card = cardOf(tab, receiver.url);
  await card.getByText('The shop').waitFor();
  await card.getByText('All events').waitFor();
  await card.getByRole('heading', { name: 'Nothing was sent yet' }).waitFor();
  expect(await page.content()).not.toContain(secret);

  await card.getByRole('button', { name: 'Send a test event' }).click();
  const rows = rowsOf(tab, receiver.url);
  await rows.filter({ hasText: /Test event.*Arrived, 204/ }).waitFor();
  const [arrived] = receiver.arrivals;
  const headers = arrived?.headers as Record<string, string>;
  expect(new Webhook(secret).verify(arrived?.text ?? '', headers)).toMatchObject({ type: 'webhook.test' });
  // A test is in no log that it could be sent from again.
  expect(await rows.getByRole('button').count()).toBe(0);

  await buy();
  wake();
  const bought = rows.filter({ hasText: /order\.created.*Arrived, 204/ });
  await sendAgain(tab, bought);
  const posted = () => receiver.arrivals.slice(1).map(({ id, body }) => `${body.type} ${id}`);
  await expect.poll(posted).toHaveLength(2);
  expect(posted()[0]).toMatch(/^order\.created evt_/);
  expect(posted()[1]).toBe(posted()[0]);

  receiver.answer = status(500);
  await happened(service, reseller);
  wake();
  const paused = rows.filter({ hasText: 'order.paused' });
  await paused.filter({ hasText: 'Answered 500' }).waitFor();
  await card.getByText('Failing', { exact: true }).waitFor();
  receiver.answer = status(204);
  await sendAgain(tab, paused);
  await paused.filter({ hasText: 'Arrived, 204' }).waitFor();
  await card.getByText('On', { exact: true }).waitFor();
  expect(tab.complaints).toEqual([]);
});

test('one that is switched off gets nothing, and what it has missed when it is on again', async () => {
  const receiver = await Receiver.start();
  const { wake } = dispatching(service);
  const { url } = receiver;
  await givenWebhook(service, url, { reseller });
  const tab = await open();
  const card = cardOf(tab, url);
  await happened(service, reseller);
  wake();
  const rows = rowsOf(tab, url);
  await rows.filter({ hasText: 'Arrived, 204' }).waitFor();
  await choose(tab, url, 'Switch off');
  await card.getByText('You have switched it off.').waitFor();
  expect(await card.getByRole('button', { name: 'Send a test event' }).count()).toBe(0);
  const missed = await happened(service, reseller);
  await choose(tab, url, 'Switch on');
  await card.getByText('On', { exact: true }).waitFor();
  wake();
  await sendAgain(tab, rows.first(), 'This one and all after it');
  await waitForToast(tab.page, /^\d events are on their way\.$/);
  await expect.poll(() => receiver.sequences).toContain(missed);
  await rows.filter({ hasText: 'Arrived, 204' }).nth(1).waitFor();
});

test('what the service does to a webhook is told as it happens', async () => {
  const receiver = await Receiver.start();
  dispatching(service);
  receiver.answer = status(503, { 'retry-after': '3600' });
  await givenWebhook(service, receiver.url, { reseller });
  const tab = await open();
  const card = cardOf(tab, receiver.url);
  await card.getByRole('button', { name: 'Send a test event' }).click();
  await card.getByText('Its server wants nothing before').waitFor();
  const gone = await Receiver.start();
  gone.answer = status(410);
  await choose(tab, receiver.url, 'Edit the webhook');
  await tab.page.getByLabel('Address').fill(gone.url);
  await tab.page.getByRole('button', { name: 'Save' }).click();
  await cardOf(tab, gone.url).getByText('its server answered 410').waitFor();
});

test('each type of events can be chosen, and a refused address is told at its field', async () => {
  const tab = await open();
  const { page } = tab;
  await page.getByRole('button', { name: 'New webhook' }).click();
  const shown = await page.locator('dialog:modal label:has([type=checkbox])').allTextContents();
  expect(shown.map((label) => label.split(' · ')[0])).toEqual(Object.keys(EVENT_TYPES));
  await page.getByRole('checkbox', { name: /^order\.created/ }).check();
  await page.getByRole('checkbox', { name: /^balance\.low/ }).check();
  await page.getByLabel('Address').fill('http://shop.example/');
  await page.getByRole('button', { name: 'Create the webhook' }).click();
  await page.locator('[aria-invalid]').waitFor();
  await page.getByLabel('Address').fill(NOBODY);
  await page.getByRole('button', { name: 'Create the webhook' }).click();
  await secretShown(tab);
  await cardOf(tab, NOBODY).getByText('order.createdbalance.low').waitFor();
  await choose(tab, NOBODY, 'Edit the webhook');
  await page.getByRole('checkbox', { name: /^order\.created/ }).uncheck();
  await page.getByRole('checkbox', { name: /^balance\.low/ }).uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await cardOf(tab, NOBODY).getByText('All events').waitFor();
  await choose(tab, NOBODY, 'Delete');
  await page.getByRole('button', { name: 'Delete the webhook' }).click();
  await cardOf(tab, NOBODY).waitFor({ state: 'detached' });
});

test('the program on the page takes what is signed by the secret, and nothing else', async () => {
  dispatching(service);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const { secret } = await givenWebhook(service, url, { reseller });
  const tab = await open();
  const program = (await tab.page.locator('pre').textContent()) ?? '';
  expect(program.split('\n').filter(Boolean)).toHaveLength(10);
  const node = spawn(
    process.execPath,
    ['--input-type=module', '--eval', program.replace('8080', String(port))],
    { cwd: PROJECT, env: { WEBHOOK_SECRET: secret } },
  );
  onTestFinished(() => void node.kill());
  let said = '';
  node.stdout.on('data', (text) => (said += text));
  node.stderr.on('data', (text) => (said += text));
  const forge = () => fetch(url, { method: 'POST', body: '{}' }).catch(() => undefined);
  await expect.poll(async () => (await forge())?.status).toBe(400);
  await cardOf(tab, url).getByRole('button', { name: 'Send a test event' }).click();
  await rowsOf(tab, url).filter({ hasText: 'Arrived, 204' }).waitFor();
  await expect.poll(() => said).toContain("type: 'webhook.test'");
});

test('older deliveries follow on demand, below those that are there', async () => {
  const receiver = await Receiver.start();
  const { wake } = dispatching(service);
  await givenWebhook(service, receiver.url, { reseller });
  for (let count = 0; count < 12; count++) await happened(service, reseller);
  wake();
  const tab = await open();
  const rows = rowsOf(tab, receiver.url);
  await rows.nth(9).waitFor();
  const more = tab.page.getByRole('button', { name: 'Show older ones' });
  await more.waitFor();
  expect(await rows.count()).toBe(10);
  await more.press('Enter');
  await rows.nth(11).waitFor();
  await more.waitFor({ state: 'detached' });
});

test('all of it is done by keyboard, and each dialog gives the focus back', async () => {
  const { page } = await open();
  const button = page.getByRole('button', { name: 'New webhook' });
  await button.press('Enter');
  await page.locator('input:focus').waitFor();
  await page.keyboard.type(NOBODY);
  await page.keyboard.press('Enter');
  const stored = page.getByRole('button', { name: 'I have stored it' });
  await stored.press('Enter');
  await stored.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('New webhook');
  const change = page.getByRole('button', { name: `Change ${NOBODY}` });
  await change.press('Enter');
  const focused = (item: string) => page.locator('[role=menuitem]:focus', { hasText: item }).waitFor();
  await focused('Edit the webhook');
  await page.keyboard.press('ArrowDown');
  await focused('New secret');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'New secret' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Change');
});

test('on the narrowest phone the page is not wider than the screen, whatever is listed', async () => {
  dispatching(service);
  const url = `${NOBODY}?${'shop'.repeat(60)}`;
  await givenWebhook(service, url, { reseller, types: Object.keys(EVENT_TYPES) });
  await happened(service, reseller);
  const tab = await open({ name: 'a narrow phone', colorScheme: 'light', width: 320, height: 640 } as never);
  await tab.page.locator('summary').click();
  expect(await sidewaysOverflow(tab)).toBeLessThanOrEqual(0);
  await choose(tab, url, 'Delete');
  await tab.page.getByRole('dialog').waitFor();
  expect(await sidewaysOverflow(tab)).toBeLessThanOrEqual(0);
});

// The last one: it moves the clock, by which others would be signed.
test('a secret is shown only soon after a sign-in; a new one signs beside the old one', async () => {
  const receiver = await Receiver.start();
  const { secret } = await givenWebhook(service, receiver.url, { reseller });
  const tab = await open();
  service.clock.advance(16 * MINUTE_MS);
  await tab.page.reload();
  await tab.page.getByRole('button', { name: 'New webhook' }).click();
  await tab.page.getByRole('heading', { name: 'Sign in again' }).waitFor();
  await tab.page.getByRole('button', { name: 'Close' }).click();
  await choose(tab, receiver.url, 'New secret');
  await tab.page.getByRole('heading', { name: 'Sign in again' }).waitFor();
  const other = await browser.newTab();
  onTestFinished(() => other.page.close());
  await other.page.goto(
    `${service.url}/console/sign-in#${await newSignInCode(service, reseller.resellerId)}`,
  );
  await tab.page.getByRole('button', { name: 'Replace the secret' }).click();
  expect(await secretShown(tab)).not.toBe(secret);
  await cardOf(tab, receiver.url).getByText('The old secret signs beside the new one until').waitFor();
});
