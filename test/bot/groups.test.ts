import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Update } from 'grammy/types';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLinkCode } from '../../src/bot/people/link-codes.ts';
import { webhookSecrets } from '../../src/bot/updates/delivery.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { type ChatMessage, type RunningBot, startBot } from '../support/bot.ts';
import { givenBotBuyer } from '../support/bot-buyer.ts';
import { current } from '../support/current.ts';
import { givenReseller } from '../support/given.ts';
import { newDataDirectory } from '../support/postgres.ts';

const HOUR_MS = 3_600_000;
const OPERATORS = -5_001;
const ANN = 7;
const IN_ENGLISH = /^I work in private chats only/;
const IN_RUSSIAN = /^Я работаю только в личных чатах/;
const UNLIMITED = { perSecond: Number.POSITIVE_INFINITY, perSecondToChat: Number.POSITIVE_INFINITY };

let sandbox: Sandbox;
let running: RunningBot;
let stateDir: string;

beforeAll(async () => {
  stateDir = newDataDirectory();
  sandbox = await startSandbox({
    port: 0,
    stateDir,
    clock: { now: () => new Date() },
    requestsPerSecond: 1_000,
    messageRates: UNLIMITED,
  });
  running = await startBot({ sandbox, webhook: true, operatorChat: OPERATORS });
});
afterAll(async () => {
  await running.close();
  await sandbox.close();
});
const bot = current(() => running);

let groups = 0;
/** The bot is in a new group. */
async function givenGroup(): Promise<number> {
  groups += 1;
  const group = -1_000 - groups;
  await bot.control('POST', 'telegram/group', { group, title: 'Friends' });
  return group;
}

/** The same, where the bot has said its words an hour ago. */
async function givenOldGroup(): Promise<number> {
  const group = await givenGroup();
  await untilSaid(group, 1);
  bot.clock.advance(HOUR_MS);
  return group;
}

async function write(group: number, text: string, more: object = {}): Promise<number> {
  const body = { user: ANN, group, text, language: 'en', ...more };
  return (await bot.control<{ messageId: number }>('POST', 'telegram/send', body)).messageId;
}

async function inGroup(group: number): Promise<ChatMessage[]> {
  const { messages } = await bot.control<{ messages: ChatMessage[] }>('GET', `telegram/chat?user=${group}`);
  return messages.filter(({ from }) => from === 'bot');
}

const untilSaid = (group: number, count: number) =>
  vi.waitUntil(async () => (await inGroup(group)).length >= count, { timeout: 60_000 });

/** What the bot has said once it has handled all that came from the group until now. */
async function said(group: number): Promise<string[]> {
  const address = `${bot.sandbox.telegramUrl}/bot${bot.sandbox.telegramToken}/getWebhookInfo`;
  const isDelivered = async () => {
    const { result } = (await (await fetch(address)).json()) as { result: { pending_update_count: number } };
    return result.pending_update_count === 0;
  };
  await vi.waitUntil(isDelivered, { timeout: 60_000 });
  await bot.chat(group);
  return (await inGroup(group)).map(({ text }) => text);
}

