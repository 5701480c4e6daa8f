import type { InlineKeyboard } from 'grammy';
import type { Clock } from '../../kit/clock.ts';
import type { Sql } from '../../kit/database.ts';
import type { Vault } from '../../kit/vault.ts';
import { type Person, savePerson } from '../people/people.ts';
import type { Html } from '../texts/html.ts';
import { toMessages } from './outbox.ts';

interface Message {
  text: Html;
  buttons?: InlineKeyboard | undefined;
}

/**
 * Writes messages that answer no update to the outbox, for a person or chat that the transaction has locked.
 */
export function writeMessages(
  tx: Sql,
  { vault, clock }: { vault: Vault; clock: Clock },
  person: Person,
  messages: readonly Message[],
): Promise<void> {
  const calls = messages.map(({ text, buttons }) => ({
    method: 'sendMessage',
    payload: { chat_id: person.userId, text: text.text, parse_mode: 'HTML', reply_markup: buttons },
  }));
  return savePerson(tx, person, toMessages(vault, person, calls), clock.now());
}
