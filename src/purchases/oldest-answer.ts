import type { NotNull } from 'kysely';
import type { Sql } from '../kit/database.ts';
import type { Sealed } from '../kit/vault.ts';
import { answerIdentity } from './idempotency.ts';

/** Of the kept answers, the one that was encrypted first. */
export async function findOldestAnswer(db: Sql): Promise<Sealed | undefined> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['reseller_id', 'key', 'answer'])
    .where('answer', 'is not', null)
    .$narrowType<{ answer: NotNull }>()
    .orderBy('created_at')
    .orderBy('reseller_id')
    .orderBy('key')
    .limit(1)
    .executeTakeFirst();
  return (
    row && { sealed: row.answer, identity: answerIdentity({ resellerId: row.reseller_id, key: row.key }) }
  );
}
