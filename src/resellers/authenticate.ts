import { isIP } from 'node:net';
import {
  type Expression,
  type ExpressionBuilder,
  type Nullable,
  type Selectable,
  type Selection,
  sql,
} from 'kysely';
import type { Sql } from '../kit/database.ts';
import type { Tables } from '../kit/tables.ts';
import { hashOfSecret } from '../kit/vault.ts';
import { CLOSED_COLUMNS, closedError } from './api-switch.ts';
import {
  ApiDisabledError,
  IpNotAllowedError,
  KeyDisabledError,
  ResellerDisabledError,
  UnauthorizedError,
} from './errors.ts';

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
export const ACCESS_COLUMNS = [
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
export function isSecretOf({ ref }: KeyRefs, keyHash: Expression<Buffer | null>) {
  return sql<boolean>`(${ref('api_keys.hash')} = ${keyHash}
    or (${ref('api_keys.old_hash')} = ${keyHash} and ${ref('api_keys.old_until')} > clock_timestamp()))`;
}

/** The revision that a key has with the secret of this hash; null when there is no key. */
export function revisionWith({ ref }: KeyRefs, keyHash: Expression<Buffer | null>) {
  return sql<number | null>`case when ${ref('api_keys.hash')} = ${keyHash} then ${ref('api_keys.revision')}
    else ${ref('api_keys.old_revision')} end`;
}

type KeyRefs = Pick<ExpressionBuilder<Tables, 'api_keys'>, 'ref'>;

/**
 * Whether a key may be used from an address. A key without a list may be used from any address. Null when
 * there is no key.
 */
export function isIpAllowed({ ref }: KeyRefs, ip: Expression<string | null>) {
  const networks = ref('api_keys.allowed_ips');
  return sql<
    boolean | null
  >`cardinality(${networks}) = 0 or coalesce(${ip}::inet <<= any (${networks}), false)`;
}

interface Joined {
  service_state: Tables['service_state'];
  api_keys: Nullable<Selectable<Tables['api_keys']>>;
  resellers: Nullable<Selectable<Tables['resellers']>>;
}

/** A row of such a statement. */
type Access = Selection<Joined, keyof Joined, (typeof ACCESS_COLUMNS)[number]> & {
  ip_allowed: boolean | null;
  revision: number | null;
};

/** The caller, or the refusal that the contract's order puts first. */
export function callerOrRefusal(access: Access | undefined, ip: string | undefined): Caller | AccessError {
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

const IPV4_IN_IPV6 = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/;

/**
 * The address in its canonical form, without a zone, and IPv4-mapped IPv6 as IPv4. `undefined` when the text
 * is not an address.
 */
export function normalizeIp(ip: string | undefined): string | undefined {
  const bare = ip?.replace(/%.*$/, '') ?? '';
  if (isIP(bare) !== 6) return isIP(bare) === 4 ? bare : undefined;
  // The URL parser gives the canonical spelling of an IPv6 address, which has many.
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const [, high, low] = IPV4_IN_IPV6.exec(canonical) ?? [];
  if (high === undefined || low === undefined) return canonical;
  const [h, l] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return `${h >> 8}.${h & 255}.${l >> 8}.${l & 255}`;
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
