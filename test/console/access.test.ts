import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createProxyList } from '../../src/proxy-lists/proxy-lists.ts';
import { purchase } from '../../src/purchases/purchase.ts';
import { createKey } from '../../src/resellers/keys.ts';
import { confirmSession } from '../../src/sessions/sessions.ts';
import { type Tab, useBrowser } from '../support/browser.ts';
import { signedIn } from '../support/console.ts';
import {
  flawsOfAccess,
  newSignInCode,
  openConsole,
  SCREENS,
  sidewaysOverflow,
  waitForCopied,
} from '../support/console-page.ts';
import { buyerOf, type GivenReseller, givenReseller } from '../support/given.ts';
import { givenToken } from '../support/given-token.ts';
import { insertOrders } from '../support/inserted-orders.ts';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';

const MINUTE_MS = 60_000;
const PROJECT = fileURLToPath(new URL('../../', import.meta.url));

const browser = useBrowser();
let service: RunningService;
/** The same at its name, since passkeys are not for IP addresses. */
let named: RunningService;
let reseller: GivenReseller;

beforeAll(async () => {
  service = await startService();
  named = { ...service, url: service.url.replace('127.0.0.1', 'localhost') };
});
afterAll(() => service.close());
beforeEach(async () => {
  reseller = await givenReseller(service.services);
});

const open = (path = '/access', at = service) =>
  openConsole(browser, { service: at, resellerId: reseller.resellerId, path });

async function statusWith(apiKey: string): Promise<number> {
  const headers = { authorization: `Bearer ${apiKey}` };
  return (await fetch(`${service.url}/v1/balance`, { headers })).status;
}

async function secretShown({ page }: Tab): Promise<string> {
  const shown = await page
    .getByRole('dialog')
    .locator('code', { hasText: /^pr[kt]_\w{20,}/ })
    .textContent();
  await page.getByRole('button', { name: 'I have stored it' }).click();
  return shown ?? '';
}

/** A device with passkeys, whose owner says yes to everything. */
async function giveDevice({ page }: Tab): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function addPasskey({ page }: Tab): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name').fill('Test device');
  await page.getByRole('button', { name: 'Ask the device' }).click();
  await page.getByRole('cell', { name: 'Test device', exact: true }).waitFor();
}

test.each(SCREENS)('on $name the pages have no flaw of access, fit, and ask nobody else', async (screen) => {
  const { resellerId } = reseller;
  const tab = await openConsole(browser, { service, resellerId, path: '/access', screen });
  await tab.page.getByRole('button', { name: /^Change prk_/ }).waitFor();
  expect(await flawsOfAccess(tab)).toEqual([]);
  expect(await sidewaysOverflow(tab)).toBeLessThanOrEqual(0);
  await tab.page.getByRole('button', { name: 'New token' }).click();
  await tab.page.getByRole('dialog').waitFor();
  expect(await flawsOfAccess(tab)).toEqual([]);
  await tab.page.getByRole('button', { name: 'Close' }).click();
  await tab.page.getByRole('button', { name: 'New list' }).click();
  await tab.page.getByRole('dialog').waitFor();
  expect(await flawsOfAccess(tab)).toEqual([]);
  await tab.page.getByLabel('Name').fill('scraper');
  await tab.page.keyboard.press('Enter');
  await tab.page.getByRole('button', { name: 'I have stored it' }).waitFor();
  expect(await flawsOfAccess(tab)).toEqual([]);
  expect(await sidewaysOverflow(tab)).toBeLessThanOrEqual(0);
  await tab.page.goto(`${service.url}/console/developers`);
  await tab.page.getByRole('link', { name: 'GraphiQL' }).waitFor();
  expect(await flawsOfAccess(tab)).toEqual([]);
  expect(await sidewaysOverflow(tab)).toBeLessThanOrEqual(0);
  expect(tab.complaints).toEqual([]);
  expect([...new Set(tab.requests.map(({ origin }) => origin))]).toEqual([service.url]);
});

