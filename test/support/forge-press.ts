import { createDialogues } from '../../src/bot/dialogues/dialogues.ts';
import { handlerOf, type RunningBot } from './bot.ts';

/** Higher than any that the sandbox gives out. */
let updateId = 900_000_000;
/** So that no limit of updates is met. */
const MINUTE_MS = 60_000;

/**
 * What the bot answers to a press of a button that it did not send, or has taken away: the sandbox knows
 * buttons by their texts, so the update is handled as if Telegram had delivered it.
 */
export async function forgePress(bot: RunningBot, user: number, data: string): Promise<string> {
  bot.clock.advance(MINUTE_MS);
  const before = await bot.chat(user);
  const pressed = before.messages.findLast(({ from }) => from === 'bot');
  const from = { id: user, is_bot: false, first_name: 'Ann' };
  const chat = { id: user, type: 'private' as const, first_name: 'Ann' };
  const message = { message_id: pressed?.messageId ?? 0, date: 0, chat, text: 'x' };
  updateId += 1;
  const press = { id: String(updateId), from, chat_instance: '1', data, message };
  const { handler, deliver } = handlerOf(bot, createDialogues(bot.payments));
  await deliver({ update_id: updateId, callback_query: press });
  await handler.idle();
  const { messages } = await bot.chat(user);
  return messages.findLast(({ from: author }) => author === 'bot')?.text ?? '';
}
