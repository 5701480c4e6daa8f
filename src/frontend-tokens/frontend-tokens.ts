import { type Expression, type ExpressionBuilder, type Nullable, type SqlBool, sql } from 'kysely';
import type { Database, Sql } from '../kit/database.ts';
import { type Flaw, InvalidRequestError, quoted } from '../kit/errors.ts';
import { deleteOld } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import { hashOfSecret } from '../kit/vault.ts';
import { OrderNotFoundError } from '../orders/errors.ts';
import { findOwnOrders } from '../orders/order.ts';
import type { FrontendRight } from '../resellers/entities.ts';
import { UnauthorizedError } from '../resellers/errors.ts';
import { displayPrefix, newSecret } from '../resellers/keys.ts';
import { FrontendTokenEntity } from './entities.ts';

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

/**
 * Tokens of one key, or of all sessions of a reseller, that are alive at once: a page for each of a thousand
 * customers. A program that makes one for every page view and never lets go of it is stopped here.
 */
export const MAX_ALIVE = 1_000;

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
 * with what is wanted, a right that no order has included, or the maker has MAX_ALIVE tokens, and
 * OrderNotFoundError for the first order that is not the reseller's.
 */
export async function createFrontendToken(
  database: Database,
  maker: TokenMaker,
  wanted: NewFrontendToken,
  at: Date,
): Promise<CreatedFrontendToken> {
  const { expiresInSeconds, ...scope } = checkNewToken(wanted);
  const { resellerId, key } = maker;
  const orders = await ownOrders(database.sql, resellerId, scope.orderIds, at);
  if (scope.rights.includes('read_traffic') && orders.every(({ billing }) => billing !== 'per_gb')) {
    const message = 'has READ_TRAFFIC, and none of these orders has traffic; leave it out';
    throw new InvalidRequestError([{ path: ['allow'], message }]);
  }
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

async function ownOrders(db: Sql, resellerId: number, orderIds: number[], now: Date) {
  const orders = await findOwnOrders(db, { resellerId, orderIds }, now);
  const foreign = orderIds.find((wanted) => orders.every(({ id }) => id !== wanted));
  if (foreign !== undefined) throw new OrderNotFoundError(foreign);
  return orders;
}

/**
 * Locks the row of the key, or of the reseller for a session, until the transaction ends: of two requests
 * that find room for one more token, the second counts the token of the first. The lock keeps no request from
 * being admitted. Throws UnauthorizedError for a key that was deleted after its request was admitted.
 */
async function lockMaker(tx: Sql, { resellerId, key }: TokenMaker): Promise<void> {
  const locked = await (key
    ? tx.selectFrom('api_keys').select('id').where('id', '=', key.id).forNoKeyUpdate().execute()
    : tx.selectFrom('resellers').select('id').where('id', '=', resellerId).forNoKeyUpdate().execute());
  if (locked.length === 0) throw new UnauthorizedError();
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

/** A page shows one customer's orders. Every request of the token reads all of their numbers. */
export const MAX_ORDERS = 50;
/** The pages of one reseller: a few sites, each with a copy for trying things out. */
export const MAX_ORIGINS = 20;
/** In seconds. A page needs some time to load before it can use its token. */
export const MIN_LIFETIME_SECONDS = 60;
/** In seconds: a day. A browser gives up its secrets more easily than a server, so a token dies soon. */
export const MAX_LIFETIME_SECONDS = 86_400;

interface NewFrontendToken {
  orderIds: readonly number[];
  rights: readonly FrontendRight[];
  origins: readonly string[];
  expiresInSeconds: number;
}

/**
 * What is wanted, each order, right and origin once, in the given order. Throws InvalidRequestError with all
 * that is wrong.
 */
function checkNewToken({ orderIds, rights, origins, expiresInSeconds }: NewFrontendToken) {
  const flaws: Flaw[] = [];
  const refuse = (path: readonly string[], message: string) => flaws.push({ path, message });
  const refuseUnlessFrom1 = (name: string, list: readonly unknown[], most: number, what: string) => {
    if (list.length < 1 || list.length > most) refuse([name], `needs 1 to ${most} ${what}`);
  };
  refuseUnlessFrom1('orderIds', orderIds, MAX_ORDERS, 'orders');
  if (rights.length === 0) refuse(['allow'], 'needs at least one right');
  refuseUnlessFrom1('origins', origins, MAX_ORIGINS, 'origins');
  const pages = origins.slice(0, MAX_ORIGINS).map((text, place) => {
    const origin = toOrigin(text);
    if (origin === undefined) {
      const expected = 'https://host or https://host:port; http only for localhost, 127.0.0.1 and [::1]';
      refuse(['origins', String(place)], `${quoted(text)} is not an origin: ${expected}`);
    }
    return origin;
  });
  const inRange = expiresInSeconds >= MIN_LIFETIME_SECONDS && expiresInSeconds <= MAX_LIFETIME_SECONDS;
  if (!Number.isInteger(expiresInSeconds) || !inRange) {
    const range = `${MIN_LIFETIME_SECONDS} to ${MAX_LIFETIME_SECONDS}`;
    refuse(['expiresInSeconds'], `must be a whole number from ${range}`);
  }
  if (flaws.length > 0) throw new InvalidRequestError(flaws);
  return {
    orderIds: [...new Set(orderIds)],
    rights: [...new Set(rights)],
    origins: [...new Set(pages.filter((origin) => origin !== undefined))],
    expiresInSeconds,
  };
}

/** Longer than any origin of a page that people can reach. */
const MAX_ORIGIN_CHARACTERS = 300;
/**
 * Scheme, host and port, and nothing behind them. An asterisk, which the URL parser takes for a letter, would
 * look like a pattern, and would match nothing.
 */
const FORM = /^https?:\/\/[^\s/?#@\\*]+$/i;
/** On these, HTTP does not leave the machine, so nobody on the way can put a script into the page. */
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The origin in the spelling that browsers send in `Origin`: lower case, without the scheme's own port, names
 * of other scripts in Punycode. `undefined` when the text is not the origin of a page that may hold a token:
 * it has to be loaded over HTTPS, or from the machine that the browser runs on.
 */
export function toOrigin(text: string): string | undefined {
  if (text.length > MAX_ORIGIN_CHARACTERS || !FORM.test(text)) return undefined;
  const url = URL.parse(text);
  if (!url) return undefined;
  return url.protocol === 'https:' || LOOPBACK_HOSTS.has(url.hostname) ? url.origin : undefined;
}
