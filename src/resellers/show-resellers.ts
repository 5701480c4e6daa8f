import { type RawBuilder, sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import type { Micros } from '../kit/money.ts';

/** A reseller as the operator sees it. */
export interface ShownReseller {
  id: number;
  name: string;
  /** The id of a price list. */
  priceList: string;
  balance: Micros;
  /** Whole US dollars. */
  lowBalanceThresholdUsd: number;
  createdAt: Date;
  /** Oldest first. */
  keys: ShownKey[];
}

export interface ShownKey {
  id: number;
  /** The beginning of the key, for its owner to recognise it. */
  prefix: string;
  disabled: boolean;
  /** CIDR networks; empty means any. */
  allowedIps: string[];
  createdAt: Date;
  /** When the key got its present secret. */
  issuedAt: Date;
}

interface Row {
  id: string;
  name: string;
  price_list: string;
  balance: string;
  low_balance_threshold_usd: number;
  created_at: string;
  keys: (Omit<ShownKey, 'createdAt' | 'issuedAt'> & { createdAt: string; issuedAt: string })[];
}

/** A page of the resellers, oldest first. */
export async function listResellers(
  sqlClient: Sql,
  { limit, offset }: { limit: number; offset: number },
): Promise<ShownReseller[]> {
  return select(sqlClient, sql`true`, limit, offset);
}

/** Throws InvalidRequestError when there is no such reseller. */
export async function showReseller(sqlClient: Sql, resellerId: number): Promise<ShownReseller> {
  const [reseller] = await select(sqlClient, sql`r.id = ${resellerId}`, 1, 0);
  if (!reseller) throw new InvalidRequestError(`There is no reseller ${resellerId}.`);
  return reseller;
}

async function select(
  sqlClient: Sql,
  condition: RawBuilder<unknown>,
  limit: number,
  offset: number,
): Promise<ShownReseller[]> {
  const { rows } = await sql<Row>`
    select r.id, r.name, r.price_list, a.balance, r.low_balance_threshold_usd, r.created_at,
      (select coalesce(json_agg(json_build_object('id', k.id, 'prefix', k.prefix, 'disabled', k.disabled,
          'allowedIps', k.allowed_ips, 'createdAt', k.created_at, 'issuedAt', k.issued_at) order by k.id), '[]')
        from api_keys k where k.reseller_id = r.id) as keys
    from resellers r join accounts a on a.reseller_id = r.id
    where ${condition} order by r.id limit ${limit} offset ${offset}`.execute(sqlClient);
  return rows.map((row) => ({
    id: Number(row.id),
    name: row.name,
    priceList: row.price_list,
    balance: BigInt(row.balance),
    lowBalanceThresholdUsd: row.low_balance_threshold_usd,
    createdAt: new Date(row.created_at),
    keys: row.keys.map((key) => ({
      ...key,
      createdAt: new Date(key.createdAt),
      issuedAt: new Date(key.issuedAt),
    })),
  }));
}
