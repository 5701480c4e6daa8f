import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { type ChatMessage, type RunningBot, startBot, startSandboxForBot } from '../support/bot.ts';

const DELETE = 'Saved: delete this message';
const KEY = /prk_\w+/;
/** For so long Telegram lets a bot delete a message. */
const DELETABLE_MS = 48 * 3_600_000;

let ahead = 0;
let sandbox: Sandbox;
let bot: RunningBot;
let user = 0;

beforeAll(async () => {
  sandbox = await startSandboxForBot({ now: () => new Date(Date.now() + ahead) });
  bot = await startBot({ sandbox });
});
afterAll(async () => {
  await bot.close();
  await sandbox.close();
});

/** A message with a new key, to a person of its own. */
async function secret(): Promise<ChatMessage> {
  user += 1;
  await bot.say(user, '/start', { language: 'en' });
  await bot.say(user, '/keys');
  await bot.press(user, 'New key');
  const [sent] = (await bot.press(user, 'Without a name')).sent;
  expect(sent?.text).toMatch(KEY);
  return sent as ChatMessage;
}

test('the key is taken out of a message that is too old to be deleted', async () => {
  await secret();
  ahead += DELETABLE_MS + 1;
  const { pressed, sent } = await bot.press(user, DELETE);
  expect(pressed).toMatchObject({
    deleted: false,
    buttons: [],
    text: expect.stringContaining('has been removed'),
  });
  expect(pressed.text).not.toMatch(KEY);
  expect(sent).toEqual([]);
});

test('a message whose key cannot be taken out is emptied when Telegram lets it, however often it fails', async () => {
  await secret();
  ahead += DELETABLE_MS + 1;
  bot.arm({ call: 'editMessageText', mode: 'error_before', times: 2 });
  expect((await bot.press(user, DELETE)).pressed.text).toContain('has been removed');
});

test('who has a message that can be neither deleted nor changed is told to delete it', async () => {
  const { messageId } = await secret();
  const refused = { mode: 'refuse', status: 400, times: 1 } as const;
  bot.arm({ call: 'deleteMessage', ...refused }, { call: 'editMessageText', ...refused });
  const { pressed, sent } = await bot.press(user, DELETE);
  expect(pressed).toMatchObject({ messageId, deleted: false, text: expect.stringMatching(KEY) });
  expect(sent.map(({ text }) => text)).toEqual([expect.stringContaining('Please delete it yourself')]);
});

test('a message that is deleted already is told of to nobody', async () => {
  const { messageId } = await secret();
  const press = { user, messageId, button: DELETE };
  await Promise.all([
    bot.control('POST', 'telegram/press', press),
    bot.control('POST', 'telegram/press', press),
  ]);
  const { messages } = await bot.chat(user);
  expect(messages.at(-1)).toMatchObject({ messageId, deleted: true });
});
