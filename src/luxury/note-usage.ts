import { sql } from 'kysely';
import type { Database, Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import { writeUsage } from './write-usage.ts';

/**
 * The state of the database at an instant, in PostgreSQL's own words: which additions of traffic a reading
 * can know of.
 */
export type Snapshot = string;

const selectSnapshot = statement()((db) =>
  db.selectNoFrom(sql<Snapshot>`pg_current_snapshot()::text`.as('snapshot')),
);

/** To be taken before the upstream is read. */
export async function takeSnapshot(db: Sql): Promise<Snapshot> {
  const [row] = await selectSnapshot(db, {});
  return row?.snapshot ?? '';
}

export interface NotedUsage {
  /** Orders that have used more than was known. */
  changed: number;
  /** Whether one of the orders moves, or has little left: it may be used up soon. */
  pressing: boolean;
}

/**
 * Writes down what the upstream says is left of any number of accounts, in one statement, together with the
 * changes to be told. Of orders that have used no more than was known, it is written down that they were read
 * if the last time is `unchangedForSeconds` ago: many of them are read again and again.
 *
 * An order for which traffic was added since the snapshot is passed over: what was left before the addition,
 * taken from the new total, would use the addition up. What is used never shrinks: while an addition is under
 * way, the upstream may have it already.
 */
export async function noteUsage(
  database: Database,
  snapshot: Snapshot,
  leftBytes: ReadonlyMap<string, bigint>,
  now: Date,
  unchangedForSeconds: number,
): Promise<NotedUsage> {
  if (leftBytes.size === 0) return { changed: 0, pressing: false };
  const [noted] = await writeUsage(database.sql, {
    upstreamIds: [...leftBytes.keys()],
    leftBytes: [...leftBytes.values()],
    snapshot,
    now,
    unchangedForSeconds,
  });
  return { changed: noted?.count ?? 0, pressing: noted?.pressing ?? false };
}
