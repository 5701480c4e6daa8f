import type { Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';

/** Whole percents, 0 to 100. */
export interface CoinRates {
  /** Of what an operation of the chat bot is paid in money: the coins that the buyer earns. */
  cashback: number;
  /** Of the same: the coins that the one who referred the buyer earns. */
  referral: number;
  /** Of a price: how much of it can be paid in coins. */
  payable: number;
}

const selectRates = statement<object>()((db) =>
  db.selectFrom('coin_rates').select(['cashback', 'referral', 'payable']),
);

export async function readCoinRates(sqlClient: Sql): Promise<CoinRates> {
  const [rates] = await selectRates(sqlClient, {});
  if (!rates) throw new Error('the catalog has no rates for coins');
  return rates;
}
