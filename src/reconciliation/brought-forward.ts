import type { Sql } from '../kit/database.ts';
import type { Since } from './check.ts';

/** The accounts at the verified point, from which their later lines are added up; none from the beginning. */
export function broughtForward(db: Sql, since: Since) {
  return db
    .selectFrom('verified_accounts')
    .selectAll()
    .$if(since === 'beginning', (query) => query.where((eb) => eb.lit(false)));
}

/** The movements behind the verified point of their reseller; from the beginning all of them. */
export function movementsSince(db: Sql, since: Since) {
  return db
    .selectFrom('ledger as t')
    .where((eb) => eb.or([eb('t.debit', '=', 'reseller'), eb('t.credit', '=', 'reseller')]))
    .$if(since === 'point', (query) =>
      query.where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('verified_accounts as v')
              .select('v.reseller_id')
              .whereRef('v.reseller_id', '=', 't.reseller_id')
              .whereRef('v.moved_at', '>=', 't.created_at'),
          ),
        ),
      ),
    );
}

/** The same of coins. */
export function coinLinesSince(db: Sql, since: Since) {
  return db
    .selectFrom('coin_transfers as t')
    .$if(since === 'point', (query) =>
      query.where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('verified_accounts as v')
              .select('v.reseller_id')
              .whereRef('v.reseller_id', '=', 't.reseller_id')
              .whereRef('v.coins_moved_at', '>=', 't.created_at'),
          ),
        ),
      ),
    );
}
