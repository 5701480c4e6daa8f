import { expressionBuilder, sql } from 'kysely';
import { noticesOfOrders, wants } from '../billing/write-notices.ts';
import type { Sql } from '../kit/database.ts';
import type { Tables } from '../kit/tables.ts';

/** How long before the end of an order its reseller is told. */
const TOLD_BEFORE_SECONDS = 24 * 60 * 60;

/**
 * Writes a notice for each order that ends within a day and can be renewed, of resellers who want to be told:
 * one for each end. Returns how many they were. Any number of processes may do so at once.
 *
 * The orders of each such reseller are read by themselves (`offset 0`): otherwise those of all resellers are.
 */
export async function noteEnds(db: Sql, now: Date): Promise<number> {
  const at = sql<Date>`${now}::timestamptz`;
  const untold = expressionBuilder<Tables & { told: Tables['resellers'] }, 'told'>()
    .selectFrom('orders')
    .select(['reseller_id', 'id as order_id', 'expires_at as ends_at'])
    .select(sql<number | null>`null::smallint`.as('percent'))
    .whereRef('orders.reseller_id', '=', 'told.id')
    .where('expires_at', '>', at)
    .where('expires_at', '<=', sql<Date>`${at} + make_interval(secs => ${TOLD_BEFORE_SECONDS})`)
    .where('renewable', 'is', true)
    .where('dropped_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notices')
            .select('notices.id')
            .where('notices.kind', '=', sql.lit('order_ends' as const))
            .whereRef('notices.reseller_id', '=', 'orders.reseller_id')
            .whereRef('notices.order_id', '=', 'orders.id')
            .whereRef('notices.ends_at', '=', 'orders.expires_at'),
        ),
      ),
    )
    .offset(sql.lit(0));
  const ofAll = db
    .selectFrom('resellers as told')
    .where(({ ref }) => wants('order_ends', ref('told.notices')))
    .innerJoinLateral(untold.as('untold'), (join) => join.onTrue())
    .selectAll('untold');
  const { numInsertedOrUpdatedRows } = await noticesOfOrders(db, 'order_ends', ofAll, at)
    // Another process may write the same notice at the same moment.
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows ?? 0);
}
