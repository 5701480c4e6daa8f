import type { Sql } from '../../kit/database.ts';
import { insertSelect } from '../../kit/statement.ts';
import { hashOfSecret } from '../../kit/vault.ts';
import { ResellerNotFoundError } from '../../resellers/errors.ts';
import { newSecret } from '../../sessions/sign-in.ts';

/** Too many values to guess one within its hour. */
const CODE_BYTES = 16;
const CODE_LIFETIME_MS = 3_600_000;

/**
 * Makes a code by which a Telegram user is bound to a reseller, once, by sending `/start link_CODE` to the
 * bot. It is known only here: its hash is stored. Throws InvalidRequestError when there is no such reseller.
 */
export async function createLinkCode(
  db: Sql,
  { resellerId, at }: { resellerId: number; at: Date },
): Promise<{ code: string; expiresAt: Date }> {
  const code = newSecret(CODE_BYTES);
  const expiresAt = new Date(at.getTime() + CODE_LIFETIME_MS);
  const row = await insertSelect(
    db.insertInto('bot_link_codes'),
    db.selectFrom('resellers').where('id', '=', resellerId),
    ({ ref, val }) => ({ hash: val(hashOfSecret(code)), reseller_id: ref('id'), expires_at: val(expiresAt) }),
  )
    .returning('reseller_id')
    .executeTakeFirst();
  if (!row) throw new ResellerNotFoundError(resellerId);
  return { code, expiresAt };
}

/**
 * Uses a code up and unbinds whoever had its reseller before; the caller binds the user. Undefined when there
 * is no such code, or it has expired.
 */
export async function bindByCode(
  tx: Sql,
  { code, userId, now }: { code: string; userId: number; now: Date },
): Promise<{ id: number; name: string } | undefined> {
  const used = await tx
    .deleteFrom('bot_link_codes')
    .where('hash', '=', hashOfSecret(code))
    .where('expires_at', '>', now)
    .returning('reseller_id')
    .executeTakeFirst();
  if (!used) return undefined;
  await tx
    .updateTable('bot_people')
    .set({ reseller_id: null })
    .where('reseller_id', '=', used.reseller_id)
    .where('user_id', '<>', userId)
    .execute();
  return tx
    .selectFrom('resellers')
    .select(['id', 'name'])
    .where('id', '=', used.reseller_id)
    .executeTakeFirst();
}

export async function deleteOldLinkCodes(db: Sql, now: Date): Promise<void> {
  await db.deleteFrom('bot_link_codes').where('expires_at', '<=', now).execute();
}
