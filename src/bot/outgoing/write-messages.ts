import type { InlineKeyboard } from 'grammy';
import type { Clock } from '../../kit/clock.ts';
import type { Sql } from '../../kit/database.ts';
import type { Vault } from '../../kit/vault.ts';
import { type Person, savePeople } from '../people/people.ts';
import type { Call } from '../telegram/client.ts';
import type { Html } from '../texts/html.ts';
import { toMessages } from './outbox.ts';

/** A text that comes as a file. */
export interface TextFile {
  name: string;
  text: string;
  caption: Html;
}

export type Message = { text: Html; buttons?: InlineKeyboard | undefined } | TextFile;

/** The call that sends a file. */
export function fileCall(chatId: number, { name, text, caption }: TextFile): Call {
  return {
    method: 'sendDocument',
    payload: { chat_id: chatId, caption: caption.text, parse_mode: 'HTML' },
    file: { field: 'document', name, text },
  };
}

/**
 * Writes messages that answer no update to the outbox, for people or chats that the transaction has locked.
 */
export function writeMessages(
  tx: Sql,
  { vault, clock }: { vault: Vault; clock: Clock },
  told: readonly { person: Person; messages: readonly Message[] }[],
): Promise<void> {
  const people = told.map(({ person, messages }) => {
    const calls = messages.map((message) => callOf(person.userId, message));
    return { person, messages: toMessages(vault, person, calls) };
  });
  return savePeople(tx, people, clock.now());
}

function callOf(userId: number, message: Message): Call {
  if ('caption' in message) return fileCall(userId, message);
  const { text, buttons } = message;
  const payload = { chat_id: userId, text: text.text, parse_mode: 'HTML', reply_markup: buttons };
  return { method: 'sendMessage', payload };
}
