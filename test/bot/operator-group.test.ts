import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteUnexpected } from '../../src/bot/alerts.ts';
import { type ChatMessage, type RunningBot, startBot } from '../support/bot.ts';

const GROUP = -5_001;
/** The least time between two messages about one thing. */
const A_MINUTE = 60_000;

let bot: RunningBot;

beforeEach(async () => {
  bot = await startBot({ started: false, operatorChat: GROUP });
  await bot.control('POST', 'telegram/group', { group: GROUP, title: 'Operators' });
  bot.bot.start();
});
afterEach(() => bot.close());

/** Has something to be told that was not told before. */
async function alert({ services, clock }: RunningBot = bot): Promise<string> {
  const id = randomUUID();
  clock.advance(A_MINUTE);
  const payment = { paymentId: id, what: 'given_back', at: clock.now() } as const;
  await noteUnexpected(services.database.sql, payment);
  return id;
}

/** What the bot has said in a group, once that is so much. */
async function said(group: number, count: number): Promise<string[]> {
  const read = async () => {
    const { messages } = await bot.control<{ messages: ChatMessage[] }>('GET', `telegram/chat?user=${group}`);
    return messages.filter(({ from }) => from === 'bot').map(({ text }) => text);
  };
  await vi.waitUntil(async () => (await read()).length >= count, { timeout: 60_000 });
  return read();
}

const becomesSupergroup = async () =>
  (await bot.control<{ group: number }>('POST', 'telegram/upgrade', { group: GROUP })).group;

test('alerts go on in the supergroup that the group of the operator has become, and the log says what to set', async () => {
  const before = await alert();
  expect((await said(GROUP, 1))[0]).toContain(before);
  const supergroup = await becomesSupergroup();
  const [first, second] = [await alert(), await said(supergroup, 1).then(() => alert())];
  expect(await said(supergroup, 2)).toEqual([
    expect.stringContaining(first),
    expect.stringContaining(second),
  ]);
  expect(await said(GROUP, 1)).toHaveLength(1);
  const told = bot.logged.filter((line) => line.includes(`set TELEGRAM_OPERATOR_CHAT to ${supergroup}`));
  expect(told).toHaveLength(1);
});

test('an alert that waits while the group becomes a supergroup arrives there', async () => {
  bot.arm({ call: 'sendMessage', mode: 'error_before' });
  const id = await alert();
  const { sql } = bot.services.database;
  await expect.poll(() => sql.selectFrom('bot_messages').select('number').execute()).toHaveLength(1);
  const supergroup = await becomesSupergroup();
  bot.sandbox.arm([]);
  expect(await said(supergroup, 1)).toEqual([expect.stringContaining(id)]);
});

test.each(['by its old number', 'by its new number'])(
  'after a restart the supergroup is told %s',
  async (which) => {
    const supergroup = await becomesSupergroup();
    await alert();
    await said(supergroup, 1);
    await bot.bot.close();
    const { sandbox, databaseUrl, credentialsKey } = bot;
    const operatorChat = which === 'by its old number' ? GROUP : supergroup;
    const next = await startBot({ operatorChat, sandbox, databaseUrl, credentialsKey });
    try {
      next.clock.advance(A_MINUTE);
      const id = await alert(next);
      expect((await said(supergroup, 2))[1]).toContain(id);
      expect(next.logged.join().includes('set TELEGRAM_OPERATOR_CHAT')).toBe(operatorChat === GROUP);
    } finally {
      await next.close();
    }
  },
);

test('nobody is added by what is said of a group, and it becomes a supergroup once', async () => {
  await becomesSupergroup();
  await expect(becomesSupergroup()).rejects.toThrow('is a supergroup already');
  await bot.say(7, '/start');
  const people = await bot.services.database.sql.selectFrom('bot_people').select('user_id').execute();
  expect(people).toEqual([{ user_id: 7 }]);
});
