import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import type { Micros } from '../kit/money.ts';
import { post } from './posting.ts';
import { noticeOfLowBalance } from './write-notices.ts';

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
    .with('noticed', noticeOfLowBalance)
    .selectFrom('posted')
    .select('balance')
    .executeTakeFirst();
  return posted !== undefined;
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
