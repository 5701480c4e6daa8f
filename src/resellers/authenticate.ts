import { isIP } from 'node:net';
import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { hashOfKey, isWellFormedKey } from './api-key.ts';
import { ApiDisabledError, IpNotAllowedError, KeyDisabledError, UnauthorizedError } from './errors.ts';

/** Why somebody may not use the API. */
export type AccessError = ApiDisabledError | UnauthorizedError | KeyDisabledError | IpNotAllowedError;

/** Who asks, as far as the domain needs to know. */
export interface Caller {
  resellerId: number;
  keyId: number;
  /** The id of the reseller's price list. */
  priceList: string;
}

interface KeyRow {
  closed: string | null;
  id: string | null;
  reseller_id: string;
  price_list: string;
  disabled: boolean;
  ip_allowed: boolean;
}

/**
 * Finds out who asks, in one statement and without a cache: a key that is reissued or disabled is refused on the next
 * request, in every process. Throws ApiDisabledError, UnauthorizedError, KeyDisabledError or IpNotAllowedError.
 */
export async function authenticate(
  sqlClient: Sql,
  key: string | undefined,
  ip: string | undefined,
): Promise<Caller> {
  const hash = key !== undefined && isWellFormedKey(key) ? hashOfKey(key) : null;
  const address = normalizeIp(ip);
  const { rows } = await sql<KeyRow>`
    select s.api_disabled_message as closed, k.id, k.reseller_id, r.price_list, k.disabled,
      cardinality(k.allowed_ips) = 0 or coalesce(${address ?? null}::inet <<= any (k.allowed_ips), false) as ip_allowed
    from service_state s
    left join (api_keys k join resellers r on r.id = k.reseller_id) on k.hash = ${hash}
  `.execute(sqlClient);
  const judged = judge(rows[0], address);
  if (judged instanceof Error) throw judged;
  return judged;
}

/** What somebody presented who is still connected: the key's hash, because nobody needs the key again, and an address. */
export interface Credentials {
  keyHash: Buffer;
  ip: string | undefined;
}

export function credentialsOf(key: string, ip: string | undefined): Credentials {
  return { keyHash: hashOfKey(key), ip: normalizeIp(ip) };
}

/** Finds out again who asks, for any number of them in one statement: in their order, the caller or why it may no longer be one. */
export async function authenticateAgain(
  sqlClient: Sql,
  credentials: readonly Credentials[],
): Promise<(Caller | AccessError)[]> {
  const hashes = credentials.map(({ keyHash }) => keyHash);
  const addresses = credentials.map(({ ip }) => ip ?? null);
  const { rows } = await sql<KeyRow>`
    select s.api_disabled_message as closed, k.id, k.reseller_id, r.price_list, k.disabled,
      cardinality(k.allowed_ips) = 0 or coalesce(c.ip <<= any (k.allowed_ips), false) as ip_allowed
    from unnest(${hashes}::bytea[], ${addresses}::inet[]) with ordinality c (hash, ip, place)
    cross join service_state s
    left join (api_keys k join resellers r on r.id = k.reseller_id) on k.hash = c.hash
    order by c.place
  `.execute(sqlClient);
  return credentials.map(({ ip }, place) => judge(rows[place], ip));
}

function judge(row: KeyRow | undefined, address: string | undefined): Caller | AccessError {
  if (typeof row?.closed === 'string') return new ApiDisabledError(row.closed);
  if (!row?.id) return new UnauthorizedError();
  if (row.disabled) return new KeyDisabledError();
  if (!row.ip_allowed) return new IpNotAllowedError(address);
  return { resellerId: Number(row.reseller_id), keyId: Number(row.id), priceList: row.price_list };
}

/** Throws ApiDisabledError while the operator keeps the API closed: for doors that let anonymous callers look around. */
export async function assertApiOpen(sqlClient: Sql): Promise<void> {
  const { rows } = await sql<{ closed: string | null }>`
    select api_disabled_message as closed from service_state`.execute(sqlClient);
  if (typeof rows[0]?.closed === 'string') throw new ApiDisabledError(rows[0].closed);
}

const IPV4_IN_IPV6 = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/;

/** The plain address: no IPv4-in-IPv6 wrapping, no zone; `undefined` when the text is no address. */
export function normalizeIp(ip: string | undefined): string | undefined {
  const bare = ip?.replace(/%.*$/, '') ?? '';
  if (isIP(bare) !== 6) return isIP(bare) === 4 ? bare : undefined;
  // A URL writes each of an address's many spellings in the same way.
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const [, high, low] = IPV4_IN_IPV6.exec(canonical) ?? [];
  if (high === undefined || low === undefined) return canonical;
  const [h, l] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return `${h >> 8}.${h & 255}.${l >> 8}.${l & 255}`;
}
