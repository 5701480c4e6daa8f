import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import { CHANNEL } from './payload.ts';

/** How many rows one round takes: they make some ten notifications and take milliseconds. */
const BATCH_ROWS = 1_000;
/**
 * PostgreSQL takes notifications of fewer than 8,000 bytes. The last event of a chunk may begin just below
 * the limit of its chunk and end beyond it, so that limit is smaller by the longest event.
 */
const CHUNK_BYTES = 7_900;
/** The longest event as text: its letter, two 19-digit numbers, a colon and a space. */
const EVENT_BYTES = 41;

const notifyOfBatch = statement<object>()((db) =>
  db
    .with('taken', (cte) =>
      cte
        .deleteFrom('outbox')
        .where('id', 'in', (eb) =>
          eb.selectFrom('outbox').select('id').orderBy('id').limit(BATCH_ROWS).forUpdate().skipLocked(),
        )
        .returning(({ ref }) =>
          sql<string>`left(${ref('topic')}, 1) || ${ref('reseller_id')}
            || coalesce(':' || ${ref('order_id')}, '')`.as('event'),
        ),
    )
    .with('chunks', (cte) =>
      cte
        .selectFrom((numbered) =>
          numbered
            .selectFrom((events) => events.selectFrom('taken').select('event').distinct().as('events'))
            .select(({ ref }) => [
              'event',
              sql<number>`sum(length(${ref('event')}) + 1) over (order by ${ref('event')})
                / ${CHUNK_BYTES - EVENT_BYTES}::int`.as('chunk'),
            ])
            .as('numbered'),
        )
        .select(({ ref }) => sql<string>`string_agg(${ref('event')}, ' ')`.as('payload'))
        .groupBy('chunk'),
    )
    .selectNoFrom((eb) => [
      eb.selectFrom('taken').select(sql<number>`count(*)::int`.as('count')).as('taken'),
      eb
        .selectFrom('chunks')
        .select(({ ref }) => sql<number>`count(pg_notify(${CHANNEL}, ${ref('payload')})::text)`.as('count'))
        .as('notifications'),
    ]),
);

/**
 * Takes a batch of events from the outbox and notifies every process that listens. Equal events give one
 * notification. This is one statement, so the rows are deleted if and only if the processes are notified.
 * Returns whether there may be more rows. Any number of processes may dispatch at the same time, since each
 * skips the rows that another one has locked.
 */
export async function dispatch(db: Sql): Promise<boolean> {
  const [row] = await notifyOfBatch(db, {});
  return row?.taken === BATCH_ROWS;
}
