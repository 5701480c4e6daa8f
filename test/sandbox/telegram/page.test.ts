import { readFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type Tab, useBrowser } from '../../support/browser.ts';
import { flawsOfAccess, SCREENS, sidewaysOverflow, waitForCopied } from '../../support/console-page.ts';
import { startChatBot } from './chat-bot.ts';
import { openTelegram, type TelegramClient } from './telegram-client.ts';

const browser = useBrowser();
const [PHONE, DESK] = SCREENS;

/** The page, and a bot unless it is told otherwise. */
async function openPage(screen = DESK, { bot = true, path = '' } = {}): Promise<Tab & TelegramClient> {
  const client = await openTelegram();
  // What was said before is not for the bot, which would answer it at some time.
  const [first] = await client.result('getUpdates');
  await client.result('getUpdates', { offset: first.update_id + 1 });
  if (bot) await startChatBot(client.sandbox);
  const tab = await browser.newTab();
  onTestFinished(() => tab.page.close());
  await tab.page.emulateMedia({ colorScheme: screen?.colorScheme ?? 'light' });
  if (screen) await tab.page.setViewportSize(screen);
  await tab.page.goto(`${client.sandbox.url}/chat${path}`);
  return { ...tab, ...client };
}

test('somebody made up starts the bot, pays, reads and downloads, and the browser has nothing to complain about', async () => {
  const { page, complaints, requests, sandbox } = await openPage();
  await page.getByText('This stands in for Telegram on this machine.').waitFor();
  await page.getByLabel('First name').fill('Bob <b>');
  await page.getByRole('button', { name: 'Open the chat' }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  const log = page.getByRole('log');
  await log.getByText('Welcome, Bob <b>').waitFor();
  expect(await log.getByText('<script>alert(1)</script>').count()).toBe(1);

  await page.getByRole('button', { name: 'Hide the key' }).click();
  await page.getByRole('status').getByText('It is gone').waitFor();
  await log.getByText('This message was deleted').waitFor();

  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: '/topup Add to it' }).click();
  await page.getByRole('button', { name: 'Pay ⭐️770' }).click();
  await log.getByText('Added $10.00. You have $22.40.').waitFor();
  await log.getByText('You paid 770 Stars').waitFor();
  expect(await page.getByRole('button', { name: 'Paid' }).isDisabled()).toBe(true);

  await page.getByRole('textbox', { name: 'Message' }).fill('/statement');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('button', { name: 'Look at it: statement.csv' }).click();
  await page.getByRole('dialog', { name: 'statement.csv' }).getByText('2026-11-20,10.00').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download statement.csv' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('statement.csv');
  expect(await readFile(await download.path(), 'utf8')).toBe('date,usd\n2026-11-20,10.00\n');

  expect(complaints).toEqual([]);
  const elsewhere = requests.filter(({ origin, protocol }) => origin !== sandbox.url && protocol !== 'data:');
  expect(elsewhere).toEqual([]);
});

