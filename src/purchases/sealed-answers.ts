import { sealedValues } from '../kit/sealed-values.ts';
import { answerIdentity } from './idempotency.ts';

/** The answers that are kept for retries. */
export const SEALED_ANSWERS = sealedValues({
  table: 'idempotency_keys',
  select: (db) => db.selectFrom('idempotency_keys'),
  update: (db) => db.updateTable('idempotency_keys'),
  column: 'answer',
  key: { reseller_id: 'bigint', key: 'text' },
  identityOf: ({ reseller_id: resellerId, key }) => answerIdentity({ resellerId, key }),
});
