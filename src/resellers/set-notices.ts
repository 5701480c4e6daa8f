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

/** The kinds that a reseller is sent besides that of a low balance. */
export async function readNotices(db: Sql, resellerId: number): Promise<string[]> {
  const row = await db
    .selectFrom('resellers')
    .select('notices')
    .where('id', '=', resellerId)
    .executeTakeFirstOrThrow();
  return row.notices;
}
