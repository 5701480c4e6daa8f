import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type Tab, useBrowser } from '../../support/browser.ts';
import { flawsOfAccess, SCREENS, sidewaysOverflow } from '../../support/console-page.ts';
import { openReceiver, type WebhookSender } from './webhook-sender.ts';

const browser = useBrowser();
const SMALL = { name: 'a small light phone', colorScheme: 'light' as const, width: 320, height: 640 };

async function openPage(
  screen: Omit<typeof SMALL, 'colorScheme'> & { colorScheme: 'light' | 'dark' } = SMALL,
) {
  const sender = await openReceiver();
  const tab = await browser.newTab();
  onTestFinished(() => tab.page.close());
  await tab.page.emulateMedia({ colorScheme: screen.colorScheme });
  await tab.page.setViewportSize(screen);
  await tab.page.goto(`${sender.sandbox.url}/hooks/demo`);
  // It has what was kept: all else comes one by one.
  await tab.page.getByRole('status').getByText('Waiting').waitFor();
  const opened: Tab & WebhookSender = { ...tab, ...sender };
  return opened;
}

test('what comes is shown as it comes, newest first, and the browser has nothing to complain about', async () => {
  const { page, send, sandbox, complaints, requests } = await openPage();
  await page.getByText(`Nothing has come yet to ${sandbox.url}/hooks/demo`).waitFor();
  await send(1);
  await page.getByText('"balance_usd": "48.80"').waitFor();
  await page.getByText('webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN').waitFor();
  expect(await page.getByText('Nothing has come yet').isVisible()).toBe(false);

  sandbox.arm([{ upstream: 'hooks', call: 'demo', mode: 'refuse', status: 429, times: 1 }]);
  await send(2);
  await send(2);
  await send(3, { name: 'other' });
  await send(4, { body: '<script>alert(1)</script>' });
  await page.getByRole('status').getByText('4 shown, the last came at ').waitFor();
  const entries = page.locator('details > summary');
  const words = (text: string) =>
    text
      .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/, 'TIME')
      .replaceAll(/\s+/g, ' ')
      .trim();
  const second = 'evt_019aa0c5-0002-7000-8000-000000000000';
  expect((await entries.allTextContents()).map(words)).toEqual([
    'Not an event TIME evt_019aa0c5-0004-7000-8000-000000000000',
    `order.created no. 2 TIME again: attempt 2 ${second}`,
    `order.created no. 2 TIME fault: refuse 429 ${second}`,
    'order.created no. 1 TIME evt_019aa0c5-0001-7000-8000-000000000000',
  ]);
  await entries.first().click();
  await page.getByText('<script>alert(1)</script>').waitFor();

  expect(complaints).toEqual([]);
  const elsewhere = requests.filter(({ origin, protocol }) => origin !== sandbox.url && protocol !== 'data:');
  expect(elsewhere).toEqual([]);
});

test('by the keyboard one goes from one delivery to the next, and opens and closes it', async () => {
  const { page, send } = await openPage();
  await send(1);
  await send(2);
  await page.getByText('no. 2').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('"sequence": 2').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect.poll(() => page.getByText('"sequence": 1').isVisible()).toBe(false);
});

test('what came before is there when the page is opened, the newest one open', async () => {
  const { page, send } = await openPage();
  await send(1);
  await send(2);
  await page.reload();
  await page.getByRole('status').getByText('2 shown').waitFor();
  await page.getByText('"sequence": 2').waitFor();
  expect(await page.getByText('"sequence": 1').isVisible()).toBe(false);
});

test('the page says that the sandbox is away, and goes on when it is back, with all of it once', async () => {
  const { page, send, sandbox } = await openPage();
  const sockets = new Set<Socket>();
  const between = createServer((socket) => {
    const onward = connect(Number(new URL(sandbox.url).port), '127.0.0.1');
    for (const end of [socket, onward]) sockets.add(end.on('error', () => undefined));
    socket.pipe(onward).pipe(socket);
  });
  await once(between.listen(0, '127.0.0.1'), 'listening');
  const cut = () => [...sockets].map((socket) => socket.destroy());
  onTestFinished(() => {
    between.close();
    cut();
  });
  await page.goto(`http://127.0.0.1:${(between.address() as AddressInfo).port}/hooks/demo`);
  await send(1);
  await page.getByText('no. 1').waitFor();
  cut();
  await page.getByRole('status').getByText('The sandbox is away').waitFor();
  expect(await page.getByText('no. 1').isVisible()).toBe(true);
  await send(2);
  await page.getByRole('status').getByText('2 shown').waitFor();
  expect(await page.locator('details').count()).toBe(2);
});

test.each([...SCREENS, SMALL])('on $name nothing is in the way of anybody', async (screen) => {
  const tab = await openPage(screen);
  const { page, send, sandbox } = tab;
  const look = async () => expect([await flawsOfAccess(tab), await sidewaysOverflow(tab)]).toEqual([[], 0]);
  await page.getByText('Nothing has come yet').waitFor();
  await look();
  sandbox.arm([{ upstream: 'hooks', call: 'demo', mode: 'refuse', status: 429, times: 2 }]);
  for (const sequence of [1, 2, 2, 3]) await send(sequence);
  await send(4, { body: 'a'.repeat(2_000) });
  await page.getByRole('status').getByText('5 shown').waitFor();
  await page.locator('summary').nth(2).click();
  await look();
  await page.locator('summary').first().click();
  await look();
});

test('the page may load and do nothing but its own', async () => {
  const { sandbox } = await openReceiver();
  const page = await fetch(`${sandbox.url}/hooks/demo`);
  const policy = page.headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
  expect(policy).not.toContain('unsafe');
  expect(await page.text()).not.toMatch(/<script(?![^>]*src=)|\son\w+=|style=/);
});
