import { sql } from 'kysely';
import type { Database, Sql } from '../kit/database.ts';

/** Which tokens of a reseller: these, those that one key made, or all. */
type Revoked = { tokenIds: readonly number[] } | { keyId: number } | 'all';

/**
 * Ends tokens of the reseller, from the next request on; open sockets and streams end within two seconds.
 * Returns the ids of those that it has ended, without those that were not there.
 */
export async function revokeFrontendTokens(
  database: Database,
  resellerId: number,
  revoked: Revoked,
): Promise<number[]> {
  const rows = await database.inTransaction((tx) =>
    tx
      .deleteFrom('frontend_tokens')
      .where('reseller_id', '=', resellerId)
      .where((eb) => {
        if (revoked === 'all') return eb.lit(true);
        if ('keyId' in revoked) return eb('key_id', '=', revoked.keyId);
        return eb('id', '=', sql<number>`any (${revoked.tokenIds}::bigint[])`);
      })
      .returning('id')
      .execute(),
  );
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

/** Ends all tokens of the reseller, or of all resellers, and returns how many they were. */
export async function endFrontendTokens(tx: Sql, resellerId?: number): Promise<number> {
  const owner = resellerId === undefined ? {} : { reseller_id: resellerId };
  const tokens = tx.deleteFrom('frontend_tokens').where((eb) => eb.and(owner));
  return (await tokens.returning('id').execute()).length;
}
