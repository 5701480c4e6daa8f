import type { AliasableExpression } from 'kysely';
import type { Sql } from '../kit/database.ts';

/**
 * Something that does not hold: whose it is, the operation that names it, and for money what should be and
 * what is there.
 */
export interface Discrepancy {
  reseller_id: number | null;
  operation_id: string | null;
  /** Micro-dollars, null for nothing; missing, as `found`, where the problem is not one of money. */
  expected?: Amount | undefined;
  found?: Amount | undefined;
}

/** The database gives a sum of amounts as text. */
type Amount = number | bigint | string | null;

/** What has to hold in the books: one statement that gives the rows for which it does not. */
export interface Check {
  /** What is wrong about each row that the check gives. */
  problem: string;
  discrepancies(db: Sql): AliasableExpression<Discrepancy>;
}
