import { randomUUIDv7 } from 'node:crypto';
import type { Database } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import type { Micros } from '../kit/money.ts';
import { findReseller } from '../resellers/find-reseller.ts';
import { readBalance } from './balance.ts';
import { TopUpEntity } from './entities.ts';
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
export async function topUp(
  database: Database,
  { resellerId, amount, reference, at }: TopUp,
): Promise<Micros> {
  return database.inUnitOfWork(async (em, tx) => {
    await findReseller(em, resellerId);
    // One statement claims the reference and moves the money, so that of two concurrent calls for one payment
    // only one moves it.
    await post(
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
    )
      .with('noticed', (cte) => noticeOfMoney(cte, 'topped_up'))
      .selectFrom('posted')
      .select('balance')
      .execute();
    const { resellerId: payee, amount: paid } = await em.findOneOrFail(TopUpEntity, { reference });
    if (payee !== resellerId || BigInt(paid) !== amount) {
      throw new InvalidRequestError(`The reference ${JSON.stringify(reference)} belongs to another top-up.`);
    }
    return readBalance(tx, resellerId);
  });
}
