import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import type { Micros } from '../kit/money.ts';

export interface Wallet {
  name: string;
  balance: Micros;
  /** Whole US dollars. */
  lowBalanceThresholdUsd: number;
}

/** A reseller's name, balance and low-balance threshold. */
export async function readWallet(sqlClient: Sql, resellerId: number): Promise<Wallet> {
  const { rows } = await sql<{ name: string; balance: string; low_balance_threshold_usd: number }>`
    select r.name, a.balance, r.low_balance_threshold_usd
    from resellers r join accounts a on a.reseller_id = r.id where r.id = ${resellerId}`.execute(sqlClient);
  const [row] = rows;
  if (!row) throw new Error(`reseller ${resellerId} has no account`);
  return {
    name: row.name,
    balance: BigInt(row.balance),
    lowBalanceThresholdUsd: row.low_balance_threshold_usd,
  };
}

export async function readBalance(sqlClient: Sql, resellerId: number): Promise<Micros> {
  return (await readWallet(sqlClient, resellerId)).balance;
}
