import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';

/** An API key as it may be shown to its reseller and to the operator. */
export interface ShownKey {
  id: number;
  /** The first characters of the key, by which its owner can recognise it. */
  prefix: string;
  disabled: boolean;
  /** CIDR networks that may use the key; any address when empty. */
  allowedIps: string[];
  createdAt: Date;
  /** When the key got its present secret. */
  issuedAt: Date;
}

/** The keys of any number of resellers in one statement, by reseller, oldest first. */
export async function listKeys(db: Sql, resellerIds: readonly number[]): Promise<Map<number, ShownKey[]>> {
  const rows = await selectKeys(db, { resellerIds });
  const byReseller = Map.groupBy(rows, ({ reseller_id }) => reseller_id);
  return new Map(
    [...byReseller].map(([resellerId, own]) => [
      resellerId,
      own.map(({ id, prefix, disabled, allowed_ips, created_at, issued_at }) => ({
        id,
        prefix,
        disabled,
        allowedIps: allowed_ips,
        createdAt: created_at,
        issuedAt: issued_at,
      })),
    ]),
  );
}

const selectKeys = statement<{ resellerIds: readonly number[] }>()((db, { resellerIds }) =>
  db
    .selectFrom('api_keys')
    .select(['id', 'reseller_id', 'prefix', 'disabled', 'allowed_ips', 'created_at', 'issued_at'])
    .where(({ eb, ref }) => eb(ref('reseller_id'), '=', sql<number>`any (${resellerIds}::bigint[])`))
    .orderBy('id'),
);
