import { type QueryExecutorProvider, sql } from 'kysely';
import type { Sql } from '../../kit/database.ts';

/**
 * Has `work` read every table by an index, row by row: the planner cannot know how little is behind the
 * point, and reads a table as a whole where it expects a third of it. Excerpts have no index, and checks of
 * everything read whole tables: they come outside of it.
 */
export async function readByIndex<T>(tx: Sql, work: () => Promise<T>): Promise<T> {
  for (const way of SCANNING) await setPlanner(tx, way, 'off');
  const result = await work();
  for (const way of SCANNING) await setPlanner(tx, way, 'on');
  return result;
}

const SCANNING = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin'] as const;

export async function setPlanner(
  tx: QueryExecutorProvider,
  way: (typeof SCANNING)[number],
  value: 'on' | 'off',
) {
  await sql`select set_config(${way}, ${value}, true)`.execute(tx);
}
