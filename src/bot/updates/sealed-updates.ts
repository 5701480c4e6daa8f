import { sealedValues } from '../../kit/sealed-values.ts';
import { identityOf } from './inbox.ts';

/** The updates that have not taken effect yet. */
export const SEALED_UPDATES = sealedValues({
  table: 'bot_updates',
  select: (db) => db.selectFrom('bot_updates'),
  update: (db) => db.updateTable('bot_updates'),
  column: 'sealed',
  key: { update_id: 'bigint' },
  identityOf: ({ update_id }) => identityOf(update_id),
});
