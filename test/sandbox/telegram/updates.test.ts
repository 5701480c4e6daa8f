import { expect, test } from 'vitest';
import { openTelegram } from './telegram-client.ts';

test('what a person writes is an update with its commands marked', async () => {
  const { result } = await openTelegram();
  const [update] = await result('getUpdates');
  expect(update).toEqual({
    update_id: expect.any(Number),
    message: {
      message_id: 1,
      from: { id: 7, is_bot: false, first_name: 'Ann', language_code: 'en' },
      chat: { id: 7, first_name: 'Ann', type: 'private' },
      date: Date.parse('2026-11-20T12:00:00Z') / 1_000,
      text: '/start',
      entities: [{ type: 'bot_command', offset: 0, length: 6 }],
    },
  });
});

test('an update stays until the offset is above it, and the oldest come first', async () => {
  const { result, act } = await openTelegram();
  await act('send', { user: 7, text: 'one' });
  await act('send', { user: 8, text: 'two' });
  const texts = async (parameters: object) =>
    (await result('getUpdates', parameters)).map(
      (update: { message: { text: string } }) => update.message.text,
    );
  expect(await texts({})).toEqual(['/start', 'one', 'two']);
  expect(await texts({ limit: 2 })).toEqual(['/start', 'one']);
  const [, second] = await result('getUpdates');
  expect(await texts({ offset: second.update_id })).toEqual(['one', 'two']);
  expect(await texts({})).toEqual(['one', 'two']);
});

test('a long poll is answered as soon as somebody writes', async () => {
  const { result, act } = await openTelegram();
  const [first] = await result('getUpdates');
  const waiting = result('getUpdates', { offset: first.update_id + 1, timeout: 50 });
  await act('send', { user: 7, text: 'hello' });
  expect(await waiting).toMatchObject([{ message: { text: 'hello' } }]);
});

test('a second poller ends the wait of the first with 409, and a webhook that of both', async () => {
  const { result, call } = await openTelegram();
  const [{ update_id: id }] = await result('getUpdates');
  const parameters = { offset: id + 1, timeout: 50 };
  const first = call('getUpdates', parameters);
  // The first one has to be the first to arrive.
  await expect.poll(async () => (await result('getWebhookInfo')).pending_update_count).toBe(0);
  const second = call('getUpdates', parameters);
  expect(await first).toEqual({
    status: 409,
    body: {
      ok: false,
      error_code: 409,
      description:
        'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
    },
  });
  await result('setWebhook', { url: 'http://127.0.0.1:9/' });
  expect((await second).body.description).toBe('Conflict: terminated by setWebhook request');
  expect((await call('getUpdates')).body.description).toMatch(/^Conflict: can't use getUpdates method while/);
});

test('a poller that has gone takes nothing along', async () => {
  const { result, sandbox, act } = await openTelegram();
  const [{ update_id: id }] = await result('getUpdates');
  const leaving = new AbortController();
  const gone = fetch(
    `${sandbox.telegramUrl}/bot${sandbox.telegramToken}/getUpdates?timeout=50&offset=${id + 1}`,
    { signal: leaving.signal },
  );
  await expect.poll(async () => (await result('getWebhookInfo')).pending_update_count).toBe(0);
  leaving.abort();
  await expect(gone).rejects.toThrow('aborted');
  await act('send', { user: 7, text: 'hello' });
  expect(await result('getUpdates')).toMatchObject([{ message: { text: 'hello' } }]);
});

test('kinds that the bot does not allow are not kept, until it allows them', async () => {
  const { result, act, call } = await openTelegram();
  await result('getUpdates', { allowed_updates: ['callback_query'] });
  const [last] = await result('getUpdates');
  await act('send', { user: 7, text: 'lost' });
  expect(await result('getUpdates', { offset: last.update_id + 1 })).toEqual([]);
  await call('getUpdates', new URLSearchParams({ allowed_updates: '[]' }));
  await act('send', { user: 7, text: 'kept' });
  expect(await result('getUpdates')).toMatchObject([{ message: { text: 'kept' } }]);
});

test('a repeated update comes once more under its own id, though it was confirmed', async () => {
  const { result, act } = await openTelegram();
  const [first] = await result('getUpdates');
  const offset = first.update_id + 1;
  expect(await result('getUpdates', { offset })).toEqual([]);
  expect((await act('repeat', { user: 7 })).status).toBe(200);
  expect(await result('getUpdates', { offset })).toEqual([first]);
  expect(await result('getUpdates', { offset })).toEqual([]);
});

test('a repeated update that still waits is given after those before it, so that it confirms none unseen', async () => {
  const { result, act } = await openTelegram();
  await act('send', { user: 7, text: 'before' });
  await act('send', { user: 7, text: 'repeated' });
  await act('repeat', { user: 7 });
  const ids = (await result('getUpdates')).map(({ update_id: id }: { update_id: number }) => id);
  expect(ids).toEqual(ids.toSorted((one: number, other: number) => one - other));
  expect(await result('getUpdates', { limit: 1 })).toMatchObject([{ update_id: ids[0] }]);
});

test('to block the bot is an update, and nothing can be sent or written from then on', async () => {
  const { result, act, call } = await openTelegram();
  await act('block', { user: 7, blocked: true });
  const updates = await result('getUpdates');
  expect(updates.at(-1)).toMatchObject({
    my_chat_member: { old_chat_member: { status: 'member' }, new_chat_member: { status: 'kicked' } },
  });
  expect(await call('sendMessage', { chat_id: 7, text: 'hello' })).toMatchObject({
    status: 403,
    body: { description: 'Forbidden: bot was blocked by the user' },
  });
  expect(await act('send', { user: 7, text: 'hello' })).toEqual({
    status: 409,
    body: { error: 'User 7 has blocked the bot' },
  });
  await act('block', { user: 7, blocked: false });
  expect((await call('sendMessage', { chat_id: 7, text: 'hello' })).status).toBe(200);
});

test('a group becomes a supergroup with another id: a message in each says so, and the old id is refused with the new one', async () => {
  const { result, act, call } = await openTelegram();
  await act('group', { group: -5, title: 'Operators' });
  const text = 'hello';
  expect(await result('sendMessage', { chat_id: -5, text })).toMatchObject({
    chat: { id: -5, title: 'Operators', type: 'group' },
  });
  expect(await act('upgrade', { group: -5 })).toEqual({ status: 200, body: { group: -1_000_000_000_005 } });
  expect((await result('getUpdates')).slice(1)).toMatchObject([
    { my_chat_member: { chat: { id: -5 }, new_chat_member: { status: 'member' } } },
    { message: { chat: { id: -5 }, migrate_to_chat_id: -1_000_000_000_005 } },
    { message: { chat: { id: -1_000_000_000_005, type: 'supergroup' }, migrate_from_chat_id: -5 } },
  ]);
  expect(await call('sendMessage', { chat_id: -5, text })).toEqual({
    status: 400,
    body: {
      ok: false,
      error_code: 400,
      description: 'Bad Request: group chat was upgraded to a supergroup chat',
      parameters: { migrate_to_chat_id: -1_000_000_000_005 },
    },
  });
  expect((await call('sendMessage', { chat_id: -1_000_000_000_005, text })).status).toBe(200);
  expect((await act('upgrade', { group: -5 })).status).toBe(409);
});
