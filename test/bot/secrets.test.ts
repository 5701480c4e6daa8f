import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createLinkCode } from '../../src/bot/people/link-codes.ts';
import { startBot } from '../support/bot.ts';
import { givenReseller } from '../support/given.ts';

test('keys, codes, links and the token are in no column and in no line of the log, before and after they are sent', async () => {
  const bot = await startBot();
  try {
    const { database, clock } = bot.services;
    const { resellerId } = await givenReseller(bot.services);
    const { code } = await createLinkCode(database.sql, { resellerId, at: clock.now() });
    await bot.say(1, `/start link_${code}`, { language: 'en' });
    await bot.say(1, '/keys');
    await bot.press(1, 'Proxy list by link');
    await bot.say(1, '/keys');
    await bot.press(1, 'New key');

    // Answers stay in the outbox while Telegram is down.
    bot.arm({ call: 'sendMessage', mode: 'error_before' });
    const { messages } = await bot.chat(1);
    const key = { user: 1, messageId: messages.at(-1)?.messageId, button: 'Without a name' };
    await bot.control('POST', 'telegram/press', key);
    await bot.control('POST', 'telegram/send', { user: 1, text: '/console' });
    const waiting = () => database.sql.selectFrom('bot_messages').select('sealed').execute();
    await expect.poll(async () => (await waiting()).length).toBe(2);
    const before = await everyColumn(database.sql);
    bot.arm();
    const answers = (await bot.say(1, '/help')).map(({ text }) => text).join();
    const all = [...(await bot.chat(1)).messages.map(({ text }) => text), answers].join();
    const after = await everyColumn(database.sql);

    const secrets = [
      code,
      /prk_\w{42}/.exec(all)?.[0] ?? 'no key',
      /prl_\w{42}/.exec(all)?.[0] ?? 'no list',
      /sign-in#([\w-]+)/.exec(all)?.[1] ?? 'no link',
      bot.sandbox.telegramToken,
    ];
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(20);
      expect(before).not.toContain(secret);
      expect(after).not.toContain(secret);
      expect(bot.logged.join()).not.toContain(secret);
    }
    expect(await waiting()).toEqual([]);
  } finally {
    await bot.close();
  }
});

/** All rows of all tables as one text, with bytes as Latin-1. */
async function everyColumn(db: Parameters<typeof createLinkCode>[0]): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(db);
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
      return rows.map((row) =>
        Object.values(row)
          .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value)))
          .join(),
      );
    }),
  );
  return texts.flat().join('\n');
}
