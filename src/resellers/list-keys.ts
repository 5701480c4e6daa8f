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
  /** The secret before the present one, while it goes on working; null when it does not. */
  oldSecret: { prefix: string; until: Date } | null;
  /** The UTC day of its last use, such as `2026-11-22`; null when it was never used. */
  lastUsedOn: string | null;
}

/** Until when the old secret of a key works; null when it does not. */
export const OLD_UNTIL = sql<Date | null>`case when old_until > clock_timestamp() then old_until end`;

/** The keys of any number of resellers in one statement, by reseller, oldest first. */
export async function listKeys(db: Sql, resellerIds: readonly number[]): Promise<Map<number, ShownKey[]>> {
  const rows = await selectKeys(db, { resellerIds });
  const byReseller = Map.groupBy(rows, ({ reseller_id }) => reseller_id);
  return new Map([...byReseller].map(([resellerId, own]) => [resellerId, own.map(toShownKey)]));
}

function toShownKey({ old_prefix, old_until, ...row }: KeyRow): ShownKey {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    disabled: row.disabled,
    allowedIps: row.allowed_ips,
    createdAt: row.created_at,
    issuedAt: row.issued_at,
    oldSecret: old_prefix !== null && old_until !== null ? { prefix: old_prefix, until: old_until } : null,
    lastUsedOn: row.last_used_on,
  };
}

type KeyRow = Awaited<ReturnType<typeof selectKeys>>[number];

const selectKeys = statement<{ resellerIds: readonly number[] }>()((db, { resellerIds }) =>
  db
    .selectFrom('api_keys')
    .select(['id', 'reseller_id', 'name', 'prefix', 'disabled', 'allowed_ips', 'created_at', 'issued_at'])
    .select(['old_prefix', OLD_UNTIL.as('old_until')])
    .select(LAST_USED_ON.as('last_used_on'))
    .where(({ eb, ref }) => eb(ref('reseller_id'), '=', sql<number>`any (${resellerIds}::bigint[])`))
    .orderBy('id'),
);
