import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Tab, useBrowser } from '../support/browser.ts';
import { signedIn } from '../support/console.ts';
import { faintTexts } from '../support/contrast.ts';
import { givenReseller } from '../support/given.ts';
import { type RunningService, startService } from '../support/service.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 800 };
/** What WCAG asks of text of ordinary size. */
const LEAST_CONTRAST = 4.5;
const HEADERS_EDITOR = '.graphiql-editor-tool .graphiql-editor:not(.hidden)';
const RESULT = '.result-window .view-lines';

const browser = useBrowser();
let service: RunningService;
let apiKey: string;

beforeAll(async () => {
  service = await startService();
  ({ apiKey } = await givenReseller(service.services, { balanceUsd: '12.34' }));
});

afterAll(() => service.close());

async function openTab(path: string): Promise<Tab> {
  const tab = await browser.newTab();
  await tab.page.setViewportSize(DESK);
  await tab.page.goto(service.url + path);
  return tab;
}

function expectQuiet({ complaints, requests }: Tab): void {
  expect(complaints).toEqual([]);
  expect([...new Set(requests.map(({ origin }) => origin))]).toEqual([service.url]);
}

function sidewaysOverflow({ page }: Tab): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

/** Types a query in place of the one that GraphiQL's editor has. */
async function type({ page }: Tab, query: string): Promise<void> {
  await page.locator('.graphiql-query-editor .view-lines').click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(query);
  // The editor closes brackets by itself, behind what was typed.
  await page.keyboard.press('ControlOrMeta+Shift+End');
  await page.keyboard.press('Delete');
  // Until then it would run the operation that was there before.
  await page.waitForFunction((typed) => sessionStorage['graphiql:query'] === typed, query);
}

