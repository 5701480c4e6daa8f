import { InlineKeyboard } from 'grammy';
import type { Notice, Notifier } from '../../billing/notices.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Database } from '../../kit/database.ts';
import type { Vault } from '../../kit/vault.ts';
import { orderButton } from '../dialogues/orders/order-button.ts';
import { writeMessages } from '../outgoing/write-messages.ts';
import { lockPersonOf } from '../people/people.ts';
import { type Texts, textsIn } from '../texts/texts.ts';

/** Writes notices to the outbox of the bot; to resellers without a chat `fallback` sends them. */
export function botNotifier({
  database,
  vault,
  clock,
  fallback,
  onWritten,
}: {
  database: Database;
  vault: Vault;
  clock: Clock;
  fallback: Notifier;
  onWritten: () => void;
}): Notifier {
  return {
    async send(notice) {
      const isWritten = await database.inTransaction(async (tx) => {
        const person = await lockPersonOf(tx, notice.resellerId);
        if (!person || person.isBlocked) return false;
        const texts = textsIn(person.language);
        const message = { text: texts.notices.text(notice), buttons: buttonFor(notice, texts) };
        await writeMessages(tx, { vault, clock }, person, [message]);
        return true;
      });
      if (isWritten) onWritten();
      else await fallback.send(notice);
    },
  };
}

/** The button of the order that the notice is about. */
function buttonFor(notice: Notice, { orders: { buttons } }: Texts): InlineKeyboard | undefined {
  if (notice.kind !== 'order_ends' && notice.kind !== 'traffic_used') return undefined;
  const label = notice.kind === 'order_ends' ? buttons.renew : buttons.addTraffic;
  return InlineKeyboard.from([[InlineKeyboard.text(label, orderButton('extend', notice.orderId))]]);
}
