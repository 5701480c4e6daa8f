import type { Message, Update } from 'grammy/types';
import { createDialogues } from '../../src/bot/bot.ts';
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
  const before = await bot.chat(user);
  const pressed = before.messages.findLast(({ from }) => from === 'bot');
  const message = { ...messageOf(user, pressed?.messageId ?? 0), text: 'x' };
  return forge(bot, user, (id) => ({
    callback_query: { id: String(id), from: message.from, chat_instance: '1', data, message },
  }));
}

/** The same for what the sandbox's people do not send: stickers, photos, changes of messages. */
export function forgeMessage(
  bot: RunningBot,
  user: number,
  content: Partial<Message>,
  kind: 'message' | 'edited_message' = 'message',
): Promise<string> {
  return forge(bot, user, (id) => ({ [kind]: { ...messageOf(user, id), ...content } }));
}

function messageOf(user: number, message_id: number) {
  const from = { id: user, is_bot: false, first_name: 'Ann' };
  const chat = { id: user, type: 'private' as const, first_name: 'Ann' };
  return { message_id, date: 0, from, chat };
}

async function forge(
  bot: RunningBot,
  user: number,
  updateOf: (id: number) => Omit<Update, 'update_id'>,
): Promise<string> {
  bot.clock.advance(MINUTE_MS);
  updateId += 1;
  const { handler, deliver } = handlerOf(bot, createDialogues(bot.payments));
  await deliver({ update_id: updateId, ...updateOf(updateId) } as Update);
  await handler.idle();
  const { messages } = await bot.chat(user);
  return messages.findLast(({ from: author }) => author === 'bot')?.text ?? '';
}
