import { pino } from 'pino';
import { createDialogues } from '../../src/bot/dialogues/dialogues.ts';
import { Handler } from '../../src/bot/updates/handler.ts';
import { receive } from '../../src/bot/updates/inbox.ts';
import type { RunningBot } from './bot.ts';

/** Higher than any that the sandbox gives out. */
let updateId = 900_000_000;
/** So that no limit of updates is met. */
const MINUTE_MS = 60_000;

/**
 * What the bot answers to a press of a button that it did not send, or has taken away: the sandbox knows
 * buttons by their texts, so the update is handled as if Telegram had delivered it.
 */
export async function forgePress(bot: RunningBot, user: number, data: string): Promise<string> {
  const { services, clock } = bot;
  const { database, vault } = services;
  clock.advance(MINUTE_MS);
  const before = await bot.chat(user);
  const pressed = before.messages.findLast(({ from }) => from === 'bot');
  const from = { id: user, is_bot: false, first_name: 'Ann' };
  const chat = { id: user, type: 'private' as const, first_name: 'Ann' };
  const message = { message_id: pressed?.messageId ?? 0, date: 0, chat, text: 'x' };
  updateId += 1;
  const update = {
    update_id: updateId,
    callback_query: { id: String(updateId), from, chat_instance: '1', data, message },
  };
  const handler = new Handler({
    services,
    dialogues: createDialogues(),
    me: async () => ({ id: 1, is_bot: true, first_name: 'x', username: 'x' }) as never,
    log: pino({ level: 'silent' }),
    signal: new AbortController().signal,
    onAnswered() {},
    onWaiting() {},
  });
  handler.take(await receive(database.sql, vault, [update as never], clock.now()));
  await handler.idle();
  const { messages } = await bot.chat(user);
  return messages.findLast(({ from: author }) => author === 'bot')?.text ?? '';
}
