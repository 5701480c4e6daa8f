import { sql } from 'kysely';
import { isInStep, ROWS_OF_STEP, walkStep } from '../kit/statement.ts';

/**
 * How long a payment is kept that nobody has paid: longer than an answer to "I have paid, and nothing came"
 * takes. One that is paid even later is kept as `unknown`, and the operator is told.
 */
const UNPAID_KEPT_DAYS = 90;

/** One step of a walk through the payments. Deletes those that were not paid in time and are old. */
export const deleteUnpaidPayments = walkStep(UNPAID_KEPT_DAYS, (db, part) =>
  db
    .with('looked_at', (cte) =>
      cte
        .selectFrom('payments')
        .select('id')
        .where(({ ref }) => isInStep(ref('id'), part))
        .orderBy('id')
        .limit(sql.lit(ROWS_OF_STEP)),
    )
    .with('deleted', (cte) =>
      cte
        .deleteFrom('payments')
        .where(({ ref }) => sql<boolean>`${ref('payments.id')} = any(array(select id from looked_at))`)
        // One that is credited meanwhile is not expired any more when its lock is free.
        .where('payments.state', '=', sql.lit('expired' as const))
        .where('payments.expires_at', '<', part.before),
    ),
);
