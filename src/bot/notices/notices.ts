import { InlineKeyboard } from 'grammy';
import type { Notice, Notifier } from '../../billing/notices.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Vault } from '../../kit/vault.ts';
import { orderButton } from '../orders/order.ts';
import { type Message, writeMessages } from '../outgoing/outbox.ts';
import { lockPeopleOf, lockPersonOf } from '../people/people.ts';
import { type Texts, textsIn } from '../texts/texts.ts';
import type { Sql } from '../../kit/database.ts';
import type { Payment } from '../../payments/payment.ts';
import type { PaymentListener } from '../../payments/provider.ts';
import { noteUnexpected } from '../alerts.ts';
import type { Html } from '../texts/html.ts';

/** Writes notices to the outbox of the bot; those to resellers without a chat are for `fallback`. */
export function botNotifier({
  vault,
  clock,
  fallback,
  onWritten,
}: {
  vault: Vault;
  clock: Clock;
  fallback: Notifier;
  onWritten: () => void;
}): Notifier {
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

function messageOf(notice: Notice, texts: Texts): Message {
  return { text: texts.notices.text(notice), buttons: buttonFor(notice, texts) };
}

/** The button of the order that the notice is about. */
function buttonFor(notice: Notice, { orders: { buttons } }: Texts): InlineKeyboard | undefined {
  if (notice.kind !== 'order_ends' && notice.kind !== 'traffic_used') return undefined;
  const label = notice.kind === 'order_ends' ? buttons.renew : buttons.addTraffic;
  return InlineKeyboard.from([[InlineKeyboard.text(label, orderButton('extend', notice.orderId))]]);
}

/**
 * Writes what becomes of payments to the outbox, in the transactions in which it becomes so: for whoever has
 * asked for the payment, while the account is theirs.
 */
export function botPaymentListener({
  vault,
  clock,
  onWritten,
}: {
  vault: Vault;
  clock: Clock;
  /** Called before the transaction is committed: the outbox is also read from time to time. */
  onWritten: () => void;
}): PaymentListener {
  async function tell(
    tx: Sql,
    { resellerId, chatId }: Payment,
    text: (texts: Texts) => Html,
    buttons?: (texts: Texts) => InlineKeyboard,
  ): Promise<void> {
    const person = chatId === null ? undefined : await lockPersonOf(tx, resellerId);
    // The account may have been bound to another person since.
    if (person?.userId !== chatId || person.isBlocked) return;
    const texts = textsIn(person.language);
    const messages = [{ text: text(texts), buttons: buttons?.(texts) }];
    await writeMessages(tx, { vault, clock }, [{ person, messages }]);
    onWritten();
  }

  return {
    lock: async (tx, resellerIds) => void (await lockPeopleOf(tx, resellerIds)),
    ready: (tx, payment) =>
      tell(
        tx,
        payment,
        (texts) => texts.invoice(payment.amount, payment.expiresAt),
        (texts) => InlineKeyboard.from([[InlineKeyboard.url(texts.buttons.pay, payment.payUrl ?? '')]]),
      ),
    credited: (tx, payment) => tell(tx, payment, (texts) => texts.credited(payment.amount)),
    failed: (tx, payment) => tell(tx, payment, (texts) => texts.noInvoice(payment.provider, payment.amount)),
    unexpected: noteUnexpected,
    refunded: (tx, payment) => tell(tx, payment, (texts) => texts.refunded(payment.amount, payment.stars)),
  };
}
