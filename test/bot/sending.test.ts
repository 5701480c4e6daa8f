import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LANES } from '../../src/bot/outgoing/outbox.ts';
import { Pace } from '../../src/bot/outgoing/sender.ts';
import { type RunningBot, startBot, startSandboxForBot } from '../support/bot.ts';
import { current } from '../support/current.ts';
import { startTelegramRelay } from '../support/telegram-relay.ts';
import { ManualTimer } from '../upstreams/manual-timer.ts';

let running: RunningBot;
beforeAll(async () => {
  running = await startBot();
});
afterAll(() => running.close());
const bot = current(() => running);

test.each([
  ['has an error', { mode: 'error_before' as const, times: 2 }],
  ['resets the connection', { mode: 'reset_before' as const, times: 2 }],
  ['wants no calls for some seconds', { mode: 'refuse' as const, status: 429, times: 1 }],
  ['answers something else', { mode: 'malformed' as const, times: 1 }],
])('a message is sent again when Telegram %s', async (_, fault) => {
  bot.arm({ call: 'sendMessage', ...fault });
  const answers = await bot.say(1, '/start', { language: 'en' });
  expect(answers.at(-1)?.text).toMatch(/^Welcome|^Hello/);
});

test.each([
  [401, 'the token is wrong', 'refused with 401, Telegram does not know the token of TELEGRAM_BOT_TOKEN'],
  [409, 'another one polls', 'refused with 409, another program takes the updates of this bot'],
  [429, 'Telegram wants no calls', 'refused with 429'],
  [500, 'Telegram is down', 'refused with 500'],
])('updates are taken after a %i, when %s, and the log says so', async (status, _, words) => {
  bot.arm({ call: 'getUpdates', mode: 'refuse', status, times: 2 });
  // The call that waits for updates ends with these.
  await bot.say(1, '/help');
  expect((await bot.say(1, '/help'))[0]?.text).toMatch(/^What this bot does/);
  expect(bot.logged.join()).toContain(`Telegram getUpdates: ${words}`);
});

test('what Telegram refuses is dropped, and the next message is sent', async () => {
  bot.arm({ call: 'sendMessage', mode: 'refuse', status: 400, times: 1 });
  await bot.control('POST', 'telegram/send', { user: 1, text: '/help' });
  expect((await bot.say(1, '/balance')).map(({ text }) => text)).toEqual([expect.stringMatching(/^Balance/)]);
  expect(bot.logged.join()).toContain('"call":"sendMessage","status":400');
});

test('to a person who blocks the bot nothing is sent, until they come back', async () => {
  await bot.say(3, '/start', { language: 'en' });
  await bot.control('POST', 'telegram/block', { user: 3, blocked: true });
  const { sql } = bot.services.database;
  const blocked = () =>
    sql.selectFrom('bot_people').select('blocked_at').where('user_id', '=', 3).executeTakeFirst();
  await expect.poll(async () => (await blocked())?.blocked_at).toBeInstanceOf(Date);
  await bot.control('POST', 'telegram/block', { user: 3, blocked: false });
  await expect.poll(async () => (await blocked())?.blocked_at).toBe(null);
  expect((await bot.say(3, '/balance'))[0]?.text).toMatch(/^Balance/);
});

test('a person whom Telegram says to block the bot gets none of what was waiting', async () => {
  await bot.say(4, '/start', { language: 'en' });
  bot.arm({ call: 'sendMessage', mode: 'refuse', status: 403 });
  for (const text of ['/help', '/balance']) await bot.control('POST', 'telegram/send', { user: 4, text });
  const { sql } = bot.services.database;
  const blocked = () =>
    sql.selectFrom('bot_people').select('blocked_at').where('user_id', '=', 4).executeTakeFirst();
  // Both answers are written before the bot may send again: the second one may come behind the refusal.
  const handled = () =>
    sql
      .selectFrom('bot_updates')
      .select('update_id')
      .where('user_id', '=', 4)
      .where('sealed', 'is', null)
      .execute();
  await expect.poll(handled).toHaveLength(3);
  const before = (await bot.chat(4)).messages.length;
  await expect.poll(async () => (await blocked())?.blocked_at).toBeInstanceOf(Date);
  bot.sandbox.arm([]);
  await bot.say(5, '/start', { language: 'en' });
  expect((await bot.chat(4)).messages).toHaveLength(before);
});

