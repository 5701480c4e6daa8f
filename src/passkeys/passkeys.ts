import type { Sql } from '../kit/database.ts';
import { DomainError } from '../kit/errors.ts';
import { statement } from '../kit/statement.ts';
import { SignInRefusedError } from '../sessions/sessions.ts';

export interface Passkey {
  id: number;
  name: string;
  createdAt: Date;
  /** When it last signed somebody in; null when it has not yet. */
  lastUsedAt: Date | null;
}

/** The passkeys of any number of resellers in one statement, by reseller, the oldest first. */
export async function listPasskeys(db: Sql, resellerIds: readonly number[]): Promise<Map<number, Passkey[]>> {
  const rows = await selectPasskeys(db, { resellerIds });
  return Map.groupBy(rows, ({ resellerId }) => resellerId);
}

const selectPasskeys = statement<{ resellerIds: readonly number[] }>()((db, { resellerIds }) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'reseller_id as resellerId', 'name'])
    .select(['created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where(({ eb, fn }) => eb('reseller_id', '=', fn.any(resellerIds)))
    .orderBy('id'),
);

/**
 * Removes a passkey: it signs nobody in any more. The sessions that it has begun go on until they are ended.
 * Throws PasskeyNotFoundError when the reseller has no such passkey.
 */
export async function removePasskey(
  db: Sql,
  { resellerId, passkeyId }: { resellerId: number; passkeyId: number },
): Promise<void> {
  const removed = await db
    .deleteFrom('passkeys')
    .where('reseller_id', '=', resellerId)
    .where('id', '=', passkeyId)
    .returning('id')
    .executeTakeFirst();
  if (!removed) throw new PasskeyNotFoundError();
}

/** Removes all passkeys of the reseller, and returns how many they were. */
export async function removePasskeys(tx: Sql, resellerId: number): Promise<number> {
  const own = tx.deleteFrom('passkeys').where('reseller_id', '=', resellerId);
  return (await own.returning('id').execute()).length;
}

/**
 * What is told of every response that is not accepted. It does not say which check has failed: only somebody
 * who forges responses would learn from it.
 */
export function passkeyRefused(): SignInRefusedError {
  return new SignInRefusedError(
    'This passkey was not accepted: it may have been removed, or the browser took over 5 minutes to answer. Try again, or sign in by a link.',
  );
}

export class PasskeyNotFoundError extends DomainError {
  readonly code = 'passkey_not_found';

  constructor() {
    super('There is no such passkey; it may have been removed already.');
  }
}