test('everything can be done by the keyboard', async () => {
  const { page } = await openPage(DESK, { path: '#7' });
  const field = page.getByRole('textbox', { name: 'Message' });
  await field.focus();
  await page.keyboard.type('/start');
  await page.keyboard.press('Enter');
  const kept = page.getByRole('button', { name: 'I have kept it' });
  await kept.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Keep it from everybody.').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('log').getByText('Your key is kept.').waitFor();
  await page.getByText('edited').waitFor();
  await page.getByRole('button', { name: 'Menu' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  expect(await page.locator(':focus').textContent()).toBe('/topup Add to it');
  await page.keyboard.press('Escape');
  expect(await page.locator(':focus').textContent()).toContain('Menu');
});

test('what happens elsewhere is shown at once, and people are told apart', async () => {
  const { page, act } = await openPage(DESK, { bot: false, path: '#7' });
  const log = page.getByRole('log');
  await log.getByText('/start').waitFor();
  await act('send', { user: 7, text: 'from a test' });
  await log.getByText('from a test').waitFor();
  await act('send', { user: 8, text: 'a secret', firstName: 'Bob' });
  await page.getByRole('link', { name: /Bob/ }).waitFor();
  expect(await log.getByText('a secret').count()).toBe(0);
  await page.getByRole('link', { name: /Bob/ }).click();
  await log.getByText('a secret').waitFor();
  expect(await log.getByText('from a test').count()).toBe(0);
});

test('a person blocks the bot and takes that back', async () => {
  const { page, call } = await openPage(DESK, { bot: false, path: '#7' });
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Block the bot' }).click();
  const unblock = page.getByRole('button', { name: 'Unblock the bot' });
  await unblock.waitFor();
  expect((await call('sendMessage', { chat_id: 7, text: 'a' })).status).toBe(403);
  await unblock.click();
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
});

test('a link to the bot hands its parameter over, as in Telegram', async () => {
  const { page, result } = await openPage(DESK, { bot: false, path: '#7' });
  const { username } = await result('getMe');
  const text = `Invite: https://t.me/${username}?start=ref_ABC`;
  await result('sendMessage', { chat_id: 7, text });
  await page
    .getByRole('log')
    .getByRole('link', { name: /ref_ABC/ })
    .click();
  await page.getByRole('log').getByText('/start ref_ABC').waitFor();
});

test('a press on a code copies it, and a longer text has a button for that', async () => {
  const { page, result } = await openPage(DESK, { bot: false, path: '#7' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const text = 'Your key: <code>prk_1 &amp; 2</code>\n\n<pre>host:1\nhost:2</pre>';
  await result('sendMessage', { chat_id: 7, text, parse_mode: 'HTML' });
  await page.getByRole('button', { name: 'prk_1 & 2' }).press('Enter');
  await page.getByRole('status').getByText('Copied').waitFor();
  await waitForCopied(page, 'prk_1 & 2');
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await waitForCopied(page, 'host:1\nhost:2');
});

test.each(SCREENS)('on $name nothing is in the way of anybody', async (screen) => {
  const tab = await openPage(screen);
  const { page } = tab;
  const look = async () => expect([await flawsOfAccess(tab), await sidewaysOverflow(tab)]).toEqual([[], 0]);
  await page.getByRole('link', { name: /Ann/ }).waitFor();
  await look();
  await page.getByRole('link', { name: /Ann/ }).click();
  const field = page.getByRole('textbox', { name: 'Message' });
  for (const command of ['/start', '/topup', '/statement']) {
    await field.fill(command);
    await field.press('Enter');
  }
  await page.getByRole('log').getByText('statement.csv').waitFor();
  await look();
  await page.getByRole('button', { name: 'Menu' }).click();
  await look();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Hide the key' }).first().click();
  await page.getByRole('log').getByText('This message was deleted').waitFor();
  await page.getByRole('button', { name: 'Pay ⭐️770' }).click();
  await page.getByRole('log').getByText('You paid 770 Stars').waitFor();
  await look();
  await page.getByRole('button', { name: 'Look at it: statement.csv' }).click();
  await page.getByText('2026-11-20,10.00').waitFor();
  await look();
});

test('on a phone there is a way back from a chat to the people, and the focus goes along', async () => {
  const { page, call } = await openPage(PHONE, { bot: false, path: '#7' });
  await call('sendMessage', { chat_id: 7, text: 'a' });
  await page.getByRole('button', { name: 'Back to all people' }).press('Enter');
  const ann = page.getByRole('link', { name: /Ann/ });
  await expect.poll(() => ann.evaluate((link) => link === document.activeElement)).toBe(true);
  expect(await page.getByRole('log').isVisible()).toBe(false);
  await ann.press('Enter');
  const log = page.getByRole('log');
  await expect.poll(() => log.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('the page may load and do nothing but its own, and its documents are only for download', async () => {
  const { sandbox, result } = await openTelegram();
  const page = await fetch(`${sandbox.url}/chat`);
  const policy = page.headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
  expect(policy).not.toContain('unsafe');
  expect(await page.text()).not.toMatch(/<script(?![^>]*src=)|\son\w+=|style=/);
  const parts = new FormData();
  parts.set('chat_id', '7');
  parts.set('document', new File(['<script>alert(1)</script>'], '"a"; b.html', { type: 'text/html' }));
  const { message_id: id } = await result('sendDocument', parts);
  const document = await fetch(`${sandbox.url}/chat/document?messageId=${id}`);
  expect(document.headers.get('content-type')).toBe('application/octet-stream');
  expect(document.headers.get('content-disposition')).toBe(
    "attachment; filename*=UTF-8''%22a%22%3B%20b.html",
  );
  expect((await fetch(`${sandbox.url}/chat/document?messageId=99`)).status).toBe(404);
  expect((await fetch(`${sandbox.url}/chat/document?messageId=x`)).status).toBe(400);
  expect((await fetch(`${sandbox.url}/chat/..%2froutes.ts`)).status).toBe(404);
});
