import type { Database } from '../../kit/database.ts';
import type { PaymentListener } from '../../payments/provider.ts';
import { endUnshownPayment } from '../../payments/stars/end-unshown.ts';
import { type Call, type TelegramClient, TelegramError } from '../telegram/client.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Vault } from '../../kit/vault.ts';
import { writeMessages } from '../outgoing/outbox.ts';
import { lockChat, readLanguage } from '../people/people.ts';
import { textsIn } from '../texts/texts.ts';

/** Ends the payment of an invoice that Telegram has refused, and tells the person. May be repeated. */
export async function endRefusedInvoice(
  database: Database,
  listener: PaymentListener,
  { method, payload }: Call,
): Promise<void> {
  if (method !== 'sendInvoice') return;
  const invoice = payload as { payload: string };
  await database.inTransaction((tx) => endUnshownPayment(tx, listener, invoice.payload));
}

/**
 * Takes the text out of a message that Telegram has refused to delete, because it is older than 48 hours: it
 * has a key or a password. Whose message can neither be deleted nor changed is told to delete it. May be
 * repeated. Throws a TelegramError when the call is to be repeated.
 */
export async function emptyUndeleted(
  { database, vault, clock }: { database: Database; vault: Vault; clock: Clock },
  client: TelegramClient,
  { method, payload }: Call,
): Promise<void> {
  if (method !== 'deleteMessage') return;
  const { chat_id: chatId, message_id } = payload as { chat_id: number; message_id: number };
  const texts = textsIn(await readLanguage(database.sql, chatId));
  const emptied = { chat_id: chatId, message_id, text: texts.emptied().text, parse_mode: 'HTML' };
  try {
    await client.call({ method: 'editMessageText', payload: emptied });
  } catch (error) {
    if (!(error instanceof TelegramError) || error.isPassing || error.isBlocked) throw error;
    if (error.isUnchanged || error.isGone) return;
    await database.inTransaction(async (tx) => {
      const person = await lockChat(tx, chatId, clock.now());
      await writeMessages(tx, { vault, clock }, [{ person, messages: [{ text: texts.notDeleted() }] }]);
    });
  }
}
