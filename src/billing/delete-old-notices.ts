import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { NOTICES } from './send-notices.ts';

/** A message of the day is not asked for after a season; an order's end is told of a day before it. */
const KEPT_FOR_DAYS = 90;
/** Notices that one statement looks at, the oldest first. */
const BATCH_SIZE = 1_000;

/**
 * Deletes old notices, and returns how many they were. One that was given up is of no use any more: it goes,
 * too, with the record of its failures. Otherwise those that nobody could be sent would keep the others.
 */
export async function deleteOldNotices(db: Sql, now: Date): Promise<number> {
  const { count } = await db
    .with('deleted', (cte) =>
      cte
        .deleteFrom('notices')
        .where('id', 'in', (eb) =>
          eb.selectFrom('notices').select('id').orderBy('id').limit(sql.lit(BATCH_SIZE)),
        )
        .where(({ cast, eb, or }) =>
          or([eb('sent_at', 'is not', null), NOTICES.isGivenUp(cast('notices.id', 'text'))]),
        )
        .where('created_at', '<', sql<Date>`${now}::timestamptz - make_interval(days => ${KEPT_FOR_DAYS})`)
        .returning(['id', 'sent_at']),
    )
    .with('forgotten', (cte) =>
      NOTICES.forget(
        cte,
        cte
          .selectFrom('deleted')
          .select(({ cast }) => cast<string>('deleted.id', 'text').as('key'))
          .where('deleted.sent_at', 'is', null),
      ),
    )
    .selectFrom('deleted')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
