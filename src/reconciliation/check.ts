import type { AliasableExpression } from 'kysely';
import type { Sql } from '../kit/database.ts';

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

/** A rule that must hold: one statement that returns the rows for which it does not. */
export interface Check {
  /** What is wrong with each row that the check returns. */
  problem: string;
  discrepancies(db: Sql): AliasableExpression<Discrepancy>;
}
