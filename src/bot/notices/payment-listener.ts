import { InlineKeyboard } from 'grammy';
import type { Clock } from '../../kit/clock.ts';
import type { Sql } from '../../kit/database.ts';
import type { Vault } from '../../kit/vault.ts';
import type { Payment } from '../../payments/payment.ts';
import type { PaymentListener } from '../../payments/provider.ts';
import { noteUnexpected } from '../alerts/alerts.ts';
import { writeMessages } from '../outgoing/write-messages.ts';
import { lockPeopleOf, lockPersonOf } from '../people/people.ts';
import type { Html } from '../texts/html.ts';
import { type Texts, textsIn } from '../texts/texts.ts';

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
