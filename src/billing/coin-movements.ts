import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import type { CoinKind } from './coin-posting.ts';

/** One change of a reseller's balance of coins. */
export interface CoinMovement {
  kind: CoinKind;
  /** Negative when they were spent. */
  coins: number;
  balanceAfter: number;
  at: Date;
}

const selectNewest = statement<{ resellerId: number; limit: number }>()((db, { resellerId, limit }) =>
  db
    .selectFrom('coin_transfers')
    .select(['kind', 'coins', 'balance_after', 'created_at'])
    .where('reseller_id', '=', resellerId)
    .orderBy('created_at', 'desc')
    .limit(sql<number>`${limit}::int`),
);

/** The newest movements of a reseller's coins, newest first. */
export async function readCoinMovements(
  sqlClient: Sql,
  resellerId: number,
  limit: number,
): Promise<CoinMovement[]> {
  const rows = await selectNewest(sqlClient, { resellerId, limit });
  return rows.map(({ kind, coins, balance_after, created_at }) => ({
    kind,
    coins: kind === 'spending' ? -coins : coins,
    balanceAfter: balance_after,
    at: created_at,
  }));
}