test('on the narrowest phone the page is not wider than the screen, whatever is listed', async () => {
  const { resellerId } = reseller;
  const { database, clock } = service.services;
  const allowedIps = ['2001:db8:aaaa:bbbb:cccc:dddd:eeee:ffff', '203.0.113.0/24'];
  await createKey(database, { resellerId, name: 'W'.repeat(50), allowedIps, at: clock.now() });
  await insertOrders(service.services, resellerId, 1, { tier: 'none' });
  await givenToken(
    service.services,
    { resellerId, keyId: undefined },
    {
      orderIds: [Number(await newestOrder())],
      rights: ['read_order', 'read_proxies'],
      origins: [`https://${'shop-'.repeat(11)}.example`],
    },
  );
  const list = { resellerId, name: 'W'.repeat(50), selection: { filter: { customer: 'C'.repeat(64) } } };
  const how = { count: 1, sticky: false, allowedIps, at: clock.now() };
  await createProxyList(service.services, { ...list, ...how });
  const screen = { colorScheme: 'light' as const, width: 320, height: 640 };
  const tab = await openConsole(browser, { service, resellerId, path: '/access', screen });
  await tab.page.getByRole('button', { name: /^Revoke prt_/ }).waitFor();
  await tab.page.getByRole('button', { name: /^Revoke W+ prl_/ }).waitFor();
  expect(await sidewaysOverflow(tab)).toBeLessThanOrEqual(0);
  await tab.page.getByRole('button', { name: /^Change W/ }).click();
  await tab.page.getByRole('menuitem', { name: 'Delete' }).click();
  await tab.page.getByRole('dialog').waitFor();
  expect(await sidewaysOverflow(tab)).toBeLessThanOrEqual(0);
});

test('a dialog opens with the focus at its first field, and without one at its close button', async () => {
  const { page } = await open();
  const focused = () => page.locator('dialog:modal :focus');
  await page.getByRole('button', { name: 'New key' }).click();
  await expect.poll(() => focused().getAttribute('maxlength')).toBe('50');
  await page.keyboard.type('Shop');
  expect(await page.getByLabel('Name').inputValue()).toBe('Shop');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Change prk_/ }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await expect.poll(() => focused().getAttribute('aria-label')).toBe('Close');
});

