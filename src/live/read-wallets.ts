import { sql } from 'kysely';
import type { Wallet } from '../billing/balance.ts';
import type { Sql } from '../kit/database.ts';

interface WalletRow {
  id: string;
  name: string;
  balance: string;
  low_balance_threshold_usd: number;
}

/** The wallets of any number of resellers, by reseller, in one statement. */
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
      { name, balance: BigInt(balance), lowBalanceThresholdUsd: low_balance_threshold_usd },
    ]),
  );
}
