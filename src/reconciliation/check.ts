/** A rule that must hold: one statement that returns the rows for which it does not. */
export interface Check {
  /** What is wrong with each row that the statement returns. */
  problem: string;
  /**
   * Returns `reseller_id` and `operation_id`, either of which may be null; where the problem is about money
   * also `expected` and `found`, in micro-dollars, null where there should be nothing.
   */
  sql(books: Books): string;
}

/** Which books a check reads: all of them, or what the checkpoint does not cover. */
export interface Books {
  /** A condition: a row with these columns is in the set. */
  among(set: UnverifiedSet, columns: string): string;
  /** Whether accounts begin with what they were at the checkpoint: `true` or `false`. */
  beginAtCheckpoint: string;
}

/**
 * What the checkpoint does not cover, by keys in temporary tables (`unverified_work` and so on): entries and
 * other work by reseller and operation, orders by reseller and number, payments by their ids, and
 * Idempotency-Keys by reseller and key.
 */
export type UnverifiedSet = 'work' | 'orders' | 'payments' | 'keys';

export const ALL_BOOKS: Books = { among: () => 'true', beginAtCheckpoint: 'false' };
export const UNVERIFIED_BOOKS: Books = {
  among: (set, columns) => `(${columns}) in (table unverified_${set})`,
  beginAtCheckpoint: 'true',
};

/**
 * Whether the operation was deleted because it is old: what it was charged for is kept, and nothing else. An
 * entry of the ledger, and an order that has ended, may be without the operation then, and without that only.
 */
export const isDeleted = (operationId: string) =>
  `exists (select 1 from charged_work w where w.operation_id = ${operationId})`;
