import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { insertSelect } from '../kit/insert-select.ts';
import { statement } from '../kit/statement.ts';
import { firstIdAt } from '../kit/uuid.ts';
import { requestColumns } from './account-statement.ts';

/**
 * How long an operation is kept after it has ended, and after its order has: more than a year, so that a year
 * can be compared with the one before at its end. Nothing that looks at operations by themselves goes further
 * back.
 */
export const OPERATIONS_KEPT_DAYS = 400;
const DAY_MS = 86_400_000;
/** Operations that one statement looks at. */
const BATCH_SIZE = 1_000;

/**
 * One step of a walk through the operations by their ids, the oldest first. Deletes those, of a thousand
 * behind `after`, whose time is over, and keeps what they were charged for. Returns the last id that it has
 * looked at; undefined when there are no more.
 *
 * What is left alone is still used: by orders that have not ended long ago, as a Luxury order never does; by
 * a sweep or a kept answer; by a write-off, which is looked up by the operation.
 */
export async function deleteOldOperations(db: Sql, after: string, now: Date): Promise<string | undefined> {
  const before = new Date(now.getTime() - OPERATIONS_KEPT_DAYS * DAY_MS);
  const [step] = await stepBehind(db, { after, before, firstKept: firstIdAt(before) });
  return step?.count === BATCH_SIZE ? (step.last ?? undefined) : undefined;
}

/**
 * The conditions are subqueries that return a value: PostgreSQL reads an index for each row of them, and
 * never a whole table, whatever it knows of their sizes.
 */
const stepBehind = statement<{ after: string; before: Date; firstKept: string }>()(
  (db, { after, before, firstKept }) =>
    db
      .with('looked_at', (cte) =>
        cte
          .selectFrom('operations')
          .select(['id', 'reseller_id', 'order_id', 'state', 'decided_at'])
          .where('id', '>', sql<string>`${after}::uuid`)
          .where('id', '<', sql<string>`${firstKept}::uuid`)
          .orderBy('id')
          .limit(sql.lit(BATCH_SIZE)),
      )
      .with('due', (cte) =>
        cte
          .selectFrom('looked_at')
          .select('looked_at.id')
          // Null for one that is running.
          .where('looked_at.decided_at', '<', before)
          .where(({ eb, or, selectFrom }) =>
            or([
              eb('looked_at.state', '=', sql.lit('refunded' as const)),
              eb(
                selectFrom('orders')
                  .select('orders.expires_at')
                  .whereRef('orders.reseller_id', '=', 'looked_at.reseller_id')
                  .whereRef('orders.id', '=', 'looked_at.order_id')
                  .$asScalar(),
                '<',
                before,
              ),
            ]),
          )
          .where(({ eb, selectFrom }) =>
            eb(
              selectFrom('sweeps')
                .select('sweeps.operation_id')
                .whereRef('sweeps.reseller_id', '=', 'looked_at.reseller_id')
                .whereRef('sweeps.operation_id', '=', 'looked_at.id')
                .$asScalar(),
              'is',
              null,
            ),
          )
          .where(({ eb, selectFrom }) =>
            eb(
              selectFrom('house_items')
                .select('house_items.operation_id')
                .whereRef('house_items.reseller_id', '=', 'looked_at.reseller_id')
                .whereRef('house_items.operation_id', '=', 'looked_at.id')
                .limit(sql.lit(1))
                .$asScalar(),
              'is',
              null,
            ),
          )
          .where(({ eb, selectFrom }) =>
            eb(
              selectFrom('idempotency_keys')
                .select('idempotency_keys.operation_id')
                .whereRef('idempotency_keys.operation_id', '=', 'looked_at.id')
                .limit(sql.lit(1))
                .$asScalar(),
              'is',
              null,
            ),
          ),
      )
      .with('deleted', (cte) =>
        cte
          .deleteFrom('operations')
          .where(({ ref }) => sql<boolean>`${ref('operations.id')} = any(array(select id from due))`)
          .returning(['operations.id', 'operations.reseller_id', 'operations.order_id', 'operations.kind'])
          .returning(({ ref }) => requestColumns(ref('operations.request'))),
      )
      .with('kept', (cte) =>
        insertSelect(cte.insertInto('charged_work'), cte.selectFrom('deleted'), ({ ref }) => ({
          operation_id: ref('deleted.id'),
          reseller_id: ref('deleted.reseller_id'),
          order_id: ref('deleted.order_id'),
          kind: ref('deleted.kind'),
          tier: ref('deleted.tier'),
          type: ref('deleted.type'),
          country: ref('deleted.country'),
          quantity: ref('deleted.quantity'),
          days: ref('deleted.days'),
          gb: ref('deleted.gb'),
          coins: ref('deleted.coins'),
        })),
      )
      .selectFrom('looked_at')
      .select(({ fn, ref }) => [
        fn.countAll<number>().as('count'),
        sql<string | null>`max(${ref('looked_at.id')}::text)`.as('last'),
      ]),
);
