import type { Database, Sql } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { hashOfSecret } from '../kit/vault.ts';
import { OrderNotFoundError } from '../orders/errors.ts';
import { findOwnOrders } from '../orders/order.ts';
import { displayPrefix, newSecret } from '../resellers/api-key.ts';
import { checkNewToken, type NewFrontendToken } from './check-new-token.ts';
import { FrontendTokenEntity } from './entities.ts';
import { type FrontendToken, TOKEN_PREFIX } from './frontend-token.ts';
import { isAlive } from './is-alive.ts';

/**
 * Tokens of one key, or of all sessions of a reseller, that are alive at once: a page for each of a thousand
 * customers. A program that makes one for every page view and never lets go of it is stopped here.
 */
export const MAX_ALIVE = 1_000;

/** Who makes a token. */
export interface TokenMaker {
  resellerId: number;
  /** The key as it was when the request was admitted; undefined for a session of the console. */
  key: { id: number; revision: number } | undefined;
}

export interface CreatedFrontendToken {
  token: FrontendToken;
  /** The token itself. It is returned only here, because only its hash is stored. */
  secret: string;
}

/**
 * Creates a token for some orders of the reseller. A key that was reissued or disabled after the request was
 * admitted makes a token that is dead from the beginning. Throws InvalidRequestError when something is wrong
 * with what is wanted or the maker has MAX_ALIVE tokens, and OrderNotFoundError for the first order that is
 * not the reseller's.
 */
export async function createFrontendToken(
  database: Database,
  maker: TokenMaker,
  wanted: NewFrontendToken,
  at: Date,
): Promise<CreatedFrontendToken> {
  const { expiresInSeconds, ...scope } = checkNewToken(wanted);
  const { resellerId, key } = maker;
  await assertOwn(database.sql, resellerId, scope.orderIds, at);
  const secret = newSecret(TOKEN_PREFIX);
  return database.inUnitOfWork(async (em, tx) => {
    await lockMaker(tx, maker);
    if ((await countAlive(tx, maker, at)) >= MAX_ALIVE) {
      const whose = key ? 'This API key' : 'The console';
      throw new InvalidRequestError(
        `${whose} has ${MAX_ALIVE} frontend tokens that are alive; revoke some, or let them expire sooner.`,
      );
    }
    const token = em.create(FrontendTokenEntity, {
      ...scope,
      resellerId,
      keyId: key?.id ?? null,
      keyRevision: key?.revision ?? null,
      hash: hashOfSecret(secret),
      prefix: displayPrefix(secret),
      createdAt: at,
      expiresAt: new Date(at.getTime() + expiresInSeconds * 1_000),
    });
    await em.persist(token).flush();
    const { id, prefix, keyId, createdAt, expiresAt } = token;
    return { token: { ...scope, id, prefix, keyId: keyId ?? null, createdAt, expiresAt }, secret };
  });
}

async function assertOwn(db: Sql, resellerId: number, orderIds: number[], now: Date): Promise<void> {
  const own = new Set((await findOwnOrders(db, { resellerId, orderIds }, now)).map(({ id }) => id));
  const foreign = orderIds.find((id) => !own.has(id));
  if (foreign !== undefined) throw new OrderNotFoundError(foreign);
}

/**
 * Locks the row of the key, or of the reseller for a session, until the transaction ends: of two requests
 * that find room for one more token, the second counts the token of the first. The lock keeps no request from
 * being admitted.
 */
async function lockMaker(tx: Sql, { resellerId, key }: TokenMaker): Promise<void> {
  await (key
    ? tx.selectFrom('api_keys').select('id').where('id', '=', key.id).forNoKeyUpdate().execute()
    : tx.selectFrom('resellers').select('id').where('id', '=', resellerId).forNoKeyUpdate().execute());
}

async function countAlive(tx: Sql, { resellerId, key }: TokenMaker, now: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('frontend_tokens')
    .leftJoin('api_keys', 'api_keys.id', 'frontend_tokens.key_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('frontend_tokens.reseller_id', '=', resellerId)
    .where('frontend_tokens.key_id', 'is not distinct from', key?.id ?? null)
    .where(isAlive(now))
    .executeTakeFirstOrThrow();
  return count;
}