test('who comes back while an old call is under way gets what was written since, a new API key too', async () => {
  const sandbox = await startSandboxForBot();
  const relay = await startTelegramRelay(sandbox);
  const own = await startBot({ sandbox: relay.as(sandbox.telegramToken) });
  const { sql } = own.services.database;
  const control = (path: string, body: object) =>
    own.control<{ messageId: number }>('POST', `telegram/${path}`, { user: 7, ...body });
  try {
    await own.say(7, '/start', { language: 'en' });
    await own.say(7, '/keys');
    const { messageId } = (await own.press(7, 'New key')).pressed;
    const [underWay, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    relay.refuse = async ({ method, payload }) => {
      if (method !== 'sendMessage' || payload['chat_id'] !== 7) return undefined;
      relay.refuse = () => undefined;
      underWay.resolve();
      await letGo.promise;
      return { code: 403, description: 'Forbidden: bot was blocked by the user' };
    };
    await control('send', { text: '/help' });
    await underWay.promise;
    for (const blocked of [true, false]) await control('block', { blocked });
    await control('press', { messageId, button: 'Without a name' });
    const waiting = () => sql.selectFrom('bot_messages').select('number').where('lane', '=', 2).execute();
    await expect.poll(waiting).toHaveLength(2);
    letGo.resolve();
    const { messages } = await own.chat(7);
    expect(messages.at(-1)?.text).toMatch(/prk_\w+/);
    const person = sql.selectFrom('bot_people').select('blocked_at').where('user_id', '=', 7);
    expect(await person.execute()).toEqual([{ blocked_at: null }]);
  } finally {
    await own.close();
    await relay[Symbol.asyncDispose]();
    await sandbox.close();
  }
});

test('a fall of the balance is told to the person in their language', async () => {
  await bot.say(6, '/start', { language: 'ru' });
  await sql`
    select write_event(reseller_id, 'balance.low', 'operator', now(), 0, null, '{"threshold": 10000000}')
    from bot_people where user_id = 6`.execute(bot.services.database.sql);
  await expect
    .poll(async () => (await bot.chat(6)).messages.at(-1)?.text)
    .toMatch(/^Баланс низкий: 0,00\u00a0\$\./);
});

test('a chat gets a message a second, and all chats together 30, while answers to presses do not wait', () => {
  const timer = new ManualTimer();
  timer.advance(10_000);
  const pace = new Pace(timer);
  const send = (user: number, lane: 0 | 1 | 2 = LANES.messages) => {
    const wait = pace.waitOf(user, lane);
    if (wait > 0) return wait;
    pace.began(user, lane);
    pace.ended(user, lane);
    return 0;
  };
  expect(send(1)).toBe(0);
  timer.advance(400);
  expect(send(1)).toBe(600);
  expect(send(1, LANES.changes)).toBe(0);
  expect(send(1, LANES.answers)).toBe(0);
  for (let user = 2; user <= 29; user++) expect(send(user)).toBe(0);
  expect(send(30)).toBe(600);
  expect(send(30, LANES.answers)).toBe(0);
  timer.advance(600);
  expect(send(30)).toBe(0);
  expect(send(1)).toBe(400);
});

test('a chat whose calls fail is left alone for longer each time, and the others are not', () => {
  const timer = new ManualTimer();
  const pace = new Pace(timer);
  const waits = [1, 2, 3].map(() => {
    pace.began(1, LANES.messages);
    pace.ended(1, LANES.messages, (failures) => failures * 5_000);
    const wait = pace.waitOf(1, LANES.changes);
    timer.advance(wait);
    return wait;
  });
  expect(waits).toEqual([5_000, 10_000, 15_000]);
  expect(pace.waitOf(2, LANES.messages)).toBe(0);
});
