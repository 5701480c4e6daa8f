import { type Expression, type QueryCreator, sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { insertSelect, statement } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';

/** What coins are gained by: the refund of those that were spent, or an operation that has settled. */
type GainKind = 'refund' | 'cashback' | 'referral';
export type CoinKind = 'spending' | GainKind;

/** The constraint that is violated when more coins are spent than there are. */
export const COINS_CONSTRAINT = 'coins_not_negative';

/** What a statement has charged: the CTE `posted`. */
type Charged = Tables & { posted: { reseller_id: number; operation_id: string; created_at: Date } };

/**
 * Takes coins, as a part of the statement that charges the rest of the price, once for each of its charges.
 * When there are too few, it fails at COINS_CONSTRAINT, so that the statement changes nothing: an account
 * refuses to become negative, and where there is none, the line has -1 as the balance after it.
 */
export function spendCoins(db: QueryCreator<Charged>, coins: Expression<number>) {
  const spent = sql<number>`${coins}::bigint`;
  return db
    .with('coins_spent', (cte) =>
      cte
        .updateTable('coin_accounts')
        .from('posted')
        .set((eb) => ({
          balance: eb('coin_accounts.balance', '-', spent),
          moved_at: later(eb.ref('posted.created_at')),
        }))
        .whereRef('coin_accounts.reseller_id', '=', 'posted.reseller_id')
        .returning(['coin_accounts.reseller_id', 'coin_accounts.balance', 'coin_accounts.moved_at']),
    )
    .with('coin_line', (cte) =>
      insertSelect(
        cte.insertInto('coin_transfers'),
        cte.selectFrom('posted').leftJoin('coins_spent', 'coins_spent.reseller_id', 'posted.reseller_id'),
        ({ fn, ref }) => ({
          reseller_id: ref('posted.reseller_id'),
          operation_id: ref('posted.operation_id'),
          kind: sql.lit('spending' as const),
          debit: sql.lit('reseller' as const),
          credit: sql.lit('redeemed' as const),
          coins: spent,
          balance_after: fn.coalesce('coins_spent.balance', sql.lit(-1)),
          created_at: fn.coalesce('coins_spent.moved_at', 'posted.created_at'),
        }),
      ),
    );
}

export interface CoinGain {
  resellerId: number;
  kind: GainKind;
  coins: number;
}

/**
 * Adds the coins that the end of an operation brings, at most one gain for each reseller, in one statement of
 * the transaction that ends it. A second time it fails at the primary key of the lines.
 */
export async function gainCoins(
  tx: Sql,
  { operationId, gains, at }: { operationId: string; gains: readonly CoinGain[]; at: Date },
): Promise<void> {
  await addGains(tx, {
    operationId,
    at,
    resellerIds: gains.map(({ resellerId }) => resellerId),
    kinds: gains.map(({ kind }) => kind),
    amounts: gains.map(({ coins }) => coins),
  });
}

interface Gains {
  operationId: string;
  at: Date;
  resellerIds: readonly number[];
  kinds: readonly GainKind[];
  amounts: readonly number[];
}

const addGains = statement<Gains>()((db, { operationId, at, resellerIds, kinds, amounts }) =>
  db
    .with('gained', (cte) =>
      cte
        .selectFrom(
          sql<{ reseller_id: number; kind: GainKind; coins: number }>`
            unnest(${resellerIds}::bigint[], ${kinds}::text[], ${amounts}::bigint[])`.as<'g'>(
            sql`g (reseller_id, kind, coins)`,
          ),
        )
        .selectAll(),
    )
    .with('posted', (cte) =>
      insertSelect(
        cte.insertInto('coin_accounts'),
        // Who referred somebody was there before, and has the lower id: so all transactions lock the accounts
        // in one order, and no two of them wait for each other.
        cte.selectFrom('gained').orderBy('gained.reseller_id', 'desc'),
        ({ cast, ref }) => ({
          reseller_id: ref('gained.reseller_id'),
          balance: ref('gained.coins'),
          moved_at: cast<Date>(at, 'timestamptz'),
        }),
      )
        .onConflict((conflict) =>
          conflict.column('reseller_id').doUpdateSet((eb) => ({
            balance: eb('coin_accounts.balance', '+', eb.ref('excluded.balance')),
            moved_at: later(eb.ref('excluded.moved_at')),
          })),
        )
        .returning(['coin_accounts.reseller_id', 'coin_accounts.balance', 'coin_accounts.moved_at']),
    )
    .with('line', (cte) =>
      insertSelect(
        cte.insertInto('coin_transfers'),
        cte.selectFrom('gained').innerJoin('posted', 'posted.reseller_id', 'gained.reseller_id'),
        ({ cast, eb, ref }) => ({
          reseller_id: ref('gained.reseller_id'),
          operation_id: cast<string>(operationId, 'uuid'),
          kind: ref('gained.kind'),
          debit: eb
            .case('gained.kind')
            .when('refund')
            .then(sql.lit('redeemed' as const))
            .else(sql.lit('issued' as const))
            .end(),
          credit: sql.lit('reseller' as const),
          coins: ref('gained.coins'),
          balance_after: ref('posted.balance'),
          created_at: ref('posted.moved_at'),
        }),
      ),
    )
    .selectFrom('posted')
    .select('posted.balance'),
);

/** An instant of an account's next line: that of the work, but later than that of the line before. */
function later(at: Expression<Date>) {
  return sql<Date>`greatest(${at}, coin_accounts.moved_at + interval '1 microsecond')`;
}
