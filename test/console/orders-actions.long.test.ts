import { readFile } from 'node:fs/promises';
import type { Page, Response } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { topUp } from '../../src/billing/top-ups.ts';
import { importCatalog } from '../../src/catalog/import-catalog.ts';
import { OrderAccessDocument } from '../../src/console/generated/graphql.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { byForwarding, openTarget } from '../e2e/through-proxy.ts';
import { type Tab, useBrowser } from '../support/browser.ts';
import { flawsOfAccess, openConsole, SCREENS, waitForCopied } from '../support/console-page.ts';
import { buyerOf, type GivenReseller, givenReseller } from '../support/given.ts';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';

const CATALOG = new URL('../../src/catalog/sample-catalog.json', import.meta.url);

const browser = useBrowser();
let service: RunningService;
let reseller: GivenReseller;

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  reseller = await givenReseller(service.services, { balanceUsd: '10' });
});
afterAll(() => service.close());

async function buy(input: {
  tier?: string;
  type?: string;
  country?: string;
  period?: string;
  quantity?: number;
  options?: { session: 'sticky' };
}): Promise<string> {
  const wanted = { tier: 'prem', type: 'ipv4', country: 'US', period: '7d', quantity: 1, ...input };
  const { sale } = await purchase(service.services, buyerOf(reseller), wanted);
  return String(sale.order.id);
}

/** Opens the list with all orders of its first page selected. */
async function openSelected(count: number, screen?: (typeof SCREENS)[number]): Promise<Tab> {
  const { resellerId } = reseller;
  const tab = await openConsole(browser, {
    service,
    resellerId,
    path: '/orders',
    ...(screen && { screen }),
  });
  await tab.page.getByRole('checkbox', { name: 'Select all of this page' }).check();
  await tab.page.getByText(`${count} selected`).waitFor();
  return tab;
}

async function openRenewal(count: number): Promise<Tab> {
  const tab = await openSelected(count);
  await tab.page.getByRole('button', { name: 'Renew', exact: true }).click();
  await tab.page.getByRole('button', { name: /^Renew \d+ for/ }).waitFor();
  return tab;
}

/** Has the first renewal done, and its answer lost on the way to the page. */
async function loseFirstRenewal(page: Page): Promise<void> {
  let isLost = false;
  await page.route('**/graphql', async (route) => {
    const isRenewal = route.request().postData()?.includes('mutation Renew') && !isLost;
    if (!isRenewal) return route.continue();
    isLost = true;
    await route.fetch();
    return route.abort();
  });
}

/** What each order of the dialog shows, by its number. */
async function outcomes({ page }: Tab): Promise<Record<string, string>> {
  const rows = await page.getByRole('list', { name: 'Orders to renew' }).getByRole('listitem').all();
  const entries = rows.map(async (row) => [
    (await row.getByRole('link').textContent()) ?? '',
    (await row.textContent()) ?? '',
  ]);
  return Object.fromEntries(await Promise.all(entries));
}

interface Account {
  viewer: { balanceUsd: string };
  orders: {
    nodes: {
      id: string;
      expiresAt: string | null;
      proxies: { host: string; port: number; login: string; password: string }[];
      lines?: string[];
    }[];
  };
}

/** What the API says of the reseller's orders, oldest first. */
async function account() {
  const query = `{ viewer { balanceUsd } orders { nodes { id expiresAt proxies { host port login password }
    ... on LuxuryOrder { lines(count: 3) } } } }`;
  const { body } = await sendGraphql<Account>(service.url, reseller.apiKey, query);
  if (!body.data) throw new Error(JSON.stringify(body));
  return { balanceUsd: body.data.viewer.balanceUsd, orders: body.data.orders.nodes.toReversed() };
}

async function raisePrices(): Promise<void> {
  const catalog = JSON.parse(await readFile(CATALOG, 'utf8'));
  for (const type of catalog.tiers[0].types) type.periods[0].priceUsd = '0.70';
  await importCatalog(service.services.database, JSON.stringify(catalog), { force: true });
}

