import { sql } from 'kysely';
import type { Database, Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import type { CallKind } from '../upstreams/http.ts';
import type { LuxuryServices } from './services.ts';
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
  /**
   * Accounts to be read again: those with nothing left by a first reading where something was, and those of
   * orders that have used less than what is stored.
   */
  doubtful: readonly string[];
}

/**
 * Stores what the upstream says is left of any number of accounts, with the samples and the events of the
 * orders that changed, in one statement. For an unchanged order only the time of the reading is stored, at
 * most once in `unchangedForSeconds`, because the same orders are read again and again.
 *
 * An order to which traffic was added after the snapshot is left out: what was left before the addition,
 * subtracted from the total after it, would count the addition as used. Stored usage does not shrink by this:
 * while an addition is under way, the upstream may already have it.
 *
 * @param isFirst whether orders that have nothing left by this reading alone are left out: somebody would be
 * told that they are used up, so their accounts are to be read again.
 */
export async function noteUsage(
  database: Database,
  snapshot: Snapshot,
  leftBytes: ReadonlyMap<string, bigint>,
  now: Date,
  unchangedForSeconds: number,
  isFirst = false,
): Promise<NotedUsage> {
  if (leftBytes.size === 0) return { changed: 0, inEveryRound: false, doubtful: [] };
  const [noted] = await writeUsage(database.sql, {
    upstreamIds: [...leftBytes.keys()],
    leftBytes: [...leftBytes.values()],
    snapshot,
    now,
    minute: beginningOf('minute', now),
    hour: beginningOf('hour', now),
    day: beginningOf('day', now),
    unchangedForSeconds,
    isFirst,
  });
  const { count = 0, in_every_round = false, doubtful = [] } = noted ?? {};
  return { changed: count, inEveryRound: in_every_round, doubtful };
}

/** Reads an account, a second time if it is doubtful, and stores what it has used. Throws UpstreamError. */
export async function readUsage(
  services: Pick<LuxuryServices, 'database' | 'traffic' | 'clock'>,
  upstreamId: string,
  isFirst = true,
  kind?: CallKind,
): Promise<NotedUsage> {
  const { database, traffic, clock } = services;
  const snapshot = await takeSnapshot(database.sql);
  const { leftBytes } = await traffic.traffic(upstreamId, kind);
  const left = new Map([[upstreamId, leftBytes]]);
  const noted = await noteUsage(database, snapshot, left, clock.now(), 0, isFirst);
  return isFirst && noted.doubtful.length > 0 ? readUsage(services, upstreamId, false, kind) : noted;
}
