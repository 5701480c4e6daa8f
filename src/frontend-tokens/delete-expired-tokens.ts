import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';

/** Rows that one statement deletes. */
const BATCH_SIZE = 1_000;

/**
 * Deletes tokens that have expired, at most a thousand, and returns how many they were. Nothing depends on
 * when this is done: an expired token is refused, and is neither listed nor counted.
 */
export async function deleteExpiredTokens(db: Sql, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('frontend_tokens')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('frontend_tokens')
        .select('id')
        .where('expires_at', '<=', now)
        .orderBy('expires_at')
        .limit(sql.lit(BATCH_SIZE))
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