test('several orders are renewed for the price that is shown, and the list and the balance follow', async () => {
  const [one, three, luxury] = [
    await buy({}),
    await buy({ quantity: 3 }),
    await buy({ tier: 'di', type: 'diresi', country: 'ANY', period: '1gb' }),
  ];
  const before = await account();
  const tab = await openRenewal(3);
  const { page } = tab;
  await page.getByLabel('Add').selectOption('30 days');
  await expect
    .poll(() => outcomes(tab))
    .toEqual({
      [one]: expect.stringMatching(/IPv4 HTTP.*Until .*\$1\.80$/),
      [three]: expect.stringMatching(/IPv4 HTTP × 3.*Until .*\$5\.40$/),
      [luxury]: expect.stringContaining('Add traffic on its page.'),
    });
  expect(await flawsOfAccess(tab)).toEqual([]);
  await page.getByRole('button', { name: 'Renew 2 for $7.20' }).click();
  await page.getByText('The balance does not cover').waitFor({ state: 'detached' });
  expect(before.balanceUsd).toBe('6.60');
  await page.getByText('1 of 2 renewed for $5.40, 1 not').waitFor();
  await topUp(service.services.database, {
    resellerId: reseller.resellerId,
    amount: 10_000_000n,
    reference: `renewal:${reseller.resellerId}`,
    at: service.clock.now(),
  });
  await page.getByRole('button', { name: 'Renew the other 1 for $1.80' }).click();
  await page.getByText('2 of 2 renewed for $7.20').waitFor();
  const after = await account();
  expect(after.balanceUsd).toBe('9.40');
  for (const [index, order] of after.orders.slice(0, 2).entries()) {
    const days = Date.parse(order.expiresAt ?? '') - Date.parse(before.orders[index]?.expiresAt ?? '');
    expect(Math.round(days / 86_400_000)).toBe(30);
  }
  await page.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('cell', { name: 'in 7 days' }).waitFor({ state: 'detached' });
  await page.getByRole('banner').getByText('$9.40').waitFor();
  expect(tab.complaints).toEqual([]);
});

test('told to stop, a renewal that is refused leaves the others as they are', async () => {
  // The list has the newest first.
  const [last, middle, first] = [await buy({}), await buy({ quantity: 5 }), await buy({})];
  expect((await account()).balanceUsd).toBe('5.80');
  const tab = await openRenewal(3);
  const short = tab.page.getByText('The balance does not cover all of them');
  expect(await short.count()).toBe(0);
  await tab.page.getByLabel('Add').selectOption('30 days');
  await short.waitFor();
  await tab.page.getByLabel('Stop at the first one that is refused').check();
  await tab.page.getByRole('button', { name: /^Renew 3 for/ }).click();
  await tab.page.getByText('1 of 3 renewed for $1.80, 1 not').waitFor();
  await expect
    .poll(() => outcomes(tab))
    .toEqual({
      [first]: expect.stringMatching(/Renewed until/),
      [middle]: expect.stringMatching(/balance/i),
      [last]: expect.stringMatching(/HTTPUntil [^.]*\$1\.80$/),
    });
  expect((await account()).balanceUsd).toBe('4.00');
});

test('a price that has risen is not paid: it is shown, and asked for', async () => {
  const id = await buy({});
  const tab = await openRenewal(1);
  await raisePrices();
  await tab.page.getByRole('button', { name: 'Renew 1 for $0.60' }).click();
  await tab.page.getByText('0 of 1 renewed for $0.00, 1 not').waitFor();
  expect((await account()).balanceUsd).toBe('9.40');
  await tab.page.getByRole('button', { name: 'Renew the other 1 for $0.70' }).click();
  await tab.page.getByText('1 of 1 renewed for $0.70').waitFor();
  await expect.poll(() => outcomes(tab)).toEqual({ [id]: expect.stringMatching(/Renewed until .*\$0\.70$/) });
  expect((await account()).balanceUsd).toBe('8.70');
  await importCatalog(service.services.database, await readFile(CATALOG, 'utf8'), { force: true });
});