let updateId = 500_000_000;
/** Delivers what the people of the sandbox do not do, as Telegram delivers it. */
async function deliver(update: object): Promise<void> {
  updateId += 1;
  const [secret] = webhookSecrets([bot.credentialsKey], bot.sandbox.telegramToken);
  const response = await fetch(`${bot.url}/telegram/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': secret },
    body: JSON.stringify({ update_id: updateId, ...update } as Update),
  });
  expect(response.status).toBe(200);
}

const from = { id: ANN, is_bot: false, first_name: 'Ann' };

test('a group that the bot is added to is told once that it works in private chats, with a link to its own', async () => {
  const group = await givenGroup();
  await untilSaid(group, 1);
  const [message] = await inGroup(group);
  expect(message).toMatchObject({
    text: expect.stringMatching(IN_ENGLISH),
    buttons: [['Open a private chat']],
  });
  const journal = readFileSync(join(stateDir, 'telegram.jsonl'), 'utf8');
  expect(journal).toContain(`"url":"https://t.me/proxies_sandbox_bot"`);
  expect(await said(group)).toHaveLength(1);
});

test('a supergroup is told in the same words', async () => {
  const group = await givenGroup();
  await untilSaid(group, 1);
  const { group: supergroup } = await bot.control<{ group: number }>('POST', 'telegram/upgrade', { group });
  await write(supergroup, '/start');
  await untilSaid(supergroup, 1);
  expect(await said(supergroup)).toEqual([expect.stringMatching(IN_ENGLISH)]);
});

test.each([
  ['a command', '/help', {}],
  ['a command with its name', '/help@Proxies_Sandbox_Bot now', {}],
])('%s in a group is answered with where the bot works', async (_, text, more) => {
  const group = await givenOldGroup();
  await write(group, text, more);
  await untilSaid(group, 2);
  expect((await said(group)).at(-1)).toMatch(IN_ENGLISH);
});

test('a reply to the bot is answered so, too, in the language of who replies', async () => {
  const group = await givenOldGroup();
  const [message] = await inGroup(group);
  await write(group, 'Why?', { user: 8, language: 'ru', replyTo: message?.messageId });
  await untilSaid(group, 2);
  expect((await said(group)).at(-1)).toMatch(IN_RUSSIAN);
});

test('however many write in a group, it is told once an hour', async () => {
  const group = await givenOldGroup();
  await Promise.all(Array.from({ length: 100 }, (_, user) => write(group, '/balance', { user: 100 + user })));
  await untilSaid(group, 2);
  expect(await said(group)).toHaveLength(2);
  bot.clock.advance(HOUR_MS - 60_000);
  await write(group, '/balance');
  expect(await said(group)).toHaveLength(2);
  bot.clock.advance(60_000);
  await write(group, '/balance');
  await untilSaid(group, 3);
  expect(await said(group)).toHaveLength(3);
});

const member = (status: string) => ({ user: { id: 1, is_bot: true, first_name: 'Bot' }, status });
const messageIn = (group: number, content: object) => ({
  message: {
    message_id: 1,
    date: 0,
    from,
    chat: { id: group, title: 'Friends', type: 'group' },
    ...content,
  },
});

test.each<[string, (group: number) => object]>([
  ['a command to another bot', (group) => messageIn(group, { text: '/start@another_bot' })],
  ['talk among people', (group) => messageIn(group, { text: 'Hello, bot' })],
  [
    'a reply to another bot',
    (group) => {
      const other = { id: 9, is_bot: true, first_name: 'Other' };
      const { message } = messageIn(group, { text: 'x', from: other });
      return messageIn(group, { text: 'Thanks', reply_to_message: message });
    },
  ],
  ['a changed command', (group) => ({ edited_message: messageIn(group, { text: '/start' }).message })],
  ['a new title', (group) => messageIn(group, { new_chat_title: 'Rivals' })],
  [
    'its removal',
    (group) => {
      const { message } = messageIn(group, {});
      const change = { old_chat_member: member('member'), new_chat_member: member('left') };
      return { my_chat_member: { ...message, ...change } };
    },
  ],
  [
    'a right that it is given',
    (group) => {
      const { message } = messageIn(group, {});
      const change = { old_chat_member: member('member'), new_chat_member: member('administrator') };
      return { my_chat_member: { ...message, ...change } };
    },
  ],
])('%s is not answered in a group', async (_, update) => {
  const group = await givenOldGroup();
  await deliver(update(group));
  expect(await said(group)).toHaveLength(1);
  // And is none of the updates of which one an hour is answered.
  await write(group, '/start');
  await untilSaid(group, 2);
});

test('in a channel nothing is said, whatever is posted there', async () => {
  const chat = { id: -1_000_000_000_777, title: 'News', type: 'channel' };
  const change = { old_chat_member: member('left'), new_chat_member: member('administrator') };
  await deliver({ my_chat_member: { chat, from, date: 0, ...change } });
  await deliver({ channel_post: { message_id: 1, date: 0, chat, text: '/start' } });
  const { sql } = bot.services.database;
  const known = await sql.selectFrom('bot_updates').select('user_id').execute();
  expect(known.map(({ user_id }) => user_id)).not.toContain(chat.id);
});

test('nobody is answered in the group of the operator, which is not told either', async () => {
  await bot.control('POST', 'telegram/group', { group: OPERATORS, title: 'Operators' });
  await write(OPERATORS, '/help');
  expect(await said(OPERATORS)).toEqual([]);
});

test('nothing of a reseller is shown or done in a group, whoever writes or presses there', async () => {
  const buyer = await givenBotBuyer(bot);
  const order = await buyer.buy();
  const { user } = buyer;
  await bot.say(user, '/balance');
  await bot.press(user, 'Low-balance limit');
  const before = await bot.chat(user);
  const { resellerId } = await givenReseller(bot.services);
  const { database, clock } = bot.services;
  const { code } = await createLinkCode(database.sql, { resellerId, at: clock.now() });
  const group = await givenOldGroup();
  const [asked] = await inGroup(group);
  const texts = [
    ...['/balance', '/orders', '/keys', '/console', '/invite', '/topup', '/buy', '/notices'],
    `/start link_${code}`,
  ];
  for (const text of texts) {
    await write(group, text, { user });
    await untilSaid(group, 2);
    bot.clock.advance(HOUR_MS / texts.length / 2);
  }
  // What the person's private chat waits for.
  await write(group, '75', { user, replyTo: asked?.messageId });
  for (const data of ['keys:create', 'open:balance', 'open:console', `order:show:${order.id}`]) {
    const { message } = messageIn(group, { text: 'x' });
    const presser = { ...from, id: user };
    await deliver({ callback_query: { id: '1', from: presser, chat_instance: '1', data, message } });
  }
  expect(await said(group)).toEqual(Array.from({ length: 2 }, () => expect.stringMatching(IN_ENGLISH)));
  expect(await bot.chat(user)).toEqual(before);
  const codes = await database.sql.selectFrom('bot_link_codes').select('reseller_id').execute();
  expect(codes).toEqual([{ reseller_id: resellerId }]);
  const rows = await database.sql.selectFrom('bot_people').selectAll().where('user_id', '<', 0).execute();
  for (const row of rows) expect(row).toMatchObject({ reseller_id: null, state: null, name: '' });
});
