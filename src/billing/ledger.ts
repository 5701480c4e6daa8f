import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
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
 * Takes an operation's money: reseller to in-flight. Returns `false`, having changed nothing, when the balance is too low.
 *
 * One relative statement does both the check and the change while it holds the account's row, so that of any number of
 * concurrent charges only as many succeed as the balance pays for, and just one sees the balance fall below the threshold.
 *
 * A notice is due at that crossing and nowhere else: a balance that is low stays so silently, and whatever lifts it to the
 * threshold or above, a refund as well as a top-up, makes another crossing possible. Nothing has to be armed or remembered,
 * and a threshold of 0 is never crossed.
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
      cte
        .insertInto('notices')
        .columns(['reseller_id', 'kind', 'balance', 'threshold_usd', 'created_at'])
        .expression(
          cte
            .selectFrom('posted')
            .innerJoin('resellers', 'resellers.id', 'posted.reseller_id')
            .select(({ val }) => [
              'posted.reseller_id',
              val('low_balance').as('kind'),
              'posted.balance',
              'resellers.low_balance_threshold_usd',
              'posted.created_at',
            ])
            .where(({ and, eb, ref }) => {
              const threshold = sql<number>`${ref('resellers.low_balance_threshold_usd')} * 1000000::bigint`;
              const before = eb('posted.balance', '+', ref('posted.amount'));
              return and([eb('posted.balance', '<', threshold), eb(before, '>=', threshold)]);
            }),
        ),
    )
    .selectFrom('posted')
    .select('operation_id'),
);
