import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import type { Micros } from '../kit/money.ts';
import { readBalance } from './balance.ts';
import { credit } from './ledger.ts';

export interface TopUp {
  resellerId: number;
  amount: Micros;
  /** The payment's own name, such as a transaction id: the same reference counts once, whoever repeats it. */
  reference: string;
  at: Date;
}

/**
 * Puts money on a reseller's balance and returns the new balance. Repeating a top-up changes nothing. Throws
 * InvalidRequestError when the reseller does not exist or the reference names another payment.
 */
export async function topUp(
  database: Database,
  { resellerId, amount, reference, at }: TopUp,
): Promise<Micros> {
  return database.transaction(async (_em, tx) => {
    const known = await sql`select from resellers where id = ${resellerId}`.execute(tx);
    if (known.rows.length === 0) throw new InvalidRequestError(`There is no reseller ${resellerId}.`);

    const operationId = randomUUIDv7();
    const claimed = await sql`
      insert into top_ups (reference, reseller_id, operation_id, amount, created_at)
      values (${reference}, ${resellerId}, ${operationId}, ${amount}, ${at}) on conflict do nothing returning 1
    `.execute(tx);
    if (claimed.rows.length === 1) {
      await sql`insert into transfers (reseller_id, operation_id, stage, debit, credit, amount, created_at)
        values (${resellerId}, ${operationId}, 1, 'outside', 'reseller', ${amount}, ${at})`.execute(tx);
      await credit(tx, resellerId, amount);
    } else {
      const same = await sql`select from top_ups
        where reference = ${reference} and reseller_id = ${resellerId} and amount = ${amount}`.execute(tx);
      if (same.rows.length === 0) {
        throw new InvalidRequestError(
          `The reference ${JSON.stringify(reference)} belongs to another top-up.`,
        );
      }
    }
    return readBalance(tx, resellerId);
  });
}
