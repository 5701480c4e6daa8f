import { expect, test } from 'vitest';
import { openTelegram } from './telegram-client.ts';

const KEYBOARD = { inline_keyboard: [[{ text: 'Yes', callback_data: 'y' }]] };

test('the same call works with JSON, a form, parts and a query', async () => {
  const { call, chat, sandbox } = await openTelegram();
  const given = {
    chat_id: '7',
    text: '<b>a</b>',
    parse_mode: 'HTML',
    reply_markup: JSON.stringify(KEYBOARD),
  };
  const parts = new FormData();
  for (const [name, value] of Object.entries(given)) parts.set(name, value);
  const form = new URLSearchParams(given);
  for (const body of [{ ...given, chat_id: 7, reply_markup: KEYBOARD }, form, parts])
    expect((await call('sendMessage', body)).status).toBe(200);
  const got = await fetch(`${sandbox.telegramUrl}/bot${sandbox.telegramToken}/sendMessage?${form}`);
  expect(await got.json()).toMatchObject({
    result: { text: 'a', entities: [{ type: 'bold', offset: 0, length: 1 }], reply_markup: KEYBOARD },
  });
  const [, ...sent] = await chat();
  expect(sent).toHaveLength(4);
  for (const message of sent) expect(message).toMatchObject({ from: 'bot', text: 'a', buttons: [['Yes']] });
});

test('a wrong token is unauthorized, and a wrong address is not found', async () => {
  const { sandbox, call } = await openTelegram();
  const at = async (path: string) => (await fetch(`${sandbox.telegramUrl}/${path}`)).json();
  expect(await at('bot1:wrong/getMe')).toEqual({ ok: false, error_code: 401, description: 'Unauthorized' });
  for (const path of ['botwrong/getMe', 'getMe', `bot${sandbox.telegramToken}`])
    expect(await at(path)).toEqual({ ok: false, error_code: 404, description: 'Not Found' });
  expect((await call('getNothing')).body.description).toBe('Not Found: method not found');
});

test.each([
  ['sendMessage', { text: 'a' }, 'chat_id is empty'],
  ['sendMessage', { chat_id: 99, text: 'a' }, 'chat not found'],
  ['sendMessage', { chat_id: '7; drop', text: 'a' }, 'chat not found'],
  ['sendMessage', { chat_id: 7, text: ' \n ' }, 'message text is empty'],
  [
    'sendMessage',
    { chat_id: 7, text: 'a', reply_markup: 'no' },
    "can't parse inline keyboard markup JSON object",
  ],
  ['sendMessage', { chat_id: 7, text: 'a', reply_markup: '7' }, "can't parse inline keyboard markup"],
  ['sendMessage', { chat_id: 7, text: 'a', reply_markup: data('é'.repeat(33)) }, 'BUTTON_DATA_INVALID'],
  [
    'sendMessage',
    { chat_id: 7, text: 'a', reply_markup: { inline_keyboard: [[{ text: 'a' }]] } },
    "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
  ],
  ['editMessageText', { chat_id: 7, message_id: 99, text: 'a' }, 'message to edit not found'],
  ['editMessageText', { chat_id: 7, message_id: 1, text: 'a' }, "message can't be edited"],
  ['deleteMessage', { chat_id: 7, message_id: 99 }, 'message to delete not found'],
  ['deleteMessage', { chat_id: 7 }, 'message identifier is not specified'],
  ['sendDocument', { chat_id: 7 }, 'there is no document in the request'],
  ['sendDocument', { chat_id: 7, document: 'abc' }, 'there is no document in the request'],
  ['setMyCommands', { commands: [{ command: 'Bad one', description: 'x' }] }, 'BOT_COMMAND_INVALID'],
  [
    'answerCallbackQuery',
    { callback_query_id: '1' },
    'query is too old and response timeout expired or query ID is invalid',
  ],
])('%s with %j: 400 %s', async (method, parameters, reason) => {
  const { call, chat } = await openTelegram();
  expect(await call(method, parameters)).toEqual({
    status: 400,
    body: { ok: false, error_code: 400, description: `Bad Request: ${reason}` },
  });
  expect(await chat()).toHaveLength(1);
});

test('bodies that are no requests are 400 with a reason', async () => {
  const { sandbox } = await openTelegram();
  const post = async (type: string, body: string) => {
    const address = `${sandbox.telegramUrl}/bot${sandbox.telegramToken}/sendMessage`;
    const answer = await fetch(address, { method: 'POST', body, headers: { 'content-type': type } });
    return [answer.status, JSON.parse(await answer.text()).ok];
  };
  for (const [type, body] of [
    ['application/json', '{'],
    ['application/json', '[]'],
    ['application/json', 'null'],
    ['multipart/form-data; boundary=x', 'nothing'],
    ['multipart/form-data', 'nothing'],
    ['text/plain', 'nothing'],
  ] as const)
    expect(await post(type, body)).toEqual([400, false]);
});

test('somebody who never wrote cannot be written to', async () => {
  const { sandbox, call } = await openTelegram();
  const body = JSON.stringify({ user: 8, firstName: 'Bob' });
  await fetch(`${sandbox.url}/control/telegram/user`, { method: 'PUT', body });
  expect(await call('sendMessage', { chat_id: 8, text: 'a' })).toMatchObject({
    status: 403,
    body: { description: "Forbidden: bot can't initiate conversation with a user" },
  });
});

