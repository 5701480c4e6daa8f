import type { Update, User } from 'grammy/types';

/** The kinds of updates that the bot asks Telegram for. */
export const UPDATE_KINDS = [
  'message',
  'edited_message',
  'callback_query',
  'pre_checkout_query',
  'my_chat_member',
] as const satisfies readonly (keyof Update)[];

/**
 * Who sent an update in their private chat with the bot; undefined for what came from anywhere else. That
 * Stars went back may be said by the bot itself: it is about the person of the chat.
 */
export function senderOf(update: Update): User | undefined {
  const { message, edited_message: edited, callback_query: press, pre_checkout_query: checkout } = update;
  if (checkout) return checkout.from;
  if (message?.refunded_payment && message.chat?.type === 'private' && Number.isSafeInteger(message.chat.id))
    return { ...message.chat, is_bot: false };
  const member = update.my_chat_member;
  const sent = message ?? edited ?? member ?? (press && { from: press.from, chat: press.message?.chat });
  const isPrivate = sent?.chat?.type === 'private' && Number.isSafeInteger(sent.from?.id);
  return isPrivate && !sent.from?.is_bot ? sent.from : undefined;
}