test('a new secret stays until somebody says that it is stored: no Escape and no click beside it closes it', async () => {
  const tab = await open();
  const { page } = tab;
  await page.getByRole('button', { name: 'New key' }).click();
  await page.mouse.click(5, 5);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByRole('button', { name: 'Create the key' }).click();
  const secret = page.locator('dialog:modal').getByText(/^prk_\w{20,}$/);
  await secret.waitFor();
  // The browser itself closes a dialog at a second Escape.
  for (let press = 0; press < 4; press++) await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await page.keyboard.press('Escape');
  expect(await secret.isVisible()).toBe(true);
  expect(await page.getByRole('button', { name: 'Close' }).count()).toBe(0);
  await page.keyboard.press('Tab');
  expect(await page.locator('dialog:modal :focus').count()).toBe(1);
  expect(await statusWith(await secretShown(tab))).toBe(200);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('a key is made, works, is shown once, and is refused as soon as it is reissued', async () => {
  const tab = await open();
  await tab.page.getByRole('button', { name: 'New key' }).click();
  await tab.page.getByRole('button', { name: 'Create the key' }).click();
  const first = await secretShown(tab);
  expect(await statusWith(first)).toBe(200);
  await tab.page.getByRole('button', { name: `Change ${first.slice(0, 8)}` }).click();
  await tab.page.getByRole('menuitem', { name: 'Issue a new secret' }).click();
  await tab.page.getByRole('button', { name: 'Replace the secret' }).click();
  const second = await secretShown(tab);
  expect([await statusWith(first), await statusWith(second)]).toEqual([401, 200]);
  await tab.page.getByRole('button', { name: `Change ${second.slice(0, 8)}` }).waitFor();
  expect(await tab.page.content()).not.toContain(second);
});

test('a key that is reissued with an overlap works with both secrets, and the list says until when', async () => {
  const tab = await open();
  await tab.page.getByRole('button', { name: 'New key' }).click();
  await tab.page.getByRole('button', { name: 'Create the key' }).click();
  const first = await secretShown(tab);
  await tab.page.getByRole('button', { name: `Change ${first.slice(0, 8)}` }).click();
  await tab.page.getByRole('menuitem', { name: 'Issue a new secret' }).click();
  await tab.page.getByLabel('stops working').selectOption({ label: 'In 24 hours' });
  await tab.page.getByRole('button', { name: 'Replace the secret' }).click();
  const second = await secretShown(tab);
  expect([await statusWith(first), await statusWith(second)]).toEqual([200, 200]);
  await tab.page.getByText(`${first.slice(0, 8)}… works until`).waitFor();
});

test('a key is disabled and bound to networks, and a wrong network is told at its field', async () => {
  const tab = await open();
  const change = tab.page.getByRole('button', { name: /^Change prk_/ });
  await change.click();
  await tab.page.getByRole('menuitem', { name: 'Disable' }).click();
  await tab.page.getByRole('button', { name: 'Disable the key' }).click();
  await tab.page.getByRole('cell', { name: 'Disabled' }).waitFor();
  expect(await statusWith(reseller.apiKey)).toBe(403);
  await change.click();
  await tab.page.getByRole('menuitem', { name: 'Edit name and networks' }).click();
  const networks = tab.page.getByLabel('Usable from');
  await networks.fill('203.0.113.0/24, nonsense');
  await tab.page.getByRole('button', { name: 'Save' }).click();
  await tab.page.locator('[aria-invalid]').waitFor();
  await networks.fill('203.0.113.0/24');
  await tab.page.getByRole('button', { name: 'Save' }).click();
  await tab.page.getByRole('cell', { name: '203.0.113.0/24' }).waitFor();
});

test('a key is named when it is made, renamed, shows its last use, and is deleted after a question', async () => {
  const { page } = await open();
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Name').fill('Shop');
  await page.getByRole('button', { name: 'Create the key' }).click();
  const secret = await secretShown({ page } as Tab);
  expect(await statusWith(secret)).toBe(200);
  await page.reload();
  const row = page.getByRole('row', { name: new RegExp(`${secret.slice(0, 8)}.*from 127\\.0\\.0\\.1`) });
  const change = row.getByRole('button', { name: `Change Shop ${secret.slice(0, 8)}` });
  await change.click();
  await page.getByRole('menuitem', { name: 'Edit name and networks' }).click();
  await page.getByLabel('Name').fill('Panel');
  await page.getByRole('button', { name: 'Save' }).click();
  await row.getByText('Panel').waitFor();
  await row.getByRole('button', { name: /^Change Panel/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Panel' });
  await dialog.getByText('This is final').waitFor();
  expect(await statusWith(secret)).toBe(200);
  await dialog.getByRole('button', { name: 'Delete the key' }).click();
  await row.waitFor({ state: 'detached' });
  expect(await statusWith(secret)).toBe(401);
});

test('a session that is ended elsewhere leads its page to the sign-in', async () => {
  const other = await signedIn(service, reseller.resellerId, { userAgent: 'Mozilla/5.0 Firefox/140.0' });
  const tab = await open();
  const names = `{ viewer { sessions { id current } } }`;
  const { body } = await other.ask<{ viewer: { sessions: { id: string; current: boolean }[] } }>(names);
  await tab.page.getByRole('cell', { name: 'Firefox', exact: true }).waitFor();
  const ended = body.data?.viewer.sessions.find(({ current }) => !current)?.id;
  await other.ask('mutation ($id: ID!) { endSession(input: { sessionId: $id }) { __typename } }', {
    id: ended,
  });
  await tab.page.waitForURL(`${service.url}/console/sign-in`);
});

test('other browsers are signed out one by one, or all at once', async () => {
  const others = await Promise.all(
    ['Firefox', 'Firefox', 'OPR'].map((name) =>
      signedIn(service, reseller.resellerId, { userAgent: `Mozilla/5.0 ${name}/140.0` }),
    ),
  );
  const tab = await open();
  await tab.page.getByRole('button', { name: /^End Opera/ }).click();
  await tab.page.getByRole('cell', { name: 'Opera', exact: true }).waitFor({ state: 'detached' });
  const own = tab.page.getByRole('row', { name: /This one/ });
  await own.getByText('End session').waitFor();
  await own.getByText('127.0.0.1').waitFor();
  await tab.page.getByRole('button', { name: 'End all others' }).click();
  await tab.page.getByRole('button', { name: 'End all others' }).waitFor({ state: 'detached' });
  for (const { ask } of others) {
    const { body } = await ask('{ viewer { id } }');
    expect(body.errors?.[0]?.extensions?.['code']).toBe('UNAUTHORIZED');
  }
});

test('a passkey is added, signs in without a link, and signs nobody in after it is removed', async () => {
  const tab = await open('/access', named);
  await giveDevice(tab);
  await addPasskey(tab);
  await tab.page.getByRole('button', { name: 'Sign out' }).click();
  const byPasskey = tab.page.getByRole('button', { name: 'Sign in by passkey' });
  await byPasskey.click();
  await tab.page.waitForURL(`${named.url}/console`);
  await tab.page.goto(`${named.url}/console/access`);
  await tab.page.getByRole('button', { name: 'Remove Test device' }).click();
  const asked = tab.page.getByRole('dialog', { name: 'Remove Test device' });
  await asked.getByRole('button', { name: 'Close' }).click();
  await asked.waitFor({ state: 'detached' });
  await tab.page.getByRole('button', { name: 'Remove Test device' }).click();
  await asked.getByRole('button', { name: 'Remove the passkey' }).click();
  await tab.page.getByRole('heading', { name: 'No passkeys' }).waitFor();
  await tab.page.getByRole('button', { name: 'Sign out' }).click();
  await byPasskey.click();
  await tab.page.getByText('This passkey was not accepted').waitFor();
  expect(tab.complaints).toEqual([]);
});

/** Begins to make a key when the sign-in is not fresh any more: the page asks for another one. */
async function changeLate({ page }: Tab): Promise<void> {
  service.clock.advance(16 * MINUTE_MS);
  await page.reload();
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByRole('heading', { name: 'Sign in again' }).waitFor();
}

test('15 minutes after the sign-in a change asks for a passkey, and goes on where it was', async () => {
  const tab = await open('/access', named);
  await giveDevice(tab);
  await addPasskey(tab);
  await changeLate(tab);
  expect(await flawsOfAccess(tab)).toEqual([]);
  await tab.page.getByRole('button', { name: 'Use a passkey' }).click();
  await tab.page.getByRole('button', { name: 'Create the key' }).click();
  expect(await statusWith(await secretShown(tab))).toBe(200);
});

async function signInByAnotherTab(): Promise<void> {
  const other = await browser.newTab();
  onTestFinished(() => other.page.close());
  const code = await newSignInCode(service, reseller.resellerId);
  await other.page.goto(`${service.url}/console/sign-in#${code}`);
  await other.page.waitForURL(`${service.url}/console`);
}

test('the same by a new link in another tab', async () => {
  const tab = await open();
  await changeLate(tab);
  await signInByAnotherTab();
  await tab.page.getByRole('button', { name: 'Create the key' }).waitFor();
});

test('a page that asks when its session has ended and the next one is on its way stays, and goes on', async () => {
  const tab = await open();
  await changeLate(tab);
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ query: '{ viewer { id } }' });
  const refused = await fetch(`${service.url}/graphql`, { method: 'POST', headers, body });
  const answer = { status: refused.status, headers, body: await refused.text() };
  // What the page asks of itself, and then whether there is a session.
  let left = 2;
  await tab.page.route('**/graphql', (route) => {
    left -= 1;
    return left >= 0 ? route.fulfill(answer) : route.continue();
  });
  await expect.poll(() => left).toBeLessThan(0);
  await signInByAnotherTab();
  await tab.page.getByRole('button', { name: 'Create the key' }).waitFor();
});

/** A chat bot with a name, until the test ends. */
function giveBot(): void {
  const { chat } = service.services;
  chat.url = 'https://t.me/proxies_bot';
  onTestFinished(() => {
    chat.url = undefined;
  });
}

test('the same by one press in the chat, in which a page asks with the number of its session', async () => {
  giveBot();
  const tab = await open();
  await changeLate(tab);
  const link = tab.page.getByRole('link', { name: 'Confirm in the chat' });
  await link.waitFor();
  expect(await flawsOfAccess(tab)).toEqual([]);
  const [, sessionId] =
    /^https:\/\/t\.me\/proxies_bot\?start=confirm_(\d+)$/.exec((await link.getAttribute('href')) ?? '') ?? [];
  const { resellerId } = reseller;
  const named = { resellerId, sessionId: Number(sessionId), at: service.clock.now() };
  await confirmSession(service.services.database.sql, named);
  await tab.page.getByRole('button', { name: 'Create the key' }).click();
  expect(await statusWith(await secretShown(tab))).toBe(200);
});

test('the sign-in page leads to the chat bot when there is one', async () => {
  giveBot();
  const tab = await browser.newTab();
  onTestFinished(() => tab.page.close());
  await tab.page.context().clearCookies();
  await tab.page.goto(`${service.url}/console/sign-in`);
  const link = tab.page.getByRole('link', { name: 'Get a link from the chat bot' });
  await link.waitFor();
  expect(await link.getAttribute('href')).toBe('https://t.me/proxies_bot?start=console');
  expect(await flawsOfAccess(tab)).toEqual([]);
});

test('a frontend token is made for chosen orders, is listed, and ends when it is revoked', async () => {
  const { sale } = await purchase(service.services, buyerOf(reseller), {
    tier: 'prem',
    type: 'ipv4',
    country: 'US',
    period: '30d',
  });
  const tab = await open();
  await tab.page.getByRole('button', { name: 'New token' }).click();
  await tab.page.getByRole('checkbox', { name: new RegExp(`^${sale.order.id} `) }).check();
  // These proxies are not paid by traffic: nothing of the kind can be allowed.
  expect(await tab.page.getByRole('checkbox', { name: 'Traffic' }).count()).toBe(0);
  await tab.page.getByRole('checkbox', { name: 'Order and settings' }).check();
  await tab.page.getByRole('button', { name: 'Create the token' }).click();
  await tab.page.getByRole('textbox', { name: 'Pages' }).fill('https://shop.example');
  await tab.page.getByRole('button', { name: 'Create the token' }).click();
  const token = await secretShown(tab);
  const ask = async () => {
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        origin: 'https://shop.example',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ query: `{ order(id: "${sale.order.id}") { id status } }` }),
    });
    return response.status;
  };
  expect(await ask()).toBe(200);
  await tab.page.getByRole('button', { name: /^Revoke prt_/ }).click();
  await tab.page.getByRole('heading', { name: 'No frontend tokens' }).waitFor();
  expect(await ask()).toBe(401);
});

