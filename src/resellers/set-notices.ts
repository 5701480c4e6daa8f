import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';

/**
 * Sets which kinds of notices a reseller is sent, besides that of a low balance. Facts of before are not told
 * of.
 */
export async function setNotices(
  db: Sql,
  { resellerId, kinds }: { resellerId: number; kinds: readonly string[] },
): Promise<void> {
  await db
    .updateTable('resellers')
    .set({ notices: sql<string[]>`${[...kinds]}::text[]` })
    .where('id', '=', resellerId)
    .execute();
}
