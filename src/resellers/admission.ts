import type { Sql } from '../kit/database.ts';
import { noteAbout } from '../kit/log.ts';
import { statement } from '../kit/statement.ts';
import { findClosedError } from './api-switch.ts';
import {
  ACCESS_COLUMNS,
  type Caller,
  callerOrRefusal,
  isIpAllowed,
  isSecretOf,
  type PresentedKey,
  revisionWith,
} from './authenticate.ts';
import { RateLimitedError } from './errors.ts';
import type { NetworkRate } from './network-rate.ts';
import { countRequests, overRate, RATE_LIMIT, REQUESTS_PER_WINDOW, toWindow } from './rate-limit.ts';
import type { RateWindow } from './rate-window.ts';

/**
 * Requests without a credential. All networks together may take a tenth of a processor: one
 * request takes about a millisecond.
 */
export const ANONYMOUS_LIMITS = { windowMs: 60_000, ofNetwork: REQUESTS_PER_WINDOW, inAll: 6_000 };

export interface Admission {
  caller: Caller;
  /** What is left of the caller's rate. */
  window: RateWindow;
}

/**
 * Whose keys were when they were last admitted. Until a key is admitted again, that is done for its reseller:
 * however many requests it sends, they take no more connections of the database than are the reseller's.
 */
const owners = new Map<string, number>();
const MAX_OWNERS = 10_000;

/**
 * Admits 1 to 60 requests at once, from any door, in one statement and without a cache: a key that is
 * disabled, or reissued without an overlap, is refused on the next request, in every process. The statement
 * finds the key, checks that the API is open, its reseller not disabled and the address allowed, and counts
 * the requests toward the rate. Throws, in this order, ApiDisabledError, UnauthorizedError,
 * ResellerDisabledError, KeyDisabledError, IpNotAllowedError and RateLimitedError; a refused request is not
 * counted.
 */
export async function admit(db: Sql, presentedKey: PresentedKey, requests: number): Promise<Admission> {
  const { keyHash = null, ip = null } = presentedKey;
  const secret = keyHash?.toString('base64') ?? '';
  const owner = owners.get(secret);
  if (owner !== undefined) noteAbout({ resellerId: owner });
  const [row] = await admitKey(db, { keyHash, ip, requests });
  const caller = callerOrRefusal(row, presentedKey.ip);
  if (caller instanceof Error) throw caller;
  if (owners.size >= MAX_OWNERS) owners.clear();
  owners.set(secret, caller.resellerId);
  const limit = row?.rate_limit ?? REQUESTS_PER_WINDOW;
  if (row?.remaining == null) throw await overRate(db, caller.credential.id, requests, limit);
  return { caller, window: toWindow(row.remaining, row.reset, limit) };
}

const admitKey = statement<{ keyHash: Buffer | null; ip: string | null; requests: number }>()(
  (db, { keyHash, ip, requests }) =>
    db
      .with('caller', (cte) =>
        cte
          .selectFrom('service_state')
          .leftJoin('api_keys', (join) => join.on((eb) => isSecretOf(eb, keyHash)))
          .leftJoin('resellers', 'resellers.id', 'api_keys.reseller_id')
          .select(ACCESS_COLUMNS)
          .select((eb) => revisionWith(eb, keyHash).as('revision'))
          .select((eb) => isIpAllowed(eb, ip).as('ip_allowed'))
          .select(RATE_LIMIT.as('rate_limit')),
      )
      .with('admissible', (cte) =>
        cte
          .selectFrom('caller')
          .select(['key_id as rate_id', 'rate_limit'])
          .where('closed', 'is', null)
          .where('disabled_reason', 'is', null)
          .where('disabled', 'is', false)
          .where('ip_allowed', 'is', true)
          .$narrowType<{ rate_id: number }>(),
      )
      .with('counted', (cte) => countRequests(cte, requests))
      .selectFrom('caller')
      .leftJoin('counted', (join) => join.onTrue())
      .selectAll(['caller', 'counted']),
);

/**
 * Admits requests without a key, which count toward the rate of their network. Throws RateLimitedError,
 * before anything is asked of the database, and ApiDisabledError.
 */
export async function admitAnonymous(
  db: Sql,
  rate: NetworkRate,
  ip: string,
  requests: number,
): Promise<RateWindow> {
  const { isTaken, ...window } = rate.take(ip, requests);
  if (!isTaken) throw new RateLimitedError(window.resetSeconds, window, requests);
  const closed = await findClosedError(db);
  if (closed) throw closed;
  return window;
}
