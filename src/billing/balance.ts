import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import type { Micros } from '../kit/money.ts';

export interface Wallet {
  resellerId: number;
  name: string;
  balance: Micros;
  /** Whole US dollars. */
  lowBalanceThresholdUsd: number;
}

interface WalletRow {
  id: string;
  name: string;
  balance: string;
  low_balance_threshold_usd: number;
}

/** The names, balances and low-balance thresholds of any number of resellers, by reseller, in one statement. */
export async function readWallets(
  sqlClient: Sql,
  resellerIds: readonly number[],
): Promise<Map<number, Wallet>> {
  const { rows } = await sql<WalletRow>`
    select r.id, r.name, a.balance, r.low_balance_threshold_usd
    from resellers r join accounts a on a.reseller_id = r.id where r.id = any (${[...resellerIds]}::bigint[])`.execute(
    sqlClient,
  );
  return new Map(
    rows.map(({ id, name, balance, low_balance_threshold_usd }) => [
      Number(id),
      {
        resellerId: Number(id),
        name,
        balance: BigInt(balance),
        lowBalanceThresholdUsd: low_balance_threshold_usd,
      },
    ]),
  );
}

async function readWallet(sqlClient: Sql, resellerId: number): Promise<Wallet> {
  const wallet = (await readWallets(sqlClient, [resellerId])).get(resellerId);
  if (!wallet) throw new Error(`reseller ${resellerId} has no account`);
  return wallet;
}

export async function readBalance(sqlClient: Sql, resellerId: number): Promise<Micros> {
  return (await readWallet(sqlClient, resellerId)).balance;
}
