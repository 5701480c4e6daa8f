import { type AliasableExpression, type Expression, expressionBuilder } from 'kysely';
import type { Sql } from '../kit/database.ts';
import type { Tables } from '../kit/tables.ts';

/**
 * One thing that does not agree: its reseller and operation, and for money what is expected and what is
 * found.
 */
export interface Discrepancy {
  reseller_id: number | null;
  operation_id: string | null;
  /**
   * Micro-dollars. Null where there should be nothing; missing, like `found`, where the problem is not about
   * money.
   */
  expected?: Amount | undefined;
  found?: Amount | undefined;
}

/** The database returns a sum of amounts as text. */
type Amount = number | bigint | string | null;

/** From where the lines of an account are added up: from the first one, or from the checkpoint. */
export type Since = 'beginning' | 'checkpoint';

/** A rule that must hold: one statement that returns the rows for which it does not. */
export interface Check {
  /** What is wrong with each row that the check returns. */
  problem: string;
  /**
   * The statement reads whole tables. A verification of what is new makes the same one over excerpts of them,
   * which have their names; only where it adds up lines does it matter from where.
   */
  discrepancies(db: Sql, since: Since): AliasableExpression<Discrepancy>;
}

/**
 * Whether the operation was deleted because it is old: what it was charged for is kept, and nothing else. A
 * line of the ledger, and an order that has ended, may be without the operation then, and without that only.
 */
export function isDeleted(operationId: Expression<string | null>) {
  const eb = expressionBuilder<Tables>();
  return eb.exists(
    eb
      .selectFrom('charged_work')
      .select('charged_work.operation_id')
      .where('charged_work.operation_id', '=', operationId),
  );
}

/** The accounts at the checkpoint, from which their later lines are added up; none from the beginning. */
export function broughtForward(db: Sql, since: Since) {
  return db
    .selectFrom('verified_accounts')
    .select(['reseller_id', 'moved_at', 'balance', 'spent', 'coins_moved_at', 'coins'])
    .$if(since === 'beginning', (query) => query.where((eb) => eb.lit(false)));
}

/** The movements behind the checkpoint of their reseller; from the beginning all of them. */
export function movementsSince(db: Sql, since: Since) {
  return db
    .selectFrom('ledger as t')
    .where((eb) => eb.or([eb('t.debit', '=', 'reseller'), eb('t.credit', '=', 'reseller')]))
    .$if(since === 'checkpoint', (query) =>
      query.where(({ not, ref }) => not(isVerified('moved_at', ref('t.reseller_id'), ref('t.created_at')))),
    );
}

/** The lines of coins behind the checkpoint of their reseller; from the beginning all of them. */
export function coinLinesSince(db: Sql, since: Since) {
  return db
    .selectFrom('coin_transfers as t')
    .$if(since === 'checkpoint', (query) =>
      query.where(({ not, ref }) =>
        not(isVerified('coins_moved_at', ref('t.reseller_id'), ref('t.created_at'))),
      ),
    );
}

/** Whether the checkpoint of the reseller is at this instant, or behind it. */
function isVerified(
  column: 'moved_at' | 'coins_moved_at',
  resellerId: Expression<number>,
  createdAt: Expression<Date>,
) {
  const eb = expressionBuilder<Tables>();
  return eb.exists(
    eb
      .selectFrom('verified_accounts as v')
      .select('v.reseller_id')
      .where('v.reseller_id', '=', resellerId)
      .where(`v.${column}`, '>=', createdAt),
  );
}
