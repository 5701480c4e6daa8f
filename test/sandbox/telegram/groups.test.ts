import { expect, test } from 'vitest';
import { openTelegram } from './telegram-client.ts';

const GROUP = -5;
const OTHER = 'other_bot';
const OWN = 'proxies_sandbox_bot';

async function openGroup() {
  const client = await openTelegram();
  await client.act('group', { group: GROUP, title: 'Friends' });
  const write = (text: string, more: object = {}) =>
    client.act('send', { user: 7, group: GROUP, text, ...more });
  /** The updates since the bot was added. */
  const heard = async () => (await client.result('getUpdates')).slice(2);
  return { ...client, write, heard };
}

test('what a person writes in a group comes to the bot as Telegram shows it', async () => {
  const { result, write, heard } = await openGroup();
  const reply_markup = { inline_keyboard: [[{ text: 'Open', url: 'https://t.me/x' }]] };
  const { message_id } = await result('sendMessage', { chat_id: GROUP, text: 'Hello', reply_markup });
  expect(await write('Why?', { replyTo: message_id })).toEqual({
    status: 200,
    body: { messageId: message_id + 1 },
  });
  const chat = { id: GROUP, title: 'Friends', type: 'group' };
  expect(await heard()).toEqual([
    {
      update_id: expect.any(Number),
      message: {
        message_id: message_id + 1,
        from: { id: 7, is_bot: false, first_name: 'Ann', language_code: 'en' },
        chat,
        date: expect.any(Number),
        text: 'Why?',
        reply_to_message: {
          message_id,
          from: expect.objectContaining({ is_bot: true, username: OWN }),
          chat,
          date: expect.any(Number),
          text: 'Hello',
          reply_markup,
        },
      },
    },
  ]);
});

test.each([
  ['/start', true],
  ['/start now', true],
  [`/start@${OWN}`, true],
  [`/start@${OWN.toUpperCase()} now`, true],
  [`/start@${OTHER}`, false],
  [`/start@${OWN}2`, false],
  ['Hello', false],
  ['see /start', false],
])('of %j in a group the bot is told: %s', async (text, isHeard) => {
  const { write, heard } = await openGroup();
  await write(text);
  expect(await heard()).toHaveLength(isHeard ? 1 : 0);
});

test('who writes in a group has not written to the bot, which may not write to them', async () => {
  const { write, call } = await openGroup();
  await write('/start', { user: 8 });
  expect((await call('sendMessage', { chat_id: 8, text: 'a' })).body.description).toBe(
    "Forbidden: bot can't initiate conversation with a user",
  );
});

test.each([
  [{ group: -6 }, 404, 'There is no group -6'],
  [{ group: GROUP, replyTo: 1 }, 404, `Group ${GROUP} has no message 1`],
  [{ group: 7 }, 400, expect.anything()],
])('%j is not written: %i', async (more, status, error) => {
  const { write } = await openGroup();
  expect(await write('a', more)).toEqual({ status, body: { error } });
});

test('in a group that is a supergroup now people write by its new number', async () => {
  const { write, act } = await openGroup();
  const { group } = (await act('upgrade', { group: GROUP })).body;
  expect((await write('/start')).status).toBe(409);
  expect((await write('/start', { group })).status).toBe(200);
});
