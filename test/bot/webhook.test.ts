import { randomBytes } from 'node:crypto';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { webhookRoute, webhookSecrets } from '../../src/bot/updates/delivery.ts';
import { type RunningBot, startBot } from '../support/bot.ts';
import { current } from '../support/current.ts';

let running: RunningBot;
let secret: string;
beforeAll(async () => {
  running = await startBot({ webhook: true });
  [secret] = webhookSecrets([running.credentialsKey], running.sandbox.telegramToken);
});
afterAll(() => running.close());
const bot = current(() => running);

function deliver(body: string, headers: Record<string, string>): Promise<Response> {
  return fetch(`${bot.url}/telegram/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
}

const updateOf = (updateId: number, user: number) => ({
  update_id: updateId,
  message: {
    message_id: 1,
    date: 0,
    from: { id: user, is_bot: false, first_name: 'Ann' },
    chat: { id: user, type: 'private', first_name: 'Ann' },
    text: '/start',
    entities: [{ type: 'bot_command', offset: 0, length: 6 }],
  },
});

async function people(): Promise<number[]> {
  const rows = await bot.services.database.sql.selectFrom('bot_people').select('user_id').execute();
  return rows.map(({ user_id }) => user_id);
}

test('whoever knows the secret is no stranger, whose answers would be put off when there are many', async () => {
  // Before any test has sent the secret over the same connection.
  const stranger = await deliver('{}', { 'x-telegram-bot-api-secret-token': 'another' });
  expect(stranger.headers.get('keep-alive')).toBe('timeout=5');
  const telegram = await deliver('{}', { 'x-telegram-bot-api-secret-token': secret });
  expect(telegram.headers.get('keep-alive')).not.toBe('timeout=5');
});

test('Telegram delivers updates, and the bot answers', async () => {
  expect((await bot.say(1, '/start', { language: 'en' }))[0]?.text).toMatch(/^Welcome/);
  const { pressed } = await bot.press(1, 'Balance');
  expect(pressed.text).toMatch(/^Balance: \$0\.00/);
});

test.each([
  ['no secret', {}],
  ['another secret', { 'x-telegram-bot-api-secret-token': 'another' }],
  ['an empty secret', { 'x-telegram-bot-api-secret-token': '' }],
])('an update with %s is refused, and nothing of it is kept', async (_, headers) => {
  const response = await deliver(JSON.stringify(updateOf(77, 66)), headers);
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({ error: { code: 'unauthorized' } });
  expect(await people()).not.toContain(66);
  const { sql } = bot.services.database;
  expect(
    await sql.selectFrom('bot_updates').select('update_id').where('update_id', '=', 77).execute(),
  ).toEqual([]);
});

test.each(['{}', '[]', 'null', '"text"', '{"update_id":"1"}', '{"update_id":1.5}'])(
  'the body %s is no update',
  async (body) => {
    const response = await deliver(body, { 'x-telegram-bot-api-secret-token': secret });
    expect(response.status).toBe(400);
  },
);

test('a body that is larger than any update is refused', async () => {
  const body = JSON.stringify({ ...updateOf(78, 67), padding: 'x'.repeat(300_000) });
  const response = await deliver(body, { 'x-telegram-bot-api-secret-token': secret });
  expect(response.status).toBe(413);
  expect(await people()).not.toContain(67);
});

test.each([
  ['a channel', { chat: { id: -5, type: 'channel', title: 'x' } }],
  ['another bot', { from: { id: 70, is_bot: true, first_name: 'x' } }],
  ['nobody', { from: undefined }],
])('what %s sends is taken and not answered', async (_, part) => {
  const update = updateOf(80, 70);
  const response = await deliver(JSON.stringify({ ...update, message: { ...update.message, ...part } }), {
    'x-telegram-bot-api-secret-token': secret,
  });
  expect(response.status).toBe(200);
  expect(await people()).not.toContain(70);
});

test.each([
  [
    'a photo',
    { photo: [{ file_id: 'x', file_unique_id: 'x', width: 1, height: 1 }] },
    /^I understand only text/,
  ],
  [
    'a sticker',
    { sticker: { file_id: 'x', file_unique_id: 'x', type: 'regular' } },
    /^I understand only text/,
  ],
])('%s is answered', async (_, content, answer) => {
  const update = updateOf(90 + Math.floor(Math.random() * 1e6), 1);
  const { text: _text, entities: _entities, ...message } = update.message;
  await deliver(JSON.stringify({ ...update, message: { ...message, ...content } }), {
    'x-telegram-bot-api-secret-token': secret,
  });
  await expect.poll(async () => (await bot.chat(1)).messages.at(-1)?.text).toMatch(answer);
});

test('a changed message is answered', async () => {
  const { message, update_id } = updateOf(2_000_000, 1);
  const edited = { update_id, edited_message: { ...message, edit_date: 1 } };
  await deliver(JSON.stringify(edited), { 'x-telegram-bot-api-secret-token': secret });
  await expect
    .poll(async () => (await bot.chat(1)).messages.at(-1)?.text)
    .toMatch(/^I do not see edited messages/);
});

test('while the credentials key changes, updates with the secret of either key are taken, and Telegram is told that of the first', async () => {
  const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
  const [ofOld] = webhookSecrets([oldKey], '1:token');
  const secrets = webhookSecrets([newKey, oldKey], '1:token');
  expect(secrets).toEqual([webhookSecrets([newKey], '1:token')[0], ofOld]);
  const taken: number[] = [];
  const host = Fastify().register(
    webhookRoute(secrets, async (updates) => void taken.push(...updates.map(({ update_id }) => update_id))),
  );
  const statusOf = async (token: string, updateId: number) => {
    const headers = { 'x-telegram-bot-api-secret-token': token };
    const { statusCode } = await host.inject({
      method: 'POST',
      url: '/telegram/webhook',
      headers,
      payload: updateOf(updateId, 1),
    });
    return statusCode;
  };
  expect(await statusOf(secrets[0], 1)).toBe(200);
  expect(await statusOf(ofOld, 2)).toBe(200);
  expect(await statusOf('another', 3)).toBe(401);
  expect(taken).toEqual([1, 2]);
  await host.close();
});
