import type { Sql } from '../kit/database.ts';
import type { SealedValues } from '../kit/sealed-values.ts';
import type { Vault } from '../kit/vault.ts';
import { deleteMessage } from './outgoing/outbox.ts';
import { SEALED_MESSAGES } from './outgoing/sealed-messages.ts';
import { dropUpdate } from './updates/inbox.ts';
import { SEALED_UPDATES } from './updates/sealed-updates.ts';

/** How many were dropped. */
export interface Dropped {
  updates: number;
  messages: number;
}

/**
 * Drops what the bot has received and not handled, and what it has not sent, where no key opens it: what came
 * later would wait for it. May be repeated.
 */
export async function dropUnreadable(db: Sql, vault: Vault): Promise<Dropped> {
  const dropAll = async <Place>(values: SealedValues<Place>, drop: (place: Place) => Promise<void>) => {
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
