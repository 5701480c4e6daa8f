import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';

/**
 * Stores that a process watches the traffic of these orders for `seconds` from now, instead of what it stored
 * before. Times are the database's, so that all processes agree. Also deletes the watches of processes that
 * have died.
 */
export async function writeWatch(
  db: Sql,
  processId: string,
  orderIds: readonly number[],
  seconds: number,
): Promise<void> {
  await db
    .with('dead', (dead) =>
      dead
        .deleteFrom('watchers')
        .where('watches_until', '<', sql<Date>`now()`)
        .where('process_id', '<>', processId),
    )
    .insertInto('watchers')
    .values({
      process_id: processId,
      order_ids: [...orderIds],
      watches_until: sql<Date>`now() + make_interval(secs => ${seconds})`,
    })
    .onConflict((conflict) =>
      conflict.column('process_id').doUpdateSet((eb) => ({
        order_ids: eb.ref('excluded.order_ids'),
        watches_until: eb.ref('excluded.watches_until'),
      })),
    )
    .execute();
}

/** Deletes the watch of a process, and those of processes that have died. */
export async function deleteWatch(db: Sql, processId: string): Promise<void> {
  await db
    .deleteFrom('watchers')
    .where((eb) => eb.or([eb('process_id', '=', processId), eb('watches_until', '<', sql<Date>`now()`)]))
    .execute();
}

/** The upstream's ids of the accounts whose orders any process watches. */
export async function readWatchedAccounts(db: Sql): Promise<string[]> {
  const rows = await db
    .selectFrom('watchers as w')
    .crossJoin((eb) =>
      sql<{ order_id: number }>`unnest(${eb.ref('w.order_ids')})`.as<'watched'>(sql`watched (order_id)`),
    )
    .innerJoin('luxury_traffic as t', 't.order_id', 'watched.order_id')
    .where('w.watches_until', '>', sql<Date>`clock_timestamp()`)
    .select('t.upstream_id')
    .distinct()
    .execute();
  return rows.map((row) => row.upstream_id);
}
