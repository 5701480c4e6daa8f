import type { ChatMemberUpdated, Message, Update, User } from 'grammy/types';
import { isGroup } from '../telegram/chats.ts';

/** The kinds of updates that the bot asks Telegram for. It is told nothing of what is posted in channels. */
export const UPDATE_KINDS = [
  'message',
  'edited_message',
  'callback_query',
  'pre_checkout_query',
  'my_chat_member',
] as const satisfies readonly (keyof Update)[];

/**
 * Who sent an update in their private chat with the bot, or the group in which the bot was added or may be
 * spoken to, as if it were a user; undefined for what came from anywhere else. That Stars went back may be
 * said by the bot itself: it is about the person of the chat.
 */
export function senderOf(update: Update): User | undefined {
  const { message, edited_message: edited, callback_query: press, pre_checkout_query: checkout } = update;
  if (checkout) return checkout.from;
  if (message?.refunded_payment && message.chat?.type === 'private' && Number.isSafeInteger(message.chat.id))
    return { ...message.chat, is_bot: false };
  const member = update.my_chat_member;
  const sent = message ?? edited ?? member ?? (press && { from: press.from, chat: press.message?.chat });
  if (sent?.chat?.type !== 'private') return groupOf(update);
  return Number.isSafeInteger(sent.from?.id) && !sent.from?.is_bot ? sent.from : undefined;
}

function groupOf({ message, my_chat_member: member }: Update): User | undefined {
  const chat = (message ?? member)?.chat;
  if (chat?.type !== 'group' && chat?.type !== 'supergroup') return undefined;
  const isMeant = (message && mayBeMeant(message)) || (member && isAdded(member));
  const isKnown = Number.isSafeInteger(chat.id) && isGroup(chat.id);
  return isKnown && isMeant ? { id: chat.id, is_bot: false, first_name: '' } : undefined;
}

/** Which bot a command names, and to whose message a reply is, is looked at when the update is handled. */
function mayBeMeant({ text, reply_to_message: replied }: Message): boolean {
  return text?.startsWith('/') || replied?.from?.is_bot || false;
}

const GONE: readonly string[] = ['left', 'kicked'];

function isAdded({ old_chat_member: before, new_chat_member: after }: ChatMemberUpdated): boolean {
  return GONE.includes(before?.status) && !GONE.includes(after?.status);
}
