import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Sql } from '../kit/database.ts';
import type { Micros } from '../kit/money.ts';
import { ResellerNotFoundError } from '../resellers/errors.ts';
import { OLD_UNTIL, type ShownKey } from '../resellers/list-keys.ts';
import { LAST_USED_ON } from '../resellers/rate-limit.ts';

/** A reseller as the operator sees it. */
export interface ShownReseller {
  id: number;
  name: string;
  /** The id of a price list. */
  priceList: string;
  balance: Micros;
  /** What is taken of the money that comes next: payments that went back and were not covered. */
  owed: Micros;
  /** The balance of coins. */
  coins: number;
  /** The reseller who referred this one; null for nobody. */
  referredBy: number | null;
  /** Whole US dollars. */
  lowBalanceThresholdUsd: number;
  createdAt: Date;
  /** Why the operator has disabled it; null when it may use the service. */
  disabledReason: string | null;
  /** What each key may send in a minute, unless it has a rate of its own; null for the contract's 60. */
  requestsPerMinute: number | null;
  /** Oldest first. */
  keys: (ShownKey & { requestsPerMinute: number | null })[];
}

/** A page of the resellers, oldest first. `search` is a part of the name, or the number. */
export async function listResellers(
  sqlClient: Sql,
  { search, limit, offset }: { search?: string | undefined; limit: number; offset: number },
): Promise<ShownReseller[]> {
  let query = resellers(sqlClient).orderBy('resellers.id').limit(limit).offset(offset);
  if (search !== undefined)
    query = query.where((eb) =>
      eb.or([
        eb(sql`strpos(lower(${eb.ref('resellers.name')}), lower(${search}))`, '>', 0),
        eb(sql`${eb.ref('resellers.id')}::text`, '=', search),
      ]),
    );
  const rows = await query.execute();
  return rows.map(toReseller);
}

/** Throws ResellerNotFoundError when there is no such reseller. */
export async function showReseller(sqlClient: Sql, resellerId: number): Promise<ShownReseller> {
  const row = await resellers(sqlClient).where('resellers.id', '=', resellerId).executeTakeFirst();
  if (!row) throw new ResellerNotFoundError(resellerId);
  return toReseller(row);
}

function resellers(sqlClient: Sql) {
  return sqlClient
    .selectFrom('resellers')
    .innerJoin('accounts', 'accounts.reseller_id', 'resellers.id')
    .leftJoin('coin_accounts', 'coin_accounts.reseller_id', 'resellers.id')
    .select([
      'resellers.id',
      'resellers.name',
      'resellers.price_list',
      'resellers.referred_by',
      'accounts.balance',
      'accounts.owed',
      'coin_accounts.balance as coins',
      'resellers.low_balance_threshold_usd',
      'resellers.created_at',
      'resellers.disabled_reason',
      'resellers.requests_per_minute',
    ])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('api_keys')
          .select(['id', 'name', 'prefix', 'disabled', 'allowed_ips', 'created_at', 'issued_at'])
          .select(['old_prefix', OLD_UNTIL.as('old_until'), 'requests_per_minute'])
          .select(LAST_USED_ON.as('last_used_on'))
          .whereRef('api_keys.reseller_id', '=', 'resellers.id')
          .orderBy('id'),
      ).as('keys'),
    );
}

type Row = Awaited<ReturnType<ReturnType<typeof resellers>['execute']>>[number];

function toReseller(row: Row): ShownReseller {
  return {
    id: row.id,
    name: row.name,
    priceList: row.price_list,
    balance: BigInt(row.balance),
    owed: BigInt(row.owed),
    coins: row.coins ?? 0,
    referredBy: row.referred_by,
    lowBalanceThresholdUsd: row.low_balance_threshold_usd,
    createdAt: row.created_at,
    disabledReason: row.disabled_reason,
    requestsPerMinute: row.requests_per_minute,
    keys: row.keys.map(
      ({
        allowed_ips,
        created_at,
        issued_at,
        old_prefix,
        old_until,
        last_used_on,
        requests_per_minute,
        ...key
      }) => ({
        ...key,
        allowedIps: allowed_ips,
        createdAt: new Date(created_at),
        issuedAt: new Date(issued_at),
        oldSecret: old_prefix && old_until ? { prefix: old_prefix, until: new Date(old_until) } : null,
        lastUsedOn: last_used_on,
        requestsPerMinute: requests_per_minute,
      }),
    ),
  };
}
