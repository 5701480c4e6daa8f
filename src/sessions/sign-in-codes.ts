import type { Database, Sql } from '../kit/database.ts';
import { hashOfSecret } from '../kit/vault.ts';
import { ResellerNotFoundError } from '../resellers/errors.ts';
import { newSecret } from './secrets.ts';

/** Too many values to guess one within its 15 minutes, at whatever rate. */
const CODE_BYTES = 16;
/** How long a code works: it is used at once, and in a chat or a terminal others may see it later. */
const CODE_LIFETIME_MS = 15 * 60_000;

export interface SignInCode {
  /** Returned only here, because only its hash is stored. */
  code: string;
  expiresAt: Date;
}

/**
 * Makes a code by which a person signs in to the console as a reseller, once. Throws InvalidRequestError when
 * there is no such reseller.
 */
export async function createSignInCode(
  database: Database,
  { resellerId, at }: { resellerId: number; at: Date },
): Promise<SignInCode> {
  const code = newSecret(CODE_BYTES);
  const expiresAt = new Date(at.getTime() + CODE_LIFETIME_MS);
  await database.inTransaction(async (tx) => {
    const reseller = await tx
      .selectFrom('resellers')
      .select('id')
      .where('id', '=', resellerId)
      .executeTakeFirst();
    if (!reseller) throw new ResellerNotFoundError(resellerId);
    const row = { hash: hashOfSecret(code), reseller_id: resellerId, expires_at: expiresAt };
    await tx.insertInto('sign_in_codes').values(row).execute();
  });
  return { code, expiresAt };
}

export async function deleteOldCodes(db: Sql, now: Date): Promise<void> {
  await db.deleteFrom('sign_in_codes').where('expires_at', '<=', now).execute();
}
