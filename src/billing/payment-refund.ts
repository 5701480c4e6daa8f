import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import type { Micros } from '../kit/money.ts';
import { post } from './posting.ts';
import { noteLowBalance } from './write-notices.ts';

interface PaymentRefund {
  resellerId: number;
  /** A UUID of its own for each attempt to give a payment back. */
  operationId: string;
  amount: Micros;
  at: Date;
}

/**
 * Takes a payment that is to be given back from the reseller's balance, which may be low then. Returns false,
 * and changes nothing, when the balance does not cover it.
 */
export async function takePayment(tx: Sql, refund: PaymentRefund): Promise<boolean> {
  const posted = await post(withMovement(tx, refund), 'paymentRefund')
    .selectFrom('posted')
    .select('balance')
    .executeTakeFirst();
  if (posted) await noteLowBalance(tx, refund);
  return posted !== undefined;
}

/**
 * Takes as much of a payment as the balance covers: its payer has got it back already. Returns how much that
 * was. The account owes the rest: `post` takes it from what comes to the balance next.
 */
export async function takeCovered(tx: Sql, refund: PaymentRefund): Promise<Micros> {
  // Locked, so that the balance covers it still when it is taken.
  const { balance } = await tx
    .selectFrom('accounts')
    .select('balance')
    .where('reseller_id', '=', refund.resellerId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const covered = BigInt(balance) < refund.amount ? BigInt(balance) : refund.amount;
  if (covered > 0n && !(await takePayment(tx, { ...refund, amount: covered })))
    throw new Error(`the balance of reseller ${refund.resellerId} changed while it was locked`);
  await tx
    .updateTable('accounts')
    .set((eb) => ({ owed: eb('owed', '+', refund.amount - covered).$castTo<bigint>() }))
    .where('reseller_id', '=', refund.resellerId)
    .execute();
  return covered;
}

/** Puts it back on the balance, because the provider does not give it back. */
export async function keepPayment(tx: Sql, refund: PaymentRefund): Promise<void> {
  await post(withMovement(tx, refund), 'paymentKept').selectFrom('posted').select('balance').execute();
}

function withMovement(tx: Sql, { resellerId, operationId, amount, at }: PaymentRefund) {
  return tx.with('movement', (cte) =>
    cte.selectNoFrom([
      sql<number>`${resellerId}::bigint`.as('reseller_id'),
      sql<string>`${operationId}::uuid`.as('operation_id'),
      sql<number>`${amount}::bigint`.as('amount'),
      sql<Date>`${at}::timestamptz`.as('created_at'),
    ]),
  );
}
