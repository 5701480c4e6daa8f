import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { type FrontendToken, TOKEN_COLUMNS, toFrontendToken } from './frontend-token.ts';
import { isAlive } from './is-alive.ts';

/**
 * A list for people, as long as a page of orders. A reseller may have more, and finds each of them by its id.
 */
export const MAX_LISTED = 200;

/** The reseller's tokens that are alive, the newest first: all of them, up to MAX_LISTED. */
export async function listFrontendTokens(db: Sql, resellerId: number, now: Date): Promise<FrontendToken[]> {
  const rows = await aliveTokens(db, resellerId, now)
    .orderBy('frontend_tokens.id', 'desc')
    .limit(sql.lit(MAX_LISTED))
    .execute();
  return rows.map(toFrontendToken);
}

/** The reseller's tokens that are alive and have these ids, in any order. */
export async function findFrontendTokens(
  db: Sql,
  { resellerId, ids }: { resellerId: number; ids: readonly number[] },
  now: Date,
): Promise<FrontendToken[]> {
  const rows = await aliveTokens(db, resellerId, now)
    .where('frontend_tokens.id', '=', sql<number>`any (${ids}::bigint[])`)
    .execute();
  return rows.map(toFrontendToken);
}

function aliveTokens(db: Sql, resellerId: number, now: Date) {
  return db
    .selectFrom('frontend_tokens')
    .leftJoin('api_keys', 'api_keys.id', 'frontend_tokens.key_id')
    .select(TOKEN_COLUMNS)
    .where('frontend_tokens.reseller_id', '=', resellerId)
    .where(isAlive(now));
}
