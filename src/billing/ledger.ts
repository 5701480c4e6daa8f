import type { Expression } from 'kysely';
import type { ChargeKind } from './movements.ts';
import { postCharge } from './posting.ts';
import { noticeOfLowBalance } from './write-notices.ts';

/**
 * Takes the price of an operation from the reseller's balance into the in-flight account, as a part of the
 * statement that starts the operation. The CTE `posted` has no row, and nothing is changed, when the balance
 * is too low.
 *
 * One statement both checks and changes the balance while it locks the account's row. So of any number of
 * concurrent charges only as many succeed as the balance pays for, and exactly one of them sees the balance
 * fall below the threshold.
 *
 * {@link noticeOfLowBalance} says when that gives a notice.
 */
export function charge(db: Parameters<typeof postCharge>[0], kind: Expression<ChargeKind>) {
  return postCharge(db, kind).with('noticed', noticeOfLowBalance);
}
