import { afterEach, expect, test } from 'vitest';
import { receive } from '../../src/bot/updates/inbox.ts';
import { type RunningBot, startBot } from '../support/bot.ts';

const running: RunningBot[] = [];

async function start(options: Parameters<typeof startBot>[0] = {}): Promise<RunningBot> {
  const bot = await startBot(options);
  running.unshift(bot);
  return bot;
}

afterEach(async () => {
  for (const bot of running.splice(0)) await bot.close();
});

async function countKeys({ services }: RunningBot): Promise<number> {
  return (await services.database.sql.selectFrom('api_keys').select('id').execute()).length;
}

const textsOf = async (bot: RunningBot, user: number) =>
  (await bot.chat(user)).messages.filter(({ from }) => from === 'bot').map(({ text }) => text);

test('an update that Telegram delivers again takes effect once and is answered once', async () => {
  const bot = await start();
  await bot.say(1, '/start', { language: 'en' });
  await bot.say(1, '/keys');
  await bot.press(1, 'New key');
  await bot.press(1, 'Without a name');
  const before = await textsOf(bot, 1);
  for (let i = 0; i < 3; i++) await bot.control('POST', 'telegram/repeat', { user: 1 });
  // An update of somebody else comes after those that were repeated.
  await bot.say(2, '/start', { language: 'en' });
  expect(await textsOf(bot, 1)).toEqual(before);
  expect(await countKeys(bot)).toBe(1);
});

test('updates of one person take effect in their order, however fast they come', async () => {
  const bot = await start();
  await bot.say(1, '/start', { language: 'en' });
  await bot.say(1, '/balance');
  await bot.press(1, 'Low-balance limit');
  for (const text of ['7', '8', '/help']) await bot.control('POST', 'telegram/send', { user: 1, text });
  await bot.say(1, '/balance');
  expect((await textsOf(bot, 1)).slice(-4)).toEqual([
    expect.stringContaining('falls below $7.00'),
    // The second number came when none was awaited any more.
    expect.stringMatching(/^Nothing found for/),
    expect.stringMatching(/^What this bot does/),
    expect.stringContaining('falls below $7.00'),
  ]);
});

test('a process that ends after it has handled an update leaves its answer to the next one', async () => {
  const first = await start();
  await first.say(1, '/start', { language: 'en' });
  await first.say(1, '/keys');
  await first.press(1, 'New key');
  first.arm({ call: 'sendMessage', mode: 'error_before' });
  const { messages } = await first.chat(1);
  await first.control('POST', 'telegram/press', {
    user: 1,
    messageId: messages.at(-1)?.messageId,
    button: 'Without a name',
  });
  await expect.poll(() => countKeys(first)).toBe(1);
  running.splice(0);
  await first.bot.close();
  first.arm();

  const { services, sandbox, databaseUrl, credentialsKey } = first;
  const second = await start({ sandbox, databaseUrl, credentialsKey });
  await expect
    .poll(() => textsOf(second, 1))
    .toContainEqual(expect.stringMatching(/^Your API key, shown only once/));
  expect(await countKeys(second)).toBe(1);
  expect(services.database).not.toBe(second.services.database);
  running.push(first);
});

test('an update that was received and not handled is handled by the next process', async () => {
  const idle = await start({ started: false });
  const { sandbox, databaseUrl, credentialsKey, services } = idle;
  const from = { id: 5, is_bot: false, first_name: 'Ann', language_code: 'en' };
  const message = {
    message_id: 1,
    date: 0,
    from,
    chat: { id: 5, type: 'private' as const, first_name: 'Ann' },
    text: '/start',
    entities: [{ type: 'bot_command' as const, offset: 0, length: 6 }],
  };
  await receive(services.database.sql, services.vault, [{ update_id: 1, message }], services.clock.now());
  await idle.control('PUT', 'telegram/user', { user: 5, firstName: 'Ann', language: 'en' });

  const next = await start({ sandbox, databaseUrl, credentialsKey });
  const { sql } = next.services.database;
  await expect.poll(() => sql.selectFrom('resellers').select('name').execute()).toEqual([{ name: 'Ann' }]);
});

test('of two processes one takes updates, and the other goes on when it ends', async () => {
  const first = await start();
  await first.say(1, '/start', { language: 'en' });
  const { sandbox, databaseUrl, credentialsKey } = first;
  const second = await start({ sandbox, databaseUrl, credentialsKey });
  await Promise.all([11, 12, 13, 14].map((user) => first.say(user, '/start', { language: 'en' })));
  expect([...first.logged, ...second.logged].join()).not.toContain('getUpdates');
  await first.bot.close();
  expect((await second.say(1, '/balance'))[0]?.text).toMatch(/^Balance/);
  for (const user of [11, 12, 13, 14]) expect(await textsOf(second, user)).toHaveLength(1);
});

test('a button that is pressed twice at once has two answers of its own, and no more', async () => {
  const bot = await start();
  await bot.say(1, '/start', { language: 'en' });
  await bot.say(1, '/keys');
  await bot.press(1, 'New key');
  const { messages } = await bot.chat(1);
  const press = () =>
    bot.control('POST', 'telegram/press', {
      user: 1,
      messageId: messages.at(-1)?.messageId,
      button: 'Without a name',
    });
  await Promise.all([press(), press()]);
  await bot.say(1, '/help');
  expect(await countKeys(bot)).toBe(2);
});

test.each([
  ['en', /^Too many messages.* for (\d+) seconds?\./, /^Too many presses.* in (\d+) seconds?\.$/],
  ['ru', /^Слишком много сообщений.* ещё (\d+) секунд/, /^Слишком много нажатий.* через (\d+) секунд/],
])(
  'beyond 30 updates a minute each press is answered with how long to wait, and each text with that it was not taken, in %s',
  async (language, ofText, ofPress) => {
    const bot = await start();
    await bot.say(1, '/start', { language });
    bot.clock.stop();
    const [list] = await bot.say(1, '/keys');
    const press = () => bot.press(1, list?.buttons.flat()[0] ?? '');
    for (let i = 0; i < 28; i++) await bot.control('POST', 'telegram/send', { user: 1, text: '/help' });
    for (const text of ['first', 'second']) {
      const answers = await bot.say(1, text);
      expect(answers.at(-1)?.text).toMatch(ofText);
      bot.clock.advance(10_000);
    }
    const before = (await bot.chat(1)).messages.length;
    for (let i = 0; i < 3; i++) {
      const { toast, sent } = await press();
      expect(Number(ofPress.exec(toast)?.[1])).toBeLessThanOrEqual(40);
      expect(sent).toEqual([]);
    }
    expect((await bot.chat(1)).messages).toHaveLength(before);
    // A flood is told 60 times a minute; its presses are answered all the same.
    for (let i = 0; i < 62; i++) await bot.control('POST', 'telegram/send', { user: 1, text: 'flood' });
    expect(
      (await bot.chat(1)).messages.filter(({ from, text }) => from === 'bot' && ofText.test(text)),
    ).toHaveLength(57);
    expect((await press()).toast).toMatch(ofPress);
    bot.clock.advance(60_000);
    expect((await bot.say(1, '/balance')).at(-1)?.text).toMatch(/^(Balance|Баланс)/);
  },
);
