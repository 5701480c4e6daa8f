import { isIP } from 'node:net';
import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { hashOfKey, isWellFormedKey } from './api-key.ts';
import { ApiDisabledError, IpNotAllowedError, KeyDisabledError, UnauthorizedError } from './errors.ts';

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
  const row = rows[0];
  if (typeof row?.closed === 'string') throw new ApiDisabledError(row.closed);
  if (!row?.id) throw new UnauthorizedError();
  if (row.disabled) throw new KeyDisabledError();
  if (!row.ip_allowed) throw new IpNotAllowedError(address);
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
