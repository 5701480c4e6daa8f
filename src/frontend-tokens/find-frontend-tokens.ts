import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { type FrontendToken, TOKEN_COLUMNS, toFrontendToken } from './frontend-token.ts';
import { isAlive } from './is-alive.ts';

/** A list for people. A reseller with many keys may have more, and finds each of them by its id. */
const MAX_LISTED = 1_000;

/** The reseller's tokens that are alive, the newest first: all of them, up to a thousand. */
export async function listFrontendTokens(db: Sql, resellerId: number, now: Date): Promise<FrontendToken[]> {
  const rows = await aliveTokens(db, resellerId, now)
    .orderBy('frontend_tokens.id', 'desc')
    .limit(sql.lit(MAX_LISTED))
    .execute();
  return rows.map(toFrontendToken);
}

/** One of the reseller's tokens; undefined when there is none of that id that is alive. */
export async function findFrontendToken(
  db: Sql,
  { resellerId, id }: { resellerId: number; id: number },
  now: Date,
): Promise<FrontendToken | undefined> {
  const row = await aliveTokens(db, resellerId, now).where('frontend_tokens.id', '=', id).executeTakeFirst();
  return row && toFrontendToken(row);
}

function aliveTokens(db: Sql, resellerId: number, now: Date) {
  return db
    .selectFrom('frontend_tokens')
    .leftJoin('api_keys', 'api_keys.id', 'frontend_tokens.key_id')
    .select(TOKEN_COLUMNS)
    .where('frontend_tokens.reseller_id', '=', resellerId)
    .where((eb) => isAlive(eb, now));
}
