import { type Expression, type ExpressionBuilder, type Nullable, type SqlBool, sql } from 'kysely';
import type { Database, Sql } from '../kit/database.ts';
import { deleteOld } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import type { FrontendRight } from '../resellers/entities.ts';

/** How every token begins, and no API key. */
export const TOKEN_PREFIX = 'prt_';

export function isFrontendToken(secret: string): boolean {
  return secret.startsWith(TOKEN_PREFIX);
}

/** A frontend token that is alive. Its secret is kept nowhere. */
export interface FrontendToken {
  id: number;
  /** `prt_` and four characters, by which its owner recognises it. */
  prefix: string;
  /** The API key that made it; null when a session of the console did. */
  keyId: number | null;
  orderIds: number[];
  rights: FrontendRight[];
  /** Origins of pages, as browsers send them in `Origin`. */
  origins: string[];
  createdAt: Date;
  expiresAt: Date;
}

/**
 * A list for people, as long as a page of orders. A reseller may have more, and finds each of them by its id.
 */
export const MAX_LISTED = 200;

/** The reseller's tokens that are alive, the newest first: all of them, up to MAX_LISTED. */
export async function listFrontendTokens(db: Sql, resellerId: number, now: Date): Promise<FrontendToken[]> {
  return await aliveTokens(db, resellerId, now)
    .orderBy('frontend_tokens.id', 'desc')
    .limit(sql.lit(MAX_LISTED))
    .execute();
}

/** The reseller's tokens that are alive and have these ids, in any order. */
export async function findFrontendTokens(
  db: Sql,
  { resellerId, ids }: { resellerId: number; ids: readonly number[] },
  now: Date,
): Promise<FrontendToken[]> {
  return await aliveTokens(db, resellerId, now)
    .where(({ eb, fn, val }) => eb('frontend_tokens.id', '=', fn.any(val([...ids]))))
    .execute();
}

function aliveTokens(db: Sql, resellerId: number, now: Date) {
  return db
    .selectFrom('frontend_tokens')
    .leftJoin('api_keys', 'api_keys.id', 'frontend_tokens.key_id')
    .select([
      'frontend_tokens.id',
      'frontend_tokens.prefix',
      'frontend_tokens.key_id as keyId',
      'frontend_tokens.order_ids as orderIds',
      'frontend_tokens.rights',
      'frontend_tokens.origins',
      'frontend_tokens.created_at as createdAt',
      'frontend_tokens.expires_at as expiresAt',
    ])
    .where('frontend_tokens.reseller_id', '=', resellerId)
    .where(isAlive(now));
}

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
        return eb('id', '=', eb.fn.any(eb.val([...revoked.tokenIds])));
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

/**
 * Deletes tokens that have expired, at most a thousand, and returns how many they were. Nothing depends on
 * when this is done: an expired token is refused, and is neither listed nor counted.
 */
export function deleteExpiredTokens(db: Sql, now: Date): Promise<number> {
  const expired = db.selectFrom('frontend_tokens').select('id').where('expires_at', '<=', now);
  return deleteOld(db.deleteFrom('frontend_tokens'), 'id', expired.orderBy('expires_at'));
}

interface Joined extends Pick<Tables, 'frontend_tokens'> {
  api_keys: Nullable<Tables['api_keys']>;
}

/**
 * Whether a token is alive, in a statement that joins its key, if it has one: it has not expired, and the
 * secret that has made it works. Its key was neither reissued nor disabled since, both of which raise the
 * key's revision, or it was reissued and the old secret goes on working.
 */
export function isAlive(now: Date | Expression<Date>) {
  return ({ ref }: Pick<ExpressionBuilder<Joined, 'frontend_tokens' | 'api_keys'>, 'ref'>) =>
    sql<SqlBool>`${ref('frontend_tokens.expires_at')} > ${now}::timestamptz
      and (${ref('frontend_tokens.key_revision')} is not distinct from ${ref('api_keys.revision')}
        or (${ref('frontend_tokens.key_revision')} = ${ref('api_keys.old_revision')}
          and ${ref('api_keys.old_until')} > ${now}::timestamptz))`;
}
