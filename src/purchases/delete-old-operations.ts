import { sql } from 'kysely';
import { insertSelect, isInStep, jsonText, ROWS_OF_STEP, walkStep } from '../kit/statement.ts';
import { requestColumns } from './account-statement.ts';

/**
 * How long an operation is kept after it has ended, and after its order has: more than a year, so that each
 * of a year can be looked at when it has ended. Reports add up those that were deleted, too.
 */
export const OPERATIONS_KEPT_DAYS = 400;

/**
 * One step of a walk through the operations. Deletes those whose time is over, and keeps what they were
 * charged for, and what that has cost.
 *
 * What is left alone is still used: by orders that have not ended long ago, as a Luxury order never does; by
 * a sweep or a kept answer; by a write-off, which is looked up by the operation.
 *
 * The conditions are subqueries that return a value: PostgreSQL reads an index for each row of them, and
 * never a whole table, whatever it knows of their sizes.
 */
export const deleteOldOperations = walkStep(OPERATIONS_KEPT_DAYS, (db, part) =>
  db
    .with('looked_at', (cte) =>
      cte
        .selectFrom('operations')
        .select(['id', 'reseller_id', 'order_id', 'state', 'decided_at'])
        .where(({ ref }) => isInStep(ref('id'), part))
        .orderBy('id')
        .limit(sql.lit(ROWS_OF_STEP)),
    )
    .with('due', (cte) =>
      cte
        .selectFrom('looked_at')
        .select('looked_at.id')
        // Null for one that is running.
        .where('looked_at.decided_at', '<', part.before)
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
              part.before,
            ),
          ]),
        )
        // The first of them that uses it, which is looked for in each in turn.
        .where(({ eb, fn, selectFrom }) =>
          eb(
            fn.coalesce(
              selectFrom('sweeps')
                .select('sweeps.operation_id')
                .whereRef('sweeps.reseller_id', '=', 'looked_at.reseller_id')
                .whereRef('sweeps.operation_id', '=', 'looked_at.id')
                .$asScalar(),
              selectFrom('house_items')
                .select('house_items.operation_id')
                .whereRef('house_items.reseller_id', '=', 'looked_at.reseller_id')
                .whereRef('house_items.operation_id', '=', 'looked_at.id')
                .limit(sql.lit(1))
                .$asScalar(),
              selectFrom('idempotency_keys')
                .select('idempotency_keys.operation_id')
                .whereRef('idempotency_keys.operation_id', '=', 'looked_at.id')
                .limit(sql.lit(1))
                .$asScalar(),
            ),
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
        .returning(['operations.amount', 'operations.cost', 'operations.state'])
        .$narrowType<{ state: 'settled' | 'refunded' }>()
        .returning(({ ref }) => [
          ...requestColumns(ref('operations.request')),
          jsonText(ref('operations.request'), 'upstream').as('upstream'),
        ]),
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
        amount: ref('deleted.amount'),
        cost: ref('deleted.cost'),
        state: ref('deleted.state'),
        upstream: ref('deleted.upstream'),
      })),
    ),
);