test('a list of proxies is made for a customer, shows its addresses once, and ends when it is revoked', async () => {
  const wanted = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };
  const { sale } = await purchase(service.services, buyerOf(reseller), { ...wanted, customer: 'ACME' });
  await purchase(service.services, buyerOf(reseller), wanted);
  const { page } = await open();
  await page.getByRole('button', { name: 'New list' }).click();
  await page.getByRole('button', { name: 'Create the list' }).click();
  await page.getByText(/1 to 50 characters/).waitFor();
  await page.getByLabel('Name').fill('Scraper');
  await page.getByLabel('Customer').fill(' ACME ');
  await page.getByLabel('Product').selectOption({ label: 'IPv4 HTTP' });
  await page.getByLabel('Country').fill('us');
  await page.getByRole('checkbox', { name: 'exit address' }).check();
  await page.getByRole('button', { name: 'Create the list' }).click();
  const dialog = page.getByRole('dialog', { name: 'The new list' });
  const addresses = dialog.locator('code', { hasText: '/lists/prl_' });
  await addresses.nth(3).waitFor();
  const [plain = '', url = '', csv = '', json = ''] = await addresses.allTextContents();
  await dialog.getByRole('button', { name: 'Copy the address (txt)' }).click();
  await waitForCopied(page, plain);
  const load = (address: string) => fetch(address.replace('https://proxies.example', service.url));
  const [{ host, port, login, password } = { host: '', port: 0, login: '', password: '' }] = sale.proxies;
  expect(await (await load(plain)).text()).toBe(`${host}:${port}:${login}:${password}\n`);
  expect(await (await load(url)).text()).toBe(`http://${login}:${password}@${host}:${port}\n`);
  expect((await (await load(csv)).text()).split('\r\n')).toHaveLength(3);
  expect(await (await load(json)).json()).toMatchObject([{ order_id: sale.order.id, customer: 'ACME' }]);
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'I have stored it' }).click();
  const row = page.getByRole('row', { name: /Scraper/ });
  await row.getByText('ACME').waitFor();
  expect(await page.content()).not.toContain(new URL(plain).pathname);
  await row.getByRole('button', { name: /^Revoke Scraper prl_/ }).click();
  await page.getByRole('button', { name: 'Revoke the list' }).click();
  await page.getByRole('heading', { name: 'No lists' }).waitFor();
  expect((await load(plain)).status).toBe(404);
});

