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
  return new Map(rows.map((row) => [row.resellerId, { ...row, balance: BigInt(row.balance) }]));
}

const selectWallets = statement<{ resellerIds: readonly number[] }>()((db, { resellerIds }) =>
  db
    .selectFrom('resellers')
    .innerJoin('accounts', 'accounts.reseller_id', 'resellers.id')
    .select(['resellers.id as resellerId', 'resellers.name', 'accounts.balance'])
    .select('resellers.low_balance_threshold_usd as lowBalanceThresholdUsd')
    .where(({ eb, fn }) => eb('resellers.id', '=', fn.any(resellerIds))),
);

export async function readBalance(sqlClient: Sql, resellerId: number): Promise<Micros> {
  const wallet = (await readWallets(sqlClient, [resellerId])).get(resellerId);
  if (!wallet) throw new Error(`reseller ${resellerId} has no account`);
  return wallet.balance;
}

/** What a coin takes off a price: 0.01 USD. Coins are whole. */
export const COIN: Micros = 10_000n;

/** A part of an amount in coins, rounded down. */
export function coinsFor(amount: Micros, percent: number): number {
  return Number((amount * BigInt(percent)) / (100n * COIN));
}

/**
 * The most coins that a price takes, whatever the balance, at a share of so many percent. A part of the price
 * is always left to be paid in money, so that every operation has its charge in the ledger.
 */
export function payableInCoins(price: Micros, percent: number): number {
  return Math.min(coinsFor(price, percent), Number((price - 1n) / COIN));
}

const selectBalance = statement<{ resellerId: number }>()((db, { resellerId }) =>
  db.selectFrom('coin_accounts').select('balance').where('reseller_id', '=', resellerId),
);

/** The balance of coins; 0 for a reseller who never had any. */
export async function readCoins(sqlClient: Sql, resellerId: number): Promise<number> {
  const [account] = await selectBalance(sqlClient, { resellerId });
  return account?.balance ?? 0;
}
