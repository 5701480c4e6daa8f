import type { Notifier } from '../../billing/notices.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Database } from '../../kit/database.ts';
import type { Vault } from '../../kit/vault.ts';
import { toMessages } from '../outgoing/outbox.ts';
import { lockPersonOf, savePerson } from '../people/people.ts';
import { textsIn } from '../texts/texts.ts';

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
      if (notice.kind !== 'low_balance') return fallback.send(notice);
      const isWritten = await database.inTransaction(async (tx) => {
        const person = await lockPersonOf(tx, notice.resellerId);
        if (!person || person.isBlocked) return false;
        const text = textsIn(person.language).lowBalance(notice.balance, notice.thresholdUsd);
        const payload = { chat_id: person.userId, text: text.text, parse_mode: 'HTML' };
        const messages = toMessages(vault, person, [{ method: 'sendMessage', payload }]);
        await savePerson(tx, person, messages, clock.now());
        return true;
      });
      if (isWritten) onWritten();
      else await fallback.send(notice);
    },
  };
}
