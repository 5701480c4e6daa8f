import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import { CHANNEL } from './payload.ts';

/** Rows of one round: some ten notifications, written and sent within milliseconds. */
const BATCH_ROWS = 1_000;
/**
 * PostgreSQL takes notifications of fewer than 8,000 bytes; the last change of a chunk may reach beyond this
 * by its own length.
 */
const CHUNK_BYTES = 7_900;
/** The longest text of a change: its letter, two 19-digit numbers, a colon and a space. */
const CHANGE_BYTES = 41;

const tellBatch = statement<object>()((db) =>
  db
    .with('taken', (cte) =>
      cte
        .deleteFrom('outbox')
        .where('id', 'in', (eb) =>
          eb.selectFrom('outbox').select('id').orderBy('id').limit(BATCH_ROWS).forUpdate().skipLocked(),
        )
        .returning(sql<string>`left(topic, 1) || reseller_id || coalesce(':' || order_id, '')`.as('change')),
    )
    .with('chunks', (cte) =>
      cte
        .selectFrom((numbered) =>
          numbered
            .selectFrom((changes) => changes.selectFrom('taken').select('change').distinct().as('changes'))
            .select([
              'change',
              sql<number>`sum(length(change) + 1) over (order by change)
                / ${CHUNK_BYTES - CHANGE_BYTES}::int`.as('chunk'),
            ])
            .as('numbered'),
        )
        .select(sql<string>`string_agg(change, ' ')`.as('payload'))
        .groupBy('chunk'),
    )
    .selectNoFrom((eb) => [
      eb.selectFrom('taken').select(sql<number>`count(*)::int`.as('count')).as('taken'),
      eb
        .selectFrom('chunks')
        .select(sql<number>`count(pg_notify(${CHANNEL}, payload)::text)`.as('count'))
        .as('told'),
    ]),
);

/**
 * Takes a batch of written changes and tells every process that listens, each change once, in one statement:
 * either the rows are gone and the processes are told, or neither. Returns whether there may be more. Any
 * number of processes may do it at once: rows that one has taken are passed over by the others.
 */
export async function dispatch(db: Sql): Promise<boolean> {
  const [row] = await tellBatch(db, {});
  return row?.taken === BATCH_ROWS;
}
