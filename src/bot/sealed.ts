import type { Sql } from '../kit/database.ts';
import { type SealedValues, sealedValues } from '../kit/sealed-values.ts';
import type { Vault } from '../kit/vault.ts';
import { deleteMessage, messageIdentity } from './outgoing/outbox.ts';
import { dropUpdate, updateIdentity } from './updates/inbox.ts';

/**
 * Drops what the bot has received and not handled, and what it has not sent, where no key opens it: what came
 * later would wait for it. Returns how many of each. May be repeated.
 */
export async function dropUnreadable(db: Sql, vault: Vault) {
  const dropAll = async <Place>(values: SealedValues<Place>, drop: (place: Place) => Promise<unknown>) => {
    let dropped = 0;
    for await (const places of values.findUnreadable(db, vault)) {
      for (const place of places) await drop(place);
      dropped += places.length;
    }
    return dropped;
  };
  return {
    updates: await dropAll(SEALED_UPDATES, ({ update_id }) => dropUpdate(db, update_id)),
    messages: await dropAll(SEALED_MESSAGES, ({ user_id, number }) =>
      deleteMessage(db, { userId: user_id, number }),
    ),
  };
}

export const SEALED_MESSAGES = sealedValues({
  table: 'bot_messages',
  select: (db) => db.selectFrom('bot_messages'),
  update: (db) => db.updateTable('bot_messages'),
  column: 'sealed',
  key: { user_id: 'bigint', number: 'bigint' },
  identityOf: ({ user_id: userId, number }) => messageIdentity({ userId, number }),
});

export const SEALED_UPDATES = sealedValues({
  table: 'bot_updates',
  select: (db) => db.selectFrom('bot_updates'),
  update: (db) => db.updateTable('bot_updates'),
  column: 'sealed',
  key: { update_id: 'bigint' },
  identityOf: ({ update_id }) => updateIdentity(update_id),
});
