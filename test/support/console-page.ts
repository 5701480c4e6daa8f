import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { createSignInCode } from '../../src/sessions/sign-in.ts';
import type { Tab, TestBrowser } from './browser.ts';
import { signedIn } from './console.ts';
import type { RunningService } from './service.ts';

/** Where the console must work. Themes change colours and widths the layout, so not each has to meet each. */
export const SCREENS = [
  { name: 'a dark phone', colorScheme: 'dark' as const, width: 390, height: 844 },
  { name: 'a light desk', colorScheme: 'light' as const, width: 1280, height: 800 },
];

interface Opening {
  service: RunningService;
  resellerId: number;
  /** Below `/console`, such as `/orders/1`; the first page when left out. */
  path?: string;
  screen?: { colorScheme: 'light' | 'dark'; width: number; height: number };
  /** With a clock that the test can move on. */
  hasClock?: boolean;
  /** What the browser asks for; English when left out. */
  language?: 'ru';
}

/** What a sign-in link carries. */
export async function newSignInCode({ services }: RunningService, resellerId: number): Promise<string> {
  const { database, clock } = services;
  return (await createSignInCode(database, { resellerId, at: clock.now() })).code;
}

/**
 * Signs the browser in, without the page for that, and opens a page of the console in a new tab. The tab is
 * closed after the test: tabs share the cookie, and a session may have few sockets.
 */
export async function openConsole(
  browser: TestBrowser,
  { service, resellerId, path = '', screen, hasClock = false, language }: Opening,
): Promise<Tab> {
  const tab = await browser.newTab();
  onTestFinished(() => tab.page.close());
  await tab.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  if (hasClock) await tab.page.clock.install();
  await tab.page.addInitScript(noteToasts);
  if (language)
    await tab.page.addInitScript(
      (languages) => Object.defineProperty(navigator, 'languages', { get: () => languages }),
      [language],
    );
  if (screen) {
    await tab.page.emulateMedia({ colorScheme: screen.colorScheme });
    await tab.page.setViewportSize(screen);
  }
  const { cookie } = await signedIn(service, resellerId, {
    userAgent: await tab.page.evaluate(() => navigator.userAgent),
  });
  const [name = '', value = ''] = cookie.split('=');
  await tab.page.context().addCookies([{ name, value, url: service.url }]);
  await tab.page.goto(`${service.url}/console${path}`);
  return tab;
}

interface NotedToasts {
  notedToasts: string[];
}

/** Notes the toasts of the page, in the browser. */
function noteToasts(): void {
  const notedToasts: string[] = [];
  Object.assign(globalThis, { notedToasts });
  new MutationObserver(() => {
    const toast = document.querySelector('output[aria-live] > span')?.textContent;
    if (toast && toast !== notedToasts.at(-1)) notedToasts.push(toast);
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

/**
 * Waits until the page, since it was loaded, has shown a toast with such a text. A toast is gone after
 * seconds, which can pass between two looks at the page, so all are noted.
 */
export async function waitForToast(page: Page, text: RegExp): Promise<void> {
  const noted = () => page.evaluate(() => (globalThis as unknown as NotedToasts).notedToasts);
  await expect.poll(noted).toContainEqual(expect.stringMatching(text));
}

/** Waits until a copy button of the page has copied this text. */
export async function waitForCopied(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text);
}

const axe = readFile(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * What axe-core finds on the page as it is now, as `rule: element`. It is handed over by the debugging
 * protocol, so that the policy of the page stays as it is.
 */
export async function flawsOfAccess({ page }: Tab): Promise<string[]> {
  // Colors on their way are no colors of the page. What turns for ever has its own.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
      ),
  );
  await page.evaluate(await axe);
  return page.evaluate(async () => {
    interface Found {
      violations: { id: string; nodes: { html: string }[] }[];
    }
    const { violations } = await (globalThis as unknown as { axe: { run(): Promise<Found> } }).axe.run();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  });
}

/** Has the page take its tab for one in the background, or in sight: without windows all are in sight. */
export function setInSight(page: Page, isInSight: boolean): Promise<void> {
  return page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, !isInSight);
}

/** How many pixels of the page's width are outside of the screen. */
export function sidewaysOverflow({ page }: Tab): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
