import { type Expression, sql } from 'kysely';
import { insertSelect } from '../kit/insert-select.ts';
import type { ChargeKind } from './movements.ts';
import { postCharge } from './posting.ts';

/**
 * Takes the price of an operation from the reseller's balance into the in-flight account, as a part of the
 * statement that starts the operation. The CTE `posted` has no row, and nothing is changed, when the balance
 * is too low.
 *
 * One statement both checks and changes the balance while it locks the account's row. So of any number of
 * concurrent charges only as many succeed as the balance pays for, and exactly one of them sees the balance
 * fall below the threshold.
 *
 * A notice is written only when a charge moves the balance from the threshold or above to below it. Charges
 * of a balance that is low already write none. A refund or a top-up that lifts the balance to the threshold
 * makes another notice possible. This needs no stored flag, and a threshold of 0 never gives a notice.
 */
export function charge(db: Parameters<typeof postCharge>[0], kind: Expression<ChargeKind>) {
  return postCharge(db, kind).with('noticed', (cte) =>
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
  );
}
