import { sealedValues } from '../../kit/sealed-values.ts';
import { identityOf } from './outbox.ts';

/** The calls of Telegram that wait to be made. */
export const SEALED_MESSAGES = sealedValues({
  table: 'bot_messages',
  select: (db) => db.selectFrom('bot_messages'),
  update: (db) => db.updateTable('bot_messages'),
  column: 'sealed',
  key: { user_id: 'bigint', number: 'bigint' },
  identityOf: ({ user_id: userId, number }) => identityOf({ userId, number }),
});
