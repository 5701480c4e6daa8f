import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import { firstIdAt } from '../kit/uuid.ts';

/**
 * How long a payment is kept that nobody has paid: longer than an answer to "I have paid, and nothing came"
 * takes. One that is paid even later is kept as `unknown`, and the operator is told.
 */
const UNPAID_KEPT_DAYS = 90;
const DAY_MS = 86_400_000;
/** Payments that one statement looks at. */
const BATCH_SIZE = 1_000;

/**
 * One step of a walk through the payments by their ids, the oldest first. Deletes those, of a thousand behind
 * `after`, that were not paid in time and are old. Returns the last id that it has looked at; undefined when
 * there are no more.
 */
export async function deleteUnpaidPayments(db: Sql, after: string, now: Date): Promise<string | undefined> {
  const before = new Date(now.getTime() - UNPAID_KEPT_DAYS * DAY_MS);
  const [step] = await stepBehind(db, { after, before, firstKept: firstIdAt(before) });
  return step?.count === BATCH_SIZE ? (step.last ?? undefined) : undefined;
}

const stepBehind = statement<{ after: string; before: Date; firstKept: string }>()(
  (db, { after, before, firstKept }) =>
    db
      .with('looked_at', (cte) =>
        cte
          .selectFrom('payments')
          .select('id')
          .where('id', '>', sql<string>`${after}::uuid`)
          .where('id', '<', sql<string>`${firstKept}::uuid`)
          .orderBy('id')
          .limit(sql.lit(BATCH_SIZE)),
      )
      .with('deleted', (cte) =>
        cte
          .deleteFrom('payments')
          .where(({ ref }) => sql<boolean>`${ref('payments.id')} = any(array(select id from looked_at))`)
          // One that is credited meanwhile is not expired any more when its lock is free.
          .where('payments.state', '=', sql.lit('expired' as const))
          .where('payments.expires_at', '<', before),
      )
      .selectFrom('looked_at')
      .select(({ fn, ref }) => [
        fn.countAll<number>().as('count'),
        sql<string | null>`max(${ref('looked_at.id')}::text)`.as('last'),
      ]),
);
