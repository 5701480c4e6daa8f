import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { insertSelect } from '../kit/insert-select.ts';
import type { Micros } from '../kit/money.ts';
import { statement } from '../kit/statement.ts';
import { post } from './posting.ts';

export interface Charge {
  resellerId: number;
  operationId: string;
  amount: Micros;
  at: Date;
}

/**
 * Takes the price of an operation from the reseller's balance into the in-flight account. Returns `false` and
 * changes nothing when the balance is too low.
 *
 * One statement both checks and changes the balance while it locks the account's row. So of any number of
 * concurrent charges only as many succeed as the balance pays for, and exactly one of them sees the balance
 * fall below the threshold.
 *
 * A notice is written only when a charge moves the balance from the threshold or above to below it. Charges
 * of a balance that is low already write none. A refund or a top-up that lifts the balance to the threshold
 * makes another notice possible. This needs no stored flag, and a threshold of 0 never gives a notice.
 */
export async function charge(tx: Sql, values: Charge): Promise<boolean> {
  return (await postCharge(tx, values)).length === 1;
}

const postCharge = statement<Charge>()((db, { resellerId, operationId, amount, at }) =>
  post(
    db.with('movement', (cte) =>
      cte.selectNoFrom(({ cast }) => [
        cast<number>(resellerId, 'bigint').as('reseller_id'),
        cast<string>(operationId, 'uuid').as('operation_id'),
        cast<number>(amount, 'bigint').as('amount'),
        cast<Date>(at, 'timestamptz').as('created_at'),
      ]),
    ),
    'charge',
  )
    .with('noticed', (cte) =>
      insertSelect(
        cte.insertInto('notices'),
        cte
          .selectFrom('posted')
          .innerJoin('resellers', 'resellers.id', 'posted.reseller_id')
          .where(({ and, eb, ref }) => {
            const threshold = sql<number>`${ref('resellers.low_balance_threshold_usd')} * 1000000::bigint`;
            const before = eb('posted.balance', '+', ref('posted.amount'));
            return and([eb('posted.balance', '<', threshold), eb(before, '>=', threshold)]);
          }),
        ({ ref }) => ({
          reseller_id: ref('posted.reseller_id'),
          kind: 'low_balance',
          balance: ref('posted.balance').$notNull(),
          threshold_usd: ref('resellers.low_balance_threshold_usd'),
          created_at: ref('posted.created_at'),
        }),
      ),
    )
    .selectFrom('posted')
    .select('operation_id'),
);
