import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import { LAST_USED_ON } from './rate-limit.ts';

/** An API key as it may be shown to its reseller and to the operator. */
export interface ShownKey {
  id: number;
  /** What its reseller calls it; null for a key without a name. */
  name: string | null;
  /** The first characters of the key, by which its owner can recognise it. */
  prefix: string;
  disabled: boolean;
  /** CIDR networks that may use the key; any address when empty. */
  allowedIps: string[];
  createdAt: Date;
  /** When the key got its present secret. */
  issuedAt: Date;
  /** The UTC day of its last use, such as `2026-11-22`; null when it was never used. */
  lastUsedOn: string | null;
}

/** The keys of any number of resellers in one statement, by reseller, oldest first. */
export async function listKeys(db: Sql, resellerIds: readonly number[]): Promise<Map<number, ShownKey[]>> {
  const rows = await selectKeys(db, { resellerIds });
  const byReseller = Map.groupBy(rows, ({ reseller_id }) => reseller_id);
  return new Map(
    [...byReseller].map(([resellerId, own]) => [
      resellerId,
      own.map(({ id, name, prefix, disabled, allowed_ips, created_at, issued_at, last_used_on }) => ({
        id,
        name,
        prefix,
        disabled,
        allowedIps: allowed_ips,
        createdAt: created_at,
        issuedAt: issued_at,
        lastUsedOn: last_used_on,
      })),
    ]),
  );
}

const selectKeys = statement<{ resellerIds: readonly number[] }>()((db, { resellerIds }) =>
  db
    .selectFrom('api_keys')
    .select(['id', 'reseller_id', 'name', 'prefix', 'disabled', 'allowed_ips', 'created_at', 'issued_at'])
    .select(LAST_USED_ON.as('last_used_on'))
    .where(({ eb, ref }) => eb(ref('reseller_id'), '=', sql<number>`any (${resellerIds}::bigint[])`))
    .orderBy('id'),
);
