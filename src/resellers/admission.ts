import { type Expression, type ExpressionBuilder, sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { noteAbout } from '../kit/log.ts';
import { statement } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import { hashOfSecret } from '../kit/vault.ts';
import { CLOSED_COLUMNS, closedError, findClosedError } from './api-switch.ts';
import {
  ApiDisabledError,
  IpNotAllowedError,
  KeyDisabledError,
  ResellerDisabledError,
  UnauthorizedError,
} from './errors.ts';
import type { NetworkRate } from './network-rate.ts';
import { normalizeIp } from './networks.ts';
import {
  countRequests,
  overRate,
  RATE_LIMIT,
  RateLimitedError,
  type RateWindow,
  REQUESTS_PER_WINDOW,
  toWindow,
} from './rate-limit.ts';

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

const ACCESS_ERRORS = [
  ApiDisabledError,
  UnauthorizedError,
  ResellerDisabledError,
  KeyDisabledError,
  IpNotAllowedError,
];

/** The refusal of a caller who may not use the API. */
export type AccessError = InstanceType<(typeof ACCESS_ERRORS)[number]>;

export function isAccessError(error: unknown): error is AccessError {
  return ACCESS_ERRORS.some((kind) => error instanceof kind);
}

/** What an authenticated request was let in by. */
export type Credential = ApiKeyCredential | SessionCredential | FrontendTokenCredential;

interface ApiKeyCredential {
  kind: 'key';
  /** Unique among the credentials of all kinds. */
  id: number;
  /**
   * Rises when the key is reissued or disabled. A secret that goes on working after it was reissued has the
   * revision from before.
   */
  revision: number;
}

/** A person who is signed in to the console. */
export interface SessionCredential {
  kind: 'session';
  id: number;
  signedInAt: Date;
}

/** What a frontend token may be allowed to read of its orders. */
export type FrontendRight = 'read_traffic' | 'read_order' | 'read_proxies';

/** A page in the browser of one of the reseller's customers, which may read some orders. */
interface FrontendTokenCredential {
  kind: 'frontend_token';
  id: number;
  orderIds: readonly number[];
  rights: readonly FrontendRight[];
}

/** The reseller and the credential behind an authenticated request. */
export interface Caller {
  resellerId: number;
  credential: Credential;
  /** The id of the reseller's price list. */
  priceList: string;
  /** The version of the catalog at that instant. */
  catalogVersion: string;
}

/**
 * Whether the caller's credential lets it read an order of the reseller, if there is one of that number: a
 * frontend token knows its own orders only.
 */
export function mayReadOrder({ credential }: Caller, orderId: number): boolean {
  return credential.kind !== 'frontend_token' || credential.orderIds.includes(orderId);
}

/**
 * The hash of the API key that a request carries, and the address that the request comes from. The key itself
 * is not needed again.
 */
export interface PresentedKey {
  kind: 'key';
  /** Undefined when the request has no key. */
  keyHash: Buffer | undefined;
  /** Undefined when the address is not known. */
  ip: string | undefined;
}

export function presentedKeyOf(apiKey: string | undefined, ip: string | undefined): PresentedKey {
  return {
    kind: 'key',
    keyHash: apiKey === undefined ? undefined : hashOfSecret(apiKey),
    ip: normalizeIp(ip),
  };
}

/**
 * The columns that `callerOrRefusal` needs, of a statement that joins the API's state with the key, if there
 * is one, and its reseller.
 */
const ACCESS_COLUMNS = [
  ...CLOSED_COLUMNS,
  'service_state.catalog_version',
  'api_keys.id as key_id',
  'api_keys.reseller_id',
  'api_keys.disabled',
  'resellers.price_list',
  'resellers.disabled_reason',
] as const;

/**
 * Whether this is the hash of the key's secret, or of the one before while that goes on working. All
 * processes use the database's clock, so it ends in all of them at once.
 */
function isSecretOf({ ref }: KeyRefs, keyHash: Expression<Buffer | null>) {
  return sql<boolean>`(${ref('api_keys.hash')} = ${keyHash}
    or (${ref('api_keys.old_hash')} = ${keyHash} and ${ref('api_keys.old_until')} > clock_timestamp()))`;
}

/** The revision that a key has with the secret of this hash; null when there is no key. */
function revisionWith({ ref }: KeyRefs, keyHash: Expression<Buffer | null>) {
  return sql<number | null>`case when ${ref('api_keys.hash')} = ${keyHash} then ${ref('api_keys.revision')}
    else ${ref('api_keys.old_revision')} end`;
}

type KeyRefs = Pick<ExpressionBuilder<Tables, 'api_keys'>, 'ref'>;

/**
 * Whether a key may be used from an address. A key without a list may be used from any address. Null when
 * there is no key.
 */
function isIpAllowed({ ref }: KeyRefs, ip: Expression<string | null>) {
  const networks = ref('api_keys.allowed_ips');
  return sql<
    boolean | null
  >`cardinality(${networks}) = 0 or coalesce(${ip}::inet <<= any (${networks}), false)`;
}

type Access = Omit<Awaited<ReturnType<typeof admitKey>>[number], 'remaining' | 'reset' | 'rate_limit'>;

/** The caller, or the refusal that the contract's order puts first. */
function callerOrRefusal(access: Access | undefined, ip: string | undefined): Caller | AccessError {
  const closed = closedError(access);
  if (closed) return closed;
  const { key_id: keyId = null, reseller_id: resellerId = null, price_list: priceList = null } = access ?? {};
  const { revision = null } = access ?? {};
  if (keyId === null || resellerId === null || priceList === null || revision === null)
    return new UnauthorizedError();
  if (typeof access?.disabled_reason === 'string') return new ResellerDisabledError(access.disabled_reason);
  if (access?.disabled) return new KeyDisabledError();
  if (!access?.ip_allowed) return new IpNotAllowedError(ip);
  return {
    resellerId,
    credential: { kind: 'key', id: keyId, revision },
    priceList,
    catalogVersion: access.catalog_version,
  };
}

/**
 * Authenticates any number of presented keys in one statement and without a cache. Returns, in the same
 * order, the caller or the reason why it is refused. Counts nothing toward a rate; `admit` does that for
 * requests.
 */
export async function authenticate(
  db: Sql,
  presentedKeys: readonly PresentedKey[],
): Promise<(Caller | AccessError)[]> {
  const hashes = presentedKeys.map(({ keyHash }) => keyHash ?? null);
  const addresses = presentedKeys.map(({ ip }) => ip ?? null);
  const presented = sql<{ hash: Buffer | null; ip: string | null; place: number }>`
    unnest(${hashes}::bytea[], ${addresses}::inet[]) with ordinality`;
  const rows = await db
    .selectFrom(presented.as<'presented'>(sql`presented (hash, ip, place)`))
    .innerJoin('service_state', (join) => join.onTrue())
    .leftJoin('api_keys', (join) => join.on((eb) => isSecretOf(eb, eb.ref('presented.hash'))))
    .leftJoin('resellers', 'resellers.id', 'api_keys.reseller_id')
    .select(ACCESS_COLUMNS)
    .select((eb) => revisionWith(eb, eb.ref('presented.hash')).as('revision'))
    .select((eb) => isIpAllowed(eb, eb.ref('presented.ip')).as('ip_allowed'))
    .orderBy('presented.place')
    .execute();
  return presentedKeys.map(({ ip }, place) => callerOrRefusal(rows[place], ip));
}

const SCHEME = /^bearer +(\S+) *$/i;

/**
 * The API key of a request, from its raw headers (names and values in turn). `undefined` when there is no
 * Authorization header. Several such headers, or one of another form, give an empty text, which is no valid
 * key.
 */
export function bearerToken(rawHeaders: readonly string[]): string | undefined {
  const values = rawHeaders.filter(
    (_value, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === 'authorization',
  );
  if (values.length === 0) return undefined;
  return (values.length === 1 && SCHEME.exec(values[0] ?? '')?.[1]) || '';
}
