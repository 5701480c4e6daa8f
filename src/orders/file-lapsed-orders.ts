import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { hasLapsed } from './status.ts';

/** Orders that one statement files. Each of them is locked until the statement ends. */
const BATCH_SIZE = 1_000;

/**
 * Files orders whose end has passed as expired, at most a thousand, and returns how many they were. Statuses
 * are right without this job; it keeps small the number of orders that lists and totals have to check one by
 * one.
 */
export async function fileLapsedOrders(db: Sql, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('orders')
    .set({ filed_status: 'expired' })
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('reseller_id', 'id'),
        'in',
        selectFrom('orders')
          .select(['reseller_id', 'id'])
          .where(hasLapsed(now))
          .orderBy('expires_at')
          .limit(sql.lit(BATCH_SIZE))
          .forUpdate()
          .skipLocked()
          .$asTuple('reseller_id', 'id'),
      ),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