test('GraphiQL runs queries and subscriptions with a key that a reload keeps and another tab never sees', async () => {
  const tab = await openTab('/docs');
  await tab.page.evaluate(() => localStorage.setItem('graphiql:headers', 'kept by an earlier release'));
  await tab.page.goto(`${service.url}/graphql`);
  await tab.page.locator(HEADERS_EDITOR).click();
  await tab.page.keyboard.insertText(JSON.stringify({ Authorization: `Bearer ${apiKey}` }));
  await tab.page.getByLabel('Execute query').click();
  await tab.page.locator(RESULT).getByText('12.34').waitFor();
  await tab.page.waitForFunction((key) => sessionStorage['graphiql:tabState']?.includes(key), apiKey);

  await tab.page.reload();
  await tab.page.getByLabel('Execute query').click();
  await tab.page.locator(RESULT).getByText('12.34').waitFor();
  expect(await tab.page.locator('.graphiql-tab').count()).toBe(1);

  await type(tab, 'subscription { balanceUpdated { balanceUsd } }');
  await tab.page.getByLabel('Execute query').click();
  await tab.page.locator(RESULT).getByText('12.34').waitFor();
  await tab.page.getByLabel('Stop query').click();

  const other = await openTab('/graphql');
  await other.page.locator(HEADERS_EDITOR).waitFor();
  expect(await other.page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(
    apiKey,
  );
  expect(await tab.page.evaluate(() => localStorage.length)).toBe(0);
  expectQuiet(tab);
  expectQuiet(other);
});

test('a link to GraphiQL with a mutation out of sight runs nothing of it with the session, and a reload neither', async () => {
  const { resellerId } = await givenReseller(service.services, { balanceUsd: '56.78' });
  const { cookie } = await signedIn(service, resellerId);
  const [name = '', value = ''] = cookie.split('=');
  const { database } = service.services;
  const keys = () =>
    database.sql.selectFrom('api_keys').select('id').where('reseller_id', '=', resellerId).execute();
  const before = await keys();
  const tab = await browser.newTab();
  await tab.page.setViewportSize(DESK);
  await tab.page.context().addCookies([{ name, value, url: service.url }]);
  onTestFinished(() => tab.page.context().clearCookies());
  const link = new URLSearchParams({
    query: `${'\n'.repeat(120)}mutation { createKey(input: {}) { __typename } }`,
    variables: '{"code":"x"}',
    headers: '{"x-of-a-stranger":"x"}',
  });
  await tab.page.goto(`${service.url}/graphql?${link}`);
  for (let load = 0; load < 2; load++) {
    await tab.page.getByLabel('Execute query').click();
    await tab.page
      .locator(RESULT)
      .getByText(/56\.78|CreateKey/)
      .waitFor();
    expect(await keys()).toEqual(before);
    expect(await tab.page.locator(RESULT).textContent()).toContain('56.78');
    expect(await tab.page.evaluate(() => JSON.stringify(sessionStorage))).not.toMatch(/createKey|stranger/);
    await tab.page.reload();
  }
  // What somebody has typed is theirs to run.
  await type(tab, 'mutation { createKey(input: {}) { __typename } }');
  await tab.page.getByLabel('Execute query').click();
  await tab.page.locator(RESULT).getByText('CreateKeySuccess').waitFor();
  expect((await keys()).length).toBe(before.length + 1);
  expectQuiet(tab);
});

test('what an earlier version of GraphiQL has stored in a tab is not run either', async () => {
  const tab = await openTab('/docs');
  await tab.page.evaluate(() => {
    sessionStorage.setItem('graphiql:query', 'mutation { signOut { signedOut } }');
    sessionStorage.setItem('of the console', 'kept');
  });
  await tab.page.goto(`${service.url}/graphql`);
  await tab.page.locator('.graphiql-query-editor').getByText('Overview').waitFor();
  expect(await tab.page.evaluate(() => ({ ...sessionStorage }))).toMatchObject({ 'of the console': 'kept' });
  expect(await tab.page.evaluate(() => sessionStorage['graphiql:query'])).not.toContain('signOut');
});

test('GraphiQL fits a phone: the editor, the key and the result stand one below the other', async () => {
  const tab = await openTab('/graphql');
  await tab.page.setViewportSize(PHONE);
  await tab.page.locator(HEADERS_EDITOR).waitFor();
  expect(await sidewaysOverflow(tab)).toBe(0);
  const boxes = await Promise.all(
    ['.graphiql-query-editor', HEADERS_EDITOR, '.graphiql-response'].map((part) =>
      tab.page.locator(part).boundingBox(),
    ),
  );
  for (const box of boxes) expect(box?.width).toBeGreaterThan(300);
  const tops = boxes.map((box) => box?.y ?? 0);
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  expectQuiet(tab);
});

test.each(['light', 'dark'] as const)(
  'the %s reference is legible and fits a phone, its form for trying included',
  async (colorScheme) => {
    const tab = await browser.newTab();
    await tab.page.emulateMedia({ colorScheme });
    await tab.page.setViewportSize(PHONE);
    await tab.page.goto(`${service.url}/docs`);
    const purchase = tab.page.locator('#operations-Orders-createOrder');
    await purchase.locator('.opblock-summary-control').click();
    await purchase.getByRole('button', { name: 'Try it out' }).click();
    await purchase.getByRole('button', { name: 'Execute' }).click();
    await purchase.locator('.live-responses-table .response').waitFor();
    await tab.page.waitForFunction(() => document.getAnimations().length === 0);

    expect(await tab.page.evaluate(faintTexts, LEAST_CONTRAST)).toEqual([]);
    expect(await sidewaysOverflow(tab)).toBe(0);
    const ground = await tab.page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    expect(ground === 'rgba(0, 0, 0, 0)').toBe(colorScheme === 'light');
    // The browser complains about the request without a key.
    expect(tab.complaints.splice(0)).toEqual([expect.stringContaining('401 (Unauthorized)')]);
    expectQuiet(tab);
  },
);

test.each([
  ['light', PHONE],
  ['dark', PHONE],
  ['light', DESK],
] as const)(
  'the GraphQL guide (%s, %j) is legible, fits its screen, and leads back to the console',
  async (colorScheme, size) => {
    const tab = await browser.newTab();
    await tab.page.emulateMedia({ colorScheme });
    await tab.page.setViewportSize(size);
    await tab.page.goto(`${service.url}/docs/graphql`);
    await tab.page.getByRole('heading', { name: 'Your own page for your customers' }).waitFor();
    await tab.page.getByRole('cell', { name: 'READ_PROXIES' }).waitFor();
    expect(await tab.page.evaluate(faintTexts, LEAST_CONTRAST)).toEqual([]);
    expect(await sidewaysOverflow(tab)).toBe(0);
    expectQuiet(tab);
    await tab.page.getByRole('navigation').getByRole('link', { name: 'Console' }).click();
    await tab.page.waitForURL(/\/console/);
  },
);

test.each([
  ['light', PHONE],
  ['dark', PHONE],
  ['light', DESK],
] as const)(
  'the first page (%s, %j) is legible, fits its screen and is walked through by the keyboard',
  async (colorScheme, size) => {
    const tab = await browser.newTab();
    await tab.page.emulateMedia({ colorScheme });
    await tab.page.setViewportSize(size);
    await tab.page.goto(`${service.url}/developers`);
    expect(await tab.page.evaluate(faintTexts, LEAST_CONTRAST)).toEqual([]);
    expect(await sidewaysOverflow(tab)).toBe(0);
    const names = [];
    for (let link = 0; link < 6; link++) {
      await tab.page.keyboard.press('Tab');
      names.push(
        await tab.page.evaluate(() => {
          const { activeElement } = document;
          const isMarked = activeElement && getComputedStyle(activeElement).outlineStyle === 'solid';
          return isMarked ? activeElement.firstChild?.textContent : undefined;
        }),
      );
    }
    expect(names).toEqual(['Console', 'REST reference', 'GraphQL guide', 'GraphiQL', 'OpenAPI', 'State']);
    await tab.page.keyboard.press('Shift+Tab');
    await tab.page.keyboard.press('Shift+Tab');
    await tab.page.keyboard.press('Enter');
    await tab.page.waitForURL(`${service.url}/graphql`);
    expectQuiet(tab);
  },
);

test.each(['light', 'dark'] as const)(
  'the %s page for what is not there is legible and fits a phone',
  async (colorScheme) => {
    const tab = await browser.newTab();
    await tab.page.emulateMedia({ colorScheme });
    await tab.page.setViewportSize(PHONE);
    const response = await tab.page.goto(`${service.url}/no/such/page`);
    expect(response?.status()).toBe(404);
    expect(await tab.page.evaluate(faintTexts, LEAST_CONTRAST)).toEqual([]);
    expect(await sidewaysOverflow(tab)).toBe(0);
    const ground = await tab.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(ground).toBe(colorScheme === 'dark' ? 'rgb(16, 21, 28)' : 'rgb(245, 247, 250)');
    // The browser complains about the missing page and about nothing else.
    expect(tab.complaints.splice(0)).toEqual([expect.stringContaining('404 (Not Found)')]);
    expect(await tab.page.getByRole('link').count()).toBe(5);
    expectQuiet(tab);
  },
);