test('with many tokens the rest of the page stays near, and of many orders each is found to be chosen', async () => {
  const { resellerId } = reseller;
  await insertOrders(service.services, resellerId, 51, { tier: 'none' });
  const newest = await newestOrder();
  for (let made = 0; made < 21; made++)
    await givenToken(
      service.services,
      { resellerId, keyId: undefined },
      { orderIds: [Number(newest)], rights: ['read_order'] },
    );
  const { page } = await open();
  const revoke = page.getByRole('button', { name: /^Revoke prt_/ });
  await revoke.nth(19).waitFor();
  expect(await revoke.count()).toBe(20);
  await page.getByRole('button', { name: 'Show all 21' }).click();
  await revoke.nth(20).waitFor();
  await page.getByRole('button', { name: 'Revoke all' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog');
  const order = (id: number) => dialog.getByRole('checkbox', { name: new RegExp(`^${id} `) });
  await order(Number(newest)).check();
  const oldest = Number(newest) - 50;
  expect(await order(oldest).count()).toBe(0);
  await dialog.getByLabel('Find an order').fill(`${oldest}`);
  await order(oldest).check();
  expect(await order(Number(newest)).isChecked()).toBe(true);
  expect(await flawsOfAccess({ page } as Tab)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect(await revoke.count()).toBe(21);
  await page.getByRole('button', { name: 'Revoke all' }).click();
  await dialog.getByText('also by tokens that are not in this list').waitFor();
  await dialog.getByRole('button', { name: 'Revoke all' }).click();
  await page.getByRole('heading', { name: 'No frontend tokens' }).waitFor();
});

async function newestOrder(): Promise<string> {
  const query = '{ orders(first: 1) { nodes { id } } }';
  const { body } = await sendGraphql<{ orders: { nodes: [{ id: string }] } }>(
    service.url,
    reseller.apiKey,
    query,
  );
  return body.data?.orders.nodes[0].id ?? '';
}

test('every snippet of the page for developers does what it says, with a key put in', async () => {
  const tab = await open('/developers');
  await tab.page.getByRole('link', { name: 'GraphiQL' }).waitFor();
  const snippets = await tab.page.locator('pre').allTextContents();
  expect(snippets).toHaveLength(5);
  const [balance, order, graphql, live, token] = snippets.map((code) =>
    code.replaceAll('prk_YOUR_KEY', reseller.apiKey),
  );
  const shell = async (code = '') => JSON.parse((await promisify(execFile)('sh', ['-c', code])).stdout);
  expect(await shell(balance)).toMatchObject({ balance_usd: 100 });
  const bought = await shell(order);
  expect(bought).toMatchObject({ status: 'active' });
  expect(await shell(graphql)).toMatchObject({
    data: { orders: { nodes: [{ id: String(bought.id), status: 'ACTIVE' }] } },
  });
  const stopped = `${live?.replace(/\n}$/, '\n  process.exit(0);\n}')}`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', stopped], {
    cwd: PROJECT,
  });
  expect(stdout).toMatch(/^9\d\.\d+\n$/);
  expect(await shell(token?.replace('\\"1\\"', `\\"${bought.id}\\"`))).toMatchObject({
    data: { createFrontendToken: { secret: expect.stringMatching(/^prt_/) } },
  });
});

test('GraphiQL runs as the person who is signed in, without a key', async () => {
  const tab = await open('/developers');
  const opened = tab.page.context().waitForEvent('page');
  await tab.page.getByRole('link', { name: 'GraphiQL' }).click();
  const graphiql = await opened;
  onTestFinished(() => graphiql.close());
  await graphiql.getByRole('button', { name: /^Execute query/ }).click();
  await graphiql.locator('.graphiql-response', { hasText: 'Reseller of a test' }).waitFor();
});
