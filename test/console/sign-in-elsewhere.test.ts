import type { Page, WebSocket } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { newSignInCode, openConsole } from '../support/console-page.ts';
import { type GivenReseller, givenReseller } from '../support/given.ts';
import { type RunningService, startService } from '../support/service.ts';

// A busy machine takes many seconds to draw a page.
vi.setConfig({ testTimeout: 240_000 });

const browser = useBrowser();
let service: RunningService;
let reseller: GivenReseller;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  reseller = await givenReseller(service.services, { balanceUsd: '50' });
});

/** The orders of the reseller in a new tab, whose socket is open. */
async function openOrders(): Promise<Page> {
  const { resellerId } = reseller;
  const { page } = await openConsole(browser, { service, resellerId, path: '/orders' });
  await page.getByText('$50.00').first().waitFor();
  return page;
}

/** Signs in by a link in another tab, which ends the session that all tabs have shared. */
async function signInElsewhere(resellerId = reseller.resellerId): Promise<void> {
  const { page } = await browser.newTab();
  onTestFinished(() => page.close());
  await page.goto(`${service.url}/console/sign-in#${await newSignInCode(service, resellerId)}`);
  await page.waitForURL(`${service.url}/console`);
}

test('who signs in once more in another tab goes on in this one, with what was typed', async () => {
  const page = await openOrders();
  const sockets: WebSocket[] = [];
  page.on('websocket', (socket) => void sockets.push(socket));
  await page.reload();
  await expect.poll(() => sockets.length).toBe(1);
  await page.evaluate(() => Object.assign(window, { loadedOnce: true }));
  await signInElsewhere();
  const search = page.getByRole('searchbox', { name: 'Number, label or proxy' });
  await search.fill('77');
  await page.getByText('No order matches').waitFor();
  await expect.poll(() => sockets.length).toBe(2);
  expect(sockets[0]?.isClosed()).toBe(true);
  expect(await search.inputValue()).toBe('77');
  expect(await page.evaluate(() => 'loadedOnce' in window)).toBe(true);
});

test('who signs in as somebody else in another tab sees nothing of the first account any more', async () => {
  const page = await openOrders();
  const other = await givenReseller(service.services, { balanceUsd: '7' });
  await signInElsewhere(other.resellerId);
  await page.getByText('$7.00').first().waitFor({ timeout: 120_000 });
  await expect.poll(() => page.getByText('$50.00').count()).toBe(0);
});

test('a tab that was signed out goes on where it was once another tab signs in', async () => {
  const page = await openOrders();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${service.url}/console/sign-in`);
  await page.goto(`${service.url}/console/statement`);
  await page.waitForURL(`${service.url}/console/sign-in`);
  await page.getByText('Whoever runs the service').waitFor();
  await signInElsewhere();
  await page.waitForURL(`${service.url}/console/statement`, { timeout: 120_000 });
});
