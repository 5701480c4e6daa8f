import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import type { Micros } from '../kit/money.ts';
import { statement } from '../kit/statement.ts';

export interface Wallet {
  resellerId: number;
  name: string;
  balance: Micros;
  /** Whole US dollars. */
  lowBalanceThresholdUsd: number;
}

/** Names, balances and low-balance thresholds of any number of resellers, by reseller, in one statement. */
export async function readWallets(
  sqlClient: Sql,
  resellerIds: readonly number[],
): Promise<Map<number, Wallet>> {
  const rows = await selectWallets(sqlClient, { resellerIds });
  return new Map(
    rows.map(({ id, name, balance, low_balance_threshold_usd }) => [
      id,
      {
        resellerId: id,
        name,
        balance: BigInt(balance),
        lowBalanceThresholdUsd: low_balance_threshold_usd,
      },
    ]),
  );
}

const selectWallets = statement<{ resellerIds: readonly number[] }>()((db, { resellerIds }) =>
  db
    .selectFrom('resellers')
    .innerJoin('accounts', 'accounts.reseller_id', 'resellers.id')
    .select(['resellers.id', 'resellers.name', 'accounts.balance', 'resellers.low_balance_threshold_usd'])
    .where(({ eb, ref }) => eb(ref('resellers.id'), '=', sql<number>`any (${resellerIds}::bigint[])`)),
);

async function readWallet(sqlClient: Sql, resellerId: number): Promise<Wallet> {
  const wallet = (await readWallets(sqlClient, [resellerId])).get(resellerId);
  if (!wallet) throw new Error(`reseller ${resellerId} has no account`);
  return wallet;
}

export async function readBalance(sqlClient: Sql, resellerId: number): Promise<Micros> {
  return (await readWallet(sqlClient, resellerId)).balance;
}
