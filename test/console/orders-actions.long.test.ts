import { readFile } from 'node:fs/promises';
import type { Response } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findJobs, type JobName } from '../../src/bulk/jobs.ts';
import { importCatalog } from '../../src/catalog/import-catalog.ts';
import { OrderAccessDocument } from '../../src/console/generated/graphql.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { carryOut } from '../bulk/fixture.ts';
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

/** The job that was accepted last, which is carried out when the test says so. */
async function newestJob(): Promise<JobName> {
  const { resellerId } = reseller;
  const [job] = await findJobs(service.services.database.sql, { resellerId });
  if (!job) throw new Error('there is no job');
  return { resellerId, jobId: job.id };
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

test('selected orders are renewed by a job for the total that is shown, and those that are refused are named', async () => {
  await buy({ quantity: 2 });
  await buy({ quantity: 2 });
  const luxury = await buy({ tier: 'di', type: 'diresi', country: 'ANY', period: '1gb' });
  const before = await account();
  const tab = await openRenewal(3);
  const { page } = tab;
  await page.getByText('The balance does not cover').waitFor({ state: 'detached' });
  await page.getByLabel('Add').selectOption('30 days');
  await page.getByText('The balance does not cover').waitFor();
  const refused = page.getByRole('list', { name: 'Orders that are refused' }).getByRole('listitem');
  expect(await refused.allTextContents()).toEqual([expect.stringMatching(new RegExp(`^${luxury}.*renew`))]);
  expect(await flawsOfAccess(tab)).toEqual([]);
  await page.getByRole('button', { name: 'Renew 2 for $7.20' }).click();
  await page.getByText('0 of 3 done for $0.00, 1 not').waitFor();
  await carryOut(service.services, await newestJob());
  // Two are carried out at once: the balance covers either, and the one that comes second is refused.
  await page.getByText('1 of 3 done for $3.60, 2 not').waitFor();
  await page.getByRole('heading', { name: 'Done: renewing orders' }).waitFor();
  expect(await refused.allTextContents()).toEqual([
    expect.stringMatching(new RegExp(`^${luxury}`)),
    expect.stringMatching(/balance/i),
  ]);
  expect(await flawsOfAccess(tab)).toEqual([]);
  const after = await account();
  expect([before.balanceUsd, after.balanceUsd]).toEqual(['6.60', '3.00']);
  const days = after.orders.map(
    ({ expiresAt }, i) => Date.parse(expiresAt ?? '') - Date.parse(before.orders[i]?.expiresAt ?? ''),
  );
  const [one, other, ofLuxury] = days.map((ms) => Math.round(ms / 86_400_000));
  expect([[one, other].toSorted(), ofLuxury]).toEqual([[0, 30], Number.NaN]);
  await page.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('cell', { name: 'in 37 days' }).waitFor();
  await page.getByRole('banner').getByText('$3.00').waitFor();
  expect(tab.complaints).toEqual([]);
});

test('a total that has risen is not paid: it is shown, and asked for', async () => {
  await buy({});
  const { page } = await openRenewal(1);
  await raisePrices();
  await page.getByRole('button', { name: 'Renew 1 for $0.60' }).click();
  await page.getByRole('button', { name: 'Renew 1 for $0.70' }).click();
  await page.getByText('0 of 1 done for $0.00').waitFor();
  await importCatalog(service.services.database, await readFile(CATALOG, 'utf8'), { force: true });
});

test('a job whose answer is lost is asked for again as the same one', async () => {
  await buy({});
  const { page } = await openRenewal(1);
  let isLost = false;
  await page.route('**/graphql', async (route) => {
    if (isLost || !route.request().postData()?.includes('mutation RenewMany')) return route.continue();
    isLost = true;
    await route.fetch();
    return route.abort();
  });
  const renew = page.getByRole('button', { name: 'Renew 1 for $0.60' });
  await renew.click();
  await page.getByRole('alert').waitFor();
  await renew.click();
  await page.getByText('0 of 1 done').waitFor();
  const { resellerId } = await newestJob();
  expect(await findJobs(service.services.database.sql, { resellerId })).toHaveLength(1);
});

test('a job goes on when its dialog and the page are closed, is shown again, and can be stopped', async () => {
  await buy({});
  const { page } = await openRenewal(1);
  await page.getByRole('button', { name: 'Renew 1 for $0.60' }).click();
  await page.getByText('0 of 1 done').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Orders are being renewed…' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Orders are being renewed…' }).click();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor({ state: 'detached' });
  await carryOut(service.services, await newestJob());
  await page.getByRole('heading', { name: 'Cancelled: renewing orders' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Orders are being renewed…' }).waitFor({ state: 'detached' });
  expect((await account()).balanceUsd).toBe('9.40');
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
