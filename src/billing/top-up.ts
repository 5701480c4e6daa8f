import { randomUUIDv7 } from 'node:crypto';
import type { Database, Sql } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import type { Micros } from '../kit/money.ts';
import { findReseller } from '../resellers/find-reseller.ts';
import { readBalance } from './balance.ts';
import { post } from './posting.ts';
import { noticeOfMoney } from './write-notices.ts';

interface TopUp {
  resellerId: number;
  amount: Micros;
  /**
   * The name of the payment, such as a transaction id. One reference is counted once, even if it is sent
   * again.
   */
  reference: string;
  at: Date;
}

/**
 * Adds money to a reseller's balance and returns the new balance. Repeating a top-up changes nothing. Throws
 * InvalidRequestError when the reseller does not exist or the reference belongs to another payment.
 */
export async function topUp(database: Database, payment: TopUp): Promise<Micros> {
  const { resellerId, reference } = payment;
  return database.inUnitOfWork(async (em, tx) => {
    await findReseller(em, resellerId);
    if (!(await countTopUp(tx, payment, { isNoticed: true }))) {
      throw new InvalidRequestError(
        `The reference ${JSON.stringify(reference)} was used for a top-up of another amount or reseller; nothing was added. Give each payment a reference of its own.`,
      );
    }
    return readBalance(tx, resellerId);
  });
}

/**
 * The same within the caller's transaction, for a reseller that exists. Returns false, and changes nothing,
 * when the reference belongs to another reseller or another amount. A caller that
 * tells the reseller itself has no notice written.
 */
export async function countTopUp(
  tx: Sql,
  { resellerId, amount, reference, at }: TopUp,
  { isNoticed = false } = {},
): Promise<boolean> {
  // One statement claims the reference and moves the money, so that of two concurrent calls for one payment
  // only one moves it.
  const posted = post(
    tx.with('movement', (cte) =>
      cte
        .insertInto('top_ups')
        .values({
          reference,
          reseller_id: resellerId,
          operation_id: randomUUIDv7(),
          amount,
          created_at: at,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning(['reseller_id', 'operation_id', 'amount', 'created_at']),
    ),
    'topUp',
  );
  const noticed = isNoticed ? posted.with('noticed', (cte) => noticeOfMoney(cte, 'topped_up')) : posted;
  await noticed.selectFrom('posted').select('balance').execute();
  const counted = await findTopUp(tx, [reference]);
  return counted?.resellerId === resellerId && counted.amount === amount;
}

/** A top-up that was counted. */
export type CountedTopUp = Omit<TopUp, 'at'>;

/** The first of these references that was counted; undefined when none was. */
export async function findTopUp(tx: Sql, references: readonly string[]): Promise<CountedTopUp | undefined> {
  const rows = await tx
    .selectFrom('top_ups')
    .select(['reference', 'reseller_id', 'amount'])
    .where('reference', 'in', references)
    .execute();
  const row = references.map((wanted) => rows.find(({ reference }) => reference === wanted)).find(Boolean);
  return row && { reference: row.reference, resellerId: row.reseller_id, amount: BigInt(row.amount) };
}
