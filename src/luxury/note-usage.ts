import { sql } from 'kysely';
import type { Database, Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import { beginningOf } from './usage-units.ts';
import { writeUsage } from './write-usage.ts';

/**
 * A PostgreSQL snapshot. It shows which additions of traffic were committed before an upstream reading began.
 */
export type Snapshot = string;

const selectSnapshot = statement()((db) =>
  db.selectNoFrom(sql<Snapshot>`pg_current_snapshot()::text`.as('snapshot')),
);

/** To be called before the upstream is read. */
export async function takeSnapshot(db: Sql): Promise<Snapshot> {
  const [row] = await selectSnapshot(db, {});
  return row?.snapshot ?? '';
}

interface NotedUsage {
  /** Orders that have used more than was stored. */
  changed: number;
  /** Whether one of these orders is in use or has little traffic left, so that it may be used up soon. */
  inEveryRound: boolean;
}

/**
 * Stores what the upstream says is left of any number of accounts, with the samples and the events of the
 * orders that changed, in one statement. For an unchanged order only the time of the reading is stored, at
 * most once in `unchangedForSeconds`, because the same orders are read again and again.
 *
 * An order to which traffic was added after the snapshot is left out: what was left before the addition,
 * subtracted from the total after it, would count the addition as used. Stored usage never shrinks: while an
 * addition is under way, the upstream may already have it.
 */
export async function noteUsage(
  database: Database,
  snapshot: Snapshot,
  leftBytes: ReadonlyMap<string, bigint>,
  now: Date,
  unchangedForSeconds: number,
): Promise<NotedUsage> {
  if (leftBytes.size === 0) return { changed: 0, inEveryRound: false };
  const [noted] = await writeUsage(database.sql, {
    upstreamIds: [...leftBytes.keys()],
    leftBytes: [...leftBytes.values()],
    snapshot,
    now,
    minute: beginningOf('minute', now),
    hour: beginningOf('hour', now),
    day: beginningOf('day', now),
    unchangedForSeconds,
  });
  return { changed: noted?.count ?? 0, inEveryRound: noted?.in_every_round ?? false };
}
