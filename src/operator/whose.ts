import type { Sql } from '../kit/database.ts';
import { listPayments } from '../payments/payment.ts';
import { resellerOfOperation } from '../purchases/list-operations.ts';
import { resellerOfKey } from '../resellers/keys.ts';

/**
 * The reseller that the options of a command are about: the one that is named, or else whose key, operation
 * or payment is named. Undefined when there is none.
 */
export async function resellerOf(
  db: Sql,
  { reseller, key, operation, payment }: Record<string, unknown>,
): Promise<number | undefined> {
  if (typeof reseller === 'number') return reseller;
  // That of a job is a text.
  if (typeof key === 'number') return resellerOfKey(db, key);
  if (typeof operation === 'string') return resellerOfOperation(db, operation);
  if (typeof payment !== 'string') return undefined;
  const [paid] = (await listPayments(db, { id: payment, limit: 1 })).payments;
  return paid?.resellerId ?? undefined;
}
