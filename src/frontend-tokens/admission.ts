import { type Expression, expressionBuilder, type QueryCreator, sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { DomainError } from '../kit/errors.ts';
import { statement, unnest } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import { hashOfSecret } from '../kit/vault.ts';
import type { AccessError, Admission, Caller } from '../resellers/admission.ts';
import { CLOSED_COLUMNS, closedError } from '../resellers/admission.ts';
import { UnauthorizedError } from '../resellers/errors.ts';
import { countRequests, overRate, REQUESTS_PER_WINDOW, toWindow } from '../resellers/rate-limit.ts';
import { isAlive } from './frontend-tokens.ts';

/** The hash of the frontend token that a request carries, and the page that it says it comes from. */
export interface PresentedToken {
  kind: 'frontend_token';
  tokenHash: Buffer;
  /** The header `Origin`; undefined when there is none. */
  origin: string | undefined;
}

export function presentedTokenOf(token: string, origin: string | undefined): PresentedToken {
  return { kind: 'frontend_token', tokenHash: hashOfSecret(token), origin };
}

/**
 * Admits 1 to 60 requests of a frontend token, as `admit` does for a key, in one statement and without a
 * cache, but from any address. Throws, in this order, UnauthorizedError, ApiDisabledError and
 * RateLimitedError. A token that is not alive, whose reseller is disabled, or that is used by another page
 * than its own, is refused like one that was never made, and before the others: these two are for the token's
 * own pages to read, and why a reseller is disabled is not for its customers.
 */
export async function admitToken(
  db: Sql,
  { tokenHash, origin }: PresentedToken,
  requests: number,
  now: Date,
): Promise<Admission> {
  const [row] = await admitOne(db, { tokenHash, origin: origin ?? null, requests, now });
  const caller = callerOrRefusal(row);
  if (caller instanceof Error) throw caller;
  if (row?.remaining == null) throw await overRate(db, caller.credential.id, requests);
  return { caller, window: toWindow(row.remaining, row.reset) };
}

/**
 * Authenticates any number of presented tokens in one statement and without a cache. Returns, in the same
 * order, the caller or the reason why it is refused. Counts nothing toward a rate.
 */
export async function authenticateTokens(
  db: Sql,
  tokens: readonly PresentedToken[],
  now: Date,
): Promise<(Caller | AccessError)[]> {
  const hashes = tokens.map(({ tokenHash }) => tokenHash);
  const origins = tokens.map(({ origin }) => origin ?? null);
  const rows = await authenticateAll(db, { hashes, origins, now });
  return tokens.map((_token, place) => callerOrRefusal(rows[place]));
}

function aliveTokens(db: QueryCreator<Tables>, now: Expression<Date>) {
  return db
    .selectFrom('frontend_tokens')
    .innerJoin('resellers', 'resellers.id', 'frontend_tokens.reseller_id')
    .leftJoin('api_keys', 'api_keys.id', 'frontend_tokens.key_id')
    .select([
      'frontend_tokens.id as token_id',
      'frontend_tokens.hash',
      'frontend_tokens.reseller_id',
      'frontend_tokens.order_ids',
      'frontend_tokens.rights',
      'frontend_tokens.origins',
      'resellers.price_list',
    ])
    .where(isAlive(now))
    .where('resellers.disabled_reason', 'is', null);
}

const COLUMNS = [
  ...CLOSED_COLUMNS,
  'service_state.catalog_version',
  'token.token_id',
  'token.reseller_id',
  'token.order_ids',
  'token.rights',
  'token.price_list',
] as const;

const eb = expressionBuilder<Tables>();
const isOneOf = (origin: Expression<string | null>, origins: Expression<string[] | null>) =>
  eb(eb.cast<string | null>(origin, 'text'), '=', eb.fn.any(origins as Expression<string[]>));

const admitOne = statement<{ tokenHash: Buffer; origin: string | null; requests: number; now: Date }>()(
  (db, { tokenHash, origin, requests, now }) =>
    db
      .with('caller', (cte) =>
        cte
          .selectFrom('service_state')
          .leftJoin(aliveTokens(cte, now).as('token'), (join) =>
            join.on('token.hash', '=', tokenHash).on(({ ref }) => isOneOf(origin, ref('token.origins'))),
          )
          .select(COLUMNS),
      )
      .with('admissible', (cte) =>
        cte
          .selectFrom('caller')
          .select(['token_id as rate_id', sql.lit(REQUESTS_PER_WINDOW).as('rate_limit')])
          .where('closed', 'is', null)
          .where('token_id', 'is not', null)
          .$narrowType<{ rate_id: number }>(),
      )
      .with('counted', (cte) => countRequests(cte, requests))
      .selectFrom('caller')
      .leftJoin('counted', (join) => join.onTrue())
      .selectAll(['caller', 'counted']),
);

const authenticateAll = statement<{ hashes: Buffer[]; origins: (string | null)[]; now: Date }>()(
  (db, { hashes, origins, now }) => {
    const presented = { hash: [hashes, 'bytea'], origin: [origins, 'text'] } as const;
    return db
      .selectFrom(unnest<{ hash: Buffer; origin: string | null }, 'presented'>('presented', presented))
      .innerJoin('service_state', (join) => join.onTrue())
      .leftJoin(aliveTokens(db, now).as('token'), (join) =>
        join
          .onRef('token.hash', '=', 'presented.hash')
          .on(({ ref }) => isOneOf(ref('presented.origin'), ref('token.origins'))),
      )
      .select(COLUMNS)
      .orderBy('presented.place');
  },
);

type Access = Omit<Awaited<ReturnType<typeof admitOne>>[number], 'remaining' | 'reset' | 'writtenTo'>;

function callerOrRefusal(access: Access | undefined): Caller | AccessError {
  const {
    token_id: id,
    reseller_id: resellerId,
    order_ids: orderIds,
    rights,
    price_list: priceList,
  } = access ?? {};
  if (!access || id == null || resellerId == null || !orderIds || !rights || priceList == null)
    return new UnauthorizedError();
  const closed = closedError(access);
  if (closed) return closed;
  return {
    resellerId,
    credential: { kind: 'frontend_token', id, orderIds, rights },
    priceList,
    catalogVersion: access.catalog_version,
  };
}

/**
 * Thrown when a document asks for what the frontend token of its request does not allow. The message names
 * what the document itself names, and nothing of the data.
 */
export class NotAllowedByTokenError extends DomainError {
  readonly code = 'unauthorized';
}