test('a renewal whose answer is lost stops the others, and is charged once when it is tried again', async () => {
  const ids = [await buy({}), await buy({})];
  const tab = await openRenewal(2);
  const { page } = tab;
  await loseFirstRenewal(page);
  await page.getByRole('button', { name: 'Renew 2 for $1.20' }).click();
  await page.getByText('No answer came.').waitFor();
  expect((await account()).balanceUsd).toBe('8.20');
  expect(await page.getByLabel('Add').isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Renew the other 2 for $1.20' }).click();
  await page.getByText('2 of 2 renewed for $1.20').waitFor();
  expect((await account()).balanceUsd).toBe('7.60');
  expect(Object.keys(await outcomes(tab)).sort()).toEqual(ids.sort());
});

test('a renewal whose answer is lost is charged once, also when the page is loaded anew in between', async () => {
  await buy({});
  const { page } = await openRenewal(1);
  await loseFirstRenewal(page);
  await page.getByRole('button', { name: 'Renew 1 for $0.60' }).click();
  await page.getByText('No answer came.').waitFor();
  const { balanceUsd } = await account();
  await page.reload();
  await page.getByRole('checkbox', { name: 'Select all of this page' }).check();
  await page.getByRole('button', { name: 'Renew', exact: true }).click();
  await page.getByLabel('Add').selectOption('30 days');
  await page.getByText('An earlier renewal has no answer').waitFor();
  await page.getByRole('button', { name: 'Renew 1 for $0.60' }).click();
  await page.getByText('1 of 1 renewed for $0.60').waitFor();
  expect((await account()).balanceUsd).toBe(balanceUsd);
});

test('a renewal that is under way cannot be hidden, and can be stopped after the order it is at', async () => {
  await buy({});
  await buy({});
  const tab = await openRenewal(2);
  const { page } = tab;
  const held = Promise.withResolvers<void>();
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('mutation Renew')) await held.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Renew 2 for $1.20' }).click();
  for (let press = 0; press < 3; press++) await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  held.resolve();
  await page.getByText('1 of 2 renewed for $0.60').waitFor();
  await page.getByRole('button', { name: 'Renew the other 1 for $0.60' }).waitFor();
  expect((await account()).balanceUsd).toBe('8.20');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

async function openExport(count: number, screen?: (typeof SCREENS)[number]): Promise<Tab> {
  const tab = await openSelected(count, screen);
  await tab.page.getByRole('button', { name: 'Export', exact: true }).click();
  await tab.page.getByRole('dialog').getByLabel('Format').waitFor();
  return tab;
}

/** The name and the text of the file that a format gives. */
async function saved({ page }: Tab, format: string): Promise<{ name: string; text: string }> {
  await page.getByLabel('Format').selectOption(format);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

test('lines of proxies and of a Luxury order are saved in every format, and the first one works', async () => {
  await buy({ quantity: 2 });
  await buy({ tier: 'di', type: 'diresi', country: 'ANY', period: '1gb', options: { session: 'sticky' } });
  const { orders } = await account();
  const [plain, luxury] = orders;
  const tab = await openSelected(2);
  const files: Record<string, string> = {};
  for (const format of ['HPUP', 'UPHP', 'HTTP', 'CSV', 'JSON']) {
    await tab.page.getByRole('button', { name: 'Export', exact: true }).click();
    await tab.page.getByLabel('Lines of each Luxury order').fill('3');
    const { name, text } = await saved(tab, format);
    expect(name).toBe(`proxies.${format === 'CSV' ? 'csv' : format === 'JSON' ? 'json' : 'txt'}`);
    files[format] = text;
  }
  const hpup = (plain?.proxies ?? []).map(({ host, port, login, password }) =>
    [host, port, login, password].join(':'),
  );
  expect(files['HPUP']).toBe([...(luxury?.lines ?? []), ...hpup].map((line) => `${line}\n`).join(''));
  expect(luxury?.lines).toHaveLength(3);

  const inAll =
    files['HPUP']
      ?.trim()
      .split('\n')
      .map((line) => line.split(':')) ?? [];
  const lines = (write: (parts: string[]) => string) => `${inAll.map(write).join('\n')}\n`;
  expect(files['UPHP']).toBe(
    lines(([host, port, login, password]) => `${login}:${password}@${host}:${port}`),
  );
  expect(files['HTTP']).toBe(
    lines(([host, port, login, password]) => `http://${login}:${password}@${host}:${port}`),
  );
  const rows =
    files['CSV']
      ?.trim()
      .split('\r\n')
      .map((row) => row.split(',')) ?? [];
  expect(rows[0]?.slice(-4)).toEqual(['host', 'port', 'login', 'password']);
  expect(rows.slice(1).map((row) => row.slice(-4))).toEqual(inAll);
  expect(JSON.parse(files['JSON'] ?? '').map(({ id }: { id: string }) => id)).toEqual([
    luxury?.id,
    plain?.id,
  ]);
  expect(
    JSON.parse(files['JSON'] ?? '').flatMap(
      ({ proxies }: Pick<Account['orders']['nodes'][number], 'proxies'>) =>
        proxies.map(({ host, port, login, password }) => [host, String(port), login, password]),
    ),
  ).toEqual(inAll);

  const [first = ''] = files['HTTP']?.split('\n') ?? [];
  expect(await byForwarding(first, `${await openTarget()}/1000`)).toMatchObject({ bytes: 1_000 });
  expect(tab.complaints).toEqual([]);
});

test('passwords are asked for when the lines are made and not before, and orders of another protocol are left out', async () => {
  await buy({});
  await buy({ type: 'socks5' });
  const tab = await openExport(2);
  const { page } = tab;
  const answers: Promise<string>[] = [];
  const listen = (response: Response) => {
    if (response.url().endsWith('/graphql')) answers.push(response.text());
  };
  page.on('response', listen);
  await page.getByLabel('Format').selectOption('SOCKS');
  await page.getByText('1 order is left out: the proxies do not speak this protocol.').waitFor();
  page.off('response', listen);
  expect((await Promise.all(answers)).join()).not.toContain('password');
  await page.getByRole('button', { name: 'Copy' }).click();
  const [proxy] = (await account()).orders[1]?.proxies ?? [];
  const { host, port, login, password } = proxy ?? {};
  await waitForCopied(page, `socks5://${login}:${password}@${host}:${port}\n`);
});

test('the largest export is not too much for one request', async () => {
  const ids = Array.from({ length: 100 }, (_, n) => String(n + 1));
  const variables = { ids, format: 'HPUP' as const, count: 50 };
  const { body } = await service.graphql(reseller.apiKey, OrderAccessDocument, variables);
  expect(body.errors).toBeUndefined();
});

test('a count of lines that cannot be is told at its field', async () => {
  await buy({ tier: 'di', type: 'diresi', country: 'ANY', period: '1gb' });
  const tab = await openExport(1);
  for (const count of ['0', '51', '1.5', 'many', '']) {
    await tab.page.getByLabel('Lines of each Luxury order').fill(count);
    await tab.page.getByText('Enter a whole number from 1 to 50.').waitFor();
    expect(await tab.page.getByRole('button', { name: 'Download' }).isDisabled()).toBe(true);
  }
});

test.each(SCREENS)('on $name the export has no flaw of access', async (screen) => {
  await buy({ tier: 'di', type: 'diresi', country: 'ANY', period: '1gb' });
  expect(await flawsOfAccess(await openExport(1, screen))).toEqual([]);
});
