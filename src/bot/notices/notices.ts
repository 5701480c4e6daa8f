import { InlineKeyboard } from 'grammy';
import type { Notice, Notifier } from '../../billing/notices.ts';
import type { CatalogCache } from '../../catalog/catalog.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Database, Sql } from '../../kit/database.ts';
import type { Vault } from '../../kit/vault.ts';
import type { Payment } from '../../payments/payment.ts';
import type { PaymentListener } from '../../payments/provider.ts';
import { endUnshownPayment } from '../../payments/unpaid-payments.ts';
import { noteUnexpected } from '../alerts.ts';
import { AGAIN, ORDER } from '../dialogues/buttons.ts';
import { receiptOf } from '../dialogues/offer.ts';
import { type BotMessage, type Buttons, writeMessages } from '../outgoing/outbox.ts';
import { lockChat, lockPeopleOf, lockPersonOf, type Person, readLanguage } from '../people/people.ts';
import { type ApiCall, type TelegramClient, TelegramError } from '../telegram/client.ts';
import { type Texts, textsIn } from '../texts/texts.ts';

interface Writing {
  vault: Vault;
  clock: Clock;
  /** Called when there is something to send. The outbox is also read from time to time. */
  onWritten: () => void;
}

/** Writes notices to the outbox of the bot; those to resellers without a chat are for `fallback`. */
export function botNotifier({ vault, clock, onWritten }: Writing, fallback: Notifier): Notifier {
  return {
    async write(tx, notices) {
      const byReseller = Map.groupBy(notices, ({ resellerId }) => resellerId);
      const people = (await lockPeopleOf(tx, [...byReseller.keys()])).filter(({ isBlocked }) => !isBlocked);
      const told = people.map((person) => {
        const texts = textsIn(person.language);
        const own = byReseller.get(person.resellerId ?? 0) ?? [];
        return { person, messages: own.map((notice) => messageOf(notice, texts)) };
      });
      if (told.length > 0) await writeMessages(tx, { vault, clock }, told);
      const reached = new Set(people.map(({ resellerId }) => resellerId));
      const others = notices.filter(({ resellerId }) => !reached.has(resellerId));
      const announceOthers = others.length > 0 ? await fallback.write(tx, others) : () => {};
      return () => {
        if (told.length > 0) onWritten();
        announceOthers();
      };
    },
  };
}

function messageOf(notice: Notice, texts: Texts): BotMessage {
  return { text: texts.message(`notice-${notice.kind}`, notice), buttons: buttonFor(notice, texts) };
}

/** The button of the order that the notice is about. */
function buttonFor(notice: Notice, texts: Texts): Buttons | undefined {
  if (notice.kind !== 'order_ends' && notice.kind !== 'traffic_used') return undefined;
  if ('renewable' in notice && !notice.renewable)
    return [[AGAIN.button(texts.label('button-same-again'), notice.orderId)]];
  const label = texts.label(notice.kind === 'order_ends' ? 'button-renew' : 'button-add-traffic');
  return [[ORDER.button(label, 'extend', notice.orderId)]];
}

/**
 * Writes what becomes of payments to the outbox, in the transactions in which it becomes so: for whoever has
 * asked for the payment, while the account is theirs.
 */
export function botPaymentListener({
  vault,
  clock,
  catalog,
  onWritten,
}: Writing & { catalog: CatalogCache }): PaymentListener {
  async function tell(
    tx: Sql,
    { resellerId, chatId }: Payment,
    say: (given: { texts: Texts; person: Person }) => BotMessage | Promise<BotMessage>,
  ): Promise<void> {
    const person = chatId === null ? undefined : await lockPersonOf(tx, resellerId);
    // The account may have been bound to another person since.
    if (person?.userId !== chatId || person.isBlocked) return;
    const messages = [await say({ texts: textsIn(person.language), person })];
    await writeMessages(tx, { vault, clock }, [{ person, messages }]);
    onWritten();
  }

  return {
    lock: async (tx, resellerIds) => void (await lockPeopleOf(tx, resellerIds)),
    ready: (tx, payment) =>
      tell(tx, payment, ({ texts }) => ({
        text: texts.message('invoice', { amount: payment.amount, until: payment.expiresAt }),
        buttons: [[InlineKeyboard.url(texts.label('button-pay'), payment.payUrl ?? '')]],
      })),
    credited: (tx, payment) =>
      tell(tx, payment, ({ texts, person }) => {
        const ctx = { texts, catalog: () => catalog.read(person) };
        return receiptOf(tx, ctx, payment, { resellerId: payment.resellerId, now: clock.now() });
      }),
    failed: (tx, payment) =>
      tell(tx, payment, ({ texts }) => ({
        text: texts.message('no-invoice', { provider: payment.provider, amount: payment.amount }),
      })),
    unexpected: noteUnexpected,
    refunded: (tx, payment) =>
      tell(tx, payment, ({ texts }) => ({ text: texts.refunded(payment.amount, payment.stars) })),
  };
}

/** Ends the payment of an invoice that Telegram has refused, and tells the person. May be repeated. */
export async function endRefusedInvoice(
  database: Database,
  listener: PaymentListener,
  { method, payload }: ApiCall,
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
  { method, payload }: ApiCall,
): Promise<void> {
  if (method !== 'deleteMessage') return;
  const { chat_id: chatId, message_id } = payload as { chat_id: number; message_id: number };
  const texts = textsIn(await readLanguage(database.sql, chatId));
  const emptied = { chat_id: chatId, message_id, text: texts.message('emptied').text, parse_mode: 'HTML' };
  try {
    await client.call({ method: 'editMessageText', payload: emptied });
  } catch (error) {
    if (!(error instanceof TelegramError) || error.isPassing || error.isBlocked) throw error;
    if (error.isUnchanged || error.isGone) return;
    await database.inTransaction(async (tx) => {
      const person = await lockChat(tx, chatId, clock.now());
      const told = { person, messages: [{ text: texts.message('not-deleted') }] };
      await writeMessages(tx, { vault, clock }, [told]);
    });
  }
}
