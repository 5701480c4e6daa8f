import { InlineKeyboard } from 'grammy';
import type { Notice, Notifier } from '../../billing/notices.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Vault } from '../../kit/vault.ts';
import { orderButton } from '../dialogues/orders/order-button.ts';
import { type Message, writeMessages } from '../outgoing/write-messages.ts';
import { lockPeopleOf } from '../people/people.ts';
import { type Texts, textsIn } from '../texts/texts.ts';

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