test('an edit replaces text and buttons, and one that changes nothing is refused', async () => {
  const { result, call, chat } = await openTelegram();
  const { message_id } = await result('sendMessage', { chat_id: 7, text: 'a', reply_markup: KEYBOARD });
  const edited = { chat_id: 7, message_id, text: 'b' };
  expect(await result('editMessageText', edited)).toMatchObject({
    message_id,
    text: 'b',
    edit_date: expect.any(Number),
  });
  expect((await chat()).at(-1)).toMatchObject({ text: 'b', buttons: [] });
  const notModified =
    'Bad Request: message is not modified: specified new message content and reply markup are exactly the ' +
    'same as a current content and reply markup of the message';
  expect((await call('editMessageText', edited)).body.description).toBe(notModified);
  await result('editMessageReplyMarkup', { chat_id: 7, message_id, reply_markup: KEYBOARD });
  expect((await chat()).at(-1)).toMatchObject({ text: 'b', buttons: [['Yes']] });
  const same = await call('editMessageReplyMarkup', { chat_id: 7, message_id, reply_markup: KEYBOARD });
  expect(same.body.description).toBe(notModified);
});

test('of a deleted message nothing is left, and none of its buttons can be pressed', async () => {
  const { result, call, act, chat } = await openTelegram();
  const { message_id } = await result('sendMessage', {
    chat_id: 7,
    text: 'prk_secret',
    reply_markup: KEYBOARD,
  });
  expect(await result('deleteMessage', { chat_id: 7, message_id })).toBe(true);
  expect((await chat()).at(-1)).toMatchObject({
    messageId: message_id,
    text: '',
    buttons: [],
    deleted: true,
  });
  expect(await act('press', { user: 7, messageId: message_id, button: 'Yes' })).toEqual({
    status: 409,
    body: { error: `Message ${message_id} has been deleted` },
  });
  for (const method of ['deleteMessage', 'editMessageText'])
    expect((await call(method, { chat_id: 7, message_id, text: 'b' })).status).toBe(400);
});

test('a pressed button is a query that is answered within 10 seconds', async () => {
  const { result, call, act, sandbox, clock, exceeded } = await openTelegram();
  const { message_id } = await result('sendMessage', { chat_id: 7, text: 'a', reply_markup: KEYBOARD });
  const { queryId } = (await act('press', { user: 7, messageId: message_id, button: 'Yes' })).body;
  const [, update] = await result('getUpdates');
  expect(update.callback_query).toMatchObject({
    id: queryId,
    from: { id: 7 },
    data: 'y',
    message: { message_id, text: 'a', reply_markup: KEYBOARD },
  });
  await result('answerCallbackQuery', { callback_query_id: queryId, text: 'Done', show_alert: true });
  const { answers } = JSON.parse(await (await fetch(`${sandbox.url}/control/telegram/chat?user=7`)).text());
  expect(answers).toEqual([{ messageId: message_id, button: 'Yes', answer: { text: 'Done', alert: true } }]);
  clock.pass(11);
  expect((await call('answerCallbackQuery', { callback_query_id: queryId })).status).toBe(400);
  expect((await exceeded())['secondsToAnswer']).toBe(1);
});

test('a document is kept byte for byte, with its caption', async () => {
  const { result, chat } = await openTelegram();
  const parts = new FormData();
  parts.set('chat_id', '7');
  parts.set('caption', '<i>All</i>');
  parts.set('parse_mode', 'HTML');
  parts.set('document', 'attach://part');
  parts.set('part', new File(['d,usd\né,1\n'], 'выписка.csv', { type: 'text/csv' }));
  expect(await result('sendDocument', parts)).toMatchObject({
    document: { file_name: 'выписка.csv', mime_type: 'text/csv', file_size: 11 },
    caption: 'All',
    caption_entities: [{ type: 'italic' }],
  });
  expect((await chat()).at(-1).document).toEqual({ name: 'выписка.csv', text: 'd,usd\né,1\n' });
});

test.each([
  ['send', { user: 0, text: 'a' }, 400, 'user: '],
  ['send', { user: 7 }, 400, 'text: '],
  ['send', { user: 7, text: 'a', surname: 'b' }, 400, 'surname'],
  ['press', { user: 8, messageId: 1, button: 'Yes' }, 404, 'There is no user 8'],
  ['press', { user: 7, messageId: 9, button: 'Yes' }, 404, 'User 7 has no message 9'],
  [
    'press',
    { user: 7, messageId: 1, button: 'Yes' },
    409,
    'Message 1 has no button "Yes": it has no buttons',
  ],
  ['pay', { user: 7, messageId: 1 }, 409, 'Message 1 is not an invoice'],
  ['repeat', { user: 8 }, 404, 'There is no user 8'],
  ['block', { user: 7, blocked: 'yes' }, 400, 'blocked: '],
])('the control call %s with %j: %i %s', async (path, body, status, words) => {
  const { act } = await openTelegram();
  const reply = await act(path, body);
  expect([reply.status, reply.body.error]).toEqual([status, expect.stringContaining(words)]);
});

test('a page of another site can do nothing in the chats', async () => {
  const { sandbox, chat } = await openTelegram();
  const send = async (origin: string) => {
    const body = JSON.stringify({ user: 7, text: 'a' });
    const headers = { origin, 'content-type': 'text/plain' };
    return (await fetch(`${sandbox.url}/control/telegram/send`, { method: 'POST', body, headers })).status;
  };
  expect([await send('https://other.example'), await send('null')]).toEqual([403, 403]);
  expect(await chat()).toHaveLength(1);
  expect(await send(sandbox.url)).toBe(200);
});

function data(callback_data: string) {
  return { inline_keyboard: [[{ text: 'a', callback_data }]] };
}
