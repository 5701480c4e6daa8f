import { expect, test } from 'vitest';
import { MESSAGE_RATES } from '../../../src/sandbox/telegram/limits.ts';
import { openTelegram } from './telegram-client.ts';

const REFUSED = {
  status: 429,
  body: {
    ok: false,
    error_code: 429,
    description: 'Too Many Requests: retry after 1',
    parameters: { retry_after: 1 },
  },
};

test('a chat gets one message a second, and edits, deletions and answers do not count', async () => {
  const { call, result, clock, exceeded } = await openTelegram({ messageRates: MESSAGE_RATES });
  const { message_id } = await result('sendMessage', { chat_id: 7, text: 'a' });
  expect(await call('sendMessage', { chat_id: 7, text: 'b' })).toEqual(REFUSED);
  await result('editMessageText', { chat_id: 7, message_id, text: 'b' });
  await result('deleteMessage', { chat_id: 7, message_id });
  clock.pass(1);
  expect((await call('sendMessage', { chat_id: 7, text: 'b' })).status).toBe(200);
  expect(await exceeded()).toMatchObject({ messagesPerSecondToChat: 1, messagesPerSecond: 0 });
});

test('all chats together get 30 messages a second, and what was refused does not count', async () => {
  const { act, call, clock, exceeded } = await openTelegram({ messageRates: MESSAGE_RATES });
  const users = Array.from({ length: 31 }, (_, index) => 100 + index);
  for (const user of users) await act('send', { user, text: 'hello' });
  const statuses = await Promise.all(
    users.map(async (chat_id) => (await call('sendMessage', { chat_id, text: 'a' })).status),
  );
  expect(statuses.toSorted()).toEqual([...Array(30).fill(200), 429]);
  const refused = users[statuses.indexOf(429)];
  clock.pass(1);
  expect((await call('sendMessage', { chat_id: refused, text: 'a' })).status).toBe(200);
  expect(await exceeded()).toMatchObject({ messagesPerSecond: 1, messagesPerSecondToChat: 0 });
});

test('a text may have 4,096 characters after its tags are read, and a button 64 bytes', async () => {
  const { call, exceeded } = await openTelegram();
  const send = async (units: number, bytes: number) => {
    const callback_data = 'a'.repeat(bytes);
    const reply_markup = { inline_keyboard: [[{ text: 'a', callback_data }]] };
    const text = `<b>${'a'.repeat(units)}</b>`;
    return (await call('sendMessage', { chat_id: 7, text, parse_mode: 'HTML', reply_markup })).body
      .description;
  };
  expect(await send(4_096, 64)).toBeUndefined();
  expect(await send(4_097, 64)).toBe('Bad Request: message is too long');
  expect(await send(4_096, 65)).toBe('Bad Request: BUTTON_DATA_INVALID');
  expect(await exceeded()).toMatchObject({ textCharacters: 1, callbackDataBytes: 1 });
});
